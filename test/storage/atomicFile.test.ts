/** Tests atomic writes. test/operations/keys/journal.test.ts tests a full disk. */
import assert from 'node:assert/strict';
import fsp from 'node:fs/promises';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { describe, it, mock, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { moveAside, removeLeftovers, replaceFile, writeAtomically } from '../../src/storage/atomicFile.ts';

/** A file system that refuses a rename with these codes, one after the other, and then renames. */
function system(isWindows: boolean, ...codes: readonly string[]) {
  const refusals = [...codes];
  const calls: string[] = [];
  const rename = (from: unknown, to: unknown): Promise<void> => {
    calls.push(`${String(from)} ${String(to)}`);
    const code = refusals.shift();
    return code === undefined ? Promise.resolve() : Promise.reject(Object.assign(new Error(code), { code }));
  };
  return { isWindows, rename, calls };
}

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-atomic-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('a file that is written atomically', () => {
  it('is replaced completely, also if it is written twice at once, is readable only by its user, and leaves no other file', async (t) => {
    const folder = newFolder(t);
    const file = path.join(folder, 'a.json');
    writeFileSync(file, 'before', { mode: 0o644 });
    await writeAtomically(file, [Buffer.from('one'), Buffer.from('two')]);
    assert.equal(readFileSync(file, 'utf8'), 'onetwo');
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
    await assert.rejects(writeAtomically(path.join(folder, 'no', 'a.json'), ''), { code: 'ENOENT' });
    await writeAtomically(file, '');
    await Promise.all(['a', 'b'].map((letter) => writeAtomically(file, letter.repeat(300_000))));
    assert.match(readFileSync(file, 'utf8'), /^(a{300000}|b{300000})$/);
    assert.deepEqual(readdirSync(folder), ['a.json']);
  });

  it('replaces the old file only after a given promise fulfils, and not if it rejects', async (t) => {
    const folder = newFolder(t);
    const file = path.join(folder, 'a.json');
    await writeAtomically(file, 'before');
    await assert.rejects(writeAtomically(file, 'after', Promise.reject(new Error('refused'))), /refused/);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const writing = writeAtomically(file, 'after', promise);
    while (readdirSync(folder).length < 2) await setTimeout(10);
    assert.equal(readFileSync(file, 'utf8'), 'before');
    resolve(undefined);
    await writing;
    assert.equal(readFileSync(file, 'utf8'), 'after');
    assert.deepEqual(readdirSync(folder), ['a.json']);
  });

  it('is flushed to the disk before it replaces the old file', async (t) => {
    const file = path.join(newFolder(t), 'a.json');
    const handle = await fsp.open(path.dirname(file));
    const handles = Object.getPrototypeOf(handle) as { sync(): Promise<void> };
    await handle.close();
    const { rename } = fsp;
    const { mock: syncs } = mock.method(handles, 'sync');
    const { mock: renames } = mock.method(fsp, 'rename', async (from: string, to: string) => {
      assert.equal(syncs.callCount(), 1);
      await rename(from, to);
    });
    syncBuiltinESMExports();
    t.after(() => {
      mock.restoreAll();
      syncBuiltinESMExports();
    });
    await writeAtomically(file, 'a');
    assert.equal(renames.callCount(), 1);
  });
});

it('replacing a file that is held open is tried again some times on Windows, and fails at once otherwise', async () => {
  const windows = system(true, 'EPERM', 'EBUSY', 'EACCES');
  await replaceFile('a', 'b', windows);
  assert.deepEqual(windows.calls, ['a b', 'a b', 'a b', 'a b']);
  const held = system(true, ...Array.from({ length: 20 }, () => 'EBUSY'));
  await assert.rejects(replaceFile('a', 'b', held), { code: 'EBUSY' });
  assert.equal(held.calls.length, 8);
  for (const other of [system(true, 'ENOSPC'), system(false, 'EPERM')]) {
    await assert.rejects(replaceFile('a', 'b', other));
    assert.equal(other.calls.length, 1);
  }
});

it('a file that is moved aside replaces no other file', async (t) => {
  const folder = newFolder(t);
  const [file, aside] = [path.join(folder, 'a.json'), path.join(folder, 'of', 'damaged')];
  for (const name of ['damaged', 'damaged-2', 'damaged-3']) {
    writeFileSync(file, name);
    assert.equal(await moveAside(file, aside), path.join(folder, 'of', name));
    assert.equal(readFileSync(path.join(folder, 'of', name), 'utf8'), name);
  }
});

it('the incomplete file of a killed process is removed, but no new file and no file of a different process', async (t) => {
  const folder = newFolder(t);
  for (const name of ['a.json', 'a.json.1.tmp', 'b.json.1.tmp', 'a.json.young.tmp', 'a.json.txt']) {
    writeFileSync(path.join(folder, name), '');
    if (!name.includes('young')) utimesSync(path.join(folder, name), 0, 0);
  }
  await removeLeftovers(folder, 'a.json.');
  assert.deepEqual(readdirSync(folder), ['a.json', 'a.json.txt', 'a.json.young.tmp', 'b.json.1.tmp']);
  await removeLeftovers(folder);
  assert.deepEqual(readdirSync(folder), ['a.json', 'a.json.txt', 'a.json.young.tmp']);
});
