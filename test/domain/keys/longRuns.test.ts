/** Long texts of plain keys, which are taken many at a time where there is an encoder: with the same outcome as without. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { keysFromText, type KeySource } from '../../../src/domain/keys/keysFromText.ts';
import { encoder, inChunks } from './naively.ts';

/** More than is cut at once: a key stands across the border. */
const COUNT = 3000;
const keys = Array.from({ length: COUNT }, (_, index) => `account-${index}`);
/** Each is put among the keys: before the first, a few and most of them, and after the last. */
const odds = [
  'é',
  'account-5',
  'ACCOUNT-5',
  ' account-x ',
  '',
  'a b',
  'k'.repeat(251),
  '\x7f',
  'a\tb',
  'a"b',
  "a'b",
  'a,b',
  '\\',
];
const places = [0, 9, 300, 2990, COUNT];

/** What is found is the same in each way, and so many keys. Said in short: to show all that differs would take minutes. */
function assertSame(text: string, source: KeySource, count?: number): void {
  const what = `${source.format}: ${JSON.stringify(text.slice(0, 80))}`;
  const result = keysFromText(text, source, encoder);
  assert.ok(isDeepStrictEqual(result, keysFromText(text, source)), `at once, ${what}`);
  assert.ok(isDeepStrictEqual(result, inChunks(text, source, [1 << 15, 40_000])), `in chunks, ${what}`);
  if (count !== undefined) assert.equal(result.ok && result.found.keys.length, count, what);
}

const ends = ['\n', '\r\n', '\r'];
const withOdd = (odd: string): readonly string[] => {
  const all = [...keys];
  for (const place of places.toReversed()) all.splice(place, 0, odd);
  return all;
};

describe('a long text of plain keys is read the same at once as one by one', () => {
  it('on lines', () => {
    for (const end of ends) {
      assertSame(keys.join(end), { format: 'lines' }, COUNT);
      assertSame([...keys, ''].join(end), { format: 'lines' }, COUNT);
      for (const odd of odds) assertSame(withOdd(odd).join(end), { format: 'lines' });
    }
  });

  it('on lines that end in more than one way', () => {
    for (const [end, other] of [
      ['\n', '\r'],
      ['\n', '\r\n'],
      ['\r\n', '\n'],
      ['\r\n', '\r'],
      ['\r', '\n'],
    ] as const)
      assertSame(keys.map((key, index) => key + (index % 999 === 5 ? other : end)).join(''), { format: 'lines' }, COUNT);
  });

  it('in a table', () => {
    for (const end of ends)
      for (const column of [0, 1, 2]) {
        const source: KeySource = { format: 'csv', delimiter: ';', hasHeader: column === 1, column };
        const rows = (all: readonly string[]): string =>
          all.map((key) => [...['x', ''].slice(0, column), key, ...['y', 'z z'].slice(column)].join(';')).join(end);
        assertSame(rows(keys), source, column === 1 ? COUNT - 1 : COUNT);
        for (const odd of odds) assertSame(rows(withOdd(odd)), source);
        for (const row of ['', 'x', 'x;', ';;;;', '"x;y";"a\nb";c', 'é;é;é', 'x\ry;z'])
          assertSame(rows(keys).split(end).toSpliced(2000, 0, row).toSpliced(9, 0, row).join(end), source);
      }
  });

  it('in JSON', () => {
    const source: KeySource = { format: 'json', field: undefined };
    for (const [indent, end] of [
      [undefined, ''],
      [1, '\n'],
      ['\t\t', '\r\n'],
      [3, '\r'],
    ] as const) {
      const text = (all: readonly unknown[]): string => JSON.stringify(all, undefined, indent).replaceAll('\n', end);
      assertSame(text(keys), source, COUNT);
      for (const odd of odds) assertSame(text(withOdd(odd)), source);
      // The lines and columns after it are right, too.
      assertSame(text([...keys, null, 'account-7', 1]), source, COUNT + 1);
      assertSame(text([...keys, 'x']).replace('"x"', '"x" 1'), source);
      assertSame(text(keys).replace('"account-2000"', '"account-2000" 1'), source);
      assertSame(text(keys).replace('-2000"', '-2000'), source);
    }
  });

  it('in JSON beside the list, where none of it is a key', () => {
    const field: KeySource = { format: 'json', field: 'key' };
    assertSame(JSON.stringify([{ key: 'a', more: keys }, { more: keys }, { key: 'b' }]), field, 2);
    assertSame(JSON.stringify([...keys, { key: 'b' }]), field, 1);
    assertSame(JSON.stringify({ x: [null, ...keys], list: ['b'], more: keys }), { format: 'json', field: undefined }, 1);
  });
});
