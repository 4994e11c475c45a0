/**
 * Tests names of other people in rows, questions, tab titles and tooltips: invisible characters are shown, and no icon is drawn.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DocumentPlace } from '../../../src/editor/window/definitionUri.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { Memento } from '../fakeContext.ts';
import { answerNext, asked, executed, shown } from '../fakeVscode.ts';
import { usePanels } from '../review/usePanels.ts';

const { createTree } = await import('../../../src/editor/explorer/tree.ts');
const { toItem } = await import('../../../src/editor/ask/quickInput.ts');
const { askText } = await import('../../../src/editor/ask/ask.ts');
const { tellDone } = await import('../../../src/editor/window/notifications.ts');
const { diffTitle } = await import('../../../src/editor/definitions/documents.ts');
const { showTextDiff } = await import('../../../src/editor/window/textDiff.ts');

const panels = usePanels();
const TURNED = 'a\u202eb';
const SHOWN = 'a[U+202E]b';

describe('a hidden mark is shown', () => {
  it('in the title of a text diff', async () => {
    const texts = { keep: async (name: string) => name } as unknown as Parameters<typeof showTextDiff>[0];
    await showTextDiff(texts, TURNED, { name: 'one', text: '' }, { name: 'other', text: '' });
    assert.equal(executed.at(-1)?.[3], SHOWN);
    const place = { flagName: TURNED, environment: { name: 'staging' } } as DocumentPlace;
    assert.equal(diffTitle(place), `${SHOWN} (staging: live ↔ draft)`);
  });

  it('in the tooltip of a row', async () => {
    const tree = createTree({ connections: panels.connections, store: new Memento() } as unknown as Parameters<
      typeof createTree
    >[0]);
    const node = { tooltip: async () => TURNED } as unknown as TreeNode;
    const item = await tree.resolveTreeItem!({}, node, {} as never);
    assert.equal(item?.tooltip, SHOWN);
  });
});

describe('an icon code in a name is drawn', () => {
  const ICON = '$(pass) Checked';
  const DRAWN = /\$\(pass\)/;

  it('in no row of a list', () => {
    const item = toItem({ label: ICON, description: ICON, detail: ICON, value: 1 });
    const note = toItem({ note: `${ICON}\n${ICON}` });
    const { label } = toItem({ separator: ICON });
    for (const text of [item.label, item.description, item.detail, note.label, note.detail, label]) {
      assert.match(text ?? '', /Checked/);
      assert.doesNotMatch(text ?? '', DRAWN);
    }
  });

  it('in no sentence of a text box, and in no message', async () => {
    answerNext(undefined);
    await askText({ title: 'Why?', prompt: `Keys of ${ICON}` });
    tellDone(`${ICON} is published.`);
    for (const text of [asked.at(-1), shown.at(-1)?.message]) {
      assert.match(text ?? '', /Checked/);
      assert.doesNotMatch(text ?? '', DRAWN);
    }
  });

  it('in no row of a tree, whose hidden marks are read out by their numbers', () => {
    const tree = createTree({ connections: panels.connections, store: new Memento() } as unknown as Parameters<
      typeof createTree
    >[0]);
    const said = { label: ICON, description: ICON, tooltip: TURNED, accessibilityInformation: { label: TURNED } };
    const node = { contextValue: 'fact', toTreeItem: () => ({ ...said }) } as unknown as TreeNode;
    const item = tree.getTreeItem(node) as typeof said;
    assert.doesNotMatch(item.label + item.description, DRAWN);
    assert.deepEqual([item.tooltip, item.accessibilityInformation.label], [SHOWN, SHOWN]);
    // Only a node of a view may be an argument of a command with functions.
    assert.deepEqual([tree.has(node), tree.has({ ...node })], [true, false]);
  });
});
