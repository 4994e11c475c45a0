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
  it('is empty at first, and has the rows that were put there in their order', async () => {
    const { table, openAgain, store } = open();
    assert.deepEqual(table.rows(), []);
    await table.put(['a', 'x', 1], ['b', 'x', 2]);
    await table.put(['a', 'y', 3]);
    assert.deepEqual(table.rows(), [['a', 'x', 1], ['b', 'x', 2], ['a', 'y', 3]]); // prettier-ignore
    assert.deepEqual(openAgain().rows(), table.rows());
    assert.deepEqual(store.get('learnt.test'), table.rows());
  });

  it('finds rows by their first columns, as they are', async () => {
    const { table } = open();
    await table.put(['a', 'x', 1], ['b', 'x', 2], ['a', 'y', 3]);
    assert.deepEqual(table.rows('a'), [['a', 'x', 1], ['a', 'y', 3]]); // prettier-ignore
    assert.deepEqual(table.rows('b', 'x'), [['b', 'x', 2]]);
    for (const start of [['x'], ['b', 'y'], ['a', ''], ['']]) assert.deepEqual(table.rows(...start), []);
  });

  it('has one row for each key: the newest, at the end', async () => {
    const { table } = open();
    await table.put(['a', 'x', 1], ['a', 'y', 2]);
    await table.put(['a', 'x', 3], ['a', 'z', 4], ['a', 'x', 5]);
    assert.deepEqual(table.rows('a'), [['a', 'y', 2], ['a', 'x', 5], ['a', 'z', 4]]); // prettier-ignore
  });

  it('distinguishes keys whose texts are the same when joined', async () => {
    const { table } = open();
    await table.put(['a', 'bc', 1], ['ab', 'c', 2], ['a,', 'b', 3], ['a', ',b', 4]);
    assert.equal(table.rows().length, 4);
  });

  it('forgets the oldest rows beyond its character limit, and a row that exceeds the limit by itself', async () => {
    const { table } = open(10, 40);
    await table.put(['a', 'x', 1], ['a', 'y', 2], ['a', 'z', 3], ['a', 'w', 4]);
    assert.deepEqual(valuesOf(table), [2, 3, 4]);
    await table.put(['a', 'x'.repeat(40), 5]);
    assert.deepEqual(table.rows(), []);
  });

  it('replaces and removes rows in place with one write, and writes nothing if no row matches', async () => {
    const { table, writes } = open();
    await table.put(['a', 'x', 1], ['b', 'x', 2], ['a', 'y', 3]);
    await table.replace(['a'], ([, id, value]) => (id === 'x' ? ['c', id, value] : undefined));
    assert.deepEqual(table.rows(), [['c', 'x', 1], ['b', 'x', 2]]); // prettier-ignore
    await table.replace(['a'], () => assert.fail());
    assert.equal(writes(), 2);
  });

  it('forgets the oldest rows first', async () => {
    const { table } = open(2);
    await table.put(['a', '1', 1], ['a', '2', 2]);
    await table.put(['a', '1', 3]);
    await table.put(['a', '3', 4]);
    assert.deepEqual(valuesOf(table), [3, 4]);
    await table.put(...[1, 2, 3].map((id) => ['b', String(id), id] as const));
    assert.deepEqual(table.rows(), [['b', '2', 2], ['b', '3', 3]]); // prettier-ignore
  });

  it('loses only the removed rows', async () => {
    const { table } = open();
    await table.put(['a', 'x', 1], ['b', 'x', 2], ['a', 'y', 3], ['b', 'y', 4]);
    await table.remove(['a', 'y']);
    assert.equal(table.rows().length, 3);
    await table.remove(['b']);
    assert.deepEqual(table.rows(), [['a', 'x', 1]]);
  });

  it('is not written if nothing changes', async () => {
    const { table, writes } = open();
    await table.put();
    await table.remove(['a']);
    await table.remove();
    assert.equal(writes(), 0);
  });
});
