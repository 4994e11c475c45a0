/** What the client costs over node:http with keep-alive: large uploads, and small reads. */
import type { Client } from '../../src/api/client.ts';
import { inTurns, timed } from './rounds.ts';
import { compared, type Row } from './row.ts';
import { createRawClient, type RawClient } from './rawClient.ts';
import { batchesOf } from './sample.ts';
import type { Scale } from './scale.ts';
import { createBuiltClient, startBareService, startSandbox, type Place, type Service } from './services.ts';

const AIM = { of: 'ratio', atMost: 1.2 } as const;
const AT_ONCE = 8;

export async function measureUploads(scale: Scale): Promise<readonly Row[]> {
  const batches = batchesOf(scale);
  const bodies = batches.map(bodyOf);
  const what = `${scale.uploads} uploads of ${scale.keysPerUpload} keys`;
  return onBoth(scale, async ({ client, raw, place: { environmentId, segmentName } }, where) => {
    const path = `/segments/${environmentId}/${segmentName}/upload`;
    const times = await inTurns(
      {
        client: timed(async () => {
          for (const batch of batches) await client.uploadKeys(environmentId, segmentName, batch);
        }),
        ready: timed(async () => {
          for (const body of bodies) await raw.send('PUT', path, body);
        }),
        made: timed(async () => {
          for (const batch of batches) await raw.send('PUT', path, bodyOf(batch));
        }),
      },
      { rounds: scale.rounds.network, warmUps: scale.warmUps },
    );
    const claim = { name: 'uploads', what: `${what}, ${where}`, unit: 'ms' } as const;
    return [
      compared({ ...claim, against: 'node:http making the JSON', aim: AIM }, times.client, times.made),
      // Where the service takes no time, making the JSON takes longer than sending it: no aim for that.
      compared(
        { ...claim, against: 'node:http, bytes ready', ...(where === 'sandbox' ? { aim: AIM } : {}) },
        times.client,
        times.ready,
      ),
    ];
  });
}

const bodyOf = (keys: readonly string[]): Buffer => Buffer.from(JSON.stringify(keys));

export async function measureReads(scale: Scale): Promise<readonly Row[]> {
  return onBoth(scale, async ({ client, raw }, where) => {
    const rows: Row[] = [];
    for (const atOnce of [1, AT_ONCE]) {
      const times = await inTurns(
        {
          client: timed(async () => readAll(async () => client.listWorkspaces({ offset: 0, limit: 200 }), scale.reads, atOnce)),
          raw: timed(async () => readAll(async () => raw.send('GET', '/workspaces?limit=200&offset=0'), scale.reads, atOnce)),
        },
        { rounds: scale.rounds.network, warmUps: scale.warmUps },
      );
      const what = `${scale.reads} small reads${atOnce > 1 ? `, ${atOnce} at once` : ' in order'}, ${where}`;
      rows.push(compared({ name: 'reads', what, unit: 'ms', against: 'node:http', aim: AIM }, times.client, times.raw));
    }
    return rows;
  });
}

async function readAll(read: () => Promise<unknown>, count: number, atOnce: number): Promise<void> {
  let left = count;
  const work = async (): Promise<void> => {
    for (; left > 0; await read()) left -= 1;
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

interface Both {
  readonly client: Client;
  readonly raw: RawClient;
  readonly place: Place;
}

/** On the sandbox, where a service's own work is in both figures, and on the bare service, where next to none is. */
async function onBoth(
  { keysPerUpload }: Scale,
  measure: (both: Both, where: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const services: readonly (readonly [string, () => Promise<Service>])[] = [
    ['sandbox', startSandbox],
    ['bare service', async () => startBareService(keysPerUpload)],
  ];
  const rows: Row[] = [];
  for (const [where, start] of services) {
    const { place, stop } = await start();
    const both = { client: createBuiltClient(place), raw: createRawClient(place), place };
    rows.push(...(await measure(both, where)));
    await both.client.close();
    both.raw.close();
    await stop();
  }
  return rows;
}
