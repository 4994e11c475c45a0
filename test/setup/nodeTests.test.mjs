/** The counting of tests: one each, whatever way they end. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('nodeTests.mjs', import.meta.url));
const head = "import { describe, it, before } from 'node:test'; import assert from 'node:assert';\n";
let dir;

before(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-counting-'));
});
after(() => rmSync(dir, { recursive: true, force: true }));

/** Runs one file with this text, and gives what was counted. */
function count(text, ...args) {
  const file = path.join(dir, 'sample.test.mjs');
  const json = path.join(dir, 'outcome.json');
  rmSync(json, { force: true });
  writeFileSync(file, head + text);
  // A run inside a run would think that it is the inner one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [script, '--json', json, ...args, file], {
    env,
    encoding: 'utf8',
    timeout: 30_000,
  });
  const { failures, ...counts } = JSON.parse(readFileSync(json, 'utf8'));
  const names = failures.map(({ name }) => name.replace(/^.*sample\.test\.mjs( › )?/, ''));
  return { ...counts, names, errors: failures.map(({ error }) => error), status };
}

it('counts tests, not the suites around them', () => {
  const { passed, failed, skipped, status } = count(
    "describe('a', () => { it('b', () => {}); it('c', () => {}); it.skip('d', () => {}); });",
  );
  assert.deepEqual({ passed, failed, skipped, status }, { passed: 2, failed: 0, skipped: 1, status: 0 });
});

it('names a failed test with all around it, and counts it once', () => {
  const { failed, names, errors, status } = count(
    "describe('a', () => { it('b', async (t) => { await t.test('c', () => assert.fail('boo')); }); });",
  );
  assert.deepEqual({ failed, names, status }, { failed: 1, names: ['a › b › c'], status: 1 });
  assert.match(errors[0], /boo/);
});

it('counts a file as failed that leaves something in its temporary folder, and takes that away', () => {
  const write = (after) =>
    `import { mkdtempSync, rmdirSync } from 'node:fs'; import os from 'node:os';
    it('a', () => { const folder = mkdtempSync(os.tmpdir() + '/left-'); ${after} });`;
  const { passed, failed, names, errors, status } = count(write(''));
  assert.deepEqual({ passed, failed, names, status }, { passed: 1, failed: 1, names: [''], status: 1 });
  assert.match(errors[0], /^it left 1 in the temporary folder: left-\w{6}$/);
  assert.equal(count(write('rmdirSync(folder);')).failed, 0);
  assert.deepEqual(
    readdirSync(os.tmpdir()).filter((name) => name.startsWith('left-')),
    [],
  );
});

it('counts a hook that fails', () => {
  const { failed } = count("describe('a', () => { before(() => assert.fail('boo')); it('b', () => {}); });");
  assert.ok(failed > 0);
});

it('counts a file that crashes, or has no test, as failed', () => {
  assert.deepEqual(count('process.exit(3);').errors, ['it failed outside its tests']);
  assert.deepEqual(count('').errors, ['there is no test in it']);
});

it('ends a file that hangs, and counts it as failed', () => {
  const { failed, errors } = count("it('a', () => {}); setInterval(() => {}, 1000);", '--limit', '2');
  assert.equal(failed, 1);
  assert.deepEqual(errors, ['it was not done after 2 s']);
});

it('ends a test that hangs, counts it as failed, and goes on with the others', () => {
  const hanging = "it('a', () => new Promise((done) => setTimeout(done, 12_000))); it('b', () => {});";
  const { passed, names, errors } = count(hanging, '--test-limit', '1', '--limit', '20');
  assert.deepEqual({ passed, names }, { passed: 1, names: ['a', ''] });
  assert.match(errors[0], /timed out after 1000ms/);
});

it('leaves a test the time that it asks for itself, and a suite that of its tests', () => {
  const slow = 'setTimeout(done, 700)';
  const { passed, failed } = count(
    `it('a', { timeout: 5_000 }, () => new Promise((done) => setTimeout(done, 1_500)));
     describe('b', () => { for (const name of 'cd') it(name, () => new Promise((done) => ${slow})); });`,
    '--test-limit',
    '1',
  );
  assert.deepEqual({ passed, failed }, { passed: 3, failed: 0 });
});

it('ends a file in which a test never gives way, long before the limit of the file', () => {
  const { failed, errors } = count("it('a', () => { for (;;); });", '--test-limit', '1', '--limit', '25');
  assert.equal(failed, 1);
  assert.deepEqual(errors, ['no test of it ended for 3 s']);
});

it('counts a test that fails as failed, though it would pass the next time', () => {
  const marker = JSON.stringify(path.join(dir, 'was-run'));
  const onlyOnce = `import { existsSync, writeFileSync } from 'node:fs';
    it('one', () => {});
    it('two', () => { const isAgain = existsSync(${marker}); writeFileSync(${marker}, ''); assert.ok(isAgain, 'boo'); });`;
  const { passed, names, status } = count(onlyOnce);
  assert.deepEqual({ passed, names, status }, { passed: 1, names: ['two'], status: 1 });
});

it('runs the tests that a pattern names, and ends though a server was left', () => {
  const { passed, failed } = count(
    "before(() => { setInterval(() => {}, 1000); }); it('one', () => {}); it('two', () => {});",
    '--grep',
    'ONE',
  );
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 0 });
  const none = count("before(() => { setInterval(() => {}, 1000); }); it('one', () => {});", '--grep', 'three', '--limit', '5');
  assert.deepEqual({ passed: none.passed, failed: none.failed }, { passed: 0, failed: 0 });
});
