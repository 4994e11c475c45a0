/** Measures how long the code of the first command takes to load, in a process that has loaded nothing else. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outcomeOf, root } from './otherProcess.ts';
import { inTurns } from './rounds.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

/** In a folder with the same package.json as dist, because Node reads it for both. */
const EMPTY = '.cache/bench/empty.js';

export async function measureFirstCommand(scale: Scale): Promise<readonly Row[]> {
  mkdirSync(path.join(root, path.dirname(EMPTY)), { recursive: true });
  writeFileSync(path.join(root, EMPTY), '');
  const load = (file: string) => async (): Promise<number> => (await outcomeOf(['test/bench/load.ts', file])) as number;
  const times = await inTurns(
    { features: load('dist/features.js'), empty: load(EMPTY) },
    { rounds: scale.rounds.loads, warmUps: 0 },
  );
  const what = 'load the code of the first command';
  const aim = { of: 'value', atMost: 50 } as const;
  return [compared({ name: 'firstCommand', what, unit: 'ms', against: 'an empty file', aim }, times.features, times.empty)];
}
