/** Requests about flags: each operation, each outcome, and unusual ones. */
import assert from 'node:assert/strict';
import { answerNext } from '../editor/fakeVscode.ts';
import { decide, defineFlag, definition, rule, RULES, sampleRequest, SEARCH, submitFlag, type Desk } from './requests.ts';
import { showsNewStatus, type Show } from './panel.ts';

const HOSTILE = [
  '<img src=x onerror="globalThis.isHostile=true">',
  '</script><script>globalThis.isHostile=true</script>',
  'line\u2028separator\u2029and \u202Eturned\u2066',
  'שלום – right to left',
] as const;

export async function flagStates(desk: Desk, show: Show): Promise<void> {
  await update(desk, show);
  await show('kill', await sampleRequest(desk, 'Kill the recommendation engine'));
  await show('restore', await sampleRequest(desk, 'Restore the legacy cart'));

  await desk.submitter.createFlag(desk.workspaceId, 'account', { name: 'page-created', description: '' });
  const first = definition('page-created', { rules: RULES });
  const created = await submitFlag(desk, 'CREATE', first, 'A first definition with every kind of rule');
  await show('create', created);
  await decide(desk, created, 'APPROVED');
  await show('published', created);
  const archived = await submitFlag(desk, 'ARCHIVE', definition('page-created'), 'Not needed any more');
  await show('archive', archived);
  await rejecting(desk, show, archived);

  const same = definition('page-unchanged', { rules: [rule(['DE'])] });
  await defineFlag(desk, same);
  const unchanged = await submitFlag(desk, 'UPDATE', same, 'The same once more');
  await show('unchanged', unchanged);
  await decide(desk, unchanged, 'WITHDRAWN');
  await show('withdrawn', unchanged);

  await oddities(desk, show);
  await hostile(desk, show);
}

/** A service that lets API keys reject, one that doesn't, and a request that was rejected in its review. */
async function rejecting(desk: Desk, show: Show, id: string): Promise<void> {
  await show('cannot-reject', id, { canReject: false });
  await show('can-reject', id, { canReject: true });
  await show('rejected', id, {
    canReject: true,
    async afterwards(panel) {
      answerNext('Not before the audit is over: two teams still read this flag.');
      await panel.send({ type: 'action', id: 'reject' }, showsNewStatus(panel));
      answerNext(undefined);
    },
  });
  assert.equal((await desk.approver.readChangeRequest(id)).status, 'REJECTED');
}

/** Moved, changed, added and removed rules, with changes of all other parts of a definition. */
async function update(desk: Desk, show: Show): Promise<void> {
  const [removed, other, ...added] = RULES.slice(2, 6);
  const before = [...['DE', 'FR', 'IT', 'PT', 'NL', 'BE'].map((country) => rule([country])), removed, other];
  const [first, second, , fourth, , sixth] = before;
  const after = [second, first, rule(['IT', 'SM', 'VA'], 80), fourth, rule(['NL'], 50), ...added, sixth];
  const shares = (...sizes: number[]) => sizes.map((size, index) => ({ treatment: ['on', 'off', 'maybe'][index], size }));
  await defineFlag(desk, definition('page-update', { rules: before, defaultRule: shares(10, 90) }));
  const changed = definition('page-update', {
    treatments: [
      { name: 'on', description: 'The newest way', configurations: '{"steps":1}' },
      { name: 'off', description: 'The way it was', keys: ['acct-1', 'acct-2'] },
      { name: 'maybe', description: '' },
    ],
    defaultTreatment: 'maybe',
    trafficAllocation: 60,
    rules: after,
    defaultRule: shares(33, 57, 10),
    flagSets: ['campaigns'],
  });
  await show('update', await submitFlag(desk, 'UPDATE', changed, 'Everything changes'));
}

/** Answers that the service may send but the sandbox doesn't: the sandbox's answer with one change. */
async function oddities(desk: Desk, show: Show): Promise<void> {
  const id = await sampleRequest(desk, SEARCH);
  const { approver } = desk;
  const { flag } = await approver.readChangeRequest(id);
  const missing = async (): Promise<never> => {
    throw Object.assign(new Error('Not found'), { kind: 'service', status: 404 });
  };
  const killed: typeof approver.readDefinition = async (...call) => ({
    ...(await approver.readDefinition(...call)),
    killed: true,
  });
  const unplaced = { flag: { ...flag, environment: null, openChangeRequestId: null } };
  for (const [name, change, readDefinition] of [
    ['scheduled', { status: 'SCHEDULE_REQUESTED' }],
    ['unknown-operation', { operationType: 'TRANSMOGRIFY' }],
    ['unknown-environment', unplaced, missing],
    ['create-of-existing', { operationType: 'CREATE' }],
    ['update-of-missing', {}, missing],
    ['kill-of-killed', { operationType: 'KILL' }, killed],
    ['update-of-killed', {}, killed],
  ] as const) {
    const readChangeRequest: typeof approver.readChangeRequest = async (...call) => ({
      ...(await approver.readChangeRequest(...call)),
      ...(change as object),
    });
    await show(name, id, { client: { ...approver, readChangeRequest, ...(readDefinition && { readDefinition }) } });
  }
  await show('no-comment', await sampleRequest(desk, 'Remove ended trials'));
}

/** Malicious texts in each field of the service that can contain one. */
async function hostile(desk: Desk, show: Show): Promise<void> {
  const [image, script, lines, rtl] = HOSTILE;
  const long = 'x'.repeat(10_000);
  const matchers = [{ type: image, string: script }];
  const flag = definition('page-hostile', {
    treatments: [
      { name: 'on', description: image },
      { name: 'off', description: script, configurations: lines },
      { name: 'long', description: long, keys: [rtl, lines] },
    ],
    rules: [
      rule(HOSTILE),
      rule([long], 50),
      { buckets: [{ treatment: 'long', size: 100 }], condition: { combiner: 'AND', matchers } },
    ],
  });
  await desk.submitter.createFlag(desk.workspaceId, 'account', { name: 'page-hostile', description: image });
  const id = await submitFlag(desk, 'CREATE', flag, `${script} ${image} ${lines}`, HOSTILE.join('\n'));
  const { approver } = desk;
  const readChangeRequest: typeof approver.readChangeRequest = async (...call) => {
    const request = await approver.readChangeRequest(...call);
    const comments = [...request.comments, { comment: long, user: image, role: 'EDITOR', timestamp: 0 }];
    return { ...request, comments, approvers: [...request.approvers, script, rtl, `${long}@example.com`] };
  };
  await show('hostile', id, { client: { ...approver, readChangeRequest } });
}
