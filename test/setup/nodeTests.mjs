/**
 * Runs test files of node:test, each in a separate process, and counts their tests:
 * `node nodeTests.mjs --json FILE [--grep PATTERN] [--jobs N] [--limit SECONDS] [--test-limit SECONDS] FILE…`.
 * Prints the tests that failed; writes an Outcome as JSON.
 *
 * `--limit` is the time limit of a file, and `--test-limit` that of each test without its own `timeout`. node:test can't end a
 * test that blocks the event loop. So the process of a file ends if the file reports nothing for three times `--test-limit`.
 *
 * Each file has its own temporary folder, and fails if it leaves something in it.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { inspect, parseArgs, stripVTControlCharacters } from 'node:util';
import { failureInWords, inWords, sum } from './outcome.mjs';
import { root } from './places.mjs';
import { leftInWords, openTemporaryFolder } from './temporaryFolder.mjs';

const compileCache = String(new URL('compileCache.mjs', import.meta.url));

/** @returns {Promise<import('./outcome.mjs').Outcome>} */
async function runFiles(files, { jobs, ...options }) {
  const waiting = [...files];
  const outcomes = [];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift())
      outcomes.push(await runFile(path.resolve(root, file), options));
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return sum(outcomes);
}

/** @returns {Promise<import('./outcome.mjs').Outcome>} */
async function runFile(file, { grep, limitMilliseconds, testLimitMilliseconds }) {
  const outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const place = path.relative(root, file);
  const names = []; // the suites and tests around the reported one
  const ending = new AbortController();
  const end = (milliseconds, words) =>
    setTimeout(() => ending.abort(new Error(`${words} ${milliseconds / 1_000} s`)), milliseconds);
  const limit = end(limitMilliseconds, 'it was not done after');
  const silence = end(3 * testLimitMilliseconds, 'no test of it ended for');
  const temporary = openTemporaryFolder();
  const events = run({
    files: [file],
    env: { ...process.env, ...temporary.env },
    signal: ending.signal, // ends the file's process
    // If all tests are skipped, the hooks that stop the servers of a file don't run.
    execArgv: ['--import', compileCache, `--test-timeout=${testLimitMilliseconds}`, ...(grep ? ['--test-force-exit'] : [])],
    ...(grep && { testNamePatterns: [new RegExp(grep, 'i')] }),
  });
  for await (const { type, data } of events) {
    silence.refresh();
    // A file is reported as a test if it has no tests or crashed.
    const isFile = data.nesting === 0 && data.name === file;
    if (type === 'test:start') names.splice(data.nesting, Infinity, data.name);
    else if (type === 'test:stderr') process.stderr.write(data.message);
    else if (type === 'test:pass' && isFile) {
      if (!grep) fail(outcome, place, 'there is no test in it');
    } else if (type === 'test:pass' && data.details.type !== 'suite') {
      if (data.skip !== undefined || data.todo !== undefined) outcome.skipped += 1;
      else outcome.passed += 1;
    } else if (type === 'test:fail' && isFile) {
      fail(outcome, place, ending.signal.aborted ? ending.signal.reason.message : 'it failed outside its tests');
    } else if (type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed') {
      // A suite that failed only because of a test in it does not count as a failure.
      fail(outcome, [place, ...names.slice(0, data.nesting), data.name].join(' › '), errorText(data.details.error));
    }
  }
  clearTimeout(limit);
  clearTimeout(silence);
  const left = await temporary.close();
  // A process that was killed, or exits before its last hooks, can't clean up.
  if (left.length > 0 && !grep && !ending.signal.aborted) fail(outcome, place, leftInWords(left));
  return outcome;
}

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
    limit: { type: 'string', default: '120' },
    'test-limit': { type: 'string', default: '60' },
  },
});
const outcome = await runFiles(positionals, {
  grep: values.grep,
  jobs: Number(values.jobs),
  limitMilliseconds: Number(values.limit) * 1_000,
  testLimitMilliseconds: Number(values['test-limit']) * 1_000,
});
if (values.json) writeFileSync(values.json, JSON.stringify(outcome));
else process.stdout.write(`${inWords(outcome)}\n`);
process.exitCode = outcome.failed > 0 ? 1 : 0;
