/** Tests that a lock has one holder, even if the disk is slow, a holder was killed, or many processes try at once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fsp from 'node:fs/promises';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import net, { createServer, type AddressInfo } from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, mock, type TestContext } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isLocked, takeLock, type Lock } from '../../src/storage/lock.ts';

const module = new URL('../../src/storage/lock.ts', import.meta.url).href;

const DEAD = JSON.stringify({ pid: 1 << 22, port: 9 });

function lockIn(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-lock-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'one.lock');
}

const filesBeside = (file: string): readonly string[] => readdirSync(path.dirname(file));

/** Runs this code in a process, with `file`, until it is killed. Resolves when it has printed a line, to that line. */
async function startProcess(t: TestContext, file: string, program: string) {
  const source = `import { takeLock } from '${module}'; const file = ${JSON.stringify(file)}; ${program}; setInterval(() => undefined, 1000);`;
  const args = ['--input-type=module-typescript', '-e', source];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, line };
}

async function takeAndDie(t: TestContext, file: string): Promise<void> {
  const { child, line } = await startProcess(t, file, 'console.log(Boolean(await takeLock(file)))');
  assert.deepEqual([line, await isLocked(file), await takeLock(file)], ['true', true, undefined]);
  child.kill('SIGKILL');
  await once(child, 'close');
}

/** Asserts that only one of many attempts at once gets the lock, and releases it. */
async function assertOneHolder(file: string): Promise<void> {
  const locks = await Promise.all(Array.from({ length: 8 }, () => takeLock(file)));
  await releaseOnly(file, locks);
}

/** Asserts that only one of them is a lock, and that no file is left when it is released. */
async function releaseOnly(file: string, locks: readonly (Lock | undefined)[]): Promise<void> {
  const had = locks.filter((lock) => lock !== undefined);
  assert.equal(had.length, 1);
  assert.equal(await isLocked(file), true);
  await had[0]!.release();
  assert.deepEqual(filesBeside(file), []);
}

/** A server on a free port, and a port on which nothing listens any more. */
async function listen() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}
async function freePort(): Promise<number> {
  const { server, port } = await listen();
  server.close();
  await once(server, 'close');
  return port;
}

/** Calls `before` before each of these functions. If it throws, the function isn't called. */
function onCalls(
  t: TestContext,
  calls: readonly ('readFile' | 'writeFile' | 'link' | 'rm')[],
  before: (call: string) => Promise<void>,
): void {
  for (const call of calls) {
    const real = fsp[call] as (...args: readonly unknown[]) => Promise<unknown>;
    mock.method(fsp, call, async (...args: readonly unknown[]) => {
      await before(call);
      return real(...args);
    });
  }
  syncBuiltinESMExports();
  t.after(() => {
    mock.restoreAll();
    syncBuiltinESMExports();
  });
}

describe('a lock', () => {
  it('has one holder, leaves no file, and is readable only by its user', async (t) => {
    const file = lockIn(t);
    const lock = await takeLock(file);
    assert.equal(await takeLock(file), undefined);
    assert.equal(await isLocked(file), true);
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
    await lock?.release();
    assert.equal(await isLocked(file), false);
    assert.deepEqual(filesBeside(file), []);
  });

  it('can be taken on Windows while its file is being removed', async (t) => {
    const file = lockIn(t);
    const own = process.platform;
    Object.defineProperty(process, 'platform', { value: 'win32' });
    t.after(() => Object.defineProperty(process, 'platform', { value: own }));
    const called: string[] = [];
    // First the file can't be read, and then no file with its name can be created.
    const refused = ['readFile 1', 'link 1', 'writeFile 2'];
    onCalls(t, ['readFile', 'link', 'writeFile'], async (call) => {
      const number = called.filter((one) => one.startsWith(call)).length + 1;
      called.push(`${call} ${number}`);
      if (refused.includes(called.at(-1)!)) throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
    });
    const lock = await takeLock(file);
    assert.ok(lock && refused.every((one) => called.includes(one)));
    await lock.release();
    assert.deepEqual(filesBeside(file), []);
  });

  it('is waited for up to a time limit', async (t) => {
    const file = lockIn(t);
    const first = await takeLock(file);
    assert.equal(await takeLock(file, 50), undefined);
    const second = takeLock(file, 10_000);
    await setTimeout(100);
    await first?.release();
    await (await second)!.release();
  });

  for (const [where, before] of [
    ['there is none', undefined],
    ['its holder is gone', DEAD],
  ] as const) {
    it(`that another caller has taken meanwhile, if ${where}, is not given to a caller whose disk is slow`, async (t) => {
      const file = lockIn(t);
      if (before !== undefined) writeFileSync(file, before);
      const others: (Lock | undefined)[] = [];
      const first = new Set<string>();
      onCalls(t, ['writeFile', 'link'], async (call) => {
        if (first.has(call)) return;
        first.add(call);
        others.push(await takeLock(file));
      });
      const mine = await takeLock(file);
      assert.equal(others.length, 2);
      await releaseOnly(file, [mine, ...others]);
    });
  }

  it('has one holder at a time among many, and lets the next one in', async (t) => {
    const file = lockIn(t);
    writeFileSync(file, DEAD);
    let holders = 0;
    let times = 0;
    const work = async (): Promise<void> => {
      for (let turn = 0; turn < 25; turn += 1) {
        const lock = await takeLock(file);
        if (!lock) {
          await setImmediate();
          continue;
        }
        holders += 1;
        times += 1;
        assert.equal(holders, 1);
        await setImmediate();
        assert.equal(await isLocked(file), true);
        holders -= 1;
        await lock.release();
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    assert.ok(times > 1, String(times));
    assert.deepEqual(filesBeside(file), []);
  });

  it('is free for one process after its holder, which had taken it over from a killed process, was killed as well', async (t) => {
    const file = lockIn(t);
    await takeAndDie(t, file);
    await takeAndDie(t, file);
    assert.equal(await isLocked(file), false);
    await assertOneHolder(file);
  });

  it('is free if its holder is gone, and a different process has its ID or listens on its port', async (t) => {
    const file = lockIn(t);
    const { server, port: used } = await listen();
    t.after(() => server.close());
    const port = await freePort();
    const { pid: gone } = JSON.parse(DEAD) as { readonly pid: number };
    for (const holder of [
      { pid: process.pid, port },
      { pid: process.ppid, port },
      { pid: gone, port: used },
    ]) {
      writeFileSync(file, JSON.stringify(holder));
      assert.equal(await isLocked(file), false);
      await (await takeLock(file))!.release();
      assert.deepEqual(filesBeside(file), []);
    }
    writeFileSync(file, JSON.stringify({ pid: process.pid, port: used }));
    assert.equal(await isLocked(file), true);
  });

  it('without an owner is free, unless it may still be being written, or its time is in the future: the clock was set back', async (t) => {
    const texts = ['', 'null', '{"pid":-1,"port":1}', '{"pid":1}', '[[['];
    const hour = 3_600_000;
    for (const [text, time] of [...texts.map((one) => [one, 0] as const), ...[1, 24].map((hours) => ['', Date.now() + hours * hour] as const)]) {
      const file = lockIn(t);
      writeFileSync(file, text);
      assert.equal(await takeLock(file), undefined);
      utimesSync(file, new Date(time), new Date(time));
      assert.equal(await isLocked(file), false);
      await (await takeLock(file))!.release();
      assert.deepEqual(filesBeside(file), []);
    }
  }); // prettier-ignore

  it('that is a broken link is free for one process', { skip: process.platform === 'win32' }, async (t) => {
    const file = lockIn(t);
    symlinkSync(path.join(path.dirname(file), 'nothing'), file);
    assert.equal(await isLocked(file), false);
    await assertOneHolder(file);
  });

  it('is not free if its port can’t be checked, because only a refused connection proves that nobody listens', async (t) => {
    const file = lockIn(t);
    writeFileSync(file, JSON.stringify({ pid: process.pid, port: await freePort() }));
    assert.equal(await isLocked(file), false);
    for (const code of ['EMFILE', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EACCES']) {
      const connect = mock.method(net, 'connect', () => {
        const socket = new net.Socket();
        process.nextTick(() => socket.destroy(Object.assign(new Error(code), { code })));
        return socket;
      });
      syncBuiltinESMExports();
      try {
        assert.equal(await isLocked(file), true, code);
        assert.equal(await takeLock(file), undefined, code);
      } finally {
        connect.mock.restore();
        syncBuiltinESMExports();
      }
    }
  });

  it('stays with its holder if the system accepts no connections for a while', async (t) => {
    const file = lockIn(t);
    const create = mock.method(net, 'createServer');
    syncBuiltinESMExports();
    t.after(() => {
      create.mock.restore();
      syncBuiltinESMExports();
    });
    const lock = await takeLock(file);
    const guard = create.mock.calls[0]!.result!;
    for (let times = 0; times < 3; times += 1) guard.emit('error', Object.assign(new Error('accept'), { code: 'EMFILE' }));
    assert.equal(await isLocked(file), true);
    await lock?.release();
    assert.equal(guard.listening, false);
  });

  it('that was taken over has one holder while it is released, too', async (t) => {
    const file = lockIn(t);
    writeFileSync(file, DEAD);
    const mine = (await takeLock(file))!;
    const others: (Lock | undefined)[] = [];
    let isReleasing = true;
    // A different process tries to take the lock before and after each file is removed.
    onCalls(t, ['rm'], async () => {
      if (!isReleasing) return;
      isReleasing = false;
      others.push(await takeLock(file));
      isReleasing = true;
    });
    await mine.release();
    isReleasing = false;
    others.push(await takeLock(file));
    await releaseOnly(file, others);
  });

  it('has one holder on a disk without hard links, too', async (t) => {
    const file = lockIn(t);
    onCalls(t, ['link'], () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })));
    for (const before of [undefined, DEAD]) {
      if (before !== undefined) writeFileSync(file, before);
      await assertOneHolder(file);
    }
  });

  it('reports why it can’t be taken', async (t) => {
    await assert.rejects(takeLock(path.join(lockIn(t), 'no', 'one.lock')), { code: 'ENOENT' });
  });
});
