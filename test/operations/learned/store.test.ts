/** Tests tables in the editor's storage: rows are found by their first columns, keys are unique, and the size is limited. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTable, type Table } from '../../../src/operations/learned/store.ts';
import { Memento } from '../../editor/fakeContext.ts';

type Row = readonly [origin: string, id: string, value: number];

function open(maxRows = 10, maxCharacters?: number) {
  const store = new Memento();
  let writes = 0;
  const counted = {
    get: store.get,
    update: async (name: string, value: unknown) => {
      writes += 1;
      await store.update(name, structuredClone(value));
    },
  };
  const openAgain = () =>
    openTable<Row>(counted, 'learnt.test', { keyColumns: 2, maxRows, ...(maxCharacters && { maxCharacters }) });
  return { store, table: openAgain(), openAgain, writes: () => writes };
}

const valuesOf = (table: Table<Row>): readonly number[] => table.rows().map(([, , value]) => value);

describe('a table in the storage', () => {
  it('has one row for each key, the newest at the end, and finds rows by their first columns', async () => {
    const { table, openAgain, store } = open();
    assert.deepEqual(table.rows(), []);
    await table.put(['a', 'x', 1], ['b', 'x', 2], ['a', 'y', 3]);
    await table.put(['a', 'x', 4], ['a', 'z', 5], ['a', 'x', 6]);
    assert.deepEqual(table.rows('a'), [['a', 'y', 3], ['a', 'x', 6], ['a', 'z', 5]]); // prettier-ignore
    assert.deepEqual(table.rows('b', 'x'), [['b', 'x', 2]]);
    for (const start of [['x'], ['b', 'y'], ['a', ''], ['']]) assert.deepEqual(table.rows(...start), []);
    assert.deepEqual(openAgain().rows(), table.rows());
    assert.deepEqual(store.get('learnt.test'), table.rows());
    // The texts of these keys are the same when joined.
    await table.put(['a', 'bc', 7], ['ab', 'c', 8], ['a,', 'b', 9], ['a', ',b', 10]);
    assert.equal(table.rows().length, 8);
  });

  it('forgets the oldest rows beyond its limits of rows and of characters, and a row that exceeds the limit by itself', async () => {
    const { table: short } = open(2);
    await short.put(['a', '1', 1], ['a', '2', 2]);
    await short.put(['a', '1', 3]);
    await short.put(['a', '3', 4]);
    assert.deepEqual(valuesOf(short), [3, 4]);
    await short.put(...[1, 2, 3].map((id) => ['b', String(id), id] as const));
    assert.deepEqual(valuesOf(short), [2, 3]);
    const { table } = open(10, 40);
    await table.put(['a', 'x', 1], ['a', 'y', 2], ['a', 'z', 3], ['a', 'w', 4]);
    assert.deepEqual(valuesOf(table), [2, 3, 4]);
    await table.put(['a', 'x'.repeat(40), 5]);
    assert.deepEqual(table.rows(), []);
  });

  it('replaces and removes only the matching rows, each time with one write, and writes nothing if nothing changes', async () => {
    const { table, writes } = open();
    await table.put();
    await table.remove(['a']);
    await table.remove();
    await table.replace(['a'], () => assert.fail());
    assert.equal(writes(), 0);
    await table.put(['a', 'x', 1], ['b', 'x', 2], ['a', 'y', 3], ['b', 'y', 4]);
    await table.replace(['a'], ([, id, value]) => (id === 'x' ? ['c', id, value] : undefined));
    assert.deepEqual(table.rows(), [['c', 'x', 1], ['b', 'x', 2], ['b', 'y', 4]]); // prettier-ignore
    await table.remove(['b', 'y']);
    assert.deepEqual(valuesOf(table), [1, 2]);
    await table.remove(['b']);
    assert.deepEqual([valuesOf(table), writes()], [[1], 4]);
  });
});
