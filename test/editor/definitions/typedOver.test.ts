/** What is typed in a definition and not saved yet, while the live one moves on and over a reload. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answering } from '../scripted.ts';
import { Editor, MOVED, NEWER, NOTHING, useDrafting } from './editor.ts';
import { openDocuments } from './fakeEditor.ts';
import { openRequest } from './openRequest.ts';
import { FLAG, useSubmitting } from './submitting.ts';
import { newFolder } from './window.ts';

const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

const submitting = useSubmitting();
const { service, submit, changeLive } = submitting;
const { opened, asked, sent } = useDrafting(submitting);

/** On the live definition, which serves to 50 %. */
async function typed(folder = newFolder()): Promise<Editor> {
  await changeLive({ trafficAllocation: 50 });
  const editor = await Editor.open(await opened({ folder }));
  editor.type(/defaultTreatment: \w+/, 'defaultTreatment: on');
  return editor;
}
/** In another window, after a reload. */
async function reloaded(editor: Editor, folder: string): Promise<Editor> {
  editor.window.dispose();
  return editor.restoredIn(await opened({ folder }));
}

describe('what is typed in a definition and not saved', () => {
  for (const [size, trafficAllocation] of [
    ['the same length', 60],
    ['another length', 7],
  ] as const) {
    it(`can be saved after the live definition became one of ${size}, and a submit notices that it moved`, async () => {
      const editor = await typed();
      await changeLive({ trafficAllocation });
      await editor.window.refresh();
      await editor.reload();
      await editor.save();
      assert.equal(await asked(editor), MOVED);
      assert.equal(editor.window.proposals.length, 0);
    });

    it(`is compared with a live definition of ${size} after a reload, before it is saved`, async () => {
      const folder = newFolder();
      const editor = await typed(folder);
      await changeLive({ trafficAllocation });
      const restored = await reloaded(editor, folder);
      await assert.rejects(restored.save(), NEWER);
      assert.equal(restored.window.context.drafts.find(restored.window.place(FLAG, 'development')), undefined);
      assert.match(await restored.window.read(restored.uri), new RegExp(`^trafficAllocation: ${trafficAllocation}$`, 'm'));
    });
  }

  it('is saved and sent even if its document has the address of before its connection was renamed', async () => {
    const window = await opened();
    const old = definitionUri({ ...window.place(FLAG, 'development'), connectionName: 'Old name' });
    const editor = await Editor.open(window, old);
    editor.type('name:', '# saved\nname:');
    await editor.save();
    editor.type(/defaultTreatment: \w+/, 'defaultTreatment: on');
    await answering([], () => submit(window.uri(FLAG, 'development')));
    assert.equal(editor.document.isDirty, false);
    assert.equal(sent()?.defaultTreatment, 'on');
  });

  it('is taken back to what is live now', async () => {
    const editor = await typed();
    await changeLive({ trafficAllocation: 77 });
    await editor.window.refresh();
    const told = editor.window.changes.length;
    await editor.reload();
    editor.undo();
    assert.deepEqual(
      editor.window.changes.slice(told).map((change) => String(change.uri)),
      [editor.uri.toString()],
    );
    await editor.reload();
    assert.match(editor.text, /^trafficAllocation: 77$/m);
    editor.type(/defaultTreatment: \w+/, 'defaultTreatment: on');
    await editor.save();
    assert.equal(await asked(editor), NOTHING);
  });

  it('is saved before a request that is opened on the flag locks it, after a reload too', async () => {
    for (const isReloaded of [false, true]) {
      const folder = newFolder();
      const window = await opened({ folder });
      let editor = await Editor.open(window, window.uri(FLAG));
      editor.type('name:', '# typed\nname:');
      if (isReloaded) editor = await reloaded(editor, folder);
      await openRequest(service, FLAG, 'production');
      await editor.window.refresh();
      assert.equal(editor.document.isDirty, false);
      assert.match(await editor.window.read(editor.uri), /\n# typed\n/);
      assert.equal((await editor.window.stat(editor.uri)).permissions, 1);
      await service.sandbox.reset();
      editor.window.dispose();
      openDocuments.length = 0;
    }
  });
});
