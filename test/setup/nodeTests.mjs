/**
 * Runs test files of node:test, and counts their tests:
 * `node nodeTests.mjs --json FILE [--grep PATTERN] [--jobs N] [--group N] [--attempts N] [--limit SECONDS] [--test-limit SECONDS]
 * FILE…`.
 * Prints the tests that failed; writes an Outcome as JSON.
 *
 * `--jobs` is the number of processes at the same time. Each runs `--group` files one after the other, or a single file if
 * there is a pattern. With `--attempts 2`, a group with a failed test runs a second time, and only that run counts.
 *
 * `--limit` is the time limit of a file, and `--test-limit` that of each test without its own `timeout`. node:test can't end a
 * test that blocks the event loop. So a process ends if it reports nothing for three times `--test-limit`.
 *
 * Each file has its own temporary folder, and fails if it leaves something in it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs, stripVTControlCharacters } from 'node:util';
import { failureInWords, inWords, sum } from './outcome.mjs';
import { root } from './places.mjs';
import { leftInWords, openTemporaryFolder } from './temporaryFolder.mjs';

const compileCache = String(new URL('compileCache.mjs', import.meta.url));
const groupScript = fileURLToPath(new URL('testGroup.mjs', import.meta.url));

async function runFiles(files, { jobs, group, attempts, ...options }) {
  const all = files.map((file) => path.resolve(root, file));
  const { true: alone = [], false: others = [] } = Object.groupBy(all, runsAlone);
  const count = Math.ceil(others.length / (options.grep ? 1 : group));
  const dealt = Array.from({ length: count }, (_, first) => others.filter((_file, index) => index % count === first));
  const groups = [...alone.map((file) => [file]), ...dealt]; // the dealt groups take about equally long
  const outcomes = [];
  const work = async () => {
    while (groups.length > 0) {
      const members = groups.shift();
      let outcome = await runGroup(members, options);
      for (let attempt = 2; outcome.failed > 0 && attempt <= attempts; attempt += 1) {
        process.stdout.write(`${members.map(placeOf).join(', ')}: attempt ${attempt} of ${attempts}\n`);
        outcome = await runGroup(members, options);
      }
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return sum(outcomes);
}

/**
 * Node loads a CommonJS module, such as the built extension, only once for each process, so the module would use the fake
 * `vscode` of an earlier file. So a file with a fake `vscode` runs alone.
 */
const runsAlone = (file) => readFileSync(file, 'utf8').includes('useFakeVscode');

/** Runs files one after the other in one process. */
async function runGroup(files, { grep, limitMilliseconds, testLimitMilliseconds }) {
  const outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const names = []; // the file, suites and tests around the reported one
  const waiting = [...files]; // the files that have not ended
  const lateErrors = []; // errors after the end of their test, which node:test reports as notes on the script
  let isEmpty = true;
  const ending = new AbortController();
  const end = (milliseconds, words) =>
    setTimeout(() => ending.abort(new Error(`${words} ${milliseconds / 1_000} s`)), milliseconds);
  const limit = end(limitMilliseconds * files.length, 'it was not done after');
  const silence = end(3 * testLimitMilliseconds, 'no test of it ended for');
  const folders = files.map(() => openTemporaryFolder());
  const group = { files: files.map((file, index) => ({ file, env: folders[index].env })), limitMilliseconds };
  const events = run({
    files: [groupScript],
    env: { ...process.env, ...folders[0].env, TEST_GROUP: JSON.stringify(group) },
    signal: ending.signal, // ends the process
    // If all tests are skipped, the hooks that stop the servers of a file don't run.
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--import',
      compileCache,
      `--test-timeout=${testLimitMilliseconds}`,
      ...(grep ? ['--test-force-exit'] : []),
    ],
    ...(grep && { testNamePatterns: [new RegExp(grep, 'i')] }),
  });
  for await (const { type, data } of events) {
    silence.refresh();
    const isFile = data.nesting === 0 && data.name === waiting[0];
    // A suite that failed only because of a test in it does not count as a failure.
    const isCause = type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed';
    if (type === 'test:start') names.splice(data.nesting, Infinity, data.nesting === 0 ? placeOf(data.name) : data.name);
    else if (type === 'test:stderr') process.stderr.write(data.message);
    else if (type === 'test:diagnostic' && data.file === groupScript) lateErrors.push(data.message);
    else if (type !== 'test:pass' && type !== 'test:fail') continue;
    else if (isFile) {
      waiting.shift();
      if (isCause) fail(outcome, names[0], errorText(data.details.error));
      else if (isEmpty && !grep) fail(outcome, names[0], 'there is no test in it');
      isEmpty = true;
    } else if (data.name === groupScript) {
      if (type === 'test:pass') continue; // the group script itself is no test
      // node:test reports the script as a test if its process crashed or was ended. It may lose the last reports before that.
      const suspects = waiting.length > 0 ? waiting.splice(0) : files;
      const reason = ending.signal.aborted ? ending.signal.reason.message : 'it failed outside its tests';
      const words = suspects.length > 1 ? `${reason}, or another file in its process did` : reason;
      for (const file of suspects) fail(outcome, placeOf(file), words);
    } else if (data.nesting === 0) {
      // node:test reports a test here if it was declared after its parent had ended.
      if (isCause) fail(outcome, `${placeOf(data.file)} › ${data.name}`, errorText(data.details.error));
    } else {
      isEmpty = false;
      if (isCause) fail(outcome, [...names.slice(0, data.nesting), data.name].join(' › '), errorText(data.details.error));
      else if (type === 'test:fail') continue;
      // node:test doesn't report the tests in a skipped suite.
      else if (data.skip !== undefined) outcome.skipped += 1;
      else if (data.details.type === 'suite') continue;
      else if (data.todo !== undefined) outcome.skipped += 1;
      else outcome.passed += 1;
    }
  }
  clearTimeout(limit);
  clearTimeout(silence);
  // With a pattern, a file without a matching test reports nothing.
  if (!grep) for (const file of waiting) fail(outcome, placeOf(file), 'its process ended before it was done');
  if (outcome.failed > 0) for (const text of lateErrors) process.stdout.write(`${text}\n`);
  for (const [index, folder] of folders.entries()) {
    const left = await folder.close();
    // A process that was killed, or exits before its last hooks, can't clean up.
    if (left.length > 0 && !grep && !ending.signal.aborted) fail(outcome, placeOf(files[index]), leftInWords(left));
  }
  return outcome;
}

const placeOf = (file) => path.relative(root, file);

function fail(outcome, name, error) {
  outcome.failed += 1;
  outcome.failures.push({ name, error });
  process.stdout.write(failureInWords({ name, error }));
}

/** Returns the text of an error, which node:test wraps in another error. */
function errorText(error) {
  const thrown = error.cause ?? error;
  return stripVTControlCharacters(thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    grep: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    group: { type: 'string', default: '1' },
    attempts: { type: 'string', default: '1' },
    limit: { type: 'string', default: '120' },
    'test-limit': { type: 'string', default: '60' },
  },
});
const outcome = await runFiles(positionals, {
  grep: values.grep,
  jobs: Number(values.jobs),
  group: Number(values.group),
  attempts: Number(values.attempts),
  limitMilliseconds: Number(values.limit) * 1_000,
  testLimitMilliseconds: Number(values['test-limit']) * 1_000,
});
if (values.json) writeFileSync(values.json, JSON.stringify(outcome));
else process.stdout.write(`${inWords(outcome)}\n`);
process.exitCode = outcome.failed > 0 ? 1 : 0;
