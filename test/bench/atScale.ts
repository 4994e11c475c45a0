/**
 * `npm run bench -- --scale`: what user actions cost at three sizes of a generated service with latency and a limit of calls, and how
 * each grows. Calls and bytes don't depend on the machine; times and blocks do.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '../../src/api/client.ts';
import { worldSizeIn } from '../../src/sandbox/world/generatedWorld.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startProcess } from './otherProcess.ts';
import { openLargeService, userActions, type LargeService, type UserAction } from './userActions.ts';

export interface ScaleOptions {
  readonly sizes: readonly string[];
  /** In the format of the sandbox's faults, such as `100ms`. */
  readonly latency: string;
  /** In the format of the sandbox's `--rate-limit`. */
  readonly rateLimit: string;
}

/** The largest size takes three minutes, mostly for its 3,000 pages of names. */
export const AT_SCALE: ScaleOptions = { sizes: ['5x5x200', '20x20x2000', '50x50x10000'], latency: '100ms', rateLimit: '50/s' };

interface Measured {
  readonly calls: number;
  readonly refused: number;
  readonly kilobytes: number;
  /** Milliseconds until the first useful row, and until the end. */
  readonly first: number;
  readonly all: number;
  readonly longestBlock: number;
  /** Megabytes of the heap that are still in use at the end. */
  readonly memory: number;
}

interface Ready {
  readonly baseUrl: string;
  readonly keys: readonly { readonly key: string }[];
}

/** The table, as text. */
export async function measureAtScale({ sizes, latency, rateLimit }: ScaleOptions): Promise<string> {
  const bySize: (readonly Measured[])[] = [];
  for (const size of sizes) {
    process.stderr.write(`${size}…\n`);
    const { ready, stop } = await startProcess<Ready>([
      'src/sandbox/cli.ts',
      '--json',
      '--world',
      size,
      '--rate-limit',
      rateLimit,
      '--faults',
      `latency ${latency}`,
    ]);
    try {
      const first = createClient({ baseUrl: ready.baseUrl, apiKey: ready.keys[0]!.key, vocabulary: { flag: 'flag' } });
      const large = await openLargeService(first, worldSizeIn(size));
      await first.close();
      const measured: Measured[] = [];
      for (const action of userActions) measured.push(await measure(action, large, ready));
      bySize.push(measured);
    } finally {
      await stop();
    }
  }
  const heads = ['', 'size', 'calls', 'refused', 'KB', 'first ms', 'all ms', 'block ms', 'MB', 'calls grow', 'MB grows'];
  const rows = userActions.flatMap(({ what }, at) =>
    sizes.map((size, index) => {
      const { calls, refused, kilobytes, first, all, longestBlock, memory } = bySize[index]![at]!;
      const before = bySize[index - 1]?.[at];
      const growth = before ? [`×${(calls / before.calls).toFixed(1)}`, signed(memory - before.memory)] : ['', ''];
      const figures = [calls, refused, kilobytes, first, all, longestBlock].map((value) => value.toFixed(0));
      return [index === 0 ? what : '', size, ...figures, memory.toFixed(1), ...growth];
    }),
  );
  const widths = heads.map((_, column) => Math.max(...[heads, ...rows].map((cells) => cells[column]!.length)));
  const lineOf = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ');
  return [`latency ${latency}, limit ${rateLimit}`, ...[heads, ...rows].map((cells) => lineOf(cells).trimEnd())].join('\n');
}

/** Uses a new client without any cached data. */
async function measure({ run }: UserAction, large: LargeService, { baseUrl, keys }: Ready): Promise<Measured> {
  let [calls, refused, bytes, first] = [0, 0, 0, Number.NaN];
  const onCall = ({ status }: { readonly status: number | undefined }): void => {
    calls += 1;
    if (status === 429) refused += 1;
  };
  const onChunk = (message: unknown): void => void (bytes += (message as { readonly chunk: Uint8Array }).chunk.byteLength);
  const client = createClient({ baseUrl, apiKey: keys[0]!.key, vocabulary: { flag: 'flag' }, onCall });
  subscribe('undici:request:bodyChunkReceived', onChunk);
  const before = heapInUse();
  const heartbeat = startHeartbeat();
  const startedAt = performance.now();
  const sinceStart = (): number => performance.now() - startedAt;
  await run({ ...large, client }, () => (first = Number.isNaN(first) ? sinceStart() : first));
  const all = sinceStart();
  heartbeat.stop();
  const memory = Math.max(0, heapInUse() - before) / 1e6;
  unsubscribe('undici:request:bodyChunkReceived', onChunk);
  await client.close();
  const longestBlock = heartbeat.longest();
  return { calls, refused, kilobytes: bytes / 1024, first: Number.isNaN(first) ? all : first, all, longestBlock, memory };
}

function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(1)}`;
