/** What others do at the service: they change definitions, and submit and decide change requests. */
import assert from 'node:assert/strict';
import { parse } from 'yaml';
import type { ChangeRequest, Decision, FlagDefinition } from '../../../src/api/model.ts';
import { submitRequest } from '../../../src/operations/changeRequests/submission.ts';
import { requestPermit } from '../../operations/permits.ts';
import { sendable, type Fault, type Seen } from '../../operations/service.ts';
import { FLAG, service } from './window.ts';

const client = () => service.as('submitter-key');

/** Returns the live definition of a flag. */
export async function liveDefinition(environment = 'development', flagName = FLAG): Promise<FlagDefinition> {
  const { workspaceId, environmentId } = service.place(environment);
  return client().readDefinition(workspaceId, flagName, environmentId);
}

/** Kills the flag in an environment that requires no approvals. */
export const killFlag = (environment = 'development'): Promise<unknown> =>
  client().killFlag({ ...service.place(environment), flagName: FLAG }, { title: 't', comment: 'c' });

/** Changes the live definition of the flag, by a change request if approvals are required. */
export async function changeLive(change: Partial<FlagDefinition>, environment = 'development'): Promise<void> {
  const flag = { ...sendable(await liveDefinition(environment)), ...change, name: FLAG };
  if (environment === 'development')
    return void (await client().replaceDefinition({ ...service.place(environment), flagName: FLAG }, flag));
  await decide(await submitFlagRequest('UPDATE', flag, environment), 'APPROVED');
}

/** Submits a change request of a flag. */
export async function submitFlagRequest(
  operationType: 'CREATE' | 'UPDATE' | 'ARCHIVE' | 'KILL',
  flag: { readonly name: string; readonly [field: string]: unknown },
  environment = 'production',
): Promise<ChangeRequest> {
  const said = { title: 't', comment: 'c', approvers: [], rolloutStatusId: await service.rolloutStatus() };
  const wanted = { operationType, flag, ...said } as Parameters<typeof submitRequest>[2];
  const sent = await submitRequest(client(), service.place(environment), wanted, { permit: requestPermit() });
  return sent.outcome === 'submitted' ? sent.request : assert.fail(sent.outcome);
}

/** Submits a request to change the flag. */
export const requestChange = async (environment = 'production', flagName = FLAG): Promise<ChangeRequest> =>
  submitFlagRequest('UPDATE', { ...sendable(await liveDefinition(environment, flagName)), trafficAllocation: 7 }, environment);

/** A definition of a flag that has none in the sample. */
export const NEW_DEFINITION = {
  name: 'wishlist-sharing',
  treatments: [{ name: 'on' }],
  defaultTreatment: 'on',
  trafficAllocation: 7,
  rules: [],
  defaultRule: [{ treatment: 'on', size: 100 }],
};

/** Submits a request that adds the definition in this text. */
export const requestCreation = (text: string, environment = 'production'): Promise<ChangeRequest> =>
  submitFlagRequest('CREATE', parse(text) as { name: string }, environment);

/** Decides a change request. The submitter withdraws it; a different API key approves or rejects it. */
export const decide = ({ id }: Pick<ChangeRequest, 'id'>, status: Decision): Promise<unknown> =>
  service.as(status === 'WITHDRAWN' ? 'submitter-key' : 'release-key').decideChangeRequest(id, { status, comment: 'c' });

/** Returns the open change request of a flag, also one that adds its definition. */
export async function openRequest(flagName = FLAG): Promise<ChangeRequest> {
  const { data } = await client().listChangeRequests({ limit: 100 });
  return data.find(({ flag, status }) => flag?.name === flagName && status === 'REQUESTED') ?? assert.fail('none is open');
}

/** Lists change requests without their environment, because admin-api.md does not promise it: a value for `service.onCall`. */
export async function withoutEnvironments({ method, path }: Seen): Promise<Fault | undefined> {
  if (method !== 'GET' || !path.startsWith('/changeRequests?')) return undefined;
  const key = service.sandbox.keys.find(({ name }) => name === 'submitter-key')?.key;
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${service.sandbox.baseUrl}/internal/api/v2${path}`, { headers });
  const body = (await answer.json()) as { data?: { flag: object | null }[] };
  for (const { flag } of body.data ?? []) if (flag) Object.assign(flag, { environment: undefined });
  return { status: answer.status, body };
}
