/** Tests that scripts that install dependencies import only what is there before the installation. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { canRunHost, root } from './places.mjs';

/** Scripts for a clone in which `npm ci` was run. */
const AFTERWARDS = ['build', 'check', 'docs', 'format'];

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

describe('in a fresh clone', () => {
  let clone;
  let npm;
  before(() => {
    clone = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-clone-'));
    for (const place of ['package.json', 'package-lock.json', 'test/setup', 'test/host/driver'])
      cpSync(path.join(root, place), path.join(clone, place), { recursive: true });
    npm = path.join(clone, 'npm.cjs');
    writeFileSync(npm, 'process.exit(7);');
  });
  after(() => rmSync(clone, { recursive: true, force: true }));

  for (const [name, command] of Object.entries(scripts)) {
    if (AFTERWARDS.includes(name)) continue;
    const skip = name === 'start' && !canRunHost ? 'needs Linux x64, or a desktop VS Code' : false;
    it(`npm reports a missing installation: ${name}`, { skip }, () => {
      const [, script] = /^node (\S+)$/.exec(command);
      assert.ok(existsSync(path.join(clone, script)));
      const { stdout, stderr, status } = spawnSync(process.execPath, [script], {
        cwd: clone,
        encoding: 'utf8',
        env: { ...process.env, npm_execpath: npm, FLAG_ADMIN_NO_DESKTOP: '1' },
      });
      assert.match(stdout + stderr, /"npm ci" failed in .* \(code 7\)/);
      assert.equal(status, 1);
    });
  }
});
