/** Requests about flags: many changes at once, each outcome, and malicious texts. */
import assert from 'node:assert/strict';
import { answerNext } from '../editor/fakeVscode.ts';
import { decide, defineFlag, definition, rule, RULES, sampleRequest, submitFlag, type RequestClients } from './requests.ts';
import { showsNewStatus, type Show } from './panel.ts';

const HOSTILE = [
  '<img src=x onerror="globalThis.isHostile=true">',
  '</script><script>globalThis.isHostile=true</script>',
  'line\u2028separator\u2029and \u202Eturned\u2066',
  'שלום – right to left',
] as const;

export async function flagStates(clients: RequestClients, show: Show): Promise<void> {
  await update(clients, show);
  await show('kill', await sampleRequest(clients, 'Kill the recommendation engine'));
  await show('restore', await sampleRequest(clients, 'Restore the legacy cart'));

  await clients.submitter.createFlag(clients.workspaceId, 'account', { name: 'page-created', description: '' });
  const first = definition('page-created', { rules: RULES });
  const created = await submitFlag(clients, 'CREATE', first, 'A first definition with every kind of rule');
  await show('create', created);
  await decide(clients, created, 'APPROVED');
  await show('published', created);
  const archived = await submitFlag(clients, 'ARCHIVE', definition('page-created'), 'Not needed any more');
  await show('archive', archived);
  await show('rejected', archived, {
    canReject: true,
    async afterwards(panel) {
      answerNext('Not before the audit is over: two teams still read this flag.');
      await panel.send({ type: 'action', id: 'reject' }, showsNewStatus(panel));
      answerNext(undefined);
    },
  });
  assert.equal((await clients.approver.readChangeRequest(archived)).status, 'REJECTED');
  const removal = await sampleRequest(clients, 'Remove ended trials');
  await show('segment-remove', removal);
  await decide(clients, removal, 'WITHDRAWN');
  await show('withdrawn', removal);
  await hostile(clients, show);
}

/** Moved, changed, added and removed rules, with changes of all other parts of a definition. */
async function update(clients: RequestClients, show: Show): Promise<void> {
  const [removed, other, ...added] = RULES.slice(2, 6);
  const before = [...['DE', 'FR', 'IT', 'PT', 'NL', 'BE'].map((country) => rule([country])), removed, other];
  const [first, second, , fourth, , sixth] = before;
  const after = [second, first, rule(['IT', 'SM', 'VA'], 80), fourth, rule(['NL'], 50), ...added, sixth];
  const shares = (...sizes: number[]) => sizes.map((size, index) => ({ treatment: ['on', 'off', 'maybe'][index], size }));
  await defineFlag(clients, definition('page-update', { rules: before, defaultRule: shares(10, 90) }));
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
  await show('update', await submitFlag(clients, 'UPDATE', changed, 'Everything changes'));
}

/** Malicious texts in each field of the service that can contain one. */
async function hostile(clients: RequestClients, show: Show): Promise<void> {
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
  await clients.submitter.createFlag(clients.workspaceId, 'account', { name: 'page-hostile', description: image });
  const id = await submitFlag(clients, 'CREATE', flag, `${script} ${image} ${lines}`, HOSTILE.join('\n'));
  const { approver } = clients;
  const readChangeRequest: typeof approver.readChangeRequest = async (...call) => {
    const request = await approver.readChangeRequest(...call);
    const comments = [...request.comments, { comment: long, user: image, role: 'EDITOR', timestamp: 0 }];
    return { ...request, comments, approvers: [...request.approvers, script, rtl, `${long}@example.com`] };
  };
  await show('hostile', id, { client: { ...approver, readChangeRequest } });
}
