/** Tests Export Decisions… with the real client and sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { compareByDecision, decisionRecordOf, mayBeDecidedIn } from '../../../src/domain/changeRequests/decisionRecord.ts';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { useService } from '../../operations/service.ts';
import { connectedTo, connectionsOf } from '../connected.ts';
import { shown } from '../fakeVscode.ts';
import { answering, type Answer } from '../scripted.ts';
import { testServices } from '../services.ts';

const { exportDecisions } = await import('../../../src/editor/review/exportDecisions.ts');

// Only a service that calls a flag `split` publishes requests at a later time.
const service = useService({ vocabulary: 'split' });
const { env, window, workspace } = (globalThis as unknown as { fakeVscode: { env: object; window: object; workspace: object } })
  .fakeVscode;

/** The row of the last question that Enter would choose. */
let active: string | undefined;

/** Runs the command, and returns the copied text. */
async function exported(...answers: readonly Answer[]): Promise<string> {
  let text = '';
  Object.assign(env, { clipboard: { writeText: async (given: string) => void (text = given) } });
  const services = testServices({ connections: connectionsOf(() => connectedTo(service)) });
  active = (await answering(answers, () => exportDecisions(services))).at(-1)?.active;
  return text;
}

describe('Export Decisions…', () => {
  it('writes one row for each request that was decided in the period, and says so if none was', async () => {
    const client = service.as('submitter-key');
    const [{ id, title } = assert.fail()] = (await client.listChangeRequests({})).data;
    await client.decideChangeRequest(id, { status: 'WITHDRAWN', comment: 'Not needed; ask Ann' });
    const environments = ['environment unknown', 'pre-production', 'production'];
    const text = await exported('This month', ['Storefront'], environments, 'Copy as Markdown');
    for (const part of ['Withdrawn', 'Not needed; ask Ann', title ?? '?']) assert.ok(text.includes(part), text);
    assert.equal(active, 'Copy as Markdown');
    await exported('Last year', ['Storefront']);
    assert.match(shown.at(-1)?.message ?? '', /^No change request was decided/);
  });

  it('includes a workspace that was created after a view had read the workspaces', async () => {
    const client = service.as('submitter-key');
    const { objects } = await client.listWorkspaces({ offset: 0, limit: 200 });
    const older = objects.filter(({ name }) => name !== 'Storefront');
    const body = { objects: older, offset: 0, limit: 200, totalCount: older.length };
    service.onCall = ({ path }) => (path.startsWith('/workspaces?') ? { status: 200, body } : undefined);
    await catalogOf(client).workspaces.read();
    service.onCall = () => undefined;
    const [{ id, title } = assert.fail()] = (await client.listChangeRequests({})).data;
    await client.decideChangeRequest(id, { status: 'WITHDRAWN', comment: 'Not needed' });
    const environments = ['environment unknown', 'pre-production', 'production'];
    assert.ok((await exported('This month', ['Storefront'], environments, 'Copy as Markdown')).includes(title ?? '?'));
  });

  it('suggests a file name with the first day of the period in the time zone of this machine', async (test) => {
    const { TZ } = process.env;
    test.after(() => (TZ === undefined ? delete process.env['TZ'] : (process.env['TZ'] = TZ)));
    const client = service.as('submitter-key');
    const [{ id } = assert.fail()] = (await client.listChangeRequests({})).data;
    await client.decideChangeRequest(id, { status: 'WITHDRAWN', comment: 'Not needed' });
    const names: string[] = [];
    Object.assign(workspace, { workspaceFolders: [{ uri: '/folder' }] });
    test.after(() => Object.assign(workspace, { workspaceFolders: undefined }));
    Object.assign(window, {
      showSaveDialog: async ({ defaultUri }: { readonly defaultUri: unknown }) => void names.push(String(defaultUri)),
    });
    const environments = ['environment unknown', 'pre-production', 'production'];
    for (const zone of ['Asia/Tokyo', 'America/New_York']) {
      process.env['TZ'] = zone;
      await exported('This year', ['Storefront'], environments, 'Save as CSV…');
    }
    const year = new Date().getFullYear();
    assert.deepEqual(
      names,
      Array.from({ length: 2 }, () => `/folder/decisions-${year}-01-01.csv`),
    );
  });

  it('includes requests that are approved but not yet published, on services that list them', async () => {
    const { workspaceId, environmentId } = service.place('production');
    const said = { title: 'Kill it tomorrow', comment: 'planned', approvers: [] };
    const kill = { operationType: 'KILL', flag: { name: 'checkout-redesign' }, ...said } as const;
    const schedule = { at: Date.now() + 86_400_000, zone: 'UTC' };
    const { id } = await service.as('submitter-key').submitChangeRequest(workspaceId, environmentId, { ...kill, schedule });
    await service.as('release-key').decideChangeRequest(id, { status: 'APPROVED', comment: 'fine' });
    const exportAll = (): Promise<string> =>
      exported('This month', ['Storefront'], ['environment unknown', 'production'], 'Copy as Markdown');
    const data = ['APPROVED', 'REQUESTED'].map((status) => ({ operationType: 'KILL', approvers: [], comments: [], id: status, status, title: `Is ${status}` })); // prettier-ignore
    service.onCall = ({ path }) => (path.includes('status=APPROVED') ? { status: 200, body: { data } } : undefined);
    const all = await exportAll();
    assert.ok(all.includes('Kill it tomorrow') && all.includes('Is APPROVED') && !all.includes('Is REQUESTED'), all);
    service.onCall = ({ path }) => (/status=(?:APPROVED|SCHEDULED)/.test(path) ? { status: 400, body: {} } : undefined);
    const fewer = await exportAll();
    assert.ok(fewer.length > 0 && !fewer.includes('Kill it tomorrow'), fewer);
  });
});

describe('the record of a decision', () => {
  const at = (month: number): number => Date.UTC(2026, month, 15);
  const submitted = { role: 'SUBMITTER', user: 'ann', timestamp: at(1), comment: 'please' };
  const approved = { role: 'APPROVER', user: 'bob', timestamp: at(2), comment: 'fine' };
  const recordOf = (...comments: ChangeRequest['comments']) => {
    const request = { id: 'r1', status: 'PUBLISHED', title: 'T', operationType: 'KILL', approvers: [], comments };
    return decisionRecordOf(request, { id: 'e', name: 'production' });
  };

  it('names who decided it, when and why, and is left out only if it was certainly decided at a different time', () => {
    const { submittedAt, decidedBy, decidedAt, reason } = recordOf(submitted, approved);
    assert.deepEqual([submittedAt, decidedBy, decidedAt, reason], [at(1), 'bob', at(2), 'fine']);
    const march = { from: at(2) - 1, to: at(3) };
    const [timed, untimed] = [recordOf(submitted, approved), recordOf(submitted)];
    assert.equal(mayBeDecidedIn(timed, march), true);
    assert.equal(mayBeDecidedIn(timed, { from: at(3), to: at(4) }), false);
    assert.equal(mayBeDecidedIn(untimed, march), true, 'submitted before the end of the period');
    assert.equal(mayBeDecidedIn(untimed, { from: at(0), to: at(1) }), false, 'submitted after the period');
    assert.deepEqual([untimed, timed].toSorted(compareByDecision), [timed, untimed]);
  });

  it('names no time for the only entry of a withdrawn request, but is left out if that was written after the period', () => {
    const request = { id: 'r1', status: 'WITHDRAWN', operationType: 'KILL', approvers: [], comments: [submitted] };
    const record = decisionRecordOf(request, undefined);
    assert.deepEqual([record.submittedBy, record.submittedAt, record.decidedAt], ['ann', undefined, undefined]);
    assert.equal(mayBeDecidedIn(record, { from: at(0), to: at(1) }), false);
    assert.equal(mayBeDecidedIn(record, { from: at(1), to: at(2) }), true);
  });
});
