/** Measures how keys are found in a text: the time, the longest block of the event loop, and the memory. */
import { setFlagsFromString } from 'node:v8';
import { setTimeout } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import type { KeysResult } from '../../src/domain/keys/keysFound.ts';
import { keysInText } from '../../src/operations/keys/sources/keysInText.ts';
import { startHeartbeat } from './heartbeat.ts';
import { makeKeyTexts, type KeyText } from './keyTexts.ts';
import { inTurns, timed } from './rounds.ts';
import { compared, figure, leastDisturbed, type Row } from './row.ts';
import type { Scale } from './scale.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** `limit`: milliseconds until the first question appears. A YAML list may take longer, because progress is shown. */
const FORMS = [
  { name: 'lines', words: 'lines', limit: 300 },
  { name: 'csv', words: 'CSV', limit: 300 },
  { name: 'json', words: 'JSON', limit: 300 },
  { name: 'yaml', words: 'a list of YAML', limit: 2_000 },
] as const;

export async function measureKeysFound(scale: Scale): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const form of FORMS) rows.push(...(await measureForm(scale, form)));
  return rows;
}

async function measureForm(scale: Scale, { name, words, limit }: (typeof FORMS)[number]): Promise<readonly Row[]> {
  const count = scale.keysInSegment;
  const texts = makeKeyTexts(count);
  const text = texts[name];
  const lines = texts.lines.text;
  const { find, split, held, memory } = await inTurns(
    {
      find: timed(async () => findAll(text, count)),
      split: timed(() => lines.split('\n')),
      held: async () => longestBlock(async () => findAll(text, count)),
      memory: async () => mostMemory(async () => findAll(text, count)),
    },
    { rounds: scale.rounds.keys, warmUps: Math.min(1, scale.warmUps) },
  );
  const claim = { name: 'keysFound', unit: 'ms' } as const;
  const what = `${count} keys found in ${words}`;
  return [
    compared({ ...claim, what, against: 'split of the lines', aim: { of: 'value', atMost: limit } }, find, split),
    leastDisturbed({ ...claim, what: `${what}, longest block`, aim: { of: 'value', atMost: 50 } }, held),
    figure(
      { ...claim, what: `${what}, most memory besides the text`, unit: '× the text', aim: { of: 'value', atMost: 6 } },
      memory.map((bytes) => bytes / text.text.length),
    ),
  ];
}

async function findAll({ text, source }: KeyText, count: number): Promise<KeysResult> {
  const result = await keysInText(text, source);
  if (!result.ok || result.found.keys.length !== count) throw new Error(`not all keys were found in ${source.format}`);
  return result;
}

/** Returns the longest block of the event loop during `work`, in milliseconds. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const heartbeat = startHeartbeat();
  await work();
  const longest = heartbeat.longest();
  heartbeat.stop();
  return longest;
}

/** Milliseconds between two samples. Each sample first collects all garbage, which takes longer than the work in between. */
const SAMPLE_MILLISECONDS = 5;

/**
 * Returns the largest growth of the memory in use (bytes, without garbage) during `work`. Sampled regularly and at the end.
 */
async function mostMemory(work: () => Promise<unknown>): Promise<number> {
  await setTimeout(50); // the next turns of the loop release earlier objects
  const before = memoryInUse();
  let most = before;
  const look = (): void => void (most = Math.max(most, memoryInUse()));
  const looking = setInterval(look, SAMPLE_MILLISECONDS);
  const result = await work();
  clearInterval(looking);
  look();
  // Used after the last sample, so that it stays in memory until then.
  if (result === undefined) throw new Error('nothing was found');
  return most - before;
}

function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
