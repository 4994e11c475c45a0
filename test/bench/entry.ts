/**
 * Measures how long the extension's entry takes to load in the real extension host, compared with a tiny extension. Skipped in a
 * quick run, and on systems where the workbench can't run.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './otherProcess.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

interface Times {
  readonly tiny: number;
  readonly entry: number;
}

/** From `test/page`, which has no types. */
interface LoadTimes {
  startLoadTimes(): Promise<{ measure(): Promise<Times>; close(): Promise<void> }>;
}

export async function measureEntry({ rounds: { workbench: rounds } }: Scale): Promise<readonly Row[]> {
  if (rounds === 0 || !existsSync(path.join(root, 'test/host/node_modules/code-server'))) {
    process.stderr.write('skipped: entry needs the workbench of test/host (Linux x64), and is not for a quick run\n');
    return [];
  }
  await promisify(execFile)(process.execPath, ['test/setup/package.mjs', '--no-build'], { cwd: root });
  const { startLoadTimes } = (await import(String(new URL('../page/loadTimes.mjs', import.meta.url)))) as LoadTimes;
  const host = await startLoadTimes();
  try {
    await host.measure(); // from here on, the files are in the system's cache
    const times: Times[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Two reloads. In one of them, this extension loads first.
      const [one, other] = [await host.measure(), await host.measure()];
      times.push({ tiny: one.tiny + other.tiny, entry: one.entry + other.entry });
    }
    const claim = { name: 'entry', what: 'require of the entry, after two reloads', unit: 'ms' } as const;
    return [
      compared(
        { ...claim, against: 'an extension of one command and one view', aim: { of: 'ratio', atMost: 4 } },
        times.map(({ entry }) => entry),
        times.map(({ tiny }) => tiny),
      ),
    ];
  } finally {
    await host.close();
  }
}
