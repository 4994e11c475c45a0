/** Tests unsaved text while the live definition changes, and undoing a rebase. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answering } from '../scripted.ts';
import { Editor, MOVED, NEWER, NOTHING, useDrafting, type Drafting } from './editor.ts';
import { openDocuments } from './fakeEditor.ts';
import { openRequest } from './openRequest.ts';
import { FLAG, useSubmitting } from './submitting.ts';
import { newFolder } from './window.ts';
import { Memento } from '../fakeContext.ts';

const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

const submitting = useSubmitting();

const { opened, asked, sent, drafted, rebased, again } = useDrafting(submitting);

describe('a definition that is not saved', () => {
  const { service, submit, changeLive } = submitting;

  /** Based on the live definition, which serves to 50%. */
  async function typed(folder = newFolder()): Promise<Editor> {
    await changeLive({ trafficAllocation: 50 });
    const editor = await Editor.open(await opened({ folder }));
    editor.type(/defaultTreatment: \w+/, 'defaultTreatment: on');
    return editor;
  }

  /** In a different window, or after a reload. */
  async function reloaded(editor: Editor, folder: string): Promise<Editor> {
    editor.window.dispose();
    return editor.restoredIn(await opened({ folder }));
  }

  describe('unsaved text in a definition', () => {
    for (const [size, trafficAllocation] of [
      ['the same length', 60],
      ['another length', 7],
    ] as const) {
      it(`can be saved after the live definition changed to one of ${size}, and a submit notices that change`, async () => {
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

    it('can be restored to the live definition', async () => {
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

    it('is saved before a new request on the flag locks it, after a reload too', async () => {
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
});

describe('a rebase', () => {
  const { isGated, submit, changeNow, changeLive, withdraw } = submitting;

  /** Change requests are possible there. */
  const gated = useDrafting(submitting, 'pre-production');

  describe('a rebase that was undone', () => {
    for (const [what, more] of [
      ['as it is', () => undefined],
      ['with more typed', (editor: Editor) => editor.type(/Allocation: \d+/, 'Allocation: 43')],
      ['beyond what was saved then', (editor: Editor) => editor.undo()],
    ] as const) {
      it(`${what}, causes a question at the next submission, saved or not`, async () => {
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

    it('and redone is based on the live definition, with later changes', async () => {
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

    it('names intended changes of the rebased parts', async () => {
      const editor = await drafted();
      const shares = (on: number) => [{ treatment: 'on', size: on }, { treatment: 'off', size: 100 - on }]; // prettier-ignore
      await rebased(editor, { defaultRule: shares(7) });
      editor.type(/size: 7(\n[^]*)size: 93/, 'size: 8$1size: 92');
      await editor.save();
      const [question] = await answering(['Go on with my text as it is'], () => submit(editor.uri));
      assert.equal(question?.options.at(-1), 'defaultRule · mine or theirs?');
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
          await answering(['Comment: …', 'c', 'Make it live: …'], () => changeNow(uri));
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
        it(`${way}${note && ', with a note'}, does not count as a change by somebody else`, async () => {
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
});
