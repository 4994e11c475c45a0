/** How long a click in the tree takes to its review in the real workbench, beside a click that opens an empty webview. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './otherProcess.ts';
import { canPaint } from './paint.ts';
import { inTurns } from './rounds.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

/** Of `test/page`, which has no types. */
interface Opening {
  measure(kind: 'review' | 'empty'): Promise<number>;
  close(): Promise<void>;
}

export async function measureOpening(scale: Scale): Promise<readonly Row[]> {
  const { workbench: rounds } = scale.rounds;
  if (rounds === 0 || !canPaint()) {
    process.stderr.write('skipped: opening needs the workbench of test/host (Linux x64), and is not for a quick run\n');
    return [];
  }
  await promisify(execFile)(process.execPath, ['test/setup/package.mjs', '--no-build'], { cwd: root });
  const { startOpening } = (await import(String(new URL('../page/opening.mjs', import.meta.url)))) as {
    startOpening(): Promise<Opening>;
  };
  const opening = await startOpening();
  try {
    const times = await inTurns(
      { review: async () => opening.measure('review'), empty: async () => opening.measure('empty') },
      { rounds, warmUps: 2 },
    );
    const what = 'from the click in the tree to the review, with what it reads';
    return [
      compared(
        { name: 'opening', what, unit: 'ms', against: 'to an empty webview of another extension' },
        times.review,
        times.empty,
      ),
    ];
  } finally {
    await opening.close();
  }
}
