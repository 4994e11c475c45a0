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

async function withClient<T>(running: RunningSandbox, use: (client: ReturnType<typeof createClient>) => Promise<T>): Promise<T> {
  const { baseUrl, vocabulary, keys } = running;
  const client = createClient({ baseUrl, vocabulary: { flag: vocabulary }, apiKey: keys[0]!.key });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const workspaceOf = async (client: ReturnType<typeof createClient>): Promise<string> =>
  (await client.listWorkspaces({ offset: 0, limit: 1 })).objects[0]!.id;

const segments = (running: RunningSandbox): Promise<string[]> =>
  withClient(running, async (client) => {
    const { objects } = await client.listSegments(await workspaceOf(client), { offset: 0, limit: 200 });
    return objects.map(({ name }) => name);
  });

const addSegment = (running: RunningSandbox, name: string): Promise<unknown> =>
  withClient(running, async (client) => client.createSegment(await workspaceOf(client), 'user', { name, description: '' }));

const warnings = (about: string): string[] => shown.map(({ message }) => message).filter((message) => message.includes(about));

describe('the sandbox of a window', { concurrency: true }, () => {
  it('has all earlier changes after a reload, even if nobody waited for it to end', async () => {
    const folders = [asUri(newFolder()), asUri(newFolder())];
    const before = createSandbox(folders);
    await addSegment(await before.ensure(), 'fresh');
    assert.equal(await before.isSaved(), true);
    before.dispose();
    await inWindow(folders, async (sandbox) => assert.ok((await segments(await sandbox.ensure())).includes('fresh')));
    assert.ok(!existsSync(folders[1]!.fsPath));
  });

  it('keeps changes after Stop, and loses them after Reset', async () => {
    await inWindow([asUri(newFolder())], async (sandbox) => {
      await addSegment(await sandbox.ensure(), 'fresh');
      await sandbox.stop();
      assert.ok((await segments(await sandbox.ensure({ isAsked: true }))).includes('fresh'));
      assert.equal(await sandbox.reset(), true);
      assert.ok(!(await segments(await sandbox.ensure())).includes('fresh'));
      await sandbox.stop();
      assert.ok(!(await segments(await sandbox.ensure({ isAsked: true }))).includes('fresh'));
    });
  });

  it('is the same one after Stop and a reload, but a different one after Reset, and in a second window', async () => {
    const folders = [asUri(newFolder())];
    const seen: (string | undefined)[] = [];
    await inWindow(folders, async (sandbox) => {
      const running = await sandbox.ensure();
      await addSegment(running, 'fresh');
      seen.push(running.instance);
      await sandbox.stop();
      seen.push((await sandbox.ensure({ isAsked: true })).instance);
      await sandbox.reset();
      seen.push((await sandbox.ensure()).instance);
    });
    await inWindow(folders, async (sandbox) => {
      seen.push((await sandbox.ensure()).instance);
      await inWindow([asUri(newFolder())], async (other) => seen.push((await other.ensure()).instance));
    });
    const [first, stopped, reset, reloaded, other] = seen;
    assert.ok(first !== undefined && stopped === first && reset === reloaded);
    assert.equal(new Set([first, reset, other]).size, 3);
  });

  it('runs without a folder, and says once that changes are not saved', async () => {
    await inWindow([undefined, asUri('/somewhere', 'vscode-vfs')], async (sandbox) => {
      await addSegment(await sandbox.ensure(), 'fresh');
      assert.equal(await sandbox.isSaved(), false);
      await sandbox.stop();
      assert.ok(!(await segments(await sandbox.ensure({ isAsked: true }))).includes('fresh'));
    });
    assert.equal(warnings('no folder').length, 1);
  });

  it('runs if the folder can’t be made, and says so', async () => {
    const folder = newFolder();
    mkdirSync(path.dirname(folder), { recursive: true });
    writeFileSync(folder, 'a file in its place');
    await inWindow([asUri(folder)], async (sandbox) => {
      assert.ok((await segments(await sandbox.ensure())).length > 0);
    });
    assert.equal(warnings(folder).length, 1);
  });

  it('starts with the sample if the file is damaged, and names the file', async () => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'sandbox-state.json');
    writeFileSync(file, 'nonsense');
    await inWindow([asUri(folder)], async (sandbox) => assert.ok((await segments(await sandbox.ensure())).length > 0));
    assert.equal(warnings(`${file}.unreadable`).length, 1);
  });
});
