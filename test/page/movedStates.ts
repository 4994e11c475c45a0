/** Reviews that were open while something changed, and comparisons of definitions. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import type { FlagDefinition } from '../../src/api/model.ts';
import type { Comparison, Side } from '../../src/editor/review/subject.ts';
import { passTime } from '../time/passTime.ts';
import { MATCHERS } from './matchers.ts';
import { decide, sampleRequest, submitFlag, definition, type Desk } from './requests.ts';
import { showsNewNotice, showsNewStatus, type Show } from './panel.ts';

const MINUTE = 60_000;

export async function movedStates(desk: Desk, show: Show): Promise<void> {
  await stale(desk, show);
  await decided(desk, show);
  await otherConnection(desk, show);
  await comparisons(desk, show);
}

/** The live definition differs from the second reading on. */
async function stale(desk: Desk, show: Show): Promise<void> {
  const id = await sampleRequest(desk, 'New search: 10 % to 25 %, and the wholesale buyers');
  const moving = (): { readonly client: Client; move(): void } => {
    let isMoved = false;
    const readDefinition: Client['readDefinition'] = async (...call) => {
      const live = await desk.approver.readDefinition(...call);
      return isMoved ? { ...live, trafficAllocation: 75, rules: live.rules.slice(1) } : live;
    };
    return { client: { ...desk.approver, readDefinition }, move: () => void (isMoved = true) };
  };
  const [first, second] = [moving(), moving()];
  await show('stale', id, {
    client: first.client,
    async afterwards(panel) {
      first.move();
      await later(() => panel.send({ type: 'ready' }, showsNewNotice(panel)));
    },
  });
  await show('moved', id, {
    client: second.client,
    async afterwards(panel) {
      second.move();
      await panel.send({ type: 'action', id: 'showChanges' });
    },
  });
}

/** A minute has passed, because an open review checks at most once a minute. */
async function later(act: () => Promise<void>): Promise<void> {
  passTime(2 * MINUTE);
  try {
    await act();
  } finally {
    mock.restoreAll();
  }
}

/** A review that was opened before an approval, and read again after it. */
async function decided(desk: Desk, show: Show): Promise<void> {
  await desk.submitter.createFlag(desk.workspaceId, 'account', { name: 'page-decided', description: '' });
  const flag = definition('page-decided', { rules: MATCHERS.slice(0, 3) });
  const id = await submitFlag(desk, 'CREATE', flag, 'Decided while it was open');
  await show('decided-meanwhile', id, {
    async afterwards(panel) {
      await decide(desk, id, 'APPROVED');
      await panel.send({ type: 'action', id: 'refresh' }, showsNewStatus(panel));
    },
  });
}

async function otherConnection(desk: Desk, show: Show): Promise<void> {
  const id = await sampleRequest(desk, 'New search: 10 % to 25 %, and the wholesale buyers');
  await show('other-connection', id, {
    async afterwards(panel) {
      panel.use({ connectionId: 'c2', connectionName: 'Shop' });
      await panel.send({ type: 'action', id: 'refresh' });
    },
  });
}

async function comparisons(desk: Desk, show: Show): Promise<void> {
  const environments = await desk.approver.listEnvironments(desk.workspaceId);
  const side = (name: string): Side => {
    const found = environments.find((one) => one.name === name);
    assert.ok(found);
    return { kind: 'environment', environment: { id: found.id, name, isProduction: found.production === true } };
  };
  const compare = (flagName: string, before: string, after: string): Comparison => ({
    workspace: { id: desk.workspaceId, name: 'Storefront' },
    flagName,
    before: side(before),
    after: side(after),
  });
  await show('comparison', compare('new-search', 'staging', 'production'));
  await show('comparison-equal', compare('new-search', 'production', 'production'));
  await show('comparison-one-sided', compare('page-update', 'staging', 'production'));
  await show('comparison-stale', compare('new-search', 'staging', 'production'), {
    client: everNew(desk.approver),
    afterwards: (panel) =>
      later(() => panel.send({ type: 'ready' }, (since) => since.filter(({ type }) => type === 'view').length === 2)),
  });
}

/** Its definitions differ at each reading. */
function everNew(client: Client): Client {
  let reads = 0;
  return {
    ...client,
    async readDefinition(...call): Promise<FlagDefinition> {
      reads += 1;
      return { ...(await client.readDefinition(...call)), trafficAllocation: reads };
    },
  };
}
