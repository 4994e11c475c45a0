/** Tests unsaved text while the live definition changes, and undoing a rebase. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { casesOf } from '../../properties/runs.ts';
import { answering } from '../scripted.ts';
import { Editor } from './editor.ts';
import { openDocuments, saved } from './fakeEditor.ts';
import { changeLive, decide, liveDefinition, requestChange } from './others.ts';
import {
  FLAG,
  changeNow,
  newFolder,
  openWindow,
  service,
  setRequiresApprovals,
  submit,
  window,
  type WindowOptions,
} from './window.ts';

const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

const LIVE_CHANGED = /^checkout-redesign in Storefront .* has changed since you began your draft$/;

async function opened(options?: WindowOptions, environment = 'development'): Promise<Editor> {
  await openWindow(options);
  await setRequiresApprovals(environment);
  return Editor.open(window, window.uri(FLAG, environment));
}
/** After a reload, or in a different window. */
async function reloaded(editor: Editor, options: WindowOptions): Promise<Editor> {
  editor.window.dispose();
  await openWindow(options);
  await setRequiresApprovals('development');
  return editor.restoredIn(window);
}
/** Submits, and expects the question about a change by somebody else, or none. */
async function asks(editor: Editor, isAsked: boolean): Promise<void> {
  const questions = await answering([undefined], () => submit(editor.uri), { answersConfirmations: false }).catch(() => []);
  if (isAsked) assert.match(questions[0]?.title ?? '', LIVE_CHANGED);
  else assert.deepEqual(questions, []);
}
const sent = () => window.proposals.at(-1)?.flag;

describe('unsaved text in a definition', () => {
  const typed = async (options?: WindowOptions): Promise<Editor> => {
    await changeLive({ trafficAllocation: 50 });
    const editor = await opened(options);
    editor.type(/defaultTreatment: \w+/, 'defaultTreatment: on');
    return editor;
  };

  it('can be saved after the live definition changed to one of the same length, and a submit notices that change', async () => {
    const editor = await typed();
    await changeLive({ trafficAllocation: 60 });
    await window.refresh();
    await editor.reload();
    await editor.save();
    await asks(editor, true);
    assert.equal(window.proposals.length, 0);
  });

  it('is saved and sent even if its document has the address of before its connection was renamed', async () => {
    await opened();
    const old = definitionUri({ ...window.place(FLAG, 'development'), connectionName: 'Old name' });
    openDocuments.length = 0;
    const editor = await Editor.open(window, old);
    editor.type('name:', '# saved\nname:');
    await editor.save();
    editor.type(/defaultTreatment: \w+/, 'defaultTreatment: on');
    await answering([], () => submit(window.uri(FLAG, 'development')));
    assert.deepEqual([editor.document.isDirty, sent()?.defaultTreatment], [false, 'on']);
  });

  it('is sent even if the editor is just saving it automatically when the user submits', async () => {
    const editor = await typed();
    // Until the automatic save has ended, the editor returns false for a second one.
    editor.document.save = async () => {
      void turn()
        .then(() => editor.save())
        .then(() => saved.fire(editor.document));
      return false;
    };
    await answering([], () => submit(editor.uri));
    assert.deepEqual([editor.document.isDirty, sent()?.defaultTreatment], [false, 'on']);
  });

  it('can be restored to the live definition', async () => {
    const editor = await typed();
    await changeLive({ trafficAllocation: 77 });
    await window.refresh();
    const told = window.changes.length;
    await editor.reload();
    editor.undo();
    assert.deepEqual(window.changes.slice(told).map(({ uri }) => String(uri)), [String(editor.uri)]); // prettier-ignore
    await editor.reload();
    assert.match(editor.text, /^trafficAllocation: 77$/m);
    editor.type(/defaultTreatment: \w+/, 'defaultTreatment: on');
    await editor.save();
    await asks(editor, false);
  });

  it('is saved before a new request on the flag locks it, also after a reload', async () => {
    const folder = newFolder();
    const before = await opened({ folder }, 'production');
    before.type('name:', '# typed\nname:');
    const editor = await reloaded(before, { folder });
    await requestChange();
    await window.refresh();
    assert.equal(editor.document.isDirty, false);
    assert.match(await window.read(editor.uri), /\n# typed\n/);
    assert.equal(await window.isLocked(editor.uri), true);
    await assert.rejects(window.write(editor.uri, 'x'), /A change request is open on .*\. Approve, reject or withdraw it first/);
  });
});

/** A saved definition that serves only to 42%. */
async function drafted(options?: WindowOptions, environment?: string): Promise<Editor> {
  const editor = await opened(options, environment);
  editor.allocate(42);
  await editor.save();
  return editor;
}
/** Somebody else publishes a change, and the draft is rebased on it. */
async function rebase(editor: Editor, change: Parameters<typeof changeLive>[0] = { defaultTreatment: 'on' }) {
  await changeLive(change);
  await answering(['Rebase my changes'], () => submit(editor.uri));
  await editor.reload();
}
/** The test continues with a different document. */
async function startAgain(): Promise<void> {
  window.dispose();
  openDocuments.length = 0;
  await service.sandbox.reset();
}

describe('a rebase that was undone', () => {
  it('causes a question at the next submission, as it is, with more typed, or undone beyond what was saved then', async () => {
    const acts = [() => undefined, (editor: Editor) => editor.allocate(43), (editor: Editor) => editor.undo()];
    for (const [index, act] of acts.entries()) {
      const editor = await drafted();
      editor.allocate(44);
      await editor.save();
      await rebase(editor);
      editor.undo();
      act(editor);
      if (index !== 1) await editor.save();
      await asks(editor, true);
      assert.equal(window.proposals.length, 0);
      await startAgain();
    }
  });

  it('and redone is based on the live definition, with later changes', async () => {
    for (const [, isSaved] of casesOf([true, false])) {
      const editor = await drafted();
      await rebase(editor);
      editor.undo();
      if (isSaved) await editor.save();
      editor.redo();
      if (isSaved) await editor.save();
      editor.allocate(43);
      await editor.save();
      await asks(editor, false);
      assert.deepEqual([sent()?.defaultTreatment, sent()?.trafficAllocation], ['on', 43]);
      await startAgain();
    }
  });

  it('names intended changes of the rebased parts', async () => {
    const editor = await drafted();
    const shares = (on: number) => [{ treatment: 'on', size: on }, { treatment: 'off', size: 100 - on }]; // prettier-ignore
    await rebase(editor, { defaultRule: shares(7) });
    editor.type(/size: 7(\n[^]*)size: 93/, 'size: 8$1size: 92');
    await editor.save();
    const [question] = await answering(['Go on with my text as it is'], () => submit(editor.uri));
    assert.equal(question?.options.at(-1), 'defaultRule · mine or theirs?');
    assert.deepEqual(sent()?.defaultRule, shares(8));
  });
});

describe('one’s own change, undone after it was published,', () => {
  const atOnce = async ({ uri }: Editor): Promise<void> => {
    await setRequiresApprovals('development', false);
    await answering(['Comment: …', 'c', 'Make the draft live: …'], () => changeNow(uri));
    await setRequiresApprovals('development');
  };
  const byApproval = async ({ uri }: Editor): Promise<void> => {
    window.atConfirmation.now = 'submit';
    await answering([], () => submit(uri));
    window.atConfirmation.now = 'leave';
    await decide({ id: (await liveDefinition('production')).openChangeRequestId! }, 'APPROVED');
  };
  afterEach(() => service.sandbox.reset());

  for (const [way, environment, publish] of [
    ['at once, with a note', 'development', atOnce],
    ['by an approval', 'production', byApproval],
  ] as const)
    it(`${way}, does not count as a change by somebody else`, async () => {
      const editor = await drafted({}, environment);
      if (publish === atOnce) editor.type('name:', '# a note\nname:');
      await publish(editor);
      await window.refreshRequests(true);
      await editor.reload();
      editor.allocate(43);
      await editor.save();
      editor.undo();
      editor.allocate(44);
      await editor.save();
      await asks(editor, false);
      assert.equal(sent()?.trafficAllocation, 44);
      while (!/Allocation: 100/.test(editor.text)) editor.undo();
      await editor.save();
      await asks(editor, false);
      assert.equal(sent()?.trafficAllocation, 100);
    });
});
