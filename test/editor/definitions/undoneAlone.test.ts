/** What a person did, and nobody else, is not asked about where it is undone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { answering } from '../scripted.ts';
import { closed, openDocuments } from './fakeEditor.ts';
import { useSubmitting } from './submitting.ts';
import { Editor, NOTHING, useUndoing } from './undoing.ts';

const submitting = useSubmitting();
const { isGated, submit, changeLive } = submitting;
const { drafted, rebased, asked, sent } = useUndoing(submitting);

describe('an undo asks nothing', () => {
  /** What was typed is published, by whatever way. */
  const ways: Record<string, (editor: Editor) => Promise<unknown>> = {
    'changed at once': async ({ uri }) => {
      await isGated('development', false);
      await answering(['Change it at once', 'c', 'Make it live'], () => submit(uri));
      await isGated('development');
    },
    'requested, and published': async ({ uri, window }) => {
      window.submitted.now = { comments: [] };
      await answering([], () => submit(uri));
      window.submitted.now = undefined;
      await changeLive({ trafficAllocation: 42 });
    },
  };
  for (const [way, publish] of Object.entries(ways)) {
    for (const note of ['', '# a note\n']) {
      it(`of one’s own change, ${way}${note && ', with a note'}, and of what was typed since`, async () => {
        const editor = await drafted();
        if (note) editor.type('name:', `${note}name:`);
        await publish(editor);
        await published(editor);
        await typeAndUndo(editor);
        while (!/Allocation: 100/.test(editor.text)) editor.undo();
        await editor.save();
        assert.equal(await asked(editor), NOTHING);
        assert.equal(sent()?.trafficAllocation, 100);
      });
    }
  }

  it('of what was typed since somebody else has published the same', async () => {
    const editor = await drafted();
    editor.type('name:', '# a note\nname:');
    await editor.save();
    await changeLive({ trafficAllocation: 42 });
    await published(editor);
    await typeAndUndo(editor);
  });

  async function published(editor: Editor): Promise<void> {
    await editor.window.lookAtRequests(true);
    // The draft begins anew a moment later.
    await setTimeout(100);
    await editor.take();
  }
  async function typeAndUndo(editor: Editor): Promise<void> {
    editor.type('Allocation: 42', 'Allocation: 43');
    await editor.save();
    editor.undo();
    editor.type('Allocation: 42', 'Allocation: 44');
    await editor.save();
    assert.equal(await asked(editor), NOTHING);
    assert.equal(sent()?.trafficAllocation, 44);
  }

  it('of what a closed document was', async () => {
    const editor = await drafted();
    const before = editor.text;
    await rebased(editor);
    openDocuments.length = 0;
    closed.fire({ uri: editor.uri });
    const again = await Editor.open(editor.window);
    const now = again.text;
    again.type(now, before);
    again.type(before, now);
    again.undo();
    await again.save();
    assert.equal(await asked(again), NOTHING);
    assert.equal(sent()?.defaultTreatment, 'off');
  });
});
