/** One state file, one sandbox: also where the last one was killed, and where several start at once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { takeLock, type StateUnusable } from '../../src/sandbox/stateLock.ts';
import { stateFiles } from './stateRuns.ts';

const newFile = stateFiles();
const inUse = { kind: 'stateUnusable', reason: 'inUse' };

/** The number of a process that has ended. */
async function pidOfNobody(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'close');
  return child.pid!;
}

/** A port that nobody listens on. */
async function portOfNobody(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('the lock of a state file', () => {
  it('is had by one, who is named, and then by the next', async () => {
    const file = newFile();
    const first = await takeLock(file, 0);
    await assert.rejects(takeLock(file, 0), (error: StateUnusable) => {
      assert.equal(error.reason, 'inUse');
      assert.ok(error.message.includes(`process ${process.pid}`) && error.message.includes(`${file}.lock`));
      return true;
    });
    await first.release();
    assert.ok(!existsSync(`${file}.lock`));
    await (await takeLock(file, 0)).release();
  });

  it('is waited for', async () => {
    const file = newFile();
    const first = await takeLock(file, 0);
    const second = takeLock(file, 10_000);
    await setTimeout(150);
    await first.release();
    await (await second).release();
  });

  it('is not let go by one who has lost it', async () => {
    const file = newFile();
    const first = await takeLock(file, 0);
    writeFileSync(`${file}.lock`, 'of another');
    await first.release();
    assert.equal(readFileSync(`${file}.lock`, 'utf8'), 'of another');
  });

  it('is taken over from a process that is gone, and from one that has only its number', async () => {
    const listening = await takeLock(newFile(), 0);
    const port = await portOfNobody();
    for (const holder of [
      { pid: await pidOfNobody(), port },
      { pid: process.pid, port },
      { pid: process.ppid, port },
    ]) {
      const file = newFile();
      writeFileSync(`${file}.lock`, JSON.stringify(holder));
      await (await takeLock(file, 0)).release();
      assert.ok(!existsSync(`${file}.lock`));
    }
    await listening.release();
  });

  it('is taken over where it names nobody, but not while it may be being written', async () => {
    for (const text of ['', 'null', '{"pid": -1, "port": 1}', '{"pid": 1}', '[[[']) {
      const file = newFile();
      writeFileSync(`${file}.lock`, text);
      await assert.rejects(takeLock(file, 0), inUse);
      utimesSync(`${file}.lock`, 0, 0);
      await (await takeLock(file, 0)).release();
    }
  });

  it('is had by one of many that find it stale at once', async () => {
    const file = newFile();
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: await pidOfNobody(), port: await portOfNobody() }));
    const taken = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(file, 300)));
    const locks = taken.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    assert.equal(locks.length, 1);
    await locks[0]?.release();
  });

  it('is left to whoever took it over at the same moment', async () => {
    const [file, elsewhere] = [newFile(), newFile()];
    const another = await takeLock(elsewhere, 0);
    const stale = JSON.stringify({ pid: process.pid, port: await portOfNobody() });
    writeFileSync(`${file}.lock`, stale);
    const refused = assert.rejects(takeLock(file, 0), inUse);
    while (readFileSync(`${file}.lock`, 'utf8') === stale) await setImmediate();
    copyFileSync(`${elsewhere}.lock`, `${file}.lock`);
    await refused;
    await another.release();
  });
});
