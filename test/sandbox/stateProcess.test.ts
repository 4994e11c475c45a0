/** The state file under real processes: killed, refused, out of room. */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { assertError } from './raw.ts';
import { addedKeys, addKeys, startProcess, stateFiles, type Process } from './stateRuns.ts';

const newFile = stateFiles();
const started: Process[] = [];
const start = (file: string, options?: Parameters<typeof startProcess>[1]): Process => {
  const one = startProcess(['--json', '--state', file], options);
  started.push(one);
  return one;
};
after(() => Promise.all(started.map((one) => one.kill())));

describe('sandbox: command line with --state', { concurrency: true }, () => {
  it('has all confirmed changes after it was killed during many changes', async () => {
    const file = newFile();
    const confirmed = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const one = start(file);
      const running = await one.ready();
      const held = await addedKeys(running);
      for (const key of confirmed) assert.ok(held.includes(key), `${key} was confirmed`);
      let isOver = false;
      const client = async (name: string) => {
        for (let count = 0; !isOver; count += 1) {
          const key = `new-${round}-${name}-${count}`;
          const answer = await addKeys(running, key).catch(() => undefined);
          if (answer?.status === 200) confirmed.add(key);
        }
      };
      const clients = ['a', 'b', 'c'].map(client);
      // However slow the machine: some are confirmed, and the next ones are under way.
      const enough = confirmed.size + 4;
      while (confirmed.size < enough) await setTimeout(5);
      await setTimeout(37 * round);
      await one.kill();
      isOver = true;
      await Promise.all(clients);
    }
    assert.ok(confirmed.size > 12, `${confirmed.size} changes were confirmed`);
  });

  it('refuses a file that a different sandbox uses, with a message', async () => {
    const file = newFile();
    const first = start(file);
    const running = await first.ready();
    const second = start(file);
    assert.deepEqual(await second.ended, [1, null]);
    assert.equal(second.said.out, '');
    assert.match(second.said.err, /^The sandbox could not be started: .* is in use by another sandbox\n$/);
    assert.equal((await addKeys(running, 'new-1')).status, 200);
  });

  it('reports where it moved a file that it could not read', async () => {
    const file = newFile();
    writeFileSync(file, '{}');
    const one = start(file);
    assert.deepEqual(await addedKeys(await one.ready()), []);
    assert.ok(one.said.err.startsWith('The state could not be read (') && one.said.err.includes(`${file}.unreadable`));
    assert.equal(one.said.err.trimEnd().split('\n').length, 1);
  });

  it('refuses changes that the disk has no room for, and continues', { skip: process.platform === 'win32' }, async () => {
    const file = newFile();
    const one = start(file, { shell: 'ulimit -f 100' });
    const running = await one.ready();
    assertError(await addKeys(running, 'new-1'), 507, /\(EFBIG\), so nothing was changed/);
    assert.deepEqual(await addedKeys(running), []);
    await one.kill();
    assert.deepEqual(readdirSync(path.dirname(file)), ['state.json.lock']);
  });
});
