/** Tests `npm start`: it serves an address of this machine, is closed to others, and leaves nothing after Ctrl-C. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from '../../../setup/places.mjs';
import { launchBrowser } from '../../driver/chromium.mjs';

const START_LIMIT_MILLISECONDS = 120_000;

describe('npm start', () => {
  /** All processes and files of this test use this folder. */
  let tempDir;
  let program;
  let address;
  let cookie;

  before(async () => {
    tempDir = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-start-'));
    program = spawn(process.execPath, ['test/setup/start.mjs', '--browser'], {
      cwd: root,
      env: { ...process.env, TMPDIR: tempDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    address = new URL(await addressIn(program));
  });

  after(() => {
    program?.kill('SIGKILL');
    if (tempDir) rmSync(tempDir, { recursive: true, force: true });
  });

  it('prints an address of this machine', () => {
    assert.match(address.href, /^http:\/\/127\.0\.0\.1:\d+\/\?tkn=[0-9a-f]{32}$/);
  });

  it('refuses requests without a token, or with a wrong one', async () => {
    assert.equal((await ask('/')).status, 403);
    assert.equal((await ask('/?tkn=guess')).status, 403);
    assert.equal((await ask('/mint-key', { method: 'POST' })).status, 403);
    assert.equal((await ask('/mint-key', { method: 'POST', headers: { cookie: 'vscode-tkn=guess' } })).status, 403);
  });

  it('accepts requests with the token', async () => {
    const answer = await ask(address.search ? `/${address.search}` : '/');
    assert.equal(answer.status, 302);
    cookie = answer.headers['set-cookie'][0].split(';')[0];
    const home = await ask('/', { headers: { cookie } });
    assert.equal(home.status, 302);
    assert.match(home.headers.location, /folder=.*flag-admin-sample.*accounts\.csv/);
    assert.equal((await ask('/?ew=true', { headers: { cookie } })).status, 200);
  });

  it('returns the same half of the key each time, and only to its own page', async () => {
    const mint = (headers = {}) => ask('/mint-key', { method: 'POST', headers: { cookie, ...headers } });
    const first = await mint({ origin: address.origin });
    assert.equal(first.status, 200);
    assert.equal(first.body.length, 32);
    assert.deepEqual((await mint()).body, first.body);
    assert.equal((await mint({ origin: 'https://elsewhere.example' })).status, 403);
    assert.equal((await ask('/mint-key', { headers: { cookie } })).status, 403);
  });

  it('refuses every host name except that of this machine', async () => {
    assert.equal((await ask('/', { headers: { cookie, host: 'elsewhere.example' } })).status, 403);
    assert.equal((await ask('/', { headers: { cookie, host: `localhost:${address.port}` } })).status, 302);
  });

  it('opens the sample folder with accounts.csv and the extension', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(address.href);
      await page.locator('.tab', { hasText: 'accounts.csv' }).waitFor({ timeout: 40_000 });
      await page.locator('.activitybar .action-label[aria-label^="Flag Admin"]').waitFor();
      assert.ok(!page.url().includes('tkn='), 'the token does not stay in the address bar');
      await page.reload();
      await page.locator('.activitybar .action-label[aria-label^="Flag Admin"]').waitFor({ timeout: 40_000 });
      assert.ok(!page.url().includes('payload='), 'a reload opens no file, but brings back what was open');
    } finally {
      await browser.close();
    }
  });

  it('leaves no process and no file after Ctrl-C', async () => {
    assert.notDeepEqual(processesOf(tempDir), [], 'the server runs');
    const exited = new Promise((resolve) => program.once('exit', resolve));
    program.kill('SIGINT');
    assert.equal(await exited, 0);
    assert.deepEqual(processesOf(tempDir), []);
    assert.deepEqual(readdirSync(tempDir), []);
  });

  /** One plain request; redirects are not followed. */
  function ask(target, { method = 'GET', headers = {} } = {}) {
    return new Promise((resolve, reject) => {
      const request = http.request(
        { host: address.hostname, port: address.port, path: target, method, headers, agent: false },
        (answer) => {
          const chunks = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }));
        },
      );
      request.on('error', reject).end();
    });
  }
});

/** The address that it prints when it is ready. */
function addressIn(program) {
  return new Promise((resolve, reject) => {
    let text = '';
    const limit = setTimeout(
      () => reject(new Error(`no address after ${START_LIMIT_MILLISECONDS / 1_000} s:\n${text}`)),
      START_LIMIT_MILLISECONDS,
    );
    program.once('exit', (code) => reject(new Error(`it ended with code ${code}:\n${text}`)));
    program.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const found = /http:\S+/.exec(text)?.[0];
      if (!found) return;
      clearTimeout(limit);
      resolve(found);
    });
  });
}

/** Returns the command lines of the processes with this temporary folder. */
function processesOf(tempDir) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TMPDIR=${tempDir}`);
        return isOurs ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
      } catch {
        return []; // ended meanwhile
      }
    });
}
