/**
 * Measures an upload of a whole segment that can be resumed, compared with raw requests of the same bodies; and the comparison of
 * keys.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { keyDifference } from '../../src/domain/keys/keyPlan.ts';
import { inTurns, timed, type Measurement } from './rounds.ts';
import { compared, leastDisturbed, type Row } from './row.ts';
import { createRawClient } from './rawClient.ts';
import { batchesOf, makeKeys } from './sample.ts';
import type { Scale } from './scale.ts';
import { createBuiltClient, startSandbox } from './services.ts';
import { startTimers, uploadWithJournal, type TimesTaken } from './uploadWithJournal.ts';

export async function measureKeyWork(scale: Scale): Promise<readonly Row[]> {
  return [...(await measureUpload(scale)), ...(await measureDifference(scale))];
}

async function measureUpload(scale: Scale): Promise<readonly Row[]> {
  const batches = batchesOf(scale);
  const bodies = batches.map((keys) => Buffer.from(JSON.stringify(keys)));
  const { place, stop } = await startSandbox();
  const [client, raw] = [createBuiltClient(place), createRawClient(place)];
  const at = `/segments/${place.environmentId}/${place.segmentName}/upload`;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-bench-'));
  const upload = {
    work: () => uploadWithJournal(client, place, folder, batches),
    async raw() {
      const took = startTimers();
      for (const body of bodies) await raw.send('PUT', at, body);
      return took();
    },
  };
  const intoEmpty = (contestant: Measurement<TimesTaken>): Measurement<TimesTaken> => {
    return async () => {
      for (const keys of batches) await client.removeKeys(place.environmentId, place.segmentName, { keys, comment: '' });
      return contestant();
    };
  };
  const turns = { rounds: scale.rounds.network, warmUps: scale.warmUps };
  const first = await inTurns({ work: intoEmpty(upload.work), raw: intoEmpty(upload.raw) }, turns);
  const again = await inTurns(upload, turns);
  rmSync(folder, { recursive: true, force: true });
  await client.close();
  raw.close();
  await stop();
  const what = `${scale.uploads} uploads of ${scale.keysPerUpload} keys`;
  const rows = (how: string, { work, raw: bytes }: typeof first): readonly Row[] => {
    const claim = { name: 'keyWork', unit: 'ms', against: 'node:http, bytes ready' } as const;
    const timesOf = (of: keyof TimesTaken) => [work.map((one) => one[of]), bytes.map((one) => one[of])] as const;
    return [
      compared({ ...claim, what: `${what} ${how}`, aim: { of: 'ratio', atMost: 1.6 } }, ...timesOf('wall')),
      leastDisturbed({ ...claim, what: `${what} ${how}, CPU time` }, ...timesOf('cpu')),
    ];
  };
  return [
    // Undo needs the keys from before the upload. A count before each part shows whether somebody else changed keys.
    ...rows('with a journal and counts, into an empty segment', first),
    // A segment of more than 10,000 keys is read only if the user asks for it, and otherwise can't be undone.
    ...rows('with a journal, into a full segment', again),
  ];
}

async function measureDifference(scale: Scale): Promise<readonly Row[]> {
  const count = scale.keysInSegment;
  const [file, segment] = [makeKeys(count), makeKeys(count, Math.floor(count / 2))];
  const times = await inTurns(
    { difference: timed(() => keyDifference(file, segment)), sets: timed(() => [new Set(file), new Set(segment)]) },
    { rounds: scale.rounds.inProcess, warmUps: scale.warmUps },
  );
  const claim = {
    name: 'keyWork',
    what: `compare ${count} keys with ${count}`,
    unit: 'ms',
    against: 'two Sets of them',
  } as const;
  return [compared(claim, times.difference, times.sets)];
}
