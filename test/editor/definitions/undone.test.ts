/** A text that an undo brings back is on the live definition that it was made from: what others did since is not reverted unasked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Memento } from '../fakeContext.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { openDocuments } from './fakeEditor.ts';
import { last, useSubmitting } from './submitting.ts';
import { Editor, MOVED, NOTHING, useUndoing } from './undoing.ts';
import { newFolder, openWindow } from './window.ts';

const submitting = useSubmitting();
const { service, isGated, submit, changeLive } = submitting;
const { opened, drafted, rebased, asked, sent, again } = useUndoing(submitting);

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

  it('can be made again', async () => {
    const editor = await drafted();
    await rebased(editor);
    editor.undo();
    await editor.save();
    await answering(['Rebase my changes'], () => submit(editor.uri));
    await editor.take();
    assert.equal(await asked(editor), NOTHING);
    assert.equal(sent()?.defaultTreatment, 'on');
  });

  it('is known after a reload, too, and where the extension host alone was started anew', async () => {
    for (const isReload of [true, false]) {
      const kept = { folder: newFolder(), memory: new Memento() };
      const workspaceMemory = new Memento();
      const editor = await drafted({ ...kept, workspaceMemory });
      await rebased(editor);
      const before = editor.text;
      if (isReload) {
        editor.undo();
        editor.type('Allocation: 42', 'Allocation: 43');
      }
      editor.window.dispose();
      const reloaded = new Memento();
      for (const [key, value] of workspaceMemory.values) reloaded.values.set(key, JSON.parse(JSON.stringify(value)));
      const window = await opened({ ...kept, workspaceMemory: reloaded });
      Object.assign(editor, { window });
      if (!isReload) {
        assert.equal(await window.read(editor.uri), before);
        editor.undo();
      }
      assert.equal(await asked(editor), MOVED);
      await again(editor);
    }
  });

  it('goes back by as many as were made', async () => {
    const editor = await drafted();
    await rebased(editor);
    await rebased(editor, { baselineTreatment: 'on' });
    editor.undo();
    await editor.save();
    assert.equal(await asked(editor), MOVED);
    editor.redo();
    await editor.save();
    editor.undo();
    editor.undo();
    const questions = await answering([undefined], () => submit(editor.uri));
    assert.ok(
      questions[0]?.details.some((line) => /Default treatment/.test(line)),
      questions[0]?.details.join('\n'),
    );
  });

  it('in another window, in which the draft was open, is asked about there', async () => {
    const folder = newFolder();
    const editor = await drafted({ folder });
    const here = openDocuments.splice(0);
    const other = await openWindow(service, { folder });
    const theirs = await Editor.open(other);
    openDocuments.splice(0, 1, ...here);
    await rebased(editor);
    openDocuments.splice(0, 1, theirs.document);
    await other.look();
    await theirs.take();
    theirs.undo();
    await theirs.save();
    const run = other.commands['flagAdmin.flag.submit']!;
    const [question] = await answering([undefined], async () => run(theirs.uri));
    assert.equal(question?.title, MOVED);
    other.dispose();
  });

  it('is asked about after it was submitted and published, too', async () => {
    const editor = await drafted();
    await rebased(editor);
    editor.type('name:', '# a note\nname:');
    await editor.save();
    await isGated('development', false);
    await answering(['Change it at once', 'c', 'Make it live'], () => submit(editor.uri));
    await editor.take();
    editor.undo();
    editor.undo();
    await editor.save();
    assert.equal(await asked(editor), MOVED);
  });
});

describe('an undo brings back, with what it was made from,', () => {
  it('what was written of a draft that was discarded, typed and not saved, too', async () => {
    for (const isSaved of [true, false]) {
      const editor = await drafted();
      if (!isSaved) editor.type('Allocation: 42', 'Allocation: 43');
      await changeLive({ defaultTreatment: 'on' });
      await submitting.window.look();
      pressNext('Discard Draft');
      await submitting.window.commands['flagAdmin.flag.discardDraft']!(editor.uri);
      await submitting.window.look();
      await editor.take();
      assert.match(editor.text, /^defaultTreatment: on$/m);
      editor.undo();
      await editor.save();
      assert.equal(await asked(editor), MOVED);
      await again(editor);
    }
  });

  it('a live definition that is not live any more; of a draft without a change of its own nothing else is said', async () => {
    const editor = await Editor.open(await opened());
    await changeLive({ defaultTreatment: 'on' });
    await submitting.window.look();
    await editor.take();
    editor.undo();
    await editor.save();
    await answering(['Rebase my changes'], () => submit(editor.uri));
    assert.match(last(), /has no change: it says what the live definition says/);
    assert.match(await submitting.window.read(editor.uri), /^defaultTreatment: on$/m);
  });

  it('what was typed over a draft that was rebased in another window', async () => {
    const folder = newFolder();
    const editor = await drafted({ folder });
    const other = await openWindow(service, { folder });
    editor.type('Allocation: 42', 'Allocation: 43');
    const here = openDocuments.splice(0);
    await changeLive({ defaultTreatment: 'on' });
    const run = other.commands['flagAdmin.flag.submit']!;
    await answering(['Rebase my changes'], async () => run(editor.uri));
    other.dispose();
    openDocuments.push(...here);
    await submitting.window.look();
    await editor.take();
    editor.undo();
    assert.match(editor.text, /Allocation: 43/);
    pressNext('Save Mine');
    await editor.save();
    assert.equal(await asked(editor), MOVED);
  });
});

it('the text that a rebase made is another window’s again once it was typed over', async () => {
  const folder = newFolder();
  const editor = await drafted({ folder });
  await rebased(editor);
  const text = editor.text;
  editor.type('Allocation: 42', 'Allocation: 43');
  await editor.save();
  const other = await openWindow(service, { folder });
  await other.read(editor.uri);
  await other.write(editor.uri, text);
  editor.type('Allocation: 43', 'Allocation: 44');
  await assert.rejects(editor.save(), /Another window has saved its own draft/);
  assert.ok(shown.at(-1)?.buttons.includes('Save Mine'));
  other.dispose();
});
