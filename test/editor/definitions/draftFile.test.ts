/** Tests the draft of a definition as a file: what is saved, when it may be saved, and its states. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { takeLock } from '../../../src/storage/lock.ts';
import { useService } from '../../operations/service.ts';
import { Memento } from '../fakeContext.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { openDocuments, openUris, Typed } from './fakeEditor.ts';
import { openRequest } from './openRequest.ts';
import { newFolder, openWindow } from './window.ts';

const service = useService();
const FLAG = 'checkout-redesign';
const reads = (): number => service.count('GET', /\/environments\//);

describe('a definition as a file', () => {
  it('has a different size for each text, also of equal length, and a time that never decreases', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    const live = await window.read(uri);
    const stats = [await window.stat(uri)];
    for (const end of ['# a\n', '# a\n', '# b\n', '']) {
      await window.write(uri, `${live}${end}`);
      stats.push(await window.stat(uri));
    }
    const sizes = stats.map(({ size }) => size);
    assert.deepEqual([sizes[1] === sizes[2], sizes[4] === sizes[0], new Set(sizes).size], [true, true, 3]);
    // The editor asks before it opens a file of more than a megabyte.
    assert.ok(Math.max(...sizes) < 1.1 * 2 ** 20);
    const times = stats.map(({ mtime }) => mtime);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    assert.ok(times[0]! < times[1]! && times[1] === times[2] && times[2]! < times[3]!, times.join());
    window.dispose();
  });

  it('is live again when the user restores the live text by hand', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const live = await window.read(uri);
    await window.write(uri, `${live}# a\n`);
    assert.notEqual(await window.read(uri), live);
    await window.write(uri, live);
    assert.equal(await window.read(uri), live);
    window.dispose();
  });

  it('keeps unsaved text when a request is opened on the flag, before it becomes read-only', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const text = await window.read(uri);
    const document = new Typed(uri, `${text}# not saved yet\n`);
    document.save = async () => {
      await window.stat(uri);
      await window.write(uri, document.getText());
      document.isDirty = false;
      return true;
    };
    document.isDirty = true;
    openDocuments.push(document);
    await openRequest(service, FLAG, 'production');
    await window.refresh();
    openDocuments.length = 0;
    assert.equal(document.isDirty, false);
    assert.equal((await window.stat(uri)).permissions, 1);
    assert.match(await window.read(uri), /# not saved yet/);
    await assert.rejects(window.write(uri, text), /A change request is open on .*: decide it first/);
    window.dispose();
  });

  it('with a draft exists even if the service can’t be reached, which is called only when it is opened', async () => {
    const folder = newFolder();
    const first = await openWindow(service, { folder });
    const uri = first.uri(FLAG);
    await first.write(uri, `${await first.read(uri)}# mine\n`);
    first.dispose();
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'no' } });
    const again = await openWindow(service, { folder });
    assert.match(await again.read(uri), /# mine/);
    await setTimeout(100);
    service.seen.length = 0;
    for (let n = 0; n < 5; n += 1) await again.stat(uri);
    await setTimeout(50);
    assert.equal(reads(), 0);
    service.onCall = () => undefined;
    await openRequest(service, FLAG, 'production');
    await again.read(uri);
    for (let tries = 0; tries < 200 && (await again.stat(uri)).permissions === undefined; tries += 1) await setTimeout(20);
    assert.equal((await again.stat(uri)).permissions, 1);
    again.dispose();
  });

  it('is stored exactly as saved, with its line ends, and refused in a different encoding', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    const text = `${await window.read(uri)}# Prüfung\n`.replaceAll('\n', '\r\n');
    await window.write(uri, `\uFEFF${text}`);
    assert.equal(await window.read(uri), text);
    const other = Buffer.from(text, 'latin1');
    await assert.rejects(async () => window.files.writeFile(uri, other, { create: true, overwrite: true }), {
      code: 'Unavailable',
      message: /^Not saved: drafts are in UTF-8, and this text is not\. /,
    });
    assert.equal(await window.read(uri), text);
    window.dispose();
  });

  it('can be read if drafts can’t be, and reports that a draft can’t be saved; no other draft is lost', async () => {
    const folder = newFolder();
    const whole = await openWindow(service, { folder });
    const uri = whole.uri('checkout-redesign', 'development');
    const text = await whole.read(uri);
    await whole.write(uri, `${text}# kept\n`);
    whole.dispose();
    await rename(path.join(folder, 'definitionDrafts'), path.join(folder, 'aside'));
    await writeFile(path.join(folder, 'definitionDrafts'), 'no folder');
    const window = await openWindow(service, { folder });
    assert.equal(await window.read(uri), text);
    await assert.rejects(
      window.write(uri, `${text}# mine\n`),
      /^Error: The draft of checkout-redesign in Storefront \/ development can’t be written \((?:EEXIST|ENOTDIR)\)\. Nothing was changed, and your text/,
    );
    await rm(path.join(folder, 'definitionDrafts'));
    await rename(path.join(folder, 'aside'), path.join(folder, 'definitionDrafts'));
    await assert.rejects(window.write(uri, `${text}# mine\n`), /was changed in another window/);
    await window.refresh();
    assert.match(await window.read(uri), /# kept/);
    window.dispose();
  });

  it('can be neither saved nor discarded while a different window takes long to write it, and reports that', async () => {
    const folder = newFolder();
    const window = await openWindow(service, { folder });
    const uri = window.uri(FLAG, 'development');
    const text = await window.read(uri);
    await window.write(uri, `${text}# mine\n`);
    const drafts = path.join(folder, 'definitionDrafts');
    const writing = await takeLock(path.join(drafts, `${(await readdir(drafts))[0]!}.lock`));
    const busy =
      'Another window is writing the draft of checkout-redesign in Storefront / development. Nothing was changed. Try again in a moment.';
    pressNext('Discard Draft');
    await Promise.all([
      assert.rejects(window.write(uri, `${text}# more\n`), { message: busy }),
      assert.rejects(window.write(uri, text), { message: busy }),
      window.commands['flagAdmin.flag.discardDraft']!(uri),
    ]);
    assert.deepEqual([shown.at(-1)!.severity, shown.at(-1)!.message], ['warning', busy]);
    await writing!.release();
    assert.equal(await window.read(uri), `${text}# mine\n`);
    window.dispose();
  });

  it('stays, with a message, if its folder can’t be written at a discard', async () => {
    const folder = newFolder();
    const window = await openWindow(service, { folder });
    const uri = window.uri(FLAG, 'development');
    await window.write(uri, `${await window.read(uri)}# mine\n`);
    const drafts = path.join(folder, 'definitionDrafts');
    // Nobody can write a lock there.
    await mkdir(path.join(drafts, `${(await readdir(drafts))[0]!}.lock`));
    pressNext('Discard Draft');
    await window.commands['flagAdmin.flag.discardDraft']!(uri);
    assert.match(
      shown.at(-1)!.message,
      /^The draft of checkout-redesign in Storefront \/ development can’t be written \(\w+\)\./,
    );
    assert.match(await window.read(uri), /# mine/);
    window.dispose();
  });

  it('is replaced by the live definition once that can be read, if it was discarded before', async () => {
    const [folder, memory] = [newFolder(), new Memento()];
    const first = await openWindow(service, { folder, memory });
    const uri = first.uri(FLAG, 'development');
    const live = await first.read(uri);
    await first.write(uri, `${live}# mine\n`);
    first.dispose();
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'no' } });
    const window = await openWindow(service, { folder, memory });
    await window.refresh();
    service.onCall = () => undefined;
    const inUse = window.inUse.now!;
    window.inUse.now = { ...inUse, connectionId: 'c2', connectionName: 'Other' };
    assert.equal(await window.read(uri), `${live}# mine\n`);
    openUris.push(uri);
    pressNext('Discard Draft');
    await window.commands['flagAdmin.flag.discardDraft']!(uri);
    await assert.rejects(window.stat(uri), /“Shop”: switch to it first/);
    const before = window.changes.length;
    window.inUse.now = inUse;
    await window.refresh();
    // Otherwise, the editor would still show the discarded text, marked as live.
    assert.ok(window.changes.slice(before).some((change) => String(change.uri) === String(uri)));
    assert.equal(await window.read(uri), live);
    openUris.length = 0;
    window.dispose();
  });
});
