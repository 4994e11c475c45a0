/** Tests that a row of a table gives the same keys in any position. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Delimiter, KeySource } from '../../src/domain/keys/keySource.ts';
import { keysInText } from '../../src/operations/keys/sources/keysInText.ts';
import { runs } from './runs.ts';

/** A cell as written, and its key. */
interface Cell {
  readonly text: string;
  readonly key: string;
}

const spaces = fc.constantFrom('', '', ' ', '   ');
const word = fc.constantFrom('a', 'acct-1', 'Smith', 'é', '日本', '😀', '\u0001', '\u0001\u0001', 'b\u00a0c', '__proto__');
/** With quotes inside, but not at the beginning. */
const plain = (delimiter: Delimiter): fc.Arbitrary<Cell> =>
  fc
    .tuple(
      fc.constantFrom('', ' ', '  ', ...(delimiter === '\t' ? [] : ['\t', ' \t'])),
      word,
      fc.constantFrom('', '"', ' "', '" "', ' x'),
      spaces,
    )
    .map((parts) => ({ text: parts.join(''), key: parts.join('').trim() }));
const quoted: fc.Arbitrary<Cell> = fc
  .tuple(
    spaces,
    fc.array(fc.oneof(word, fc.constantFrom(',', ', ', ';', '; ', '\t', '"', ', "', '\n', '\r\n', '\r', '\n  "', ' ')), { maxLength: 5 }), // prettier-ignore
    spaces,
  )
  .map(([before, parts, after]) => {
    const value = parts.join('');
    return { text: `${before}"${value.replaceAll('"', '""')}"${after}`, key: value.trim() };
  });
const empty = spaces.map((text): Cell => ({ text, key: '' }));

const END = fc.constantFrom('\n', '\r\n', '\r');
const table = fc.constantFrom<Delimiter>(',', ';', '\t').chain((delimiter) => {
  const cell = fc.oneof({ arbitrary: plain(delimiter), weight: 3 }, { arbitrary: quoted, weight: 3 }, empty);
  const row = fc.tuple(cell, cell, cell);
  return fc.record({
    delimiter: fc.constant(delimiter),
    column: fc.nat(2),
    rows: fc.array(row, { minLength: 1, maxLength: 6 }),
    end: END,
  });
});

/** More rows than the sample, with or without quotes. */
const above = (delimiter: Delimiter, end: string, isQuoted: boolean): string =>
  (isQuoted ? `"f"${delimiter}"f"${delimiter}"f"${end}` : '') + `f${delimiter}f${delimiter}f${end}`.repeat(11_000);

const isUsable = (key: string): boolean => key !== '' && !/\p{Cc}/u.test(key);
const keysOf = (result: Awaited<ReturnType<typeof keysInText>>): readonly string[] => (result.ok ? result.found.keys : []);

describe('the rows of a table', () => {
  it('give their keys at the beginning of a text, below 64 KB of rows, and alone', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('none', 'plain', 'quoted'), async ({ delimiter, column, rows, end }, what) => {
        const source: KeySource = { format: 'csv', delimiter, hasHeader: false, column };
        const texts = rows.map((row) => row.map(({ text }) => text).join(delimiter));
        const start = what === 'none' ? '' : above(delimiter, end, what === 'quoted');
        const wanted = rows.map((row) => row[column]!.key).filter(isUsable);
        const found = keysOf(await keysInText(start + texts.join(end) + end, source));
        assert.deepEqual(found, [...new Set([...(start === '' ? [] : ['f']), ...wanted])]);
        const alone = await Promise.all(texts.map((text) => keysInText(text, source)));
        assert.deepEqual(alone.flatMap(keysOf), wanted);
      }),
      runs(200),
    );
  });
});
