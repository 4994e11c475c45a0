/** An undone rebase around what is sent, saved and closed meanwhile: what somebody else has published is asked about all the same. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Memento } from '../fakeContext.ts';
import { answering } from '../scripted.ts';
import { openDocuments } from './fakeEditor.ts';
import { useSubmitting } from './submitting.ts';
import { Editor, MOVED, NOTHING, useUndoing } from './undoing.ts';
import { newFolder } from './window.ts';

const submitting = useSubmitting();
const { submit, changeLive } = submitting;
const { opened, drafted, rebased, asked, sent } = useUndoing(submitting);

const keeping = () => ({ folder: newFolder(), memory: new Memento(), workspaceMemory: new Memento() });

/** The rebased draft is sent, and what was sent is published. `meanwhile` = while its questions are open. */
async function publish(editor: Editor, meanwhile: () => Promise<void>, afterwards: () => Promise<void>): Promise<void> {
  editor.window.submitted.now = async () => {
    await meanwhile();
    return { comments: [] };
  };
  await answering([], () => submit(editor.uri));
  editor.window.submitted.now = undefined;
  await afterwards();
  await changeLive({ defaultTreatment: 'on', trafficAllocation: 42 });
  await editor.window.lookAtRequests(true);
  await setTimeout(100);
  await editor.take();
}

async function undoAndSave(editor: Editor): Promise<void> {
  editor.undo();
  editor.type('Allocation: 42', 'Allocation: 43');
  await editor.save();
}

const nothing = (): Promise<void> => Promise.resolve();

describe('an undone rebase is asked about', () => {
  it('where it was saved while the request was open, which was published since', async () => {
    const editor = await drafted();
    await rebased(editor);
    await publish(editor, nothing, () => undoAndSave(editor));
    assert.equal(await asked(editor), MOVED);
  });

  it('where it was saved while the questions of the request were open', async () => {
    const editor = await drafted();
    await rebased(editor);
    await publish(editor, () => undoAndSave(editor), nothing);
    assert.equal(await asked(editor), MOVED);
  });

  it('where the redo of it went with its window, unsaved', async () => {
    const kept = keeping();
    const editor = await drafted(kept);
    await rebased(editor);
    editor.undo();
    await editor.save();
    editor.redo();
    editor.window.dispose();
    openDocuments.length = 0;
    const again = await Editor.open(await opened(kept));
    // An editor that tells it with the first letter.
    again.document.isDirty = true;
    again.type('Allocation: 42', 'Allocation: 43');
    await again.save();
    assert.equal(await asked(again), MOVED);
  });
});

describe('a rebase', () => {
  for (const isToldLate of [true, false]) {
    it(`takes what is typed before the editor has it, told ${isToldLate ? 'a moment later' : 'at once'}`, async () => {
      const editor = await drafted();
      await changeLive({ defaultTreatment: 'on' });
      await answering(['Rebase my changes'], () => submit(editor.uri));
      if (!isToldLate) editor.document.isDirty = true;
      editor.type('Allocation: 42', 'Allocation: 43');
      await editor.save();
      const question = await asked(editor);
      assert.ok(question === MOVED || (question === NOTHING && sent()?.defaultTreatment === 'on'), question);
    });
  }
});

it('of a document that shows ever new definitions no more are kept than twenty', async () => {
  const kept = keeping();
  const editor = await Editor.open(await opened(kept));
  for (let allocation = 0; allocation < 30; allocation += 1) {
    await changeLive({ trafficAllocation: allocation });
    await editor.window.look();
    await editor.take();
  }
  const [[, { origins }]] = kept.workspaceMemory.get('definitions.madeFrom') as [[string, { origins: unknown[] }]];
  assert.equal(origins.length, 20);
});
