/** What is typed in a definition and not saved yet, while the live one moves on and over a reload. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createDraftStore } from '../../../src/operations/definitionDrafts/draftStore.ts';
import { Memento } from '../fakeContext.ts';
import { pressNext } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { openDocuments, Typed } from './fakeEditor.ts';
import { openRequest } from './openRequest.ts';
import { FLAG, useSubmitting } from './submitting.ts';
import { newFolder, openWindow, type Window, type WindowOptions } from './window.ts';

const { definitionUri } = await import('../../../src/editor/definitionUri.ts');

const submitting = useSubmitting();
const { service, isGated, submit, changeLive } = submitting;
const MOVED = ['Rebase my changes', 'Show the three versions', 'Go on with my text as it is'];
afterEach(() => void openDocuments.splice(0));

async function opened(options: WindowOptions): Promise<Window> {
  submitting.window = await openWindow(service, options);
  await isGated('development');
  return submitting.window;
}

/** A document in which something is typed, as the editor has it: also after a reload, when it reads nothing. */
function typed(window: Window, text: string, environment = 'development'): { save(): Promise<void>; is(text: string): void } {
  const uri = window.uri(FLAG, environment);
  const document = new Typed(uri, text);
  const save = async (): Promise<void> => {
    await submitting.window.write(uri, document.getText());
    document.isDirty = false;
    document.type(document.getText());
  };
  document.save = async () => save().then(() => true);
  document.isDirty = true;
  openDocuments.push(document);
  document.type(text);
  const is = (now: string): void => {
    document.isDirty = false;
    document.type(now);
  };
  return { save, is };
}
const withMine = (text: string): string => text.replace(/defaultTreatment: \w+/, 'defaultTreatment: on');
const memories = (): WindowOptions => ({ folder: newFolder(), memory: new Memento(), workspaceMemory: new Memento() });

describe('what is typed in a definition and not saved', () => {
  for (const [size, trafficAllocation] of [
    ['the same size', 60],
    ['another size', 7],
  ] as const) {
    it(`can be saved after the live definition became one of ${size}, and a submit notices that it moved`, async () => {
      await changeLive({ trafficAllocation: 50 });
      const window = await opened({});
      const uri = window.uri(FLAG, 'development');
      const [text, before] = [await window.read(uri), await window.stat(uri)];
      const { save } = typed(window, withMine(text));
      await changeLive({ trafficAllocation });
      await window.look();
      assert.deepEqual(await window.stat(uri), before);
      await save();
      const asked = await answering([undefined], () => submit(uri));
      assert.deepEqual(asked[0]?.options, MOVED);
      assert.equal(window.proposals.length, 0);
    });
  }

  it('is what “Save Mine” is made from, not what another window’s draft is', async () => {
    const folder = newFolder();
    const window = await opened({ folder });
    const uri = window.uri(FLAG, 'development');
    const text = await window.read(uri);
    const { save } = typed(window, withMine(text));
    await changeLive({ trafficAllocation: 77 });
    const other = await openWindow(service, { folder });
    await other.write(uri, `# theirs\n${await other.read(uri)}`);
    other.dispose();
    await window.look();
    pressNext('Save Mine');
    await assert.rejects(save(), /Another window/);
    for (let tries = 0; tries < 1000 && openDocuments[0]!.isDirty; tries += 1) await setTimeout(20);
    const asked = await answering([undefined], () => submit(uri));
    assert.deepEqual(asked[0]?.options, MOVED);
  });

  it('is saved and sent also where its document has the address of before its connection was renamed', async () => {
    const window = await opened({});
    const old = definitionUri({ ...window.place(FLAG, 'development'), connectionName: 'Old name' });
    const text = await window.read(old);
    await window.write(old, `${text}# saved\n`);
    const document = new Typed(old, withMine(text));
    document.save = async () => {
      await window.write(old, document.getText());
      document.isDirty = false;
      return true;
    };
    document.isDirty = true;
    openDocuments.push(document);
    await answering([], () => submit(window.uri(FLAG, 'development')));
    assert.equal(document.isDirty, false);
    const { change } = window.proposals[0]!;
    assert.equal((change as unknown as { flag: { defaultTreatment: string } }).flag.defaultTreatment, 'on');
  });

  it('is taken back to what is live now', async () => {
    const window = await opened({});
    const uri = window.uri(FLAG, 'development');
    const text = await window.read(uri);
    const { is } = typed(window, withMine(text));
    await changeLive({ trafficAllocation: 77 });
    await window.look();
    const told = window.changes.length;
    assert.equal(await window.read(uri), text);
    is(text);
    assert.deepEqual(
      window.changes.slice(told).map((change) => String(change.uri)),
      [uri.toString()],
    );
    assert.match(await window.read(uri), /trafficAllocation: 77/);
  });

  /** In a window that is gone. */
  async function typedOverDraft(kept: Parameters<typeof opened>[0]) {
    const window = await opened(kept);
    const uri = window.uri(FLAG, 'development');
    const text = await window.read(uri);
    await window.write(uri, `${text}# a draft\n`);
    const { save } = typed(window, `${text}# a draft\n# typed\n`);
    window.dispose();
    return { uri, text, save };
  }

  it('can be saved over one’s own draft after a reload', async () => {
    const kept = memories();
    const { uri, text, save } = await typedOverDraft(kept);
    const again = await opened(kept);
    await save();
    assert.equal(await again.read(uri), `${text}# a draft\n# typed\n`);
  });

  it('is refused after a reload where another window has saved its own draft since', async () => {
    const kept = memories();
    const { uri, text, save } = await typedOverDraft(kept);
    const here = openDocuments.splice(0);
    const other = await opened({ folder: kept.folder! });
    await other.read(uri);
    await other.write(uri, `${text}# another\n`);
    other.dispose();
    openDocuments.push(...here);
    const again = await opened(kept);
    await assert.rejects(save(), /Another window has saved its own draft/);
    assert.equal(await again.read(uri), `${text}# another\n`);
  });

  it('is known after a reload to be made from a definition that is not live any more', async () => {
    const kept = memories();
    const window = await opened(kept);
    const uri = window.uri(FLAG, 'development');
    const [text, before] = [await window.read(uri), await window.stat(uri)];
    const { save } = typed(window, withMine(text));
    window.dispose();
    await changeLive({ trafficAllocation: 77 });
    const again = await opened(kept);
    assert.deepEqual(await again.stat(uri), before);
    await save();
    const asked = await answering([undefined], () => submit(uri));
    assert.deepEqual(asked[0]?.options, MOVED);
  });

  it('is kept after a reload where a request was opened on the flag meanwhile', async () => {
    const kept = memories();
    const window = await opened(kept);
    const uri = window.uri(FLAG, 'production');
    const text = await window.read(uri);
    typed(window, `${text}# typed\n`, 'production');
    window.dispose();
    await openRequest(service, FLAG, 'production');
    const again = await opened(kept);
    await again.stat(uri);
    for (let tries = 0; tries < 1000 && openDocuments[0]!.isDirty; tries += 1) await setTimeout(20);
    assert.equal(await again.read(uri), `${text}# typed\n`);
    assert.equal((await again.stat(uri)).permissions, 1);
  });

  it('keeps no reading waiting after a reload where another window has discarded its draft and a request was opened', async () => {
    const kept = memories();
    const window = await opened(kept);
    const uri = window.uri(FLAG, 'production');
    const text = await window.read(uri);
    await window.write(uri, `${text}# a draft\n`);
    typed(window, `${text}# typed\n`, 'production');
    const document = openDocuments[0]!;
    const [own] = await createDraftStore(path.join(kept.folder!, 'definitionDrafts')).list();
    window.dispose();
    await createDraftStore(path.join(kept.folder!, 'definitionDrafts')).remove(own!);
    await openRequest(service, FLAG, 'production');
    const again = await opened(kept);
    const { save } = document;
    // The editor stats a file before it writes it.
    document.save = async () => again.stat(uri).then(save);
    const stat = await Promise.race([again.stat(uri), setTimeout(10_000, undefined, { ref: false })]);
    assert.equal(stat?.permissions, 1);
    assert.equal(document.getText(), `${text}# typed\n`);
  });

  it('forgets what was typed over once it is saved or closed', async () => {
    const kept = memories();
    const window = await opened(kept);
    const uri = window.uri(FLAG, 'development');
    const { save } = typed(window, withMine(await window.read(uri)));
    const remembered = (): unknown => kept.workspaceMemory!.get('definitions.typedOver');
    assert.equal((remembered() as readonly unknown[]).length, 1);
    await save();
    assert.deepEqual(remembered(), []);
  });
});
