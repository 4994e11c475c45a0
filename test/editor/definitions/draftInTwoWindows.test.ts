/**
 * Tests that two windows with one draft don't overwrite each other without a question, even with texts of equal length, which the
 * editor's own comparison can't distinguish.
 */
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { useService } from '../../operations/service.ts';
import { pressNext } from '../fakeVscode.ts';
import { Editor, NEWER } from './editor.ts';
import { focused, openDocuments, openUris } from './fakeEditor.ts';
import { last } from './submitting.ts';
import { newFolder, openWindow, type Window } from './window.ts';

const service = useService();
const FLAG = 'checkout-redesign';
const OTHER =
  /The draft of checkout-redesign in Storefront \/ development was changed in another window\. Nothing was overwritten: look at it/;
const ALLOCATION = /trafficAllocation: \d+/;
afterEach(() => {
  openUris.length = 0;
  openDocuments.length = 0;
});
const hasHeard = ({ changes }: Window, uri: vscode.Uri): boolean => changes.some((change) => String(change.uri) === String(uri));
const said = async ({ window, uri }: Editor): Promise<string | undefined> =>
  ALLOCATION.exec(await window.read(uri))?.[0].slice(19);

/** Both have the document open. `first`: the text of their draft. Undefined = no draft. */
async function twoWindows(first?: string) {
  const folder = newFolder();
  const windows = [await openWindow(service, { folder }), await openWindow(service, { folder })] as const;
  const one = await Editor.open(windows[0]);
  if (first !== undefined) {
    one.type(ALLOCATION, `trafficAllocation: ${first}`);
    await one.save();
    await windows[1].refresh();
  }
  const other = await Editor.open(windows[1]);
  const end = (): void => windows.forEach((window) => window.dispose());
  return { one, other, end, folder };
}

describe('two windows with one draft', () => {
  for (const [what, first] of [
    ['a first draft', undefined],
    ['a draft', '10'],
  ] as const) {
    it(`if both change ${what}, the editor that saves later asks`, async () => {
      const { one, other, end } = await twoWindows(first);
      one.type(ALLOCATION, 'trafficAllocation: 25');
      other.type(ALLOCATION, 'trafficAllocation: 30');
      await one.save();
      await assert.rejects(other.save(), NEWER);
      // The question appears again, even after the other window's text was read for the comparison.
      await other.window.read(other.uri);
      await assert.rejects(other.save(), NEWER);
      assert.deepEqual([await said(one), other.text.includes('trafficAllocation: 30')], ['25', true]);
      await other.save({ isOverwrite: true });
      await one.window.refresh();
      assert.equal(await said(one), '30');
      await one.reload();
      one.type(ALLOCATION, 'trafficAllocation: 35');
      await one.save();
      end();
    });

    it(`if one saves ${what} between the comparison and the writing of the other, nothing is overwritten`, async () => {
      const { one, other, end } = await twoWindows(first);
      one.type(ALLOCATION, 'trafficAllocation: 25');
      other.type(ALLOCATION, 'trafficAllocation: 30');
      await assert.rejects(other.save({ meanwhile: () => one.save() }), OTHER);
      assert.deepEqual([await said(one), await said(other)], ['25', '25']);
      await assert.rejects(other.save(), NEWER);
      end();
    });

    it(`if something is typed over ${what}, the text of the other window is compared after a reload, too`, async () => {
      const { one, other, end, folder } = await twoWindows(first);
      one.type(ALLOCATION, 'trafficAllocation: 25');
      other.type(ALLOCATION, 'trafficAllocation: 30');
      other.window.dispose();
      await one.save();
      const restored = other.restoredIn(await openWindow(service, { folder }));
      await assert.rejects(restored.save(), NEWER);
      assert.equal(await said(one), '25');
      restored.window.dispose();
      end();
    });
  }

  it('do not remove the text that the other has saved by restoring the live text', async () => {
    const { one, other, end } = await twoWindows('10');
    other.type(ALLOCATION, 'trafficAllocation: 100');
    one.type(ALLOCATION, 'trafficAllocation: 25');
    await one.save();
    await assert.rejects(other.save(), NEWER);
    await assert.rejects(
      other.save({ isOverwrite: true, meanwhile: () => (one.type(ALLOCATION, 'trafficAllocation: 26'), one.save()) }),
      OTHER,
    );
    assert.equal(await said(one), '26');
    end();
  });

  it('compare with a draft that was started again after a discard', async () => {
    const { one, other, end } = await twoWindows('10');
    other.type(ALLOCATION, 'trafficAllocation: 30');
    pressNext('Discard Draft');
    await one.window.commands['flagAdmin.flag.discardDraft']!(one.uri);
    await one.reload();
    assert.match(one.text, /trafficAllocation: 100/);
    one.type(ALLOCATION, 'trafficAllocation: 25');
    await one.save();
    await assert.rejects(other.save(), NEWER);
    end();
  });

  it('compare with the live definition if a draft was discarded, however old that is', async () => {
    for (const between of [false, true]) {
      const { one, other, end } = await twoWindows('10');
      other.type(ALLOCATION, 'trafficAllocation: 30');
      const discard = async (): Promise<void> => {
        const documents = openDocuments.splice(0);
        pressNext('Discard Draft');
        await one.window.commands['flagAdmin.flag.discardDraft']!(one.uri);
        openDocuments.push(...documents);
      };
      if (between) await assert.rejects(other.save({ meanwhile: discard }), OTHER);
      else await discard();
      await assert.rejects(other.save(), NEWER);
      assert.equal(await said(one), '100');
      await other.save({ isOverwrite: true });
      assert.equal(await said(other), '30');
      openDocuments.length = 0;
      end();
    }
  });

  it('show the same text, and ask nothing if only the comment above it differs', async () => {
    const { one, other, end } = await twoWindows('10');
    const at = { ...service.place('development'), flagName: FLAG };
    await service.as('submitter-key').killFlag(at, { title: 't', comment: 'c' });
    openUris.push(one.uri);
    await one.window.refresh();
    assert.match(await one.window.read(one.uri), /^#: checkout-redesign is killed/m);
    other.type(ALLOCATION, 'trafficAllocation: 30');
    await other.save();
    assert.equal(await said(one), '30');
    await service.as('submitter-key').restoreFlag(at, { title: 't', comment: 'c' });
    end();
  });

  it('discard no text that the other saves while the question is open', async () => {
    const { one, other, end } = await twoWindows('10');
    const { window } = (globalThis as unknown as { fakeVscode: { window: { showWarningMessage: unknown } } }).fakeVscode;
    const before = window.showWarningMessage;
    window.showWarningMessage = async () => {
      window.showWarningMessage = before;
      one.type(ALLOCATION, 'trafficAllocation: 25');
      await one.save();
      return 'Discard Draft';
    };
    await other.window.commands['flagAdmin.flag.discardDraft']!(other.uri);
    assert.match(last(), OTHER);
    assert.equal(await said(one), '25');
    end();
  });

  it('notice each other when the window gets the focus, if the folder can’t be watched', async () => {
    const folder = newFolder();
    const other = await openWindow(service, { folder });
    const uri = other.uri(FLAG, 'development');
    await other.read(uri);
    // The watched folder no longer exists.
    const drafts = path.join(folder, 'definitionDrafts');
    await setTimeout(200);
    await rename(drafts, path.join(folder, 'aside'));
    const one = await openWindow(service, { folder });
    openUris.push(uri);
    await one.write(uri, `${await one.read(uri)}# one\n`);
    await setTimeout(200);
    assert.ok(!hasHeard(other, uri));
    focused.fire({ focused: true });
    for (let tries = 0; tries < 1000 && !hasHeard(other, uri); tries += 1) await setTimeout(20);
    assert.ok(hasHeard(other, uri));
    for (const window of [one, other]) window.dispose();
  });

  it('report it in text that the editor does not turn into links', async () => {
    const folder = newFolder();
    const windows = [await openWindow(service, { folder }), await openWindow(service, { folder })] as const;
    const uri = windows[0].uri('[Approve](command:workbench.action.terminal.new)', 'development');
    const [one, other] = [await Editor.open(windows[0], uri), await Editor.open(windows[1], uri)];
    for (const editor of [one, other]) editor.type('name:', '# a note\nname:');
    await assert.rejects(other.save({ meanwhile: () => one.save() }), (error: Error) => !error.message.includes(']('));
    windows.forEach((window) => window.dispose());
  });
});
