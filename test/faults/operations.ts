/** The operations that send requests, each with its own object, and what must be true after each outcome. */
import assert from 'node:assert/strict';
import type { Client } from '../../src/api/client.ts';
import type { FlagDefinition, NewChangeRequest } from '../../src/api/model.ts';
import { activateInEach } from '../../src/operations/segments/segmentActivation.ts';
import { sendNewSegment } from '../../src/operations/segments/segmentCreation.ts';
import { approveRequest, closeRequest } from '../../src/operations/changeRequests/decideRequest.ts';
import { sendSegmentDeactivation } from '../../src/operations/segments/segmentActivation.ts';
import { isAffected, sendSegmentDeletion } from '../../src/operations/segments/segmentDeletion.ts';
import { readProvenUse } from '../../src/operations/segments/segmentUse.ts';
import { readReview, type ReviewedRequest } from '../../src/operations/changeRequests/readReview.ts';
import { saveIdentitiesInBatches } from '../../src/operations/identities/saveIdentities.ts';
import { submitRequest } from '../../src/operations/changeRequests/submission.ts';
import { switchFlag } from '../../src/operations/definitions/changeFlag.ts';
import { requestPermit, writePermit } from '../operations/permits.ts';
import type { Place } from './call.ts';
import { at, defined, live } from './flagCalls.ts';
import {
  addition,
  definedInProduction,
  definitionRequest,
  kill,
  requested,
  requestsOf,
  segmentInProduction,
} from './requestCalls.ts';
import { filled, listed, orAbsent } from './segmentCalls.ts';

/** The outcome of an operation, or `thrown`. */
export interface OperationOutcome {
  readonly outcome: string;
  readonly id?: string | undefined;
  readonly error?: unknown;
}

export interface Operation {
  readonly title: string;
  readonly as: 'submitter' | 'approver';
  /** The outcome without faults. */
  readonly success: string;
  /** True if a write may be repeated after a lost answer. */
  readonly isRepeated?: true;
  /** True if no answer of the service can prove after a lost answer that the operation was done. */
  readonly isUnprovable?: true;
  begin(place: Place, name: string): Promise<(client: Client) => Promise<OperationOutcome>>;
  /**
   * True if the service has done it, false if it has done nothing. Throws if it did only a part, did it twice, or differs from
   * the report.
   */
  isDone(place: Place, name: string, told: OperationOutcome): Promise<boolean>;
}

const submitting = (
  title: string,
  prepare: (place: Place, name: string) => Promise<unknown>,
  request: (place: Place, name: string) => NewChangeRequest,
): Operation => ({
  title,
  as: 'submitter',
  success: 'submitted',
  async begin(place, name) {
    await prepare(place, name);
    const at = { workspaceId: place.workspaceId, environmentId: place.production };
    return async (client) => {
      const told = await submitRequest(client, at, request(place, name), { permit: requestPermit() });
      return { ...told, id: told.outcome === 'submitted' ? told.request.id : undefined };
    };
  },
  async isDone(place, name, told) {
    const requests = await requestsOf(place, name);
    assert.ok(requests.length <= 1, 'no change request exists twice');
    if (told.id !== undefined) assert.equal(requests[0]?.id, told.id, 'the request that is told is the one');
    assert.ok(requests.every(({ status }) => status === 'REQUESTED'));
    return requests.length === 1;
  },
});

const deciding = (
  title: string,
  as: Operation['as'],
  success: string,
  status: string,
  decide: (client: Client, place: Place, reviewed: ReviewedRequest) => Promise<OperationOutcome>,
): Operation => ({
  title,
  as,
  success,
  async begin(place, name) {
    const { id } = await requested(place, name);
    const reviewed = await readReview(place.direct, id, place.production);
    return (client) => decide(client, place, reviewed);
  },
  async isDone(place, name) {
    const [request] = await requestsOf(place, name);
    const { count } = await place.direct.readKeys(place.production, name, { offset: 0, limit: 10 });
    const isDone = request?.status === status;
    assert.ok(isDone || request?.status === 'REQUESTED', `it is ${request?.status}`);
    assert.equal(request.comments.length, isDone ? 2 : 1, 'it is decided once');
    assert.equal(count, status === 'PUBLISHED' && isDone ? 2 : 0, 'the keys are there if it is in effect');
    return isDone;
  },
});

const creating: Operation = {
  title: 'createSegment',
  as: 'submitter',
  success: 'created',
  async begin(place, name) {
    const at = { workspaceId: place.workspaceId, trafficType: 'user' };
    return async (client) => {
      await sendNewSegment(client, at, { name, description: '' }, { permit: requestPermit() });
      return { outcome: 'created' };
    };
  },
  async isDone(place, name) {
    const found = await listed(place, name);
    assert.ok(found.length <= 1);
    return found.length === 1;
  },
};

/** Operations that change a whole segment. They report success or throw. A check without a result counts as thrown. */
const changing = (
  title: string,
  prepare: (place: Place, name: string) => Promise<unknown>,
  change: (client: Client, place: Place, name: string) => Promise<{ readonly outcome: string; readonly error?: unknown }>,
  isDone: Operation['isDone'],
): Operation => ({
  title,
  as: 'submitter',
  success: 'done',
  async begin(place, name) {
    await prepare(place, name);
    return async (client) => {
      const told = await change(client, place, name);
      return told.outcome === 'notDone' ? { ...told, outcome: 'stopped' } : told;
    };
  },
  isDone,
});

const isActive = async ({ direct, development }: Place, name: string): Promise<boolean> =>
  (await orAbsent(direct.readKeys(development, name, { offset: 0, limit: 1 }))) !== 'absent';
const developmentPermit = ({ development }: Place) => writePermit({ id: development, name: 'development', isProduction: false });

const segmentChanges: readonly Operation[] = [
  changing(
    'activateInEach',
    ({ direct, workspaceId }, name) => direct.createSegment(workspaceId, 'user', { name, description: '' }),
    async (client, place, name) => {
      const [activation] = await activateInEach(client, name, [developmentPermit(place)]);
      assert.ok(activation);
      return activation.outcome === 'refused' ? { ...activation, outcome: 'stopped' } : activation;
    },
    isActive,
  ),
  changing(
    'deactivateSegment',
    (place, name) => filled(place, name, place.development, []),
    (client, place, name) =>
      sendSegmentDeactivation(client, { environmentId: place.development, segmentName: name }, developmentPermit(place)),
    async (place, name) => !(await isActive(place, name)),
  ),
  changing(
    'deleteSegment',
    (place, name) => filled(place, name, place.development, []),
    async (client, place, name) => {
      // Without a list of active segments, the segment may be active in the other environments, too.
      const uses = await readProvenUse(place.direct, place.workspaceId, name);
      const environments = uses.filter(isAffected).map(({ environment }) => writePermit(environment, environment.name));
      const permits = { workspace: requestPermit(), environments };
      return sendSegmentDeletion(client, { workspaceId: place.workspaceId, name, uses }, permits);
    },
    async (place, name) => {
      const isGone = (await listed(place, name)).length === 0;
      assert.equal(await isActive(place, name), !isGone, 'it is gone from the environment, too');
      return isGone;
    },
  ),
];

const killing: Operation = changing(
  'switchFlag',
  defined,
  (client, place, name) =>
    switchFlag(client, 'killed', at(place, name), { title: 't', comment: 'c' }, { permit: developmentPermit(place) }),
  async (place, name) => ((await live(place, name)) as FlagDefinition).killed === true,
);

const savingIdentities: Operation = {
  title: 'saveIdentities',
  as: 'submitter',
  success: 'saved',
  isRepeated: true,
  async begin(place, name) {
    const at = { trafficTypeId: place.trafficTypeId, environmentId: place.development };
    const identities = [1, 2, 3].map((number) => ({ key: `${name}-${number}`, values: { plan: 'free' } }));
    return (client) => saveIdentitiesInBatches(client, at, identities, { permit: developmentPermit(place) });
  },
  async isDone({ identityValues }, name) {
    const saved = await Promise.all([1, 2, 3].map(async (number) => (await identityValues(`${name}-${number}`)) !== 'absent'));
    assert.equal(new Set(saved).size, 1, 'all of a batch, or none');
    return saved[0] === true;
  },
};

export const OPERATIONS: readonly Operation[] = [
  submitting('submitRequest (of a segment)', segmentInProduction, (_place, name) => addition(name)),
  submitting('submitRequest (of a flag)', definedInProduction, (_place, name) => kill(name)),
  // A definition that does not exist yet can't contain its open requests.
  {
    ...submitting(
      'submitRequest (of a definition to add)',
      ({ direct, workspaceId }, name) => direct.createFlag(workspaceId, 'user', { name, description: '' }),
      definitionRequest,
    ),
    isUnprovable: true,
  },
  deciding('approveRequest', 'approver', 'published', 'PUBLISHED', (client, { production }, reviewed) => {
    const permit = writePermit({ id: production, name: 'production', isProduction: true }, 'production');
    return approveRequest(client, reviewed, production, 'fine', { permit });
  }),
  deciding('closeRequest (withdrawn)', 'submitter', 'decided', 'WITHDRAWN', (client, _place, reviewed) =>
    closeRequest(client, reviewed, 'WITHDRAWN', 'not yet', { permit: requestPermit() }),
  ),
  deciding('closeRequest (rejected)', 'approver', 'decided', 'REJECTED', (client, _place, reviewed) =>
    closeRequest(client, reviewed, 'REJECTED', 'no', { permit: requestPermit() }),
  ),
  creating,
  ...segmentChanges,
  killing,
  savingIdentities,
];
