/**
 * `npm test`: installs missing dependencies and runs all suites. `npm test -- unit browser` runs those, and the suites that they
 * need. `--grep PATTERN` picks tests of the named suites by name. `--all` also runs slow and broad tests: every theme, size and
 * language, long property runs, and the first story in the oldest supported VS Code. `--rest` runs the suites as usual, and then
 * the tests that only `--all` has, except the oldest VS Code. A suite that mostly waits runs beside those after it. `--pictures`
 * takes the screenshots of the stories; `--all` does that as well. No file may be left in the temporary folder. The last line
 * counts all tests; the exit code is 0 if none failed.
 */
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { failed, inWords, sum } from './outcome.mjs';
import { canRunHost, hostDir } from './places.mjs';
import { chosen, LONG_PROPERTY_RUNS, suites, USUAL_PROPERTY_RUNS } from './suites.mjs';
import { leftInWords, openTemporaryFolder } from './temporaryFolder.mjs';

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: 'string' }, all: { type: 'boolean' }, rest: { type: 'boolean' }, pictures: { type: 'boolean' } },
  });
  const names = suites.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined || (values.grep && positionals.length === 0)) {
    const options = '[--grep PATTERN] [--all | --rest] [--pictures]';
    process.stderr.write(`usage: npm test -- [${names.join('] [')}] ${options}; a pattern needs the name of a suite\n`);
    process.exitCode = 2;
    return;
  }
  // The suites run in separate processes, which read these variables.
  if (values.all) process.env.ALL_TESTS = '1';
  process.env.PROPERTY_RUNS ??= values.all ? LONG_PROPERTY_RUNS : USUAL_PROPERTY_RUNS;
  if (values.all || values.pictures) process.env.PICTURES = '1';
  const wanted = chosen(positionals, values);
  // In parallel, because it mostly waits for the network.
  await Promise.all([ensureInstalled(), canRunHost && wanted.some(({ isInEditor }) => isInEditor) && ensureInstalled(hostDir)]);

  const temporary = openTemporaryFolder();
  Object.assign(process.env, temporary.env);
  const outcomes = [];
  const run = async (suite) => {
    process.stdout.write(`\n${suite.name}\n`);
    const start = performance.now();
    const isNamed = positionals.includes(suite.name);
    const outcome = await suite.run(isNamed ? values.grep : undefined).catch((error) => failed(suite.name, error.message));
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    process.stdout.write(`${suite.name}: ${inWords(outcome)} (${seconds} s)\n`);
    const named = ({ name, error }) => ({ name: `${suite.name}: ${name}`, error });
    outcomes.push({ ...outcome, failures: outcome.failures.map(named) });
  };
  /** The suite that runs beside others. */
  let beside;
  for (const suite of wanted) {
    if (suite.isInEditor) await beside;
    const running = run(suite);
    if (suite.isMostlyWaiting) beside = running;
    else await running;
  }
  await beside;

  const left = await temporary.close();
  if (left.length > 0) outcomes.push(failed('npm test', leftInWords(left)));
  const total = sum(outcomes);
  if (total.failed > 0) process.stdout.write(`\nFailed:\n${total.failures.map(firstLines).join('\n')}\n`);
  process.stdout.write(`\n${inWords(total)}\n`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

const firstLines = ({ name, error }) => `- ${name}\n    ${error.trim().split('\n').slice(0, 2).join('\n    ')}`;

await main().catch((error) => {
  process.stdout.write(`${error.message}\n\n0 passed, 1 failed\n`);
  process.exitCode = 1;
});
