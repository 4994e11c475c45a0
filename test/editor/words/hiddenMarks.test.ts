/**
 * Tests names of other people in rows, questions, tab titles and tooltips: invisible characters are shown, and no icon is drawn.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DocumentPlace } from '../../../src/editor/window/definitionUri.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { Memento } from '../fakeContext.ts';
import { answerNext, asked, executed, shown } from '../fakeVscode.ts';

const { createTree } = await import('../../../src/editor/explorer/tree.ts');
const { toItem } = await import('../../../src/editor/ask/quickInput.ts');
const { askText } = await import('../../../src/editor/ask/ask.ts');
const { tellDone } = await import('../../../src/editor/window/notifications.ts');
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

it('no icon code is drawn in a row of a list, the sentence of a box, or a message', async () => {
  const item = toItem({ label: ICON, description: ICON, detail: ICON, value: 1 });
  const note = toItem({ note: `${ICON}\n${ICON}` });
  isPlain([item.label, item.description, item.detail, note.label, note.detail, toItem({ separator: ICON }).label]);
  answerNext(undefined);
  await askText({ title: 'Why?', prompt: `Keys of ${ICON}` });
  tellDone(`${ICON} is published.`);
  isPlain([asked.at(-1), shown.at(-1)?.message]);
});
