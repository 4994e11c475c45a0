/** Two windows with one draft overwrite nothing of each other unseen. */
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { useService } from '../../operations/service.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { focused, openDocuments, openUris, Typed } from './fakeEditor.ts';
import { newFolder, openWindow, type Window } from './window.ts';

const service = useService();
const FLAG = 'checkout-redesign';
afterEach(() => {
  openUris.length = 0;
  openDocuments.length = 0;
});
const hasHeard = ({ changes }: Window, uri: vscode.Uri): boolean => changes.some((change) => String(change.uri) === String(uri));

describe('two windows with one draft', () => {
  /** The text as the editor has it before each save: it stats first, and asks where time and size are others. */
  async function twoWindows() {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri(FLAG);
    const live = await one.read(uri);
    await other.read(uri);
    const end = (): void => [one, other].forEach((window) => window.dispose());
    return { one, other, uri, live, end };
  }

  it('never overwrite what the other has saved unseen, not even of the same length', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    await one.write(uri, `${live}# one\n`);
    await assert.rejects(other.write(uri, `${live}# two\n`), /Another window has saved its own draft/);
    assert.match(shown.at(-1)!.message, /Another window has saved its own draft of checkout-redesign/);
    assert.deepEqual(shown.at(-1)!.buttons, ['Compare', 'Save Mine', 'Take the Other']);
    await one.look();
    assert.equal(await one.read(uri), `${live}# one\n`);
    // It has seen the other's text now.
    await other.look();
    assert.equal(await other.read(uri), `${live}# one\n`);
    await other.write(uri, `${live}# two\n`);
    end();
  });

  it('never take away what the other has saved unseen by going back to the live text', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    await one.write(uri, `${live}# one\n`);
    await other.look();
    await assert.rejects(other.write(uri, live), /Another window has saved its own draft/);
    await one.look();
    assert.equal(await one.read(uri), `${live}# one\n`);
    // Once it is seen, it may.
    assert.equal(await other.read(uri), `${live}# one\n`);
    await other.write(uri, live);
    await one.look();
    assert.equal(await one.read(uri), live);
    end();
  });

  it('overwrite it where the editor has asked, as it does when it is told of another time and size', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    const before = await other.stat(uri);
    await one.write(uri, `${live}# a longer one\n`);
    await other.look();
    const after = await other.stat(uri);
    assert.ok(after.mtime > before.mtime && after.size !== before.size);
    await other.write(uri, `${live}# two\n`);
    await one.look();
    assert.equal(await one.read(uri), `${live}# two\n`);
    end();
  });

  it('notice each other by themselves', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    openUris.push(uri);
    // The watch begins a moment later: saved until it is heard.
    for (let n = 0; n < 100 && !hasHeard(other, uri); n += 1) {
      await one.write(uri, `${live}# ${n}\n`);
      await setTimeout(50);
    }
    assert.ok(hasHeard(other, uri));
    end();
  });

  it('notice each other when the window gets the focus, where the folder can’t be watched', async () => {
    const folder = newFolder();
    const other = await openWindow(service, { folder });
    const uri = other.uri(FLAG);
    const live = await other.read(uri);
    // What the watch is on is no longer there.
    const drafts = path.join(folder, 'definitionDrafts');
    await setTimeout(200);
    await rename(drafts, path.join(folder, 'aside'));
    const one = await openWindow(service, { folder });
    openUris.push(uri);
    await one.write(uri, `${live}# one\n`);
    await setTimeout(200);
    assert.ok(!hasHeard(other, uri));
    focused.fire({ focused: true });
    for (let tries = 0; tries < 100 && !hasHeard(other, uri); tries += 1) await setTimeout(20);
    assert.ok(hasHeard(other, uri));
    for (const window of [one, other]) window.dispose();
  });

  it('say it in words of which the editor makes no links', async () => {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri('[Approve](command:workbench.action.terminal.new)', 'development');
    const text = await one.read(uri);
    await other.read(uri);
    await one.write(uri, `${text}# one\n`);
    await assert.rejects(other.write(uri, `${text}# two\n`), (error: Error) => !error.message.includes(']('));
    for (const window of [one, other]) window.dispose();
  });
});

describe('whoever was told of another window’s draft', () => {
  it('can save their own text over it', async () => {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri(FLAG);
    const live = await one.read(uri);
    await other.read(uri);
    await one.write(uri, `${live}# one\n`);
    const document = new Typed(uri, `${live}# two\n`);
    const saved = Promise.withResolvers<void>();
    document.save = async () => {
      await other.write(uri, document.getText());
      saved.resolve();
      return true;
    };
    openDocuments.push(document);
    pressNext('Save Mine');
    await assert.rejects(other.write(uri, document.getText()), /Another window/);
    await saved.promise;
    await one.look();
    assert.equal(await one.read(uri), `${live}# two\n`);
    openDocuments.length = 0;
    for (const window of [one, other]) window.dispose();
  });
});
