/** How long each built file takes to load, in a process that has loaded nothing else. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outcomeOf, root } from './otherProcess.ts';
import { inTurns } from './rounds.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

/** Below the same package.json as dist, which Node reads for either. */
const EMPTY = '.cache/bench/empty.js';
/** What the first command waits for. */
const FEATURES = 'dist/features.js';
/** For the panel's page, not for Node. */
const FOR_BROWSERS = 'review.js';

export async function measureLoading(scale: Scale): Promise<readonly Row[]> {
  mkdirSync(path.join(root, path.dirname(EMPTY)), { recursive: true });
  writeFileSync(path.join(root, EMPTY), '');
  const files = readdirSync(path.join(root, 'dist'))
    .filter((file) => file.endsWith('.js') && file !== FOR_BROWSERS)
    .slice(0, scale.files)
    .map((file) => `dist/${file}`);
  const loads = (file: string) => async (): Promise<number> => (await outcomeOf(['test/bench/load.ts', file])) as number;
  const contestants = [EMPTY, ...files, 'undici'].map((file) => [file, loads(file)] as const);
  const times = await inTurns(Object.fromEntries(contestants), { rounds: scale.rounds.loads, warmUps: 0 });
  const claim = { name: 'loading', unit: 'ms', against: 'an empty file' } as const;
  const rows = files.map((file) => {
    const aim = file === FEATURES ? ({ of: 'value', atMost: 50 } as const) : undefined;
    return compared({ ...claim, what: `load ${file}`, ...(aim && { aim }) }, times[file]!, times[EMPTY]!);
  });
  return [
    ...rows.toSorted((one, other) => other.value - one.value),
    compared({ ...claim, what: 'load undici from its package, whole' }, times['undici']!, times[EMPTY]!),
  ];
}
