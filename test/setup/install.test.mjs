/** Tests that the setup installs dependencies only if needed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled } from './install.mjs';

describe('ensureInstalled', () => {
  let dir;
  before(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-install-'));
  });
  beforeEach(() => rmSync(path.join(dir, 'node_modules'), { recursive: true, force: true }));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('installs missing dependencies, and installs again only when the lockfile has changed', async () => {
    writePackage(dir, '1.0.0');
    await ensureInstalled(dir);
    assert.ok(existsSync(path.join(dir, 'node_modules', 'thing', 'package.json')));
    const mark = path.join(dir, 'node_modules', 'mark'); // npm ci would remove it
    writeFileSync(mark, '');
    await ensureInstalled(dir);
    assert.ok(existsSync(mark));
    writePackage(dir, '2.0.0');
    await ensureInstalled(dir);
    assert.ok(!existsSync(mark));
  });

  it('installs once when two set-ups run side by side, and says nothing on stdout', async () => {
    writePackage(dir, '1.0.0');
    const [one, two] = await Promise.all([setUpElsewhere(dir), setUpElsewhere(dir)]);
    assert.deepEqual([one.code, two.code], [0, 0]);
    assert.deepEqual([one.stdout, two.stdout], ['', '']);
    assert.equal(`${one.stderr}${two.stderr}`.match(/Installing/g)?.length, 1);
  });

  it('reports in a sentence that npm failed', async () => {
    writePackage(dir, '1.0.0');
    writeFileSync(path.join(dir, 'package-lock.json'), '{}');
    const { code, stderr } = await setUpElsewhere(dir);
    assert.equal(code, 1);
    assert.match(stderr, /"npm ci" failed in .* \(code \d+\)/);
  });

  it(
    'ends npm when it ends, so that it does not disturb the next setup in the same folder',
    { skip: process.platform === 'win32' },
    async () => {
      writePackage(dir, '1.0.0');
      const npm = path.join(dir, 'npm.cjs');
      const pidFile = path.join(dir, 'npm.pid');
      writeFileSync(
        npm,
        `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setTimeout(() => {}, 10_000);`,
      );
      const setUp = startSetUp(dir, { npm_execpath: npm });
      const ended = new Promise((resolve) => setUp.once('exit', resolve));
      while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await sleep(20);
      let said = '';
      setUp.stderr.setEncoding('utf8').on('data', (text) => (said += text));
      setUp.kill('SIGTERM');
      assert.equal(await ended, 143);
      assert.doesNotMatch(said, /failed/);
      assert.throws(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0), { code: 'ESRCH' });
    },
  );
});

/** A package with one local dependency, so that nothing is downloaded. */
function writePackage(dir, version) {
  const dependencies = { thing: 'file:thing' };
  const lock = {
    name: 'sample',
    lockfileVersion: 3,
    packages: {
      '': { name: 'sample', dependencies },
      'node_modules/thing': { resolved: 'thing', link: true },
      thing: { version },
    },
  };
  mkdirSync(path.join(dir, 'thing'), { recursive: true });
  writeFileSync(path.join(dir, 'thing', 'package.json'), JSON.stringify({ name: 'thing', version }));
  writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ name: 'sample', dependencies }));
  writeFileSync(path.join(dir, 'package-lock.json'), JSON.stringify(lock));
}

/** Starts the setup in a separate process. */
function startSetUp(dir, env = {}) {
  const script = `import { ensureInstalled } from ${JSON.stringify(new URL('install.mjs', import.meta.url).href)}; await ensureInstalled(${JSON.stringify(dir)});`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}

/** Runs the setup in a separate process until it ends, and returns its exit code and output. */
function setUpElsewhere(dir) {
  return new Promise((resolve, reject) => {
    const child = startSetUp(dir);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (said[name] += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}
