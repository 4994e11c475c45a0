/** Tests Export Decisions… with the real client and sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { byDecision, decisionRecordOf, mayBeIn } from '../../../src/domain/changeRequests/decisionRecord.ts';
import { useService } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';

const { exportDecisions } = await import('../../../src/editor/review/exportDecisions.ts');

// Only a service that calls a flag `split` publishes requests at a later time.
const service = useService({ vocabulary: 'split' });
const fake = (globalThis as unknown as { fakeVscode: { env: Record<string, unknown>; window: Record<string, unknown>; workspace: Record<string, unknown> } }).fakeVscode; // prettier-ignore

function services() {
  const client = service.as('submitter-key');
  const connected = { connectionId: 'c1', connectionName: 'Shop', origin: client.origin, client };
  return testServices({ connections: { orAsk: async () => connected } });
}

/** Withdraws an open request, so that at least one request is decided now. */
async function withdrawOne(): Promise<ChangeRequest> {
  const client = service.as('submitter-key');
  const [request] = (await client.listChangeRequests({})).data;
  assert.ok(request);
  return client.decideChangeRequest(request.id, { status: 'WITHDRAWN', comment: 'Not needed; ask Ann' });
}

describe('Export Decisions…', () => {
  it('writes one row for each request that was decided in the period', async () => {
    const request = await withdrawOne();
    let text = '';
    Object.assign(fake.env, { clipboard: { writeText: async (given: string) => void (text = given) } });
    await answering(
      ['This month', ['Storefront'], ['environment unknown', 'pre-production', 'production'], 'Copy as Markdown'],
      () => exportDecisions(services()),
    );
    assert.ok(text.includes('Withdrawn'), text);
    assert.ok(text.includes('Not needed; ask Ann'), text);
    assert.ok(text.includes(request.title ?? '?'), text);
  });

  it('includes requests that are approved but not yet published, on services that list them', async () => {
    const { workspaceId, environmentId } = service.place('production');
    const { id } = await service.as('submitter-key').submitChangeRequest(workspaceId, environmentId, {
      operationType: 'KILL',
      flag: { name: 'checkout-redesign' },
      title: 'Kill it tomorrow',
      comment: 'planned',
      approvers: [],
      schedule: { at: Date.now() + 86_400_000, zone: 'UTC' },
    });
    await service.as('release-key').decideChangeRequest(id, { status: 'APPROVED', comment: 'fine' });
    const exported = async (): Promise<string> => {
      let text = '';
      Object.assign(fake.env, { clipboard: { writeText: async (given: string) => void (text = given) } });
      await answering(['This month', ['Storefront'], ['environment unknown', 'production'], 'Copy as Markdown'], () =>
        exportDecisions(services()),
      );
      return text;
    };
    const wire = { operationType: 'KILL', approvers: [], comments: [] };
    const [approved, open] = ['APPROVED', 'REQUESTED'].map((status) => ({ ...wire, id: status, status, title: `Is ${status}` }));
    service.onCall = ({ path }) =>
      path.includes('status=APPROVED') ? { status: 200, body: { data: [approved, open] } } : undefined;
    const all = await exported();
    assert.ok(all.includes('Kill it tomorrow') && all.includes('Is APPROVED') && !all.includes('Is REQUESTED'), all);
    service.onCall = ({ path }) => (/status=(?:APPROVED|SCHEDULED)/.test(path) ? { status: 400, body: {} } : undefined);
    const fewer = await exported();
    assert.ok(fewer.length > 0 && !fewer.includes('Kill it tomorrow'), fewer);
  });

  it('says so if nothing was decided in the period', async () => {
    await answering(['Last year', ['Storefront']], () => exportDecisions(services()));
    assert.match(shown.at(-1)?.message ?? '', /^No change request was decided/);
  });
});

describe('the record of a decision', () => {
  const at = (month: number): number => Date.UTC(2026, month, 15);
  const request = (comments: unknown): ChangeRequest =>
    ({ id: 'r1', status: 'PUBLISHED', title: 'T', operationType: 'KILL', approvers: [], comments }) as unknown as ChangeRequest;
  const submitted = { role: 'SUBMITTER', user: 'ann', timestamp: at(1), comment: 'please' };
  const approved = { role: 'APPROVER', user: 'bob', timestamp: at(2), comment: 'fine' };

  it('names who submitted and decided it, when and why', () => {
    const record = decisionRecordOf(request([submitted, approved]), { id: 'e', name: 'production' });
    assert.deepEqual(
      [record.submittedBy, record.submittedAt, record.decidedBy, record.decidedAt, record.reason, record.environment?.name],
      ['ann', at(1), 'bob', at(2), 'fine', 'production'],
    );
  });

  it('is left out only if it was certainly decided at a different time', () => {
    const march = { from: at(2) - 1, to: at(3) };
    const timed = decisionRecordOf(request([submitted, approved]), undefined);
    const untimed = decisionRecordOf(request([submitted]), undefined);
    assert.equal(mayBeIn(timed, march), true);
    assert.equal(mayBeIn(timed, { from: at(3), to: at(4) }), false);
    assert.equal(mayBeIn(untimed, march), true, 'submitted before the end of the period');
    assert.equal(mayBeIn(untimed, { from: at(0), to: at(1) }), false, 'submitted after the period');
    assert.deepEqual([untimed, timed].toSorted(byDecision), [timed, untimed]);
  });
});
