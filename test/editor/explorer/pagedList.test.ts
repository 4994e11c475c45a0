/** Tests the rows of a list that is longer than a page. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import '../fakeVscode.ts';

const { pagedList } = await import('../../../src/editor/explorer/pagedList.ts');
const { createList } = await import('../../../src/operations/catalog/catalogList.ts');
const { offsetPager } = await import('../../../src/api/resources/pages.ts');

type Item = { readonly name: string };
const all = Array.from({ length: 450 }, (_, index) => ({ name: String(index) }));
const more = (nodes: readonly TreeNode[]): (() => Promise<void>) | undefined =>
  (nodes.at(-1) as { loadMore?: () => Promise<void> }).loadMore;

/** The rows of the items that `read` returns. `made`: the names of the created nodes. `offsets`: those that were read. */
function paged(read: (offset: number) => { readonly objects: readonly Item[]; readonly totalCount: number }) {
  const offsets: number[] = [];
  const made: string[] = [];
  const list = createList<Item>({
    keyOf: ({ name }) => name,
    start: () => offsetPager(async ({ offset }) => (offsets.push(offset), read(offset)), 200),
    onChange: () => undefined,
  });
  const toNode = ({ name }: Item): TreeNode => {
    made.push(name);
    return { contextValue: 'fact', copyable: { name }, toTreeItem: () => ({ label: name }) };
  };
  let redraws = 0;
  const rows = pagedList({ list: () => list, page: 200, toNode, redraw: () => (redraws += 1) });
  return { list, rows, offsets, made, redraws: () => redraws };
}
const pageOf = (items: readonly Item[], offset: number) => ({
  objects: items.slice(offset, offset + 200),
  totalCount: items.length,
});

describe('a list that is longer than a page', () => {
  it('ends with Load more until all rows are loaded, and creates nodes only for new rows', async () => {
    const { rows, made, redraws } = paged((offset) => pageOf(all, offset));
    for (const [length, isLast] of [
      [201, false],
      [401, false],
      [450, true],
    ] as const) {
      const nodes = await rows.nodes();
      assert.deepEqual([nodes.length, more(nodes) === undefined], [length, isLast]);
      await more(nodes)?.();
    }
    assert.deepEqual([redraws(), made.length, new Set(made).size], [2, 450, 450]);
  });

  it('shows only its first page after a refresh, and reads it again if the list has expired', async () => {
    const { list, rows, offsets } = paged((offset) => pageOf(all, offset));
    await more(await rows.nodes())?.();
    await rows.nodes();
    assert.deepEqual([(await rows.nodes()).length, offsets], [201, [0, 200]]);
    list.expire();
    assert.deepEqual([(await rows.nodes()).length, offsets], [201, [0, 200, 0]]);
  });

  it('has one row for each item, even if an item is inserted at the top between two pages', async () => {
    let now: readonly Item[] = all;
    const { rows } = paged((offset) => pageOf(now, offset));
    const first = await rows.nodes();
    now = [{ name: 'new' }, ...all];
    await more(first)?.();
    const names = (await rows.nodes()).flatMap(({ copyable }) => copyable?.name ?? []);
    assert.deepEqual(names, all.slice(0, 399).map(({ name }) => name)); // prettier-ignore
  });
});
