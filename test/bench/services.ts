/** The services that the bench talks to, each in another process, so that its work is not the client's. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Client } from '../../src/api/client.ts';
import { MAX_KEYS_PER_UPLOAD } from '../../src/domain/keys/keyPlan.ts';
import { root, startProcess } from './otherProcess.ts';
import { createRawClient } from './rawClient.ts';
import { makeKeys } from './sample.ts';
import type { Scale } from './scale.ts';

/** Where a segment waits for keys. Plain data: other processes are told it as JSON. */
export interface Place {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly environmentId: string;
  readonly segmentName: string;
}

export interface Service {
  readonly place: Place;
  stop(): Promise<void>;
}

interface SandboxReady {
  readonly baseUrl: string;
  readonly keys: readonly { readonly role: string; readonly key: string }[];
  readonly environments: readonly {
    readonly id: string;
    readonly changeControl: string;
    readonly workspace: { readonly id: string };
  }[];
}

/** The sandbox, with an empty segment where changes are made directly. */
export async function startSandbox(): Promise<Service> {
  const { ready, stop } = await startProcess<SandboxReady>(['src/sandbox/cli.ts', '--port', '0', '--json']);
  const environment = ready.environments.find(({ changeControl }) => changeControl === 'off')!;
  const { key: apiKey } = ready.keys.find(({ role }) => role === 'submitter')!;
  const place = { baseUrl: ready.baseUrl, apiKey, environmentId: environment.id, segmentName: 'bench-accounts' };
  const raw = createRawClient(place);
  const segment = Buffer.from(JSON.stringify({ name: place.segmentName, description: '' }));
  await raw.send('POST', `/segments/ws/${environment.workspace.id}/trafficTypes/account`, segment);
  await raw.send('POST', `/segments/${place.environmentId}/${place.segmentName}`);
  raw.close();
  return { place, stop };
}

/** The sandbox, with as many keys in the segment as it may hold. */
export async function startFullSandbox({ keysInSegment }: Scale): Promise<Service> {
  const sandbox = await startSandbox();
  const raw = createRawClient(sandbox.place);
  const { environmentId, segmentName } = sandbox.place;
  for (let first = 0; first < keysInSegment; first += MAX_KEYS_PER_UPLOAD) {
    const keys = makeKeys(Math.min(MAX_KEYS_PER_UPLOAD, keysInSegment - first), first);
    await raw.send('PUT', `/segments/${environmentId}/${segmentName}/upload`, Buffer.from(JSON.stringify(keys)));
  }
  raw.close();
  return sandbox;
}

/** A service that does next to nothing, and answers a list of `keys` keys whole. */
export async function startBareService(keys: number): Promise<Service> {
  const { ready, stop } = await startProcess<{ readonly baseUrl: string }>(['test/bench/bareService.ts', String(keys)]);
  return { place: { ...ready, apiKey: 'bench', environmentId: 'development', segmentName: 'bench-accounts' }, stop };
}

/** The client as it ships. */
export function createBuiltClient({ baseUrl, apiKey }: Place): Client {
  const load = createRequire(import.meta.url);
  const { createClient } = load(path.join(root, 'dist', 'client.js')) as typeof import('../../src/api/client.ts');
  return createClient({ baseUrl, apiKey, vocabulary: { flag: 'flag' } });
}
