/** Runs the tests of a room for Stryker, all mutants of a worker in its one process. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beginFile, runTest, tests } from './nodeTest.mjs';
import { rooms } from './rooms.mjs';

/** Where the changed code looks for the mutant to be. */
const NAMESPACE = '__stryker__';
const context = (globalThis[NAMESPACE] ??= {});
const room = rooms[process.env.ROOM];
const skipped = new RegExp(room?.skip ?? '(?!)');
const importHere = (file) => import(pathToFileURL(path.resolve(file)).href);
let isLoaded = false;

/** The tests import the code, so what runs then is a mutant's only if it has to be: Stryker gives such a one a worker. */
async function load() {
  if (isLoaded) return;
  isLoaded = true;
  const { configureGlobal } = await importHere('node_modules/fast-check/lib/fast-check.js');
  // The first failure is enough: nobody reads what a mutant shrinks to.
  configureGlobal({ endOnFailure: true, seed: 1 });
  for (const file of room.tests) {
    const from = tests.length;
    beginFile();
    await importHere(file);
    for (const test of tests.slice(from)) test.file = file;
  }
  const kept = tests.filter((test) => !skipped.test(test.name));
  tests.splice(0, tests.length, ...kept);
  for (const [index, test] of tests.entries()) test.id = `${index}: ${test.name}`;
}

class RoomRunner {
  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun() {
    await load();
    const results = [];
    for (const test of tests) {
      context.currentTestId = test.id;
      const start = performance.now();
      const failure = await runTest(test).then(
        () => undefined,
        (error) => String(error?.stack ?? error),
      );
      const result = { id: test.id, name: test.name, fileName: test.file, timeSpentMs: performance.now() - start };
      results.push(failure === undefined ? { ...result, status: 0 } : { ...result, status: 1, failureMessage: failure });
    }
    context.currentTestId = undefined;
    const mutantCoverage = context.mutantCoverage ?? { static: {}, perTest: {} };
    // What is reached in another process isn't seen here: it may be all that anything reaches.
    const all = Object.assign({}, ...Object.values(mutantCoverage.perTest));
    for (const { id, file } of tests) if (room.elsewhere?.includes(file)) mutantCoverage.perTest[id] = all;
    return { status: 'complete', tests: results, mutantCoverage };
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit }) {
    Object.assign(context, { hitCount: hitLimit === undefined ? undefined : 0, hitLimit });
    if (mutantActivation === 'static') context.activeMutant = activeMutant.id;
    try {
      await load();
      context.activeMutant = activeMutant.id;
      // For the processes that a test starts.
      process.env['__STRYKER_ACTIVE_MUTANT__'] = activeMutant.id;
      const asked = testFilter ? tests.filter(({ id }) => testFilter.includes(id)) : tests;
      for (const [index, test] of asked.entries()) {
        const failure = await runTest(test).then(
          () => undefined,
          (error) => String(error?.message ?? error),
        );
        if (context.hitCount > hitLimit) return { status: 'timeout', reason: 'hit limit' };
        if (failure !== undefined)
          return { status: 'killed', killedBy: [test.id], failureMessage: failure, nrOfTests: index + 1 };
      }
      return { status: 'survived', nrOfTests: asked.length };
    } catch (error) {
      // The code can't even be imported.
      return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests: 1 };
    } finally {
      context.activeMutant = undefined;
      delete process.env['__STRYKER_ACTIVE_MUTANT__'];
    }
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'room', injectableClass: RoomRunner }];
