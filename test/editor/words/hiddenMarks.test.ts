/**
 * Tests names of other people in rows, questions, tab titles and tooltips: invisible characters are shown, and no icon is drawn.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DocumentPlace } from '../../../src/editor/window/definitionUri.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { Memento } from '../fakeContext.ts';
import { executed } from '../fakeVscode.ts';

const { createTree } = await import('../../../src/editor/explorer/tree.ts');
const { diffTitle } = await import('../../../src/editor/definitions/documents.ts');
const { showTextDiff } = await import('../../../src/editor/window/textDiff.ts');

const TURNED = 'a\u202eb';
const SHOWN = 'a[U+202E]b';
const ICON = '$(pass) Checked';
const isPlain = (texts: readonly (string | undefined)[]): void => {
  for (const text of texts) {
    assert.match(text ?? '', /Checked/);
    assert.doesNotMatch(text ?? '', /\$\(pass\)/);
  }
};

it('a hidden mark is shown in the title of a text diff', async () => {
  const texts = { keep: async (name: string) => name } as unknown as Parameters<typeof showTextDiff>[0];
  await showTextDiff(texts, TURNED, { name: 'one', text: '' }, { name: 'other', text: '' });
  assert.equal(executed.at(-1)?.[3], SHOWN);
  const place = { flagName: TURNED, environment: { name: 'staging' } } as DocumentPlace;
  assert.equal(diffTitle(place), `${SHOWN} (staging: live ↔ draft)`);
});

it('a row of a tree has no icon code, and its hidden marks are shown and read out by their numbers', async () => {
  const tree = createTree({ connections: {}, store: new Memento() } as unknown as Parameters<typeof createTree>[0]);
  const said = { label: ICON, description: ICON, tooltip: TURNED, accessibilityInformation: { label: TURNED } };
  const node = { contextValue: 'fact', toTreeItem: () => ({ ...said }), tooltip: async () => TURNED } as unknown as TreeNode;
  const item = tree.getTreeItem(node) as typeof said;
  isPlain([item.label, item.description]);
  assert.deepEqual([item.tooltip, item.accessibilityInformation.label], [SHOWN, SHOWN]);
  assert.equal((await tree.resolveTreeItem!({}, node, {} as never))?.tooltip, SHOWN);
  // Only a node of a view may be an argument of a command with functions.
  assert.deepEqual([tree.has(node), tree.has({ ...node })], [true, false]);
});
