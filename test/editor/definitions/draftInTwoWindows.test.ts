/**
 * Tests that two windows with one draft don't overwrite each other without a question, even with texts of equal length, which the
 * editor's own comparison can't distinguish.
 */
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { pressNext } from '../fakeVscode.ts';
import { Editor, NEWER } from './editor.ts';
import { focused, openDocuments, openUris } from './fakeEditor.ts';
import { ALLOCATION, FLAG, lastMessage, newFolder, openWindow, until, type Window } from './window.ts';

const OTHER =
  /The draft of checkout-redesign in Storefront \/ development was changed in another window\. Nothing was overwritten\. Check the draft/;
const hasHeard = ({ changes }: Window, uri: vscode.Uri): boolean => changes.some((change) => String(change.uri) === String(uri));
/** Returns the allocation in the draft or the live definition. */
const saved = async ({ window, uri }: Editor): Promise<string | undefined> =>
  ALLOCATION.exec(await window.read(uri))?.[0].slice(19);

/** Both have the document open. `first`: the allocation in their draft. Undefined = no draft. */
async function twoWindows(first?: number): Promise<{ readonly one: Editor; readonly other: Editor; readonly folder: string }> {
  const folder = newFolder();
  const windows = [await openWindow({ folder }), await openWindow({ folder })] as const;
  const one = await Editor.open(windows[0]);
  if (first !== undefined) {
    one.allocate(first);
    await one.save();
    await windows[1].refresh();
  }
  return { one, other: await Editor.open(windows[1]), folder };
}

describe('two windows with one draft', () => {
  for (const [what, first] of [
    ['a first draft', undefined],
    ['a draft', 10],
  ] as const)
    it(`if one saves ${what} between the comparison and the writing of the other, nothing is overwritten`, async () => {
      const { one, other } = await twoWindows(first);
      one.allocate(25);
      other.allocate(30);
      await assert.rejects(other.save({ meanwhile: () => one.save() }), OTHER);
      assert.deepEqual([await saved(one), await saved(other)], ['25', '25']);
      await assert.rejects(other.save(), NEWER);
    });

  it('compare with a draft that was started again after a discard', async () => {
    const { one, other } = await twoWindows(10);
    other.allocate(30);
    pressNext('Discard Draft');
    await one.window.run('discardDraft', one.uri);
    await one.reload();
    assert.match(one.text, /trafficAllocation: 100/);
    one.allocate(25);
    await one.save();
    await assert.rejects(other.save(), NEWER);
  });

  it('compare with the live definition if a draft was discarded during a save', async () => {
    const { one, other } = await twoWindows(10);
    other.allocate(30);
    const discard = async (): Promise<void> => {
      const documents = openDocuments.splice(0);
      pressNext('Discard Draft');
      await one.window.run('discardDraft', one.uri);
      openDocuments.push(...documents);
    };
    await assert.rejects(other.save({ meanwhile: discard }), OTHER);
    await assert.rejects(other.save(), NEWER);
    assert.equal(await saved(one), '100');
    await other.save({ isOverwrite: true });
    assert.equal(await saved(other), '30');
  });

  it('discard no text that the other saves while the question is open', async (t) => {
    const { one, other } = await twoWindows(10);
    const { window } = (globalThis as unknown as { fakeVscode: { window: { showWarningMessage(): unknown } } }).fakeVscode;
    t.mock.method(window, 'showWarningMessage').mock.mockImplementationOnce(async () => {
      one.allocate(25);
      await one.save();
      return 'Discard Draft';
    });
    await other.window.run('discardDraft', other.uri);
    assert.match(lastMessage(), OTHER);
    assert.equal(await saved(one), '25');
  });

  it('notice each other when the window gets the focus, if the folder can’t be watched', async () => {
    const folder = newFolder();
    const other = await openWindow({ folder });
    const uri = other.uri(FLAG, 'development');
    await other.read(uri);
    // The watched folder no longer exists.
    await setTimeout(200);
    await rename(path.join(folder, 'definitionDrafts'), path.join(folder, 'aside'));
    const one = await openWindow({ folder });
    openUris.push(uri);
    await one.note(uri);
    await setTimeout(200);
    assert.ok(!hasHeard(other, uri));
    focused.fire({ focused: true });
    await until(() => hasHeard(other, uri));
  });

  it('report it in text that the editor does not turn into links', async () => {
    const folder = newFolder();
    const windows = [await openWindow({ folder }), await openWindow({ folder })] as const;
    const uri = windows[0].uri('[Approve](command:workbench.action.terminal.new)', 'development');
    const [one, other] = [await Editor.open(windows[0], uri), await Editor.open(windows[1], uri)];
    for (const editor of [one, other]) editor.type('name:', '# a note\nname:');
    await assert.rejects(other.save({ meanwhile: () => one.save() }), (error: Error) => !error.message.includes(']('));
  });
});
