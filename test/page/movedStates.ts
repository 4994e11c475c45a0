/** Reviews that were open while something changed, and comparisons of definitions. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import type { Comparison, Side } from '../../src/editor/review/subject.ts';
import { passTime } from '../time/passTime.ts';
import { decide, sampleRequest, submitFlag, definition, RULES, SEARCH, type Desk } from './requests.ts';
import { showsNewNotice, showsNewStatus, type Panel, type Show } from './panel.ts';

const MINUTE = 60_000;

export async function movedStates(desk: Desk, show: Show): Promise<void> {
  await stale(desk, show);
  await decided(desk, show);
  await otherConnection(desk, show);
  await comparisons(desk, show);
}

/** The live definition differs from the second reading on. */
async function stale(desk: Desk, show: Show): Promise<void> {
  const id = await sampleRequest(desk, SEARCH);
  const moving = (): { readonly client: Client; move(): void } => {
    let isMoved = false;
    const readDefinition: Client['readDefinition'] = async (...call) => {
      const live = await desk.approver.readDefinition(...call);
      return isMoved ? { ...live, trafficAllocation: 75, rules: live.rules.slice(1) } : live;
    };
    return { client: { ...desk.approver, readDefinition }, move: () => void (isMoved = true) };
  };
  for (const [name, look] of [
    ['stale', (panel: Panel) => later(() => panel.send({ type: 'ready' }, showsNewNotice(panel)))],
    ['moved', (panel: Panel) => panel.send({ type: 'action', id: 'showChanges' })],
  ] as const) {
    const { client, move } = moving();
    await show(name, id, { client, afterwards: (panel) => (move(), look(panel)) });
  }
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
  const flag = definition('page-decided', { rules: RULES.slice(0, 3) });
  const id = await submitFlag(desk, 'CREATE', flag, 'Decided while it was open');
  await show('decided-meanwhile', id, {
    async afterwards(panel) {
      await decide(desk, id, 'APPROVED');
      await panel.send({ type: 'action', id: 'refresh' }, showsNewStatus(panel));
    },
  });
}

async function otherConnection(desk: Desk, show: Show): Promise<void> {
  const id = await sampleRequest(desk, SEARCH);
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
  // Its definitions differ at each reading.
  let reads = 0;
  const readDefinition: Client['readDefinition'] = async (...call) => {
    reads += 1;
    return { ...(await desk.approver.readDefinition(...call)), trafficAllocation: reads };
  };
  await show('comparison-stale', compare('new-search', 'staging', 'production'), {
    client: { ...desk.approver, readDefinition },
    afterwards: (panel) =>
      later(() => panel.send({ type: 'ready' }, (since) => since.filter(({ type }) => type === 'view').length === 2)),
  });
}
