/**
 * As much of node:test as the tests of the rooms ask for, which can be run again and again in one process. Node's own
 * runs once, and a process for each mutant costs thirty times what the tests do.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:test' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

/** All tests that were imported, as `{name, run}`. */
export const tests = [];
let suite;

/** What follows is of another file, with a `before` and `after` of its own. */
export function beginFile() {
  suite = { name: '', before: [], after: [], beforeEach: [], afterEach: [] };
}
beginFile();

export function describe(name, ...rest) {
  const [options, body] = rest.length > 1 ? rest : [{}, rest[0]];
  if (options.skip) return;
  const outer = suite;
  suite = { name: `${outer.name}${name} > `, outer, before: [], after: [], beforeEach: [], afterEach: [] };
  body();
  suite = outer;
}

export function it(name, ...rest) {
  const [options, body] = rest.length > 1 ? rest : [{}, rest[0]];
  if (!options.skip) tests.push({ name: `${suite.name}${name}`, body, suite });
}

export const before = (body) => void suite.before.push(body);
export const after = (body) => void suite.after.push(body);
export const beforeEach = (body) => void suite.beforeEach.push(body);
export const afterEach = (body) => void suite.afterEach.push(body);

/** What nobody catches is the fault of the test that runs, as it is with Node's own; without that it ends the process. */
let uncaught = () => {};
for (const kind of ['uncaughtException', 'unhandledRejection']) process.on(kind, (error) => uncaught(error));

const suitesOf = (inner) => (inner ? [...suitesOf(inner.outer), inner] : []);

/** Throws what the test throws. Each test has a suite's `before` and `after` for itself, as any of them may run alone. */
export async function runTest({ body, suite: inner }) {
  const suites = suitesOf(inner);
  const ends = [];
  const { promise: fault, reject } = Promise.withResolvers();
  uncaught = reject;
  const test = { after: (end) => void ends.push(end), diagnostic: () => {}, signal: new AbortController().signal };
  try {
    for (const kind of ['before', 'beforeEach']) for (const one of suites) for (const start of one[kind]) await start();
    await Promise.race([body(test), fault]);
  } finally {
    uncaught = () => {};
    for (const end of ends.toReversed()) await end();
    for (const kind of ['afterEach', 'after']) for (const one of suites.toReversed()) for (const end of one[kind]) await end();
  }
}
