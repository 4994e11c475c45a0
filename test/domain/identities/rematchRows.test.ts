/** Tests which rows are found again in a changed file. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IdentityTable } from '../../../src/domain/identities/identityTable.ts';
import { rematchMapping, rematchRows } from '../../../src/domain/identities/rematchRows.ts';

/** "a b b" means three rows, on the lines from `first` on. */
const rowsOf = (keys: string, first = 2) => ({
  rows: keys
    .split(' ')
    .filter(Boolean)
    .map((key, index) => ({ line: first + index, cells: [`${key} of line ${first + index}`, ` ${key} `] })),
  keyColumn: 1,
});

const wantedOf = (keys: string, lines: readonly number[]) =>
  rowsOf(keys).rows.flatMap(({ line, cells }) => (lines.includes(line) ? [{ line, key: cells[1]!.trim() }] : []));

/** Returns the rows of `now` that match the rows of `before` on these lines. */
function again(before: string, lines: readonly number[], now: string) {
  const { rows, renamed, missing } = rematchRows(wantedOf(before, lines), rowsOf(before), rowsOf(now));
  return { lines: rows.map(({ line }) => line), renamed: renamed.map(({ from, to }) => `${from} → ${to}`), missing };
}

describe('rows of a file that was changed', () => {
  it('with the same key are distinguished by their order', () => {
    assert.deepEqual(again('b a b c', [4], 'x b a b c'), { lines: [5], renamed: [], missing: [] });
    assert.deepEqual(again('b a b', [4], 'b a'), { lines: [], renamed: [], missing: ['b'] });
  });

  it('whose key was corrected are found by the rows around them', () => {
    assert.deepEqual(again('a b c', [3], 'a B c'), { lines: [3], renamed: ['b → B'], missing: [] });
    assert.deepEqual(again('b', [2], 'B'), { lines: [2], renamed: ['b → B'], missing: [] });
    assert.deepEqual(again('a b c d', [3, 4], 'new a B C d'), { lines: [4, 5], renamed: ['b → B', 'c → C'], missing: [] });
    // The next row was saved, and its key was changed as well.
    assert.deepEqual(again('a b c d', [4], 'a B C d'), { lines: [4], renamed: ['c → C'], missing: [] });
  });

  it('that were removed are missing, and no other row replaces them', () => {
    for (const now of ['a c', 'c a', 'a x y c', 'a c x', 'x a c', 'c x a', ''])
      assert.deepEqual(again('a b c', [3], now), { lines: [], renamed: [], missing: ['b'] }, now);
  });
});

describe('the columns of a file that was changed', () => {
  const table = (format: 'csv' | 'json', ...names: readonly string[]): IdentityTable => ({
    form: format === 'csv' ? { format, delimiter: ',', hasHeader: true } : { format },
    columns: names.map((name) => ({ name, ownName: name, samples: [] })),
    rows: [],
    above: [],
  });
  const mapped = (keyColumn: number, plan: number, key: number) => ({
    keyColumn,
    attributes: [{ column: plan, id: 'plan' }, { column: key, id: 'key' }],
  }); // prettier-ignore
  const mapping = mapped(0, 1, 2);

  it('are the same as long as the header is', () => {
    const now = (names: string) => rematchMapping(mapping, table('csv', 'key', 'plan', 'key'), table('csv', ...names.split(' ')));
    assert.equal(now('key plan key'), mapping);
    for (const names of ['id plan key', 'key plan', 'key plan key seats']) assert.equal(now(names), undefined);
  });

  it('in objects are found by their names, in any order', () => {
    const before = table('json', 'key', 'plan', 'key');
    assert.deepEqual(rematchMapping(mapping, before, table('json', 'plan', 'key', 'seats', 'key')), mapped(1, 0, 3));
    assert.deepEqual(rematchMapping(mapping, before, table('json', 'key')), { keyColumn: 0, attributes: [] });
    assert.equal(rematchMapping(mapping, before, table('json', 'id', 'plan')), undefined);
  });
});
