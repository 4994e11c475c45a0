/** The service of the bench. It runs in a separate process, so that its work does not count as the client's. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Client } from '../../src/api/client.ts';
import { root, startProcess } from './otherProcess.ts';
import { createRawClient } from './rawClient.ts';

/** The place of an empty segment for uploads. */
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

/** The sandbox, with an empty segment in an environment that accepts direct changes. */
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

/** The built client. */
export function createBuiltClient({ baseUrl, apiKey }: Place): Client {
  const load = createRequire(import.meta.url);
  const { createClient } = load(path.join(root, 'dist', 'client.js')) as typeof import('../../src/api/client.ts');
  return createClient({ baseUrl, apiKey, vocabulary: { flag: 'flag' } });
}
