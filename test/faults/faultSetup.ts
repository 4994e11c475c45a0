/** A sandbox, a proxy in front of it, clients that use the proxy, and clients that do not. */
import assert from 'node:assert/strict';
import { createClient, type Client } from '../../src/api/client.ts';
import type { Clock } from '../../src/time/clock.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import type { Place } from './call.ts';
import { identityValues } from '../sandbox/identityValues.ts';
import { openFaultProxy, type FaultProxy } from './tcpFaultProxy.ts';

export interface FaultSetup {
  readonly sandbox: Sandbox;
  readonly place: Place;
  readonly proxy: FaultProxy;
  /**
   * Creates a client that uses the proxy. Its deadline passes when the proxy stalls. It calls `onRetry` before each repetition.
   */
  client(as: 'submitter' | 'approver', onRetry?: () => Promise<void>): Client;
  /** The API keys, which must appear nowhere. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

const DEADLINE = 30_000;

/** `documented`: a service that has only the calls and fields of admin-api.md. */
export const ENDPOINTS = ['all', 'documented'] as const;
export type Endpoints = (typeof ENDPOINTS)[number];

export async function openFaultSetup(endpoints: Endpoints = 'all'): Promise<FaultSetup> {
  const sandbox = await startSandbox({ endpoints });
  const proxy = await openFaultProxy(sandbox.baseUrl);
  const keyOf = (role: string): string => {
    const found = sandbox.keys.find((key) => key.role === role);
    assert.ok(found, role);
    return found.key;
  };
  const idOf = (name: string): string => {
    const found = sandbox.environments.find((one) => one.workspace.name === 'Storefront' && one.name === name);
    assert.ok(found, name);
    return found.id;
  };
  const straight = (role: string): Client =>
    createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: 'flag' }, apiKey: keyOf(role) });
  const [direct, approver] = [straight('submitter'), straight('approver')];
  const workspaceId = sandbox.environments.find((one) => one.workspace.name === 'Storefront')?.workspace.id ?? '';
  const development = idOf('development');
  const [segment] = (await direct.listSegments(workspaceId, { offset: 0, limit: 1 })).objects;
  const [rolloutStatus] = await direct.listRolloutStatuses(workspaceId);
  const trafficTypeId = segment?.trafficType?.id ?? '';
  return {
    sandbox,
    place: {
      direct,
      approver,
      workspaceId,
      environments: await direct.listEnvironments(workspaceId),
      development,
      production: idOf('production'),
      trafficTypeId,
      rolloutStatusId: rolloutStatus?.id ?? '',
      identityValues: (key) => identityValues(sandbox, { trafficTypeId, environmentId: development, key }),
    },
    proxy,
    client: (as, onRetry) =>
      createClient({
        baseUrl: proxy.baseUrl,
        vocabulary: { flag: 'flag' },
        apiKey: keyOf(as),
        deadlineMilliseconds: DEADLINE,
        clock: clockOf(proxy, onRetry),
      }),
    secrets: sandbox.keys.map(({ key }) => key),
    async close() {
      await Promise.all([direct.close(), approver.close()]);
      await proxy.close();
      await sandbox.close();
    },
  };
}

/** Only events move this clock forward, so no test waits, and no test depends on the speed of the machine. */
function clockOf(proxy: FaultProxy, onRetry: () => Promise<void> = async () => undefined): Clock {
  let now = Date.UTC(2026, 0, 1);
  return {
    now: () => now,
    async sleep(milliseconds, signal) {
      if (milliseconds === DEADLINE) await Promise.race([proxy.stalled(), aborted(signal)]);
      else await onRetry();
      now += milliseconds;
    },
  };
}

const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('over')), { once: true }));
