/**
 * Measurements in the real workbench with the packaged extension. Skipped in a quick run, and on systems where the workbench
 * can't run.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './otherProcess.ts';
import { canPaint } from './paint.ts';
import type { Row } from './row.ts';
import type { Scale } from './scale.ts';

/** A running workbench. */
interface Started {
  close(): Promise<void>;
}

/**
 * Starts a workbench with `start` from a file in `test/page`, which has no types, and ends it after `measure`. Returns no rows if
 * the workbench can't run.
 */
export async function inWorkbench<Workbench extends Started>(
  name: string,
  { rounds: { workbench: rounds } }: Scale,
  [file, start]: readonly [file: string, start: string],
  measure: (workbench: Workbench, rounds: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (rounds === 0 || !canPaint()) {
    process.stderr.write(`skipped: ${name} needs the workbench of test/host (Linux x64), and is not for a quick run\n`);
    return [];
  }
  await promisify(execFile)(process.execPath, ['test/setup/package.mjs', '--no-build'], { cwd: root });
  const starts = (await import(String(new URL(`../page/${file}`, import.meta.url)))) as Record<string, () => Promise<Workbench>>;
  const workbench = await starts[start]?.();
  if (!workbench) throw new Error(`${file} has no ${start}`);
  try {
    return await measure(workbench, rounds);
  } finally {
    await workbench.close();
  }
}
