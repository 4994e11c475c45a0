/** Tests the state file: it contains each confirmed change, a change that can't be saved is refused, and no only copy is lost. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { makeSampleWorld } from '../../src/sandbox/world/sampleWorld.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { textOf } from '../../src/sandbox/world/world.ts';
import { assertError, callSandbox, environmentIn } from './raw.ts';
import { addedKeys, addKeys, stateFiles } from './stateRuns.ts';

const newFile = stateFiles();

/** Runs `use` with a sandbox on the file, and closes it. */
async function on<T>(file: string, use: (sandbox: Sandbox) => T | Promise<T>): Promise<T> {
  const sandbox = await startSandbox({ state: { file } });
  try {
    return await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

/** Submits the addition of a key in an environment that requires approvals. Returns the ID of the change request. */
async function submit(running: Sandbox, key: string): Promise<string> {
  const { id, workspace } = environmentIn(running, 'production');
  const segment = { name: 'beta-accounts', keys: [key] };
  const request = { title: 'One more', comment: 'Please', approvers: [], operationType: 'CREATE', segment };
  const { body, status, text } = await callSandbox(
    running,
    'POST',
    `/changeRequests/ws/${workspace.id}/environments/${id}`,
    request,
  );
  assert.equal(status, 200, text);
  return String(body['id']);
}

const filesBeside = (file: string): string[] => fs.readdirSync(path.dirname(file)).toSorted();

describe('a sandbox with a state file', () => {
  it('writes nothing before the first change, and leaves only the file', async () => {
    const file = newFile();
    await on(file, async (sandbox) => {
      await callSandbox(sandbox, 'GET', '/workspaces');
      assertError(await callSandbox(sandbox, 'PUT', '/segments/nobody/nobody/upload', ['a']), 404);
      assert.deepEqual(filesBeside(file), ['state.json.lock']);
      await addKeys(sandbox, 'new-1');
      assert.deepEqual(filesBeside(file), ['state.json', 'state.json.lock']);
    });
    assert.deepEqual(filesBeside(file), ['state.json']);
    if (process.platform !== 'win32') assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  });

  it('has all changes after the next start, but its API keys are in no file', async () => {
    const file = newFile();
    const secrets: string[] = [];
    const id = await on(file, async (sandbox) => {
      secrets.push(...sandbox.keys.map(({ key }) => key));
      await addKeys(sandbox, 'new-1', 'new-2');
      return submit(sandbox, 'acct-90001');
    });
    await on(file, async (sandbox) => {
      secrets.push(...sandbox.keys.map(({ key }) => key));
      assert.deepEqual(await addedKeys(sandbox), ['new-1', 'new-2']);
      assert.equal(sandbox.setAside, undefined);
      // The submitter is known by name, so it may not approve with its new secret either.
      const approval = { status: 'APPROVED', comment: 'Fine' };
      assertError(await callSandbox(sandbox, 'PUT', `/changeRequests/${id}`, approval), 403, /submitter/);
      assert.equal((await callSandbox(sandbox, 'PUT', `/changeRequests/${id}`, approval, 'release-key')).status, 200);
      assert.notEqual(await submit(sandbox, 'acct-90002'), id);
    });
    assert.equal(new Set(secrets).size, 8);
    const text = fs.readFileSync(file, 'latin1');
    for (const secret of secrets) assert.ok(!text.includes(secret));
  });

  it('releases the file if its port is taken', async () => {
    const file = newFile();
    const other = await startSandbox();
    await assert.rejects(startSandbox({ port: Number(new URL(other.baseUrl).port), state: { file } }), { code: 'EADDRINUSE' });
    await other.close();
    assert.deepEqual(filesBeside(file), []);
  });
});

describe('a state that can’t be saved', () => {
  it('causes a refusal of the changes, which are reverted; later changes are saved', async () => {
    const file = newFile();
    await on(file, async (sandbox) => {
      await addKeys(sandbox, 'new-1');
      fs.renameSync(file, `${file}-away`);
      fs.mkdirSync(file);
      const answers = await Promise.all([addKeys(sandbox, 'new-2'), addKeys(sandbox, 'new-3'), addKeys(sandbox, 'new-4')]);
      for (const answer of answers) assertError(answer, 507, /could not save its state \(\w+\), so nothing was changed$/);
      await assert.rejects(sandbox.reset(), /could not save its state/);
      assert.deepEqual(await addedKeys(sandbox), ['new-1']);
      fs.rmdirSync(file);
      fs.renameSync(`${file}-away`, file);
      assert.equal((await addKeys(sandbox, 'new-5')).status, 200);
      assert.deepEqual(await addedKeys(sandbox), ['new-1', 'new-5']);
    });
    await on(file, async (sandbox) => assert.deepEqual(await addedKeys(sandbox), ['new-1', 'new-5']));
    assert.deepEqual(filesBeside(file), ['state.json']);
  });
});

describe('a file that does not contain a state', () => {
  const whole = textOf(makeSampleWorld(Date.now()));
  for (const [what, content, why] of [
    ['binary', Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x80]), /utf-8/i],
    ['of a newer version', whole.replace('"version":3', '"version":7'), /version is not right/],
  ] as const)
    it(`is moved aside with its content: ${what}`, async () => {
      const file = newFile();
      fs.writeFileSync(file, content);
      await on(file, async (sandbox) => {
        assert.equal(sandbox.setAside?.file, `${file}.unreadable`);
        assert.match(sandbox.setAside.reason, why);
        assert.deepEqual(await addedKeys(sandbox), []);
        assert.ok(!fs.existsSync(file));
        await addKeys(sandbox, 'new-1');
      });
      assert.deepEqual(fs.readFileSync(`${file}.unreadable`), Buffer.from(content));
      await on(file, async (sandbox) => {
        assert.equal(sandbox.setAside, undefined);
        assert.deepEqual(await addedKeys(sandbox), ['new-1']);
      });
    });

  it('is moved aside if it is too large to be read', async () => {
    const file = newFile();
    fs.writeFileSync(file, '');
    fs.truncateSync(file, 512 * 1024 * 1024 + 1);
    await on(file, async ({ setAside }) => assert.equal(setAside?.file, `${file}.unreadable`));
  });

  it('is refused if it can’t be a file', async () => {
    const file = newFile();
    fs.mkdirSync(file);
    await assert.rejects(startSandbox({ state: { file } }), { kind: 'stateUnusable', reason: 'noFile' });
    const nowhere = path.join(file, 'no', 'state.json');
    const message = `There is no folder ${path.dirname(nowhere)}: make it first`;
    await assert.rejects(startSandbox({ state: { file: nowhere } }), { kind: 'stateUnusable', reason: 'ENOENT', message });
    assert.deepEqual(filesBeside(file), ['state.json']);
  });
});
