/** A text that an undo brings back to before a rebase: what others did since is not reverted unasked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Memento } from '../fakeContext.ts';
import { answering } from '../scripted.ts';
import { type Editor, MOVED, NOTHING, useDrafting, type Drafting } from './editor.ts';
import { useSubmitting } from './submitting.ts';
import { newFolder } from './window.ts';

const submitting = useSubmitting();
const { isGated, submit, changeLive, withdraw } = submitting;
const { opened, drafted, rebased, asked, sent, again } = useDrafting(submitting);
/** Change requests are possible there. */
const gated = useDrafting(submitting, 'pre-production');

describe('a rebase that was undone', () => {
  for (const [what, more] of [
    ['as it is', () => undefined],
    ['with more typed', (editor: Editor) => editor.type(/Allocation: \d+/, 'Allocation: 43')],
    ['beyond what was saved then', (editor: Editor) => editor.undo()],
  ] as const) {
    it(`${what}, is asked about by the next submit, saved or not`, async () => {
      for (const isSaved of [true, false]) {
        const editor = await drafted();
        editor.type('Allocation: 42', 'Allocation: 44');
        await editor.save();
        await rebased(editor);
        editor.undo();
        more(editor);
        if (isSaved) await editor.save();
        assert.equal(await asked(editor), MOVED);
        assert.equal(submitting.window.proposals.length, 0);
        await again(editor);
      }
    });
  }

  it('and done again stands on the live definition, with what is typed then', async () => {
    for (const isSaved of [true, false]) {
      const editor = await drafted();
      await rebased(editor);
      editor.undo();
      if (isSaved) await editor.save();
      editor.redo();
      if (isSaved) await editor.save();
      editor.type('Allocation: 42', 'Allocation: 43');
      await editor.save();
      assert.equal(await asked(editor), NOTHING);
      assert.deepEqual([sent()?.defaultTreatment, sent()?.trafficAllocation], ['on', 43]);
      await again(editor);
    }
  });

  it('names what the person has changed on purpose of what the rebase brought', async () => {
    const editor = await drafted();
    const shares = (on: number) => [{ treatment: 'on', size: on }, { treatment: 'off', size: 100 - on }]; // prettier-ignore
    await rebased(editor, { defaultRule: shares(7) });
    editor.type(/size: 7(\n[^]*)size: 93/, 'size: 8$1size: 92');
    await editor.save();
    const [question] = await answering(['Go on with my text as it is'], () => submit(editor.uri));
    assert.equal(question?.options.at(-1), 'defaultRule');
    assert.deepEqual(sent()?.defaultRule, shares(8));
  });

  it('is known after a reload, too, saved or not', async () => {
    for (const isSaved of [true, false]) {
      const kept = { folder: newFolder(), memory: new Memento(), workspaceMemory: new Memento() };
      const editor = await drafted(kept);
      await rebased(editor);
      editor.undo();
      editor.type('Allocation: 42', 'Allocation: 43');
      if (isSaved) await editor.save();
      editor.window.dispose();
      const restored = editor.restoredIn(await opened(kept));
      assert.equal(await asked(restored), MOVED);
      await again(restored);
    }
  });

  it('is asked about if it was saved while the prompts of the request were open', async () => {
    const editor = await gated.drafted();
    await gated.rebased(editor);
    editor.window.atSheet.now = async () => {
      editor.undo();
      editor.type('Allocation: 42', 'Allocation: 43');
      await editor.save();
      return 'submit';
    };
    await answering([], () => submit(editor.uri));
    editor.window.atSheet.now = 'leave';
    await withdraw();
    assert.equal(await gated.asked(editor), MOVED);
  });
});

describe('one’s own change, undone after it was published,', () => {
  const ways: Record<string, [Drafting, (editor: Editor) => Promise<unknown>]> = {
    'at once': [
      useDrafting(submitting),
      async ({ uri }) => {
        await isGated('development', false);
        await answering(['Change it at once', 'Comment: …', 'c', 'Make it live: …'], () => submit(uri));
        await isGated('development');
      },
    ],
    'by an approval': [
      gated,
      async ({ uri, window }) => {
        window.atSheet.now = 'submit';
        await answering([], () => submit(uri));
        window.atSheet.now = 'leave';
        await withdraw();
        await changeLive({ trafficAllocation: 42 }, 'pre-production');
      },
    ],
  };
  for (const [way, [{ drafted, asked, sent }, publish]] of Object.entries(ways)) {
    for (const note of ['', '# a note\n']) {
      it(`${way}${note && ', with a note'}, is asked about as nobody else’s`, async () => {
        const editor = await drafted();
        if (note) editor.type('name:', `${note}name:`);
        await publish(editor);
        await editor.window.refreshRequests(true);
        await editor.reload();
        editor.type('Allocation: 42', 'Allocation: 43');
        await editor.save();
        editor.undo();
        editor.type('Allocation: 42', 'Allocation: 44');
        await editor.save();
        assert.equal(await asked(editor), NOTHING);
        assert.equal(sent()?.trafficAllocation, 44);
        while (!/Allocation: 100/.test(editor.text)) editor.undo();
        await editor.save();
        assert.equal(await asked(editor), NOTHING);
        assert.equal(sent()?.trafficAllocation, 100);
      });
    }
  }
});
