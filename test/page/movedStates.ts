/** A review of a different connection, and comparisons of definitions, one of which has changed meanwhile. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import type { Comparison, Side } from '../../src/editor/review/subject.ts';
import { passTime } from '../time/passTime.ts';
import { sampleRequest, SEARCH, type RequestClients } from './requests.ts';
import type { Show } from './panel.ts';

const MINUTE = 60_000;

export async function movedStates(clients: RequestClients, show: Show): Promise<void> {
  await otherConnection(clients, show);
  await comparisons(clients, show);
}

async function otherConnection(clients: RequestClients, show: Show): Promise<void> {
  const id = await sampleRequest(clients, SEARCH);
  await show('other-connection', id, {
    async afterwards(panel) {
      panel.use({ connectionId: 'c2', connectionName: 'Shop' });
      await panel.send({ type: 'action', id: 'refresh' });
    },
  });
}

async function comparisons(clients: RequestClients, show: Show): Promise<void> {
  const environments = await clients.approver.listEnvironments(clients.workspaceId);
  const side = (name: string): Side => {
    const found = environments.find((one) => one.name === name);
    assert.ok(found);
    return { kind: 'environment', environment: { id: found.id, name, isProduction: found.production === true } };
  };
  const compare = (flagName: string, before: string, after: string): Comparison => ({
    workspace: { id: clients.workspaceId, name: 'Storefront' },
    flagName,
    before: side(before),
    after: side(after),
  });
  await show('comparison', compare('new-search', 'staging', 'production'));
  await show('comparison-equal', compare('new-search', 'production', 'production'));
  await show('comparison-one-sided', compare('page-update', 'staging', 'production'));
  // Its definitions differ at each reading.
  let reads = 0;
  const readDefinition: Client['readDefinition'] = async (...call) => {
    reads += 1;
    return { ...(await clients.approver.readDefinition(...call)), trafficAllocation: reads };
  };
  await show('comparison-stale', compare('new-search', 'staging', 'production'), {
    client: { ...clients.approver, readDefinition },
    async afterwards(panel) {
      // An open comparison checks at most once a minute.
      passTime(2 * MINUTE);
      try {
        await panel.send({ type: 'ready' }, (since) => since.filter(({ type }) => type === 'view').length === 2);
      } finally {
        mock.restoreAll();
      }
    },
  });
}
