/** Tests that keys from hostile texts in each format are the same in pieces and at once, and that JSON is read as JSON.parse reads it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { KeysResult } from '../../src/domain/keys/keysFound.ts';
import type { KeySource } from '../../src/domain/keys/keySource.ts';
import { keysInText } from '../../src/operations/keys/sources/keysInText.ts';
import { inPieces } from '../operations/keys/sources/lists.ts';
import { anyCharacter } from './anyCharacter.ts';
import { runs } from './runs.ts';

// prettier-ignore
const scalars = [
  'a', 'A', 'acct-1', 'acct-2', 'yes', 'no', 'null', '~', 'true', '0x1f', '0o17', '1_000', '1e3', '-0', '.inf', '2026-01-31',
  '12345678901234567890', '12:30:45', '=', '<<', 'é', 'e\u0301', 'ﬁ', '日本', '👩‍👧', '\u200b', '\u00a0', '\u2028', '\u0085',
  '\ud83d', '\ude00', '\0', '\u0007', '__proto__', 'x'.repeat(250), 'y'.repeat(251), 'a b', ' a', 'b\t', '\uFEFF',
];
// prettier-ignore
const marks = [
  '\n', '\r', '\r\n', '"', '""', "'", ',', ';', '\t', ' ', ':', ': ', ' #', '- ', '-', '[', ']', '{', '}', '\\', '\\n',
];
const words = ['"key"', '"key":', '{"key":"a"}', '{"id":1,"key":"b"}', '["a","b"]', '\\u0041', '\\ud83d', '---', '"a"', '"b",'];

const scalar = fc.oneof(
  { arbitrary: fc.constantFrom(...scalars), weight: 6 },
  { arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }), weight: 1 },
);
const hostile = fc
  .array(fc.oneof(scalar, fc.constantFrom(...marks), fc.constantFrom(...words)), { maxLength: 14 })
  .map((parts) => parts.join(''));

const forms: readonly KeySource[] = [
  { format: 'lines' },
  { format: 'separated' },
  { format: 'code' },
  { format: 'csv', delimiter: '|', isDrawn: true, hasHeader: true, column: 0 },
  { format: 'csv', delimiter: '|', escape: '\\', start: 2, hasHeader: true, column: 0 },
  { format: 'csv', delimiter: ',', hasHeader: false, column: 0 },
  { format: 'csv', delimiter: ';', hasHeader: true, column: 1 },
  ...(['json', 'ndjson', 'yaml'] as const).flatMap((format) => [
    { format, field: undefined },
    { format, field: 'key' },
  ]),
];
const form = fc.constantFrom(...forms);

/** Texts in the format, most of them well-formed. */
function textOf(source: KeySource): fc.Arbitrary<string> {
  const rows = fc.array(scalar, { minLength: 1, maxLength: 8 });
  const end = fc.constantFrom('\n', '\r\n', '\r');
  switch (source.format) {
    case 'lines':
      return fc.tuple(rows, end).map(([all, mark]) => all.join(mark));
    case 'separated':
      return fc
        .array(fc.tuple(scalar, fc.constantFrom("'", '"', '', '('), fc.constantFrom(',', ', ', ';', '\t', '\n', '\r\n', '\r')), {
          maxLength: 8,
        })
        .map((all) => all.map(([key, quote, mark]) => quote + key + quote + mark).join(''));
    case 'csv':
      return fc
        .tuple(fc.array(fc.tuple(scalar, scalar), { minLength: 1, maxLength: 6 }), end)
        .map(([all, mark]) => all.map((cells) => cells.map((cell) => written(cell)).join(source.delimiter)).join(mark));
    case 'json':
      return fc.tuple(itemsOf(source.field), fc.constantFrom(0, 1), fc.boolean()).map(([items, indent, isNested]) => {
        return JSON.stringify(isNested ? { at: [], list: { keys: items } } : items, undefined, indent);
      });
    case 'ndjson':
      return fc.tuple(itemsOf(source.field), end).map(([items, mark]) => items.map((item) => JSON.stringify(item)).join(mark));
    case 'code':
      return rows.map((all) => `keys = [${all.map((value) => JSON.stringify(value)).join(', ')}]`);
    case 'yaml':
      return rows.map((all) => all.map((value) => `- ${value}`).join('\n'));
    default:
      return source satisfies never;
  }
}

const itemsOf = (field: string | undefined): fc.Arbitrary<readonly unknown[]> => {
  const value = fc.oneof({ arbitrary: scalar, weight: 5 }, { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 });
  return fc.array(field === undefined ? value : fc.record({ name: value, [field]: value }, { requiredKeys: [] }), {
    maxLength: 6,
  });
};

const written = (cell: string): string =>
  /[",;\r\n]/.test(cell) || cell.startsWith(' ') ? `"${cell.replaceAll('"', '""')}"` : cell;
const given = form.chain((source) => fc.tuple(fc.constant(source), fc.oneof(hostile, textOf(source))));

describe('a text is read the same', () => {
  it('in pieces with any cuts and in one piece', async () => {
    const cuts = fc.array(fc.nat(200), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(given, cuts, async ([source, text], places) => {
        const within = places.filter((place) => place <= text.length);
        assert.deepEqual(await inPieces(text, source, within), await keysInText(text, source));
      }),
      runs(1500),
    );
  });
});

describe('JSON with comments and trailing commas', () => {
  const isUsable = (result: KeysResult): boolean => result.ok || result.refusal.code !== 'malformed';
  /** The same JSON without comments, and without a comma after the last value of a list or an object. */
  function withoutExtras(text: string): string {
    const tokens = text.match(/"(?:[^"\\]|\\[^])*"?|\/\/[^\r\n]*|\/\*[^]*?\*\/|[ \t\r\n]+|[^]/g) ?? [];
    const own = tokens.map((token) => (/^(?:\/\/|\/\*)/.test(token) ? ' ' : token));
    const isBlank = (token = ''): boolean => token.trim() === '' && token !== '';
    return own
      .filter((token, index) => {
        const next = own.slice(index + 1).find((other) => !isBlank(other));
        const last = own.slice(0, index).findLast((other) => !isBlank(other));
        return token !== ',' || (next !== ']' && next !== '}') || last === undefined || '[{,:'.includes(last);
      })
      .join('');
  }
  const parses = (text: string): boolean => {
    try {
      JSON.parse(withoutExtras(text));
      return true;
    } catch {
      return false;
    }
  };

  it('is refused exactly if JSON.parse refuses it without these', async () => {
    const spoilt = fc
      .tuple(
        fc.json(),
        fc.nat(40),
        fc.constantFrom('', ',', ',]', '//', '/**/', '"', ']', '}', '\\', '0', '\n', 'e', '.', '[', '\u0001'),
      )
      .map(([text, place, mark]) => text.slice(0, place) + mark + text.slice(place + 1));
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostile, spoilt, fc.json()), fc.constantFrom(undefined, 'key'), async (text, field) => {
        if (text.includes('\0') || text.trim() === '' || text.startsWith('\uFEFF')) return;
        assert.equal(isUsable(await keysInText(text, { format: 'json', field })), parses(text), JSON.stringify(text));
      }),
      runs(5000),
    );
  });
});
