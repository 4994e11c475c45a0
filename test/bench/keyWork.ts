/** What an upload of a whole segment costs as work that can be gone on with, over raw sends of the same bodies; and comparing keys. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { keyDifference } from '../../src/domain/keys/keyDifference.ts';
import { inTurns, timed } from './rounds.ts';
import { compared, type Row } from './row.ts';
import { createRawClient } from './rawClient.ts';
import { batchesOf, makeKeys } from './sample.ts';
import type { Scale } from './scale.ts';
import { createBuiltClient, startSandbox } from './services.ts';
import { uploadWithJournal } from './uploadWithJournal.ts';

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
  const times = await inTurns(
    {
      work: timed(async () => uploadWithJournal(client, place, folder, batches)),
      client: timed(async () => {
        for (const keys of batches) await client.uploadKeys(place.environmentId, place.segmentName, keys);
      }),
      raw: timed(async () => {
        for (const body of bodies) await raw.send('PUT', at, body);
      }),
    },
    { rounds: scale.rounds.network, warmUps: scale.warmUps },
  );
  rmSync(folder, { recursive: true, force: true });
  await client.close();
  raw.close();
  await stop();
  const what = `${scale.uploads} uploads of ${scale.keysPerUpload} keys with hashes, journal and counts`;
  const claim = { name: 'keyWork', what, unit: 'ms' } as const;
  return [
    compared({ ...claim, against: 'node:http, bytes ready', aim: { of: 'ratio', atMost: 1.5 } }, times.work, times.raw),
    compared({ ...claim, against: 'the client alone' }, times.work, times.client),
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
