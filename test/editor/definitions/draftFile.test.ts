/** Tests the draft of a definition as a file: what is saved, when it may be saved, and its states. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { takeLock } from '../../../src/storage/lock.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { openUris } from './fakeEditor.ts';
import { requestChange } from './others.ts';
import { FLAG, lastMessage, newStorage, openWindow, service, until, window } from './window.ts';

/** The document of the flag in development. */
let uri: vscode.Uri;
beforeEach(async () => {
  await openWindow();
  uri = window.uri(FLAG, 'development');
});

const drafts = (): string => path.join(window.folder, 'definitionDrafts');
/** The path of the lock of the only draft. */
const lockFile = async (): Promise<string> =>
  path.join(drafts(), `${(await readdir(drafts())).find((name) => name.endsWith('.draft.json'))!}.lock`);
const discard = (): Promise<void> => {
  pressNext('Discard Draft');
  return window.run('discardDraft', uri);
};

describe('the draft of a definition as a file', () => {
  it('has a different size for each text, also of equal length, and a time that never decreases', async () => {
    const live = await window.read(uri);
    const stats = [await window.stat(uri)];
    for (const end of ['# a\n', '# a\n', '# b\n', '']) {
      await window.write(uri, `${live}${end}`);
      stats.push(await window.stat(uri));
    }
    assert.deepEqual(window.context.drafts.all(), [], 'the live text was restored by hand');
    const sizes = stats.map(({ size }) => size);
    assert.deepEqual([sizes[1] === sizes[2], sizes[4] === sizes[0], new Set(sizes).size], [true, true, 3]);
    // The editor asks before it opens a file of more than a megabyte.
    assert.ok(Math.max(...sizes) < 1.1 * 2 ** 20);
    const times = stats.map(({ mtime }) => mtime);
    assert.deepEqual(times, times.toSorted((one, other) => one - other)); // prettier-ignore
    assert.ok(times[0]! < times[1]! && times[1] === times[2] && times[2]! < times[3]!, times.join());
  });

  it('exists even if the service can’t be reached, which is called only when it is opened', async () => {
    const kept = newStorage();
    await openWindow(kept);
    const production = window.uri();
    await window.note(production);
    window.dispose();
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'no' } });
    await openWindow(kept);
    assert.match(await window.read(production), /# mine/);
    await setTimeout(100);
    service.seen.length = 0;
    for (let n = 0; n < 5; n += 1) await window.stat(production);
    await setTimeout(50);
    assert.equal(service.count('GET', /\/environments\//), 0);
    service.onCall = () => undefined;
    await requestChange();
    await window.read(production);
    await until(() => window.isLocked(production));
  });

  it('is stored exactly as saved, with its line ends, and refused in a different encoding', async () => {
    const text = `${await window.read(uri)}# Prüfung\n`.replaceAll('\n', '\r\n');
    await window.write(uri, `\uFEFF${text}`);
    assert.equal(await window.read(uri), text);
    const latin1 = Buffer.from(text, 'latin1');
    await assert.rejects(async () => window.files.writeFile(uri, latin1, { create: true, overwrite: true }), {
      code: 'Unavailable',
      message: /^Not saved: a draft must be in UTF-8, and this text is not\. /,
    });
    assert.equal(await window.read(uri), text);
  });

  it('can be read if drafts can’t be, and reports that a draft can’t be saved; no other draft is lost', async () => {
    const { folder } = window;
    const text = await window.read(uri);
    await window.note(uri, '# kept\n');
    window.dispose();
    await rename(drafts(), path.join(folder, 'aside'));
    await writeFile(drafts(), 'no folder');
    await openWindow({ folder });
    assert.equal(await window.read(uri), text);
    const sentence = /^Error: The draft of .* can’t be written \((?:EEXIST|ENOTDIR)\)\. Nothing was changed, and your text/;
    await assert.rejects(window.write(uri, `${text}# mine\n`), sentence);
    await rm(drafts());
    await rename(path.join(folder, 'aside'), drafts());
    await assert.rejects(window.write(uri, `${text}# mine\n`), /was changed in another window/);
    await window.refresh();
    assert.match(await window.read(uri), /# kept/);
  });

  it('can be neither saved nor discarded while a different window takes long to write it, or the folder can’t be written, and reports that', async () => {
    const text = await window.read(uri);
    await window.note(uri);
    const writing = await takeLock(await lockFile());
    const message =
      'Another window is writing the draft of checkout-redesign in Storefront / development. Nothing was changed. Try again in a moment.';
    const saves = [`${text}# more\n`, text].map((next) => assert.rejects(window.write(uri, next), { message }));
    await Promise.all([...saves, discard()]);
    assert.deepEqual([shown.at(-1)!.severity, lastMessage()], ['warning', message]);
    await writing!.release();
    assert.equal(await window.read(uri), `${text}# mine\n`);
    // Nobody can write a lock there.
    await mkdir(await lockFile());
    await discard();
    assert.match(lastMessage(), /^The draft of checkout-redesign in Storefront \/ development can’t be written \(\w+\)\./);
    assert.match(await window.read(uri), /# mine/);
  });

  it('is replaced by the live definition once that can be read, if it was discarded before', async () => {
    const kept = newStorage();
    await openWindow(kept);
    const live = await window.read(uri);
    await window.note(uri);
    window.dispose();
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'no' } });
    await openWindow(kept);
    await window.refresh();
    service.onCall = () => undefined;
    const inUse = window.inUse.now!;
    window.inUse.now = { ...inUse, connectionId: 'c2', connectionName: 'Other' };
    assert.equal(await window.read(uri), `${live}# mine\n`);
    openUris.push(uri);
    await discard();
    await assert.rejects(window.stat(uri), /switch to “Shop” first/);
    const before = window.changes.length;
    window.inUse.now = inUse;
    await window.refresh();
    // Otherwise, the editor would still show the discarded text, marked as live.
    assert.ok(window.changes.slice(before).some((change) => String(change.uri) === String(uri)));
    assert.equal(await window.read(uri), live);
  });
});
