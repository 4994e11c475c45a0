/** Keys out of hostile texts of every form, held against the libraries that people trust with it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse as parseCsv } from 'csv-parse/sync';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { parse as parseYaml } from 'yaml';
import { keysFromText, type KeySource } from '../../src/domain/keys/keysFromText.ts';
import { foundIn, inChunks, inSteps, tallyOf } from '../domain/keys/naively.ts';
import { hostile, scalar } from './keyPieces.ts';
import { runs } from './runs.ts';

const forms: readonly KeySource[] = [
  { format: 'lines' },
  { format: 'separated' },
  { format: 'csv', delimiter: ',', hasHeader: false, column: 0 },
  { format: 'csv', delimiter: ';', hasHeader: true, column: 1 },
  ...(['json', 'ndjson', 'yaml'] as const).flatMap((format) => [
    { format, field: undefined },
    { format, field: 'key' },
  ]),
];
const form = fc.constantFrom(...forms);

/** Texts of the form, most of them well-formed. */
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
  it('in chunks with any cuts as in one', () => {
    const cuts = fc.array(fc.nat(200), { maxLength: 6 });
    fc.assert(
      fc.property(given, cuts, ([source, text], places) => {
        const within = places.filter((place) => place <= text.length);
        assert.deepEqual(inChunks(text, source, within), keysFromText(text, source));
      }),
      runs(1500),
    );
  });

  it('in chunks of a single character', () => {
    fc.assert(
      fc.property(given, ([source, text]) => {
        assert.deepEqual(
          inChunks(
            text,
            source,
            Array.from(text, (_, index) => index),
          ),
          keysFromText(text, source),
        );
      }),
      runs(500),
    );
  });

  it('with a stop after every few characters', () => {
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 9 }), ([source, text], size) => {
        if (text.includes('\0') || text.trim() === '' || text.startsWith('\uFEFF')) return;
        assert.deepEqual(inSteps(text, source, size), keysFromText(text, source));
      }),
      runs(500),
    );
  });
});

describe('tables are read as', () => {
  const tables = fc.tuple(
    fc.array(fc.tuple(scalar, scalar, scalar), { minLength: 1, maxLength: 8 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom(',' as const, ';' as const, '\t' as const),
    fc.nat(2),
  );
  const asText = (rows: readonly (readonly string[])[], end: string, delimiter: string): string =>
    rows.map((row) => row.map((cell) => (cell.includes('\t') ? `"${cell}"` : written(cell))).join(delimiter)).join(end) + end;

  it('csv-parse and papaparse read them', () => {
    fc.assert(
      fc.property(tables, ([rows, end, delimiter, column]) => {
        const text = asText(rows, end, delimiter);
        // It goes through bytes.
        if (text.includes('\0') || text.startsWith('\uFEFF') || !text.isWellFormed()) return;
        const source = { format: 'csv', delimiter, hasHeader: false, column } as const;
        const byCsvParse = parseCsv(text, { delimiter, relax_column_count: true, record_delimiter: [end] });
        const byPapa = Papa.parse<string[]>(text, { delimiter, newline: end }).data.slice(0, -1);
        assert.deepEqual(byPapa, byCsvParse);
        const expected = tallyOf(byCsvParse.map((row) => row[column]));
        assert.deepEqual(foundIn(text, source) ?? { ...expected, keys: [] }, expected);
      }),
      runs(1000),
    );
  });

  it('csv-parse reads them, whatever the text, where it finds nothing wrong', () => {
    let accepted = 0;
    fc.assert(
      fc.property(hostile, fc.nat(1), (text, column) => {
        if (!text.isWellFormed()) return;
        let rows: string[][];
        try {
          rows = parseCsv(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] });
        } catch {
          return;
        }
        if (text.includes('\0') || text.includes('\uFEFF') || / +"/.test(text) || rows.some((row) => row.length < 2)) return;
        accepted += 1;
        const expected = tallyOf(rows.map((row) => row[column]));
        assert.deepEqual(
          foundIn(text, { format: 'csv', delimiter: ',', hasHeader: false, column }) ?? { ...expected, keys: [] },
          expected,
        );
      }),
      runs(4000),
    );
    assert.ok(accepted > 20, `${accepted}`);
  });
});

describe('JSON is read as JSON.parse reads it', () => {
  const isUsable = (result: ReturnType<typeof keysFromText>): boolean => result.ok || result.refusal.code !== 'malformed';
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  it('and refused where that refuses it', () => {
    const spoilt = fc
      .tuple(fc.json(), fc.nat(40), fc.constantFrom('', ',', '"', ']', '}', '\\', '0', '\n', 'e', '.', '[', '\u0001'))
      .map(([text, place, mark]) => text.slice(0, place) + mark + text.slice(place + 1));
    fc.assert(
      fc.property(fc.oneof(hostile, spoilt, fc.json()), fc.constantFrom(undefined, 'key'), (text, field) => {
        if (text.includes('\0') || text.trim() === '' || text.startsWith('\uFEFF')) return;
        assert.equal(isUsable(keysFromText(text, { format: 'json', field })), parses(text), JSON.stringify(text));
      }),
      runs(5000),
    );
  });

  const textOfItem = (item: unknown): string | undefined =>
    typeof item === 'string' ? item : typeof item === 'number' ? JSON.stringify(item) : undefined;
  const textOfField = (item: unknown): string | undefined =>
    item !== null && typeof item === 'object' && !Array.isArray(item) && Object.hasOwn(item, 'key')
      ? textOfItem((item as { key: unknown }).key)
      : undefined;

  for (const [what, field, of] of [
    ['items', undefined, textOfItem],
    ['fields', 'key', textOfField],
  ] as const) {
    it(`with the same ${what}`, () => {
      fc.assert(
        fc.property(itemsOf(field), fc.constantFrom(0, 2), fc.boolean(), (items, indent, isLined) => {
          const text = isLined
            ? items.map((item) => JSON.stringify(item)).join('\n')
            : JSON.stringify(items, undefined, indent).replaceAll('é', '\\u00e9');
          const expected = tallyOf(items.map(of));
          const found = foundIn(text, { format: isLined ? 'ndjson' : 'json', field });
          assert.deepEqual(found ?? { ...expected, keys: [] }, expected);
        }),
        runs(1500),
      );
    });
  }
});

describe('a list of YAML is read as by yaml with the failsafe schema', () => {
  it('or left to it', () => {
    let read = 0;
    let left = 0;
    const item = fc
      .tuple(fc.constantFrom('', '', '', '"', "'", ' ', '# '), fc.oneof(scalar, hostile), fc.constantFrom('', '', ' ', ' # c'))
      .map(([quote, value, after]) => `- ${quote}${value}${/["']/.test(quote) ? quote : ''}${after}`);
    const line = fc.oneof(
      { arbitrary: item, weight: 9 },
      { arbitrary: fc.constantFrom('', '# c', '---', '  b', ' - c', '-'), weight: 1 },
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (all) => {
        const text = all.join('\n');
        if (text.includes('\0') || text.startsWith('\uFEFF')) return;
        const result = keysFromText(text, { format: 'yaml', field: undefined });
        if (!result.ok && result.refusal.code !== 'noKeys') {
          left += 1;
          return;
        }
        read += 1;
        const parsed: unknown = parseYaml(text, { schema: 'failsafe', logLevel: 'error' });
        const items = (Array.isArray(parsed) ? parsed : []) as (string | null)[];
        const expected = tallyOf(items.map((value) => value ?? ''));
        assert.deepEqual(foundIn(text, { format: 'yaml', field: undefined }) ?? { ...expected, keys: [] }, expected);
      }),
      runs(3000),
    );
    assert.ok(read > left / 4, `${read} read, ${left} left`);
  });
});
