/** The draft of a definition as a file: what is saved, when it may be, and what becomes of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { takeLock } from '../../../src/storage/lock.ts';
import { useService } from '../../operations/service.ts';
import { Memento } from '../fakeContext.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { closed, openDocuments, openUris, Typed } from './fakeEditor.ts';
import { openRequest } from './openRequest.ts';
import { newFolder, openWindow } from './window.ts';

const service = useService();
const FLAG = 'checkout-redesign';
const reads = (): number => service.count('GET', /\/environments\//);
const wrote = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

describe('a definition as a file', () => {
  it('keeps what is saved as a draft, over a reload, and sends nothing', async () => {
    const [first, folder, memory] = [await openWindow(service), newFolder(), new Memento()];
    first.dispose();
    const window = await openWindow(service, { folder, memory });
    const uri = window.uri(FLAG);
    const live = await window.read(uri);
    const before = await window.stat(uri);
    await window.write(uri, `# mine\n${live}`);
    const after = await window.stat(uri);
    assert.ok(after.mtime > before.mtime);
    window.dispose();
    const again = await openWindow(service, { folder, memory });
    service.seen.length = 0;
    again.inUse.now = undefined;
    assert.equal(await again.read(uri), `# mine\n${live}`);
    assert.deepEqual(await again.stat(uri), after);
    assert.equal(wrote(), 0);
    again.dispose();
  });

  it('has a time that grows exactly when the text changes, and never one of the clock', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    const times: number[] = [];
    const see = async (): Promise<void> => void times.push((await window.stat(uri)).mtime);
    const live = await window.read(uri);
    await see();
    await window.write(uri, `${live}# a\n`);
    await see();
    await window.write(uri, `${live}# a\n`);
    await see();
    await window.write(uri, `${live}# b\n`);
    await see();
    await window.write(uri, live);
    await see();
    await see();
    const [t0, t1, t2, t3, t4, t5] = times as [number, number, number, number, number, number];
    assert.ok(t0 < t1 && t1 === t2 && t2 < t3 && t3 < t4 && t4 === t5, times.join());
    assert.ok(times.every((time) => Math.abs(time - Date.now()) > 60_000 || time === t0 || time <= t0 + 10));
    window.dispose();
  });

  it('is live again when what was changed is taken back by hand', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const live = await window.read(uri);
    await window.write(uri, `${live}# a\n`);
    assert.notEqual(await window.read(uri), live);
    await window.write(uri, live);
    assert.equal(await window.read(uri), live);
    window.dispose();
  });

  it('keeps what is typed and not saved when a request is opened on the flag, before it becomes read-only', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const text = await window.read(uri);
    const document = new Typed(uri, `# not saved yet\n${text}`);
    document.save = async () => {
      await window.write(uri, document.getText());
      document.isDirty = false;
      return true;
    };
    document.isDirty = true;
    openDocuments.push(document);
    await openRequest(service, FLAG, 'production');
    await window.look();
    openDocuments.length = 0;
    assert.equal(document.isDirty, false);
    assert.equal((await window.stat(uri)).permissions, 1);
    assert.match(await window.read(uri), /^# not saved yet/);
    await assert.rejects(window.write(uri, text), /is decided\. Your draft is kept\.$/);
    window.dispose();
  });

  it('can be saved after another connection came into use', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const text = await window.read(uri);
    openUris.push(uri);
    window.inUse.now = undefined;
    window.switched.fire();
    await window.write(uri, `${text}# mine\n`);
    assert.match(await window.read(uri), /# mine/);
    openUris.length = 0;
    window.dispose();
  });

  it('with a draft asks the service once, not at each look of the editor, while it can’t be reached', async () => {
    const [folder, first] = [newFolder(), await openWindow(service)];
    first.dispose();
    const window = await openWindow(service, { folder });
    const uri = window.uri(FLAG);
    await window.write(uri, `${await window.read(uri)}# mine\n`);
    window.dispose();
    const again = await openWindow(service, { folder });
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'no' } });
    service.seen.length = 0;
    for (let n = 0; n < 5; n += 1) {
      await again.stat(uri);
      await setTimeout(20);
    }
    assert.equal(reads(), 1);
    again.dispose();
  });

  it('asks again after a failure, once it could be read: a request that was opened since is seen', async () => {
    const folder = newFolder();
    const first = await openWindow(service, { folder });
    const uri = first.uri(FLAG);
    await first.write(uri, `${await first.read(uri)}# mine\n`);
    first.dispose();
    const window = await openWindow(service, { folder });
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'no' } });
    await window.stat(uri);
    await setTimeout(50);
    service.onCall = () => undefined;
    openUris.push(uri);
    await window.look();
    openUris.length = 0;
    closed.fire({ uri });
    await openRequest(service, FLAG, 'production');
    for (let tries = 0; tries < 1000 && (await window.stat(uri)).permissions === undefined; tries += 1) await setTimeout(20);
    assert.equal((await window.stat(uri)).permissions, 1);
    window.dispose();
  });

  it('is kept as it was saved, with its mark and its line ends, and not where it came in another encoding', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    const text = await window.read(uri);
    const marked = new TextEncoder().encode(`\uFEFF# Prüfung\r\n${text.replaceAll('\n', '\r\n')}`);
    await window.files.writeFile(uri, marked, { create: true, overwrite: true });
    assert.deepEqual(await window.files.readFile(uri), marked);
    const other = Buffer.from(`# Prüfung\n${text}`, 'latin1');
    await assert.rejects(async () => window.files.writeFile(uri, other, { create: true, overwrite: true }), {
      code: 'Unavailable',
      message: /^Drafts are kept in UTF-8, and this text came in another encoding\. It is still here/,
    });
    assert.deepEqual(await window.files.readFile(uri), marked);
    window.dispose();
  });

  it('with a draft says above it whether it is killed by now, and never over what is typed', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    const at = { ...service.place('development'), flagName: FLAG };
    const client = service.as('submitter-key');
    const mine = `${await window.read(uri)}# mine\n`;
    await window.write(uri, mine);
    openUris.push(uri);
    const says = async (isKilled: boolean): Promise<void> => {
      for (let tries = 0; tries < 1000 && /It is killed/.test(await window.read(uri)) !== isKilled; tries += 1)
        await setTimeout(20);
      assert.equal(/It is killed/.test(await window.read(uri)), isKilled);
      assert.match(await window.read(uri), /# mine/);
    };
    for (const isKilled of [true, false, true]) {
      await client[isKilled ? 'killFlag' : 'restoreFlag'](at, { title: 't', comment: 'c' });
      await window.look();
      await says(isKilled);
    }
    openUris.length = 0;
    const document = new Typed(uri, mine);
    document.isDirty = true;
    openDocuments.push(document);
    await client.restoreFlag(at, { title: 't', comment: 'c' });
    await window.look();
    await setTimeout(200);
    await says(true);
    openDocuments.length = 0;
    window.dispose();
  });

  it('with a draft says above it what was read last, also where that came while what was read before was being written', async () => {
    const folder = newFolder();
    const window = await openWindow(service, { folder });
    const uri = window.uri(FLAG, 'development');
    const at = { ...service.place('development'), flagName: FLAG };
    const client = service.as('submitter-key');
    await client.restoreFlag(at, { title: 't', comment: 'c' });
    await window.write(uri, `${await window.read(uri)}# mine\n`);
    openUris.push(uri);
    const drafts = path.join(folder, 'definitionDrafts');
    const writing = await takeLock(path.join(drafts, `${(await readdir(drafts))[0]!}.lock`));
    await client.killFlag(at, { title: 't', comment: 'c' });
    await window.look();
    await client.restoreFlag(at, { title: 't', comment: 'c' });
    await window.look();
    await writing?.release();
    await setTimeout(500);
    assert.doesNotMatch(await window.read(uri), /It is killed/);
    openUris.length = 0;
    window.dispose();
  });

  it('with a draft is read-only where a request was opened while it was closed', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    await window.write(uri, `${await window.read(uri)}# mine\n`);
    const opened = async (): Promise<number | undefined> => {
      const told = window.changes.length;
      await window.stat(uri);
      for (let tries = 0; tries < 200 && window.changes.length === told; tries += 1) await setTimeout(10);
      return (await window.stat(uri)).permissions;
    };
    closed.fire({ uri });
    assert.equal(await opened(), undefined);
    closed.fire({ uri });
    await openRequest(service, FLAG, 'production');
    assert.equal(await opened(), 1);
    window.dispose();
  });

  it('can be read where drafts can’t be, and says in words that one can’t be kept; nothing of another is lost', async () => {
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
      /^Error: The draft of checkout-redesign can’t be kept: its folder can’t be written \((?:EEXIST|ENOTDIR)\)\. Your text is still here/,
    );
    await rm(path.join(folder, 'definitionDrafts'));
    await rename(path.join(folder, 'aside'), path.join(folder, 'definitionDrafts'));
    await assert.rejects(window.write(uri, `${text}# mine\n`), /Another window has saved its own draft/);
    await window.look();
    assert.match(await window.read(uri), /# kept/);
    window.dispose();
  });

  it('can be neither saved nor discarded while another window writes it for long, and says so in words', async () => {
    const folder = newFolder();
    const window = await openWindow(service, { folder });
    const uri = window.uri(FLAG, 'development');
    const text = await window.read(uri);
    await window.write(uri, `${text}# mine\n`);
    const drafts = path.join(folder, 'definitionDrafts');
    const writing = await takeLock(path.join(drafts, `${(await readdir(drafts))[0]!}.lock`));
    const busy = 'Another window is just writing the draft of checkout-redesign. Nothing was changed: try again in a moment.';
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

  it('stays, with words, where its folder can’t be written at a discard', async () => {
    const folder = newFolder();
    const window = await openWindow(service, { folder });
    const uri = window.uri(FLAG, 'development');
    await window.write(uri, `${await window.read(uri)}# mine\n`);
    const drafts = path.join(folder, 'definitionDrafts');
    // Nobody can write a claim there.
    await mkdir(path.join(drafts, `${(await readdir(drafts))[0]!}.lock`));
    pressNext('Discard Draft');
    await window.commands['flagAdmin.flag.discardDraft']!(uri);
    assert.match(
      shown.at(-1)!.message,
      /^The draft of checkout-redesign can’t be changed: its folder can’t be written \(\w+\)\.$/,
    );
    assert.match(await window.read(uri), /# mine/);
    window.dispose();
  });

  it('gives way to the live definition once that can be read, where it was discarded while it could not', async () => {
    const [folder, memory] = [newFolder(), new Memento()];
    const first = await openWindow(service, { folder, memory });
    const uri = first.uri(FLAG, 'development');
    const live = await first.read(uri);
    await first.write(uri, `${live}# mine\n`);
    first.dispose();
    const window = await openWindow(service, { folder, memory });
    const inUse = window.inUse.now!;
    window.inUse.now = { ...inUse, connectionId: 'c2', connectionName: 'Other' };
    assert.equal(await window.read(uri), `${live}# mine\n`);
    openUris.push(uri);
    pressNext('Discard Draft');
    await window.commands['flagAdmin.flag.discardDraft']!(uri);
    await assert.rejects(window.stat(uri), /“Shop”, and “Other” is in use/);
    const before = window.changes.length;
    window.inUse.now = inUse;
    await window.look();
    // Else the editor would go on showing what was discarded, beneath the word that it is live.
    assert.ok(window.changes.slice(before).some((change) => String(change.uri) === String(uri)));
    assert.equal(await window.read(uri), live);
    openUris.length = 0;
    window.dispose();
  });
});
