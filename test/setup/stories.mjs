/**
 * Checks that the browser stories give the same result each time: `node test/setup/stories.mjs [--runs N] [--minutes M]
 * [--jobs N] [FILE…]` runs each story until it has N rows in `.cache/stories.tsv` (default: one). It ends after M minutes, and
 * continues at the next start. A row is `date, story, seconds, passed, failed`. The last lines summarize all rows of each story.
 * Uses the latest package (`npm run package`). Remove the table to start again.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './places.mjs';
import { runNode } from './program.mjs';
import { BROWSER_JOBS, stories } from './suites.mjs';

const HEAD = ['date', 'story', 'seconds', 'passed', 'failed'];
const STORY_LIMIT_SECONDS = 900;
const table = path.join(root, '.cache', 'stories.tsv');

/** Returns the existing rows, as `{date, story, seconds, passed, failed}`. */
function rows() {
  if (!existsSync(table)) return [];
  const [, ...lines] = readFileSync(table, 'utf8').trim().split('\n');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [HEAD[index], cell])));
}

const nameOf = (file) => path.basename(file, '.test.mjs');

async function runStory(file) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-story-'));
  const json = path.join(folder, 'outcome.json');
  const start = performance.now();
  const options = ['--json', json, `--limit=${STORY_LIMIT_SECONDS}`, '--test-limit=200'];
  await runNode(['test/setup/nodeTests.mjs', ...options, file], { limitMilliseconds: (STORY_LIMIT_SECONDS + 60) * 1_000 });
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  // A story without a result was killed or could not start.
  const { passed, failed } = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : { passed: 0, failed: 1 };
  rmSync(folder, { recursive: true, force: true });
  const row = [new Date().toISOString(), nameOf(file), seconds, passed, failed].join('\t');
  appendFileSync(table, `${row}\n`);
  process.stdout.write(`${row}\n`);
}

function summary() {
  const byStory = Map.groupBy(rows(), ({ story }) => story);
  const lines = [...byStory].map(([story, told]) => {
    const mean = told.reduce((sum, { seconds }) => sum + Number(seconds), 0) / told.length;
    return { story, runs: told.length, failed: told.filter(({ failed }) => failed !== '0').length, mean };
  });
  for (const { story, runs, failed, mean } of lines.toSorted((one, other) => other.mean - one.mean))
    process.stdout.write(`${story}: ${runs} runs, ${failed} failed, ${mean.toFixed(1)} s\n`);
  const total = lines.reduce((sum, { mean }) => sum + mean, 0);
  process.stdout.write(`all, one after the other: ${(total / 60).toFixed(1)} minutes\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    jobs: { type: 'string', default: String(BROWSER_JOBS) },
  },
});
mkdirSync(path.dirname(table), { recursive: true });
if (!existsSync(table)) appendFileSync(table, `${HEAD.join('\t')}\n`);

const end = Date.now() + Number(values.minutes) * 60_000;
const counts = Map.groupBy(rows(), ({ story }) => story);
const missing = (positionals.length > 0 ? positionals : stories()).map((file) => ({
  file,
  runs: Number(values.runs) - (counts.get(nameOf(file))?.length ?? 0),
}));
// Runs all stories once before the next round, so that an interrupted run has equally many rows of each.
const waiting = Array.from({ length: Number(values.runs) }, (_, run) => missing.filter(({ runs }) => runs > run))
  .flat()
  .map(({ file }) => file);
// Two runs of one story would write to the same log.
const running = new Set();
const take = () => {
  const next = waiting.find((file) => !running.has(file));
  if (next) waiting.splice(waiting.indexOf(next), 1);
  return next;
};
const work = async () => {
  for (let file = take(); file && Date.now() < end; file = take()) {
    running.add(file);
    await runStory(file);
    running.delete(file);
  }
};
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
summary();
process.exitCode = rows().some(({ failed }) => failed !== '0') ? 1 : 0;
