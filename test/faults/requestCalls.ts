/** Calls that submit and decide change requests. Each cell has its own object, and requests with its name. */
import type { ChangeRequest, Decision, NewFlagRequest, NewSegmentRequest } from '../../src/api/model.ts';
import type { Call, Place } from './call.ts';
import { filled } from './segmentCalls.ts';

const STATUSES = ['REQUESTED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'PUBLISHED'];

export const addition = (name: string): NewSegmentRequest => ({
  operationType: 'CREATE',
  segment: { name, keys: ['a', 'b'] },
  title: name,
  comment: 'for a cell',
  approvers: [],
});

export const definitionRequest = ({ rolloutStatusId }: Place, name: string): NewFlagRequest => ({
  operationType: 'CREATE',
  flag: {
    name,
    treatments: [{ name: 'on' }, { name: 'off' }],
    defaultTreatment: 'off',
    trafficAllocation: 40,
    rules: [],
    defaultRule: [{ treatment: 'on', size: 100 }],
  },
  title: name,
  comment: 'for a cell',
  rolloutStatusId,
  approvers: [],
});

export const kill = (name: string): NewFlagRequest => ({
  operationType: 'KILL',
  flag: { name },
  title: name,
  comment: 'for a cell',
  approvers: [],
});

/** A flag with a definition in production. */
export async function definedInProduction(place: Place, name: string): Promise<void> {
  const { direct, approver, workspaceId, production } = place;
  await direct.createFlag(workspaceId, 'user', { name, description: '' });
  const request = { ...definitionRequest(place, name), title: `before ${name}` };
  const { id } = await direct.submitChangeRequest(workspaceId, production, request);
  await approver.decideChangeRequest(id, { status: 'APPROVED', comment: 'for a cell' });
}

/** Returns all requests with this title, in any status. The newest come first, so those of a cell are on the first page. */
export async function requestsOf({ direct }: Place, title: string): Promise<ChangeRequest[]> {
  const pages = await Promise.all(STATUSES.map((status) => direct.listChangeRequests({ status, limit: 5 })));
  return pages.flatMap(({ data }) => data.filter((request) => request.title === title));
}

/** A segment that is active in production and has no keys. */
export const segmentInProduction = (place: Place, name: string): Promise<void> => filled(place, name, place.production, []);

/** The segment, with a request to add two keys to it. */
export async function requested(place: Place, name: string): Promise<ChangeRequest> {
  await segmentInProduction(place, name);
  return place.direct.submitChangeRequest(place.workspaceId, place.production, addition(name));
}

/** Reads the requests of the cell, and the keys of its segment. */
async function requestsAndKeys(place: Place, name: string): Promise<unknown> {
  const { keys, openChangeRequestId } = await place.direct.readKeys(place.production, name, { offset: 0, limit: 10 });
  return { requests: await requestsOf(place, name), keys, isLocked: Boolean(openChangeRequestId) };
}

const decision = (status: Decision, as?: 'approver'): Call => ({
  method: 'decideChangeRequest',
  variant: status,
  repeats: 'whenRefused',
  ...(as && { as }),
  prepare: requested,
  async run(client, place, name) {
    const [request] = await requestsOf(place, name);
    return client.decideChangeRequest(request?.id ?? '', { status, comment: 'decided' });
  },
  see: requestsAndKeys,
});

export const REQUEST_CALLS: readonly Call[] = [
  {
    method: 'submitChangeRequest',
    variant: 'of a segment',
    repeats: 'never',
    prepare: segmentInProduction,
    run: (client, { workspaceId, production }, name) => client.submitChangeRequest(workspaceId, production, addition(name)),
    see: requestsAndKeys,
  },
  {
    method: 'submitChangeRequest',
    variant: 'of a flag',
    repeats: 'never',
    prepare: ({ direct, workspaceId }, name) => direct.createFlag(workspaceId, 'user', { name, description: '' }),
    run: (client, place, name) => client.submitChangeRequest(place.workspaceId, place.production, definitionRequest(place, name)),
    see: requestsOf,
  },
  decision('WITHDRAWN'),
  decision('APPROVED', 'approver'),
  decision('REJECTED', 'approver'),
];
