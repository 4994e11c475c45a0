/** The table of keys, with hashes that fall together as they never do by chance: what it tells is what two maps would. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldKey } from '../../../src/domain/keys/keyFold.ts';
import { KeyTable } from '../../../src/domain/keys/keyTable.ts';

/** Keys that look alike have the same hash; what else has it is up to the test. */
type Row = readonly [key: string, hash: number];

/** Adds them one by one, and checks each answer, and in the end all that can be asked. */
function assertTold(rows: readonly Row[], table = new KeyTable()): KeyTable {
  const indexes = new Map<string, number>();
  const lines: number[] = [];
  const firsts = new Map<string, number>();
  const lookAlikes: (readonly [number, number])[] = [];
  for (const [at, [key, hash]] of rows.entries()) {
    assert.equal(table.add(key, hash, at * 2 + 1), indexes.get(key) ?? -1, `${at}: ${key}`);
    if (indexes.has(key)) continue;
    const index = indexes.size;
    indexes.set(key, index);
    lines.push(at * 2 + 1);
    const first = firsts.get(foldKey(key));
    if (first === undefined) firsts.set(foldKey(key), index);
    else lookAlikes.push([index, first]);
  }
  assert.equal(table.size, indexes.size);
  assert.deepEqual(table.lookAlikes, lookAlikes);
  for (const [index, line] of lines.entries()) assert.equal(table.lineOf(index), line);
  assert.deepEqual(table.taken(), [...indexes.keys()]);
  return table;
}

/** Each key, then each in capitals, then both again. */
function withVariants(rows: readonly Row[]): readonly Row[] {
  const all = [...rows, ...rows.map(([key, hash]) => [key.toUpperCase(), hash] as const)];
  return [...all, ...all];
}
const many = (count: number, hashAt: (index: number) => number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => [`k${index}`, hashAt(index)] as const);
/** As many as the first slots of all have room for; those after them are put into more. */
const FIRST = 2048;

describe('the table of keys', () => {
  for (const [what, hashAt] of [
    ['all hashes are different', (index: number) => Math.imul(index + 1, 0x9e3779b1)],
    ['hashes are those that come one after the other', (index: number) => index],
    ['they all have the same hash', () => 7],
    ['they all have the hash with all bits', () => -1],
    ['they have one of few hashes', (index: number) => (index % 9) << 3],
    ['three of them have the same hash', (index: number) => (index % 40 < 3 ? 5 : Math.imul(index + 1, 0x9e3779b1))],
    ['their hashes differ in the bits that no slot has', (index: number) => (index << 20) | 4000],
    ['they begin at one of two slots near each other', (index: number) => (index << 20) | (index % 2 === 0 ? 4000 : 4001)],
  ] as const) {
    for (const count of [1, 4, 5, 6, 127, 130, 600, FIRST + 10])
      it(`tells ${count} keys, their repeats and look-alikes where ${what}`, () => {
        assertTold(withVariants(many(count, hashAt)));
      });
  }

  it('finds those that were too many for their slots in between', () => {
    const common = many(200, (index) => (index << 20) | 4000);
    assertTold([
      ...common,
      ...many(FIRST * 2, (index) => Math.imul(index + 1, 0x9e3779b1)).map(([key, hash]) => [`x${key}`, hash] as const),
      ...common,
      ...common.map(([key, hash]) => [key.toUpperCase(), hash] as const),
    ]);
  });

  it('finds those that have no slot any more where there are more of them', () => {
    // In more slots, those that were moved on are the first at their own, where the others went on to.
    const first = many(128, (index) => (index << 20) | 4000);
    const moved = many(60, (index) => (index << 20) | 4015).map(([key, hash]) => [`m${key}`, hash] as const);
    const rest = many(FIRST, (index) => Math.imul(index + 1, 0x9e3779b1)).map(([key, hash]) => [`x${key}`, hash] as const);
    assertTold([...first, ...moved, ...rest, ...first, ...moved, ...withVariants(first), ...withVariants(moved)]);
  });

  it('finds a key that is not crowded among those that are', () => {
    const crowd = many(20, () => 7);
    assertTold([['a', 3], ...crowd, ['b', 4], ['A', 3], ['B', 4], ['b', 4], ['a', 3], ['c', 7], ['C', 7], ['c', 7]]);
  });

  for (const room of [0, 1, FIRST, FIRST + 1, 5000, 1 << 20, (1 << 20) + 1])
    it(`tells the same where ${room} were expected`, () => {
      const rows = withVariants(many(FIRST, (index) => Math.imul(index + 1, 0x9e3779b1)));
      const table = new KeyTable();
      table.expect(room);
      assertTold(rows, table);
    });

  it('tells the same where it let go of the texts in between', () => {
    const table = new KeyTable();
    const known: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (const key of [`a${round}`, `b${round}`]) {
        assert.equal(table.add(key, known.length, known.length + 1), -1);
        known.push(key);
      }
      // Twice, for the second time there is nothing to let go of.
      table.detach();
      table.detach();
      assert.deepEqual(
        known.map((_, index) => table.keyAt(index)),
        known,
      );
      assert.deepEqual(
        known.map((key, index) => table.add(key, index, 99)),
        known.map((_, index) => index),
      );
    }
    assert.deepEqual(table.taken(), known);
  });
});
