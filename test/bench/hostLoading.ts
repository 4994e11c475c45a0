/** What loading and activating the extension takes in the real extension host, beside a tiny extension. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './otherProcess.ts';
import { canPaint } from './paint.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

/** Of `test/page`, which has no types. */
interface LoadTimes {
  measure(): Promise<{ tiny: number; entry: number; activation: { tiny: number; ours: number } }>;
  close(): Promise<void>;
}

const TINY = 'an extension of one command and one view';

export async function measureHostLoading(scale: Scale): Promise<readonly Row[]> {
  const { workbench: rounds } = scale.rounds;
  if (rounds === 0 || !canPaint()) {
    process.stderr.write('skipped: hostLoading needs the workbench of test/host (Linux x64), and is not for a quick run\n');
    return [];
  }
  await promisify(execFile)(process.execPath, ['test/setup/package.mjs', '--no-build'], { cwd: root });
  const { startLoadTimes } = (await import(String(new URL('../page/loadTimes.mjs', import.meta.url)))) as {
    startLoadTimes(): Promise<LoadTimes>;
  };
  const host = await startLoadTimes();
  try {
    await host.measure(); // the files are in the system's cache from here on
    const times: Awaited<ReturnType<LoadTimes['measure']>>[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await host.measure());
    const claim = { name: 'hostLoading', unit: 'ms' } as const;
    return [
      compared(
        { ...claim, what: 'require of the entry, after a reload', against: TINY, aim: { of: 'ratio', atMost: 2 } },
        times.map(({ entry }) => entry),
        times.map(({ tiny }) => tiny),
      ),
      compared(
        { ...claim, what: 'activation, after a reload', against: TINY },
        times.map(({ activation }) => activation.ours),
        times.map(({ activation }) => activation.tiny),
      ),
    ];
  } finally {
    await host.close();
  }
}
