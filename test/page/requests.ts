/** Change requests of the sandbox for each statement of a review, submitted as a user would. */
import assert from 'node:assert/strict';
import type { Client } from '../../src/api/client.ts';
import type { NewFlagRequest, NewSegmentRequest } from '../../src/api/model.ts';

export interface RequestClients {
  readonly submitter: Client;
  readonly approver: Client;
  readonly workspaceId: string;
  /** Production, where the API key `release-key` approves. */
  readonly environmentId: string;
  readonly rolloutStatusId: string;
}

type Definition = Readonly<Record<string, unknown>>;

/** The title of the request of the sample that changes most. */
export const SEARCH = 'New search: 10 % to 25 %, and the wholesale buyers';

/** Rules with conditions of various lengths and of an unknown type. */
export const RULES: readonly Definition[] = [
  { type: 'IN_SEGMENT', string: 'beta-accounts' },
  { type: 'IN_LIST_STRING', strings: Array.from({ length: 30 }, (_, index) => `acct-${index}`) },
  { type: 'ENDS_WITH_STRING', attribute: 'email', strings: ['alpha', 'beta', 'gamma'], negate: true },
  { type: 'MATCHES_STRING', attribute: 'email', string: '^[a-z]+@example\\.com$' },
  { type: 'BETWEEN_DATE', attribute: 'signUp', between: { from: Date.UTC(2026, 6, 3), to: Date.UTC(2026, 9, 1) } },
  { type: 'IN_SPLIT', depends: { splitName: 'new-search', treatment: 'vector' } },
  { type: 'BETWEEN_SEMVER', attribute: 'appVersion', from: '6.2.0', to: '6.3.0' },
  { type: 'SOMETHING_NEW', attribute: 'phase', moon: { phase: 'full' } },
].map((matcher, index) => ({
  buckets: [{ treatment: 'on', size: index % 2 === 0 ? 100 : 33 }, ...(index % 2 === 0 ? [] : [{ treatment: 'off', size: 67 }])],
  condition: { combiner: 'AND', matchers: [matcher] },
}));

export async function openRequestClients(submitter: Client, approver: Client): Promise<RequestClients> {
  const { objects } = await submitter.listWorkspaces({ offset: 0, limit: 200 });
  const workspace = objects.find(({ name }) => name === 'Storefront');
  assert.ok(workspace);
  const environments = await submitter.listEnvironments(workspace.id);
  const production = environments.find(({ name }) => name === 'production');
  const [status] = await submitter.listRolloutStatuses(workspace.id);
  assert.ok(production && status);
  return { submitter, approver, workspaceId: workspace.id, environmentId: production.id, rolloutStatusId: status.id };
}

/** Returns the ID of a request of the sample. */
export async function sampleRequest({ approver }: RequestClients, title: string): Promise<string> {
  const { data } = await approver.listChangeRequests({});
  const found = data.find((request) => request.title === title);
  assert.ok(found, title);
  return found.id;
}

/** A definition with the simplest values for all other fields. */
export function definition(name: string, more: Definition = {}): NewFlagRequest['flag'] {
  return {
    name,
    treatments: [
      { name: 'on', description: 'The new way' },
      { name: 'off', description: 'The way it was' },
    ],
    defaultTreatment: 'off',
    trafficAllocation: 100,
    rules: [],
    defaultRule: [{ treatment: 'off', size: 100 }],
    ...more,
  };
}

/** A rule for a list of countries. */
export function rule(countries: readonly string[], on = 100, more: readonly Definition[] = []): Definition {
  const buckets = [{ treatment: 'on', size: on }, ...(on === 100 ? [] : [{ treatment: 'off', size: 100 - on }])];
  const matchers = [{ type: 'IN_LIST_STRING', attribute: 'country', strings: countries }, ...more];
  return { buckets, condition: { combiner: 'AND', matchers } };
}

export async function submitFlag(
  clients: RequestClients,
  operationType: NewFlagRequest['operationType'],
  flag: NewFlagRequest['flag'],
  title: string,
  comment = 'As agreed on Monday.',
): Promise<string> {
  const { submitter, workspaceId, environmentId, rolloutStatusId } = clients;
  const request: NewFlagRequest = { operationType, flag, title, comment, approvers: [], rolloutStatusId };
  return (await submitter.submitChangeRequest(workspaceId, environmentId, request)).id;
}

export async function submitKeys(
  clients: RequestClients,
  operationType: NewSegmentRequest['operationType'],
  name: string,
  keys: readonly string[],
  title: string,
): Promise<string> {
  const { submitter, workspaceId, environmentId } = clients;
  const request: NewSegmentRequest = { operationType, segment: { name, keys }, title, comment: 'From sales.', approvers: [] };
  return (await submitter.submitChangeRequest(workspaceId, environmentId, request)).id;
}

/** Creates a flag with this definition in production, submitted and approved. */
export async function defineFlag(clients: RequestClients, flag: NewFlagRequest['flag']): Promise<void> {
  await clients.submitter.createFlag(clients.workspaceId, 'account', { name: flag.name, description: '' });
  const id = await submitFlag(clients, 'CREATE', flag, 'The first definition');
  await decide(clients, id, 'APPROVED');
}

export async function decide(
  { approver, submitter }: RequestClients,
  id: string,
  status: 'APPROVED' | 'REJECTED' | 'WITHDRAWN',
): Promise<void> {
  const client = status === 'WITHDRAWN' ? submitter : approver;
  await client.decideChangeRequest(id, { status, comment: 'Looked at it.' });
}
