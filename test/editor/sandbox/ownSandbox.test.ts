/** Tests the sandbox of a window, in the folder that the editor provides: its changes survive the window. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type * as vscode from 'vscode';
import { createClient } from '../../../src/api/client.ts';
import type { RunningSandbox } from '../../../src/editor/window/connected.ts';
import type { OwnSandbox } from '../../../src/editor/sandbox/runningSandbox.ts';
import { shown } from '../fakeVscode.ts';

const { createSandbox } = await import('../../../src/editor/sandbox/runningSandbox.ts');

const temporary = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-window-'));
after(() => {
  rmSync(temporary, { recursive: true, force: true });
});
/** A folder that does not exist yet, as the editor provides it. */
const newFolder = (): string => path.join(mkdtempSync(path.join(temporary, 'one-')), 'workspace', 'flag-admin');
const asUri = (fsPath: string, scheme = 'file'): vscode.Uri => ({ scheme, fsPath }) as vscode.Uri;

/** Runs `use` in a window with these folders. */
async function inWindow<T>(folders: readonly (vscode.Uri | undefined)[], use: (sandbox: OwnSandbox) => Promise<T>): Promise<T> {
  const sandbox = createSandbox(folders);
  try {
    return await use(sandbox);
  } finally {
    await sandbox.stop();
  }
}

type Client = ReturnType<typeof createClient>;
async function withClient<T>(
  { baseUrl, vocabulary, keys }: RunningSandbox,
  use: (client: Client, workspaceId: string) => Promise<T>,
): Promise<T> {
  const client = createClient({ baseUrl, vocabulary: { flag: vocabulary }, apiKey: keys[0]!.key });
  try {
    return await use(client, (await client.listWorkspaces({ offset: 0, limit: 1 })).objects[0]!.id);
  } finally {
    await client.close();
  }
}
/** Creates a segment. */
const change = (running: RunningSandbox): Promise<unknown> =>
  withClient(running, (client, id) => client.createSegment(id, 'user', { name: 'fresh', description: '' }));
/** True if the sandbox has that segment, and false if it has the sample alone. */
const isChanged = (running: RunningSandbox): Promise<boolean> =>
  withClient(running, async (client, id) => {
    const { objects } = await client.listSegments(id, { offset: 0, limit: 200 });
    assert.ok(objects.length > 1);
    return objects.some(({ name }) => name === 'fresh');
  });
const isUserRequest = { isUserRequest: true };
const warnings = (about: string): number => shown.filter(({ message }) => message.includes(about)).length;

describe('the sandbox of a window', { concurrency: true }, () => {
  it('has all earlier changes after a reload, even if nobody waited for it to end', async () => {
    const folders = [asUri(newFolder()), asUri(newFolder())];
    const before = createSandbox(folders);
    await change(await before.ensure());
    assert.equal(await before.isSaved(), true);
    before.dispose();
    await inWindow(folders, async (sandbox) => assert.equal(await isChanged(await sandbox.ensure()), true));
    assert.ok(!existsSync(folders[1]!.fsPath));
  });

  it('keeps its changes and its identity after Stop and a reload, and loses both by Reset', async () => {
    const folders = [asUri(newFolder())];
    const [first, reset] = await inWindow(folders, async (sandbox) => {
      const running = await sandbox.ensure();
      await change(running);
      await sandbox.stop();
      const again = await sandbox.ensure(isUserRequest);
      assert.deepEqual([again.instance, await isChanged(again)], [running.instance, true]);
      assert.equal(await sandbox.reset(), true);
      const sample = await sandbox.ensure();
      assert.equal(await isChanged(sample), false);
      return [running.instance, sample.instance];
    });
    await inWindow(folders, async (sandbox) => {
      const reloaded = await sandbox.ensure();
      assert.deepEqual([reloaded.instance, await isChanged(reloaded)], [reset, false]);
    });
    const other = await inWindow([asUri(newFolder())], async (sandbox) => (await sandbox.ensure()).instance);
    assert.ok(first !== undefined);
    assert.equal(new Set([first, reset, other]).size, 3);
  });

  it('runs without a folder, and says once that changes are not saved', async () => {
    await inWindow([undefined, asUri('/somewhere', 'vscode-vfs')], async (sandbox) => {
      await change(await sandbox.ensure());
      assert.equal(await sandbox.isSaved(), false);
      await sandbox.stop();
      assert.equal(await isChanged(await sandbox.ensure(isUserRequest)), false);
    });
    assert.equal(warnings('no folder'), 1);
  });

  it('runs with the sample, and says so, if the folder can’t be made or the file is damaged', async () => {
    const [blocked, damaged] = [newFolder(), newFolder()];
    mkdirSync(path.dirname(blocked), { recursive: true });
    writeFileSync(blocked, 'a file in its place');
    mkdirSync(damaged, { recursive: true });
    const file = path.join(damaged, 'sandbox-state.json');
    writeFileSync(file, 'nonsense');
    for (const folder of [blocked, damaged])
      await inWindow([asUri(folder)], async (sandbox) => assert.equal(await isChanged(await sandbox.ensure()), false));
    assert.deepEqual([warnings(blocked), warnings(`${file}.unreadable`)], [1, 1]);
  });
});
