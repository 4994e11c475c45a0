/**
 * Does one work in this process, watches the event loop or the memory meanwhile, and prints what it saw as a line of JSON:
 * `node --expose-gc watching.ts blocks|heap|resident WORK`, with the task as JSON on stdin.
 */
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startHeartbeat } from './heartbeat.ts';
import type { Scale } from './scale.ts';
import type { BlocksSeen, HeapSeen, ResidentSeen } from './watch.ts';
import { works, type Task, type Work, type WorkName } from './works.ts';

const collect = (globalThis as { gc?: () => void }).gc!;

async function watchBlocks(work: Work): Promise<BlocksSeen> {
  let pages = 0;
  const heartbeat = startHeartbeat();
  await work.run(() => (pages += 1));
  const longestMilliseconds = heartbeat.longest();
  heartbeat.stop();
  return { longestMilliseconds, pages };
}

async function watchHeap(work: Work): Promise<HeapSeen> {
  const before = await usedAtRest();
  let most = before;
  const result = await work.run(() => (most = Math.max(most, used())));
  most = Math.max(most, used());
  const kept = (await usedAtRest()) - before;
  // Asked for after the measuring, so that the result is in use until then.
  return { kept, most: most - before, count: result.length };
}

/** What a process takes once is no matter of the data: undici's parser is WebAssembly, and some 20 MB while it is compiled. */
async function watchResident(work: Work, { callsBefore }: Scale): Promise<ResidentSeen> {
  for (let call = 0; call < callsBefore; call += 1) await work.warmUp();
  collect();
  const before = process.memoryUsage().rss;
  await work.run(() => undefined);
  return { most: process.resourceUsage().maxRSS * 1024 - before };
}

/** What a call leaves behind goes with the next turns of the loop. */
async function usedAtRest(): Promise<number> {
  await setTimeout(50);
  return used();
}

function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const watches = { blocks: watchBlocks, heap: watchHeap, resident: watchResident };
const [what, name] = process.argv.slice(2);
const task = (await json(process.stdin)) as Task;
const work = await works[name as WorkName](task);
await work.warmUp();
collect();
const seen = await watches[what as keyof typeof watches](work, task.scale);
process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit());
