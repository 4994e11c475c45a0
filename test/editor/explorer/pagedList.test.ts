/** A list whose next page comes after the list was read anew. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import '../fakeVscode.ts';

const { pagedList } = await import('../../../src/editor/explorer/pagedList.ts');

it('goes on behind its first page, and leaves none out', async () => {
  const pages: PromiseWithResolvers<void>[] = [];
  const node = (name: number): TreeNode => ({ contextValue: 'fact', copyable: { name: String(name) }, toTreeItem: () => ({}) });
  const all = Array.from({ length: 9 }, (_, index) => index);
  const list = pagedList(
    async (offset) => {
      const page = Promise.withResolvers<void>();
      pages.push(page);
      if (offset < 6) page.resolve();
      await page.promise;
      return { objects: all.slice(offset, offset + 3), offset, limit: 3, totalCount: 9 };
    },
    node,
    () => undefined,
  );
  const more = async () => ((await list.nodes()).at(-1) as { loadMore?: () => Promise<void> }).loadMore?.();
  await more();
  const third = more();
  while (pages.length < 3) await Promise.resolve();
  await list.nodes();
  pages[2]!.resolve();
  await third;
  const names = (await list.nodes()).flatMap(({ copyable }) => copyable?.name ?? []);
  assert.deepEqual(names, ['0', '1', '2']);
});
