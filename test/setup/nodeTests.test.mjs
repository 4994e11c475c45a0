/** Tests that each test counts once, however it ends. */
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

/** Runs a file with this text, or a group of files, and returns the counts and the output. */
function count(text, ...args) {
  const texts = [text].flat();
  const files = texts.map((_, index) => path.join(dir, `sample${index || ''}.test.mjs`));
  const json = path.join(dir, 'outcome.json');
  rmSync(json, { force: true });
  for (const [index, file] of files.entries()) writeFileSync(file, head + texts[index]);
  // With this variable, Node would treat the nested run as a part of this test run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [script, '--json', json, `--group=${files.length}`, ...args, ...files], {
    env: { ...env, TMPDIR: dir, TEMP: dir, TMP: dir },
    encoding: 'utf8',
    timeout: 30_000,
  });
  const { failures, ...counts } = JSON.parse(readFileSync(json, 'utf8'));
  const names = failures.map(({ name }) =>
    name.replace(/^.*(sample\d*)\.test\.mjs( › )?/, (_, sample) => (texts.length > 1 ? `${sample}: ` : '')),
  );
  return { ...counts, names, errors: failures.map(({ error }) => error), status, stdout };
}

it('counts tests, not the suites around them, but a skipped suite as one test', () => {
  const { passed, failed, skipped, status } = count(
    "describe('a', () => { it('b', () => {}); it('c', () => {}); it.skip('d', () => {}); });" +
      "describe.skip('e', () => { it('f', () => {}); it('g', () => {}); });",
  );
  assert.deepEqual({ passed, failed, skipped, status }, { passed: 2, failed: 0, skipped: 2, status: 0 });
});

it('names a failed test with the suites around it, and counts it once', () => {
  const { failed, names, errors, status } = count(
    "describe('a', () => { it('b', async (t) => { await t.test('c', () => assert.fail('boo')); }); });",
  );
  assert.deepEqual({ failed, names, status }, { failed: 1, names: ['a › b › c'], status: 1 });
  assert.match(errors[0], /boo/);
});

it('counts only the last attempt of a file that fails', () => {
  const text = (name) => {
    const mark = JSON.stringify(path.join(dir, name));
    return `import fs from 'node:fs'; it('a', () => { if (!fs.existsSync(${mark})) { fs.writeFileSync(${mark}, ''); assert.fail(); } });`;
  };
  const { passed, failed } = count(text('once'), '--attempts=2');
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 0 });
  assert.equal(count(text('again')).failed, 1);
  assert.equal(count("it('a', () => assert.fail());", '--attempts=2').failed, 1);
});

it('counts a file as failed if it crashes or has no test', () => {
  assert.deepEqual(count('process.exit(3);').errors, ['it failed outside its tests']);
  assert.deepEqual(count('').errors, ['there is no test in it']);
});

it('ends a file that hangs, and counts it as failed', () => {
  const { failed, errors } = count("it('a', () => {}); setInterval(() => {}, 1000);", '--limit', '2');
  assert.equal(failed, 1);
  assert.deepEqual(errors, ['it was not done after 2 s']);
});

it('ends a file in which a test blocks the event loop, long before the limit of the file', () => {
  const { failed, errors } = count("it('a', () => { for (;;); });", '--test-limit', '0.5', '--limit', '25');
  assert.equal(failed, 1);
  assert.deepEqual(errors, ['no test of it ended for 1.5 s']);
});

it('runs the tests that match a pattern, and ends even if a server is still running', () => {
  const { passed, failed } = count(
    "before(() => { setInterval(() => {}, 1000); }); it('one', () => {}); it('two', () => {});",
    '--grep',
    'ONE',
  );
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 0 });
  const none = count("before(() => { setInterval(() => {}, 1000); }); it('one', () => {});", '--grep', 'three', '--limit', '5');
  assert.deepEqual({ passed: none.passed, failed: none.failed }, { passed: 0, failed: 0 });
});

it('runs a group of files in one process, each with its own copy of our modules', () => {
  const places = JSON.stringify(new URL('places.mjs', import.meta.url));
  const same = count([
    `import * as ours from ${places}; globalThis.first = ours; it('a', () => {});`,
    `import * as ours from ${places}; it('b', () => assert.ok(globalThis.first && globalThis.first !== ours));`,
  ]);
  assert.deepEqual({ passed: same.passed, errors: same.errors }, { passed: 2, errors: [] });
});

it('names the failed file of a group, and all files that may have ended their process', () => {
  const failing = count(["it('a', () => {});", "it('b', () => assert.fail());", '']);
  assert.deepEqual({ passed: failing.passed, names: failing.names }, { passed: 1, names: ['sample1: b', 'sample2: '] });
  const ended = count(["it('a', () => process.exit(3));", "it('b', () => {});"]);
  assert.deepEqual(ended.names, ['sample: ', 'sample1: ']);
  for (const error of ended.errors) assert.equal(error, 'it failed outside its tests, or another file in its process did');
});

it('names the files that were not done when their process ended without an error', () => {
  const { passed, names, errors } = count(
    [
      "it('a', () => process.exit(0));",
      "it('b', { timeout: 50 }, () => new Promise(() => {}));", // with nothing left to do, Node ends the process
      "it('c', () => assert.fail());",
      "it('d', () => {});",
    ],
    '--group=2', // runs the first file with the third, and the second with the fourth
  );
  assert.deepEqual({ passed, names }, { passed: 0, names: ['sample: ', 'sample2: ', 'sample1: b', 'sample3: '] });
  for (const index of [0, 1, 3]) assert.equal(errors[index], 'its process ended before it was done');
  assert.match(errors[2], /timed out after 50ms/);
});

it('prints an error after the end of its test once, and fails a test that is declared too late', () => {
  const waits = "it('waits', () => new Promise((resolve) => setTimeout(resolve, 60)));";
  const { passed, names, errors, stdout } = count(
    [
      "it('a', () => { setTimeout(() => { throw new Error('too late'); }, 20); });",
      "it('b', (t) => { setTimeout(() => t.test('later', () => {}), 20); });",
      waits,
      waits,
    ],
    '--group=2', // runs the first file with the third, and the second with the fourth
  );
  assert.deepEqual({ passed, names }, { passed: 4, names: ['sample: ', 'sample2: ', 'sample1: later'] });
  assert.match(errors[2], /its parent finished/);
  assert.match(stdout, /Test "a" at .*sample\.test\.mjs:2:1 .*Error: too late/);
  assert.equal(stdout.split('too late').length, 2);
});

it('counts a file that leaves something in its temporary folder as failed, and removes what it left', () => {
  const head = "import { mkdtempSync, rmdirSync } from 'node:fs'; import os from 'node:os'; it('a', () => {";
  const make = `${head} const folder = mkdtempSync(os.tmpdir() + '/left-');`;
  const { passed, failed, names, errors } = count(["it('a', () => {});", `${make} });`, `${make} rmdirSync(folder); });`]);
  assert.deepEqual({ passed, failed, names }, { passed: 3, failed: 1, names: ['sample1: '] });
  assert.match(errors[0], /^it left 1 in the temporary folder: left-\w{6}$/);
  const folders = readdirSync(dir).filter((name) => name.startsWith('fa-'));
  assert.deepEqual(folders, []);
});
