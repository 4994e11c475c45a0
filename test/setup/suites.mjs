/** The suites of `npm test`, in their order. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { failed, passed, skipped } from './outcome.mjs';
import { canRunHost, hostDir, oldestDir, root } from './places.mjs';
import { runNode } from './program.mjs';

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string[]} needs  the suites that must run before it
 * @property {boolean} [isInEditor]  needs the real VS Code of test/host
 * @property {boolean} [isMostlyWaiting]  runs beside the suites after it, until the next one that needs VS Code
 * @property {boolean} [isBroad]  runs only with `--all`, or if it is named
 * @property {boolean} [isRest]  runs only with `--rest`, or if it is named: with `--all`, other suites run its tests
 * @property {(grep: string | undefined) => Promise<import('./outcome.mjs').Outcome>} run
 */

const MINUTE = 60_000;
/** The time limit of a suite. A busy machine takes several times as long as an idle one. */
const LIMIT = 60 * MINUTE;
/** The factor for time limits, because broad tests and many runs of a property take longer. */
const limitFactor = () => (process.env.ALL_TESTS === '1' ? 20 : Math.max(1, Number(process.env.PROPERTY_RUNS ?? '1')));
/** The factor for the number of runs of each property, and the part of the listed cases that runs (`test/properties/runs.ts`). */
export const USUAL_PROPERTY_RUNS = '0.125';
export const LONG_PROPERTY_RUNS = '20';
/** For `--rest`, which CI runs with each change: fewer than for `--all`, so that CI ends within an hour. */
const REST_PROPERTY_RUNS = '4';
/** Slow and broad tests, which `npm test` leaves out. */
const isBroad = (file) => file.includes('/broad/');

/** @type {Suite[]} */
export const suites = [
  { name: 'check', needs: [], run: () => counted('check', ['test/check/check.mjs'], 3 * MINUTE) },
  { name: 'build', needs: [], run: () => single('build', ['esbuild.js'], MINUTE) },
  { name: 'package', needs: ['build'], run: () => single('package', ['test/setup/package.mjs', '--no-build'], 2 * MINUTE) },
  {
    name: 'host',
    isInEditor: true,
    isMostlyWaiting: true, // it waits for the questions of one window
    needs: ['build'],
    run: onHost((grep) => runInHost('host', grep)),
  },
  { name: 'unit', needs: ['package'], run: (grep) => runUnit('unit', unitTests(), grep) },
  {
    name: 'node22',
    isInEditor: true,
    needs: ['build'],
    run: onHost((grep) => nodeTests('node22', testFiles('test/host/node22', /\.test\.mjs$/), grep, { jobs: 1, limit: 60 })),
  },
  {
    name: 'page',
    isInEditor: true,
    needs: ['build'],
    run: onHost((grep) => runPage('page', pageTests(), grep)),
  },
  {
    name: 'browser',
    isInEditor: true,
    needs: ['package'],
    run: onHost((grep) => runStories('browser', stories(), grep)),
  },
  {
    name: 'oldest',
    isInEditor: true,
    isBroad: true,
    needs: ['package'],
    run: onHost(async (grep) => {
      await ensureInstalled(oldestDir);
      const firstStory = 'test/host/browser/broad/firstSteps.test.mjs';
      // Read by test/host/driver/server.mjs in the process of a story.
      return withEnvironment({ FLAG_ADMIN_EDITOR: 'oldest' }, () => runStories('oldest', [firstStory], grep));
    }),
  },
  {
    name: 'unitRest',
    isRest: true,
    needs: ['package'],
    run: (grep) => withEnvironment(REST, () => runUnit('unitRest', restOf(unitTests()), grep)),
  },
  {
    name: 'pageRest',
    isInEditor: true,
    isRest: true,
    needs: ['build'],
    run: onHost((grep) => withEnvironment(REST, () => runPage('pageRest', restOf(pageTests()), grep))),
  },
  {
    name: 'hostRest',
    isInEditor: true,
    isRest: true,
    needs: ['build'],
    // With the full number of runs, the test covers all commands, not every eighth.
    run: onHost((grep) => withEnvironment({ PROPERTY_RUNS: '1' }, () => runInHost('hostRest', grep ?? FORGED_CALLS))),
  },
  {
    name: 'browserRest',
    isInEditor: true,
    isRest: true,
    needs: ['package'],
    run: onHost((grep) => withEnvironment(REST, () => runStories('browserRest', restOfStories(stories()), grep))),
  },
];

/** Returns the named suites, or all suites for the options, in order: each after the suites that it needs. */
export function chosen(names, { all = false, rest = false }) {
  const isUsual = ({ isBroad, isRest }) => (all ? !isRest : !isBroad && (rest || !isRest));
  const usual = suites.filter(isUsual).map(({ name }) => name);
  const wanted = new Set(names.length > 0 ? names : usual);
  for (const { name, needs } of suites.toReversed()) if (wanted.has(name)) for (const need of needs) wanted.add(need);
  return suites.filter(({ name }) => wanted.has(name));
}

/** The environment variables that lengthen tests. `--all` sets the same ones. */
const REST = { ALL_TESTS: '1', PROPERTY_RUNS: REST_PROPERTY_RUNS };

/** Sets variables of the environment while `run` runs. */
async function withEnvironment(variables, run) {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return await run();
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** Test files below `test`, except those of the real VS Code and of its browser. */
const unitTests = () => asked(testFiles('test', /\.test\.(ts|mjs)$/)).filter((file) => !/^test\/(host|page)\//.test(file));

/** Many, because most unit test files take less time than loading the packages in a new process. */
const FILES_IN_PROCESS = 32;

const runUnit = (name, files, grep) => {
  const jobs = os.availableParallelism() + 1; // tests wait from time to time
  return nodeTests(name, files, grep, {
    jobs,
    // Few files that take long, as in `unitRest`, still use all processors until the end.
    group: Math.min(FILES_IN_PROCESS, Math.ceil(files.length / (2 * jobs))),
    limit: 240 * limitFactor(),
    testLimit: 60 * limitFactor(),
  });
};

/** Test files of the review page by itself. */
const pageTests = () => asked(testFiles('test/page', /\.test\.mjs$/));

const runPage = (name, files, grep) => nodeTests(name, files, grep, { jobs: 2, limit: 600, testLimit: 200 });

/** The title of the tests in `host` that `npm test` shortens. */
const FORGED_CALLS = 'commands that another extension runs';

const runInHost = (name, grep) =>
  counted(name, ['test/host/driver/inHost.mjs', ...grepArgs(grep)], 16 * MINUTE * limitFactor(), grep);

/** The files of the browser stories. */
const stories = () => asked(testFiles('test/host/browser', /\.test\.mjs$/));

/**
 * Two windows at the same time. On two processors, more would only wait for each other. On a busy machine, the editor sometimes
 * loses the focus between two questions, so a story that fails runs once more. Its first failure is printed, too.
 */
const runStories = (name, files, grep) => nodeTests(name, files, grep, { jobs: 2, attempts: 2, limit: 900, testLimit: 200 });

/** The stories that `npm test` leaves out or shortens. */
export const restOfStories = (files) =>
  files.filter((file) => isBroad(file) || readFileSync(path.join(root, file), 'utf8').includes('broadStep('));

/** The unit and page tests that `npm test` leaves out or shortens. */
export const restOf = (files) => files.filter((file) => isBroad(file) || readsAll(file));

/** True if a file below `test`, or a file that it imports, reads the variables that `--all` sets. */
function readsAll(file, seen = new Set()) {
  // Some files contain texts that import files that don't exist.
  if (seen.has(file) || !file.startsWith('test/') || !existsSync(path.join(root, file))) return false;
  seen.add(file);
  const text = readFileSync(path.join(root, file), 'utf8');
  if (Object.keys(REST).some((name) => text.includes(name))) return true;
  const imports = text.matchAll(/(?:from |import\()'(\.[^']+)'/g);
  return [...imports].some(([, to]) => readsAll(path.posix.join(path.posix.dirname(file), to), seen));
}

const asked = (files) => (process.env.ALL_TESTS === '1' ? files : files.filter((file) => !isBroad(file)));

function testFiles(folder, pattern) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== '.work')
    .flatMap((entry) => {
      const place = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return testFiles(place, pattern);
      return pattern.test(entry.name) ? [place] : [];
    })
    .toSorted((one, other) => (one < other ? -1 : 1));
}

/** A suite with a single result. */
async function single(name, args, limitMilliseconds) {
  const { problem } = await runNode(args, { limitMilliseconds });
  return problem ? failed(name, `${args[0]}: ${problem}`) : passed();
}

/** Runs test files. `limit` (for a file) and `testLimit` (for a test) are in seconds. */
function nodeTests(name, files, grep, { jobs, group = 1, attempts = 1, limit, testLimit = 60 }) {
  if (files.length === 0) return failed(name, 'there are no test files');
  // The longest files first. Otherwise, a long one would run alone at the end.
  const longestFirst = files.toSorted(
    (one, other) => statSync(path.join(root, other)).size - statSync(path.join(root, one)).size,
  );
  const limits = [`--limit=${limit}`, `--test-limit=${testLimit}`];
  const options = [`--jobs=${jobs}`, `--group=${group}`, `--attempts=${attempts}`, ...limits];
  return counted(name, ['test/setup/nodeTests.mjs', ...options, ...grepArgs(grep), ...longestFirst], LIMIT * limitFactor(), grep);
}

const grepArgs = (grep) => (grep ? ['--grep', grep] : []);

/**
 * A suite that writes its counts with `--json`. It has failed if it writes none, or if it exits with an error although no test
 * failed.
 */
async function counted(name, [script, ...args], limitMilliseconds, grep) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-counts-'));
  const file = path.join(folder, 'outcome.json');
  try {
    const { problem } = await runNode([script, '--json', file, ...args], { limitMilliseconds });
    const outcome = read(file);
    if (!outcome || (problem && outcome.failed === 0)) return failed(name, `${script}: ${problem ?? 'it wrote no outcome'}`);
    if (outcome.passed + outcome.failed + outcome.skipped === 0) {
      return failed(name, grep ? `no test has "${grep}" in its name` : 'it ran no test');
    }
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {import('./outcome.mjs').Outcome | undefined} */
function read(file) {
  try {
    const { steps = [], ...outcome } = JSON.parse(readFileSync(file, 'utf8'));
    // `npm run check` counts its steps and has already printed their output.
    const failures = steps.filter((step) => !step.isOk).map((step) => ({ name: step.name, error: 'see above' }));
    return { skipped: 0, failures, ...outcome };
  } catch {
    return undefined;
  }
}

/** A suite that needs the real VS Code. Installs its packages first. Skipped if they can't run on this system. */
function onHost(run) {
  return async (grep) => {
    if (!canRunHost) {
      process.stdout.write('skipped: the real VS Code of test/host runs on Linux x64 only\n');
      return skipped();
    }
    await ensureInstalled(hostDir);
    return run(grep);
  };
}
