/** Reads the target of a new change request from its body, and applies the request when it is published. */
import * as z from 'zod/mini';
import {
  activeSegment,
  storedDefinition,
  flagNamed,
  mustBeActive,
  mustBeUnlocked,
  segmentNamed,
  type Call,
  type Service,
} from '../call.ts';
import { anyObject, checked, isJsonObject, keys as keysSchema, requiredText, type BodyFields } from '../bodyFields.ts';
import { conflict, invalid, locked } from '../refusal.ts';
import type {
  StoredRequest,
  StoredEnvironment,
  StoredFlagTarget,
  StoredOtherTarget,
  StoredSegmentTarget,
  StoredWorkspace,
  World,
} from '../world/world.ts';
import { fullDefinition, isOpen } from './answers.ts';
import { definitionOf, filledIn } from './definitionCheck.ts';
import { newDefinition } from './definitionRoutes.ts';
import { mustFitUpdate, withKeysAdded } from './segmentKeys.ts';

type TargetContext = Pick<Service, 'world' | 'vocabulary' | 'imitatesLive'>;

interface Place {
  readonly workspace: StoredWorkspace;
  readonly environment: StoredEnvironment;
}

const segmentChange = z.object({
  name: requiredText,
  keys: z.pipe(
    keysSchema.check(z.minLength(1, 'must have at least one key')),
    z.transform((keys) => [...new Set(keys)]),
  ),
});
const segmentOperation = z.enum(['CREATE', 'ARCHIVE'], 'of a segment must be CREATE or ARCHIVE');
const flagOperation = z.enum(
  ['KILL', 'RESTORE', 'UPDATE', 'CREATE', 'ARCHIVE'],
  'of a flag must be KILL, RESTORE, UPDATE, CREATE or ARCHIVE',
);

function segmentTarget(
  service: TargetContext,
  { workspace, environment }: Place,
  body: unknown,
  sentOperation: string,
): StoredSegmentTarget {
  const { name, keys } = checked(segmentChange, body, 'segment');
  const operation = checked(segmentOperation, sentOperation, 'operationType');
  const active = activeSegment(environment, segmentNamed(workspace, name).name);
  if (operation === 'CREATE') {
    mustFitUpdate(keys);
    withKeysAdded(service.world, active.keys, keys);
  }
  mustBeUnlocked(service, active, `Segment ${name}`);
  return { kind: 'segment', name, operation, keys };
}

/**
 * Completes a definition as the live service does: a definition without a traffic allocation gets `allocation`, and a
 * definition without rules gets an empty list.
 */
function completed(body: BodyFields, allocation: unknown): BodyFields {
  const { trafficAllocation = allocation, rules } = body;
  return filledIn({ ...body, trafficAllocation, rules: rules ?? [] });
}

function flagTarget(
  service: TargetContext,
  { workspace, environment }: Place,
  body: BodyFields,
  sentOperation: string,
): StoredFlagTarget {
  const name = checked(requiredText, body['name'], 'The name of the flag');
  const { imitatesLive } = service;
  const flag = flagNamed(workspace, name);
  mustBeActive(flag);
  const operation = checked(flagOperation, sentOperation, 'operationType');
  const target = { kind: 'flag' as const, name, operation };
  if (operation === 'CREATE') {
    const fields = definitionOf(imitatesLive ? completed(body, 100) : body, name, workspace);
    if (environment.definitions.has(name)) throw conflict(`Flag ${name} has a definition in ${environment.name} already`);
    return { ...target, fields, preview: fullDefinition(workspace, environment, flag, fields, undefined) };
  }
  const live = storedDefinition(environment, flag);
  if (operation === 'UPDATE') {
    const fields = definitionOf(imitatesLive ? completed(body, live.fields['trafficAllocation']) : body, name, workspace);
    mustBeUnlocked(service, live, `Flag ${name}`);
    return { ...target, fields, preview: fullDefinition(workspace, environment, flag, fields, live) };
  }
  mustBeUnlocked(service, live, `Flag ${name}`);
  if (operation === 'KILL' && live.killed) throw invalid(`Flag ${name} is killed already`);
  if (operation === 'RESTORE' && !live.killed) throw invalid(`Flag ${name} is not killed`);
  const killed = operation === 'ARCHIVE' ? live.killed : operation === 'KILL';
  return { ...target, fields: null, preview: fullDefinition(workspace, environment, flag, live.fields, { ...live, killed }) };
}

const OTHER_KINDS = ['ruleBasedSegment', 'largeSegment'] as const;

/**
 * Returns the target for a segment of another kind. Its fields are accepted unchecked, because the documents don't describe
 * them.
 */
function otherTarget(kind: StoredOtherTarget['kind'], fields: BodyFields, operation: string): StoredOtherTarget {
  return { kind, name: checked(requiredText, fields['name'], `${kind}.name`), operation, fields };
}

const emailAddresses = z.array(z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')));

/** Returns who may approve a new change request: the sent e-mail addresses, or the approvers of a restricted environment. */
function approversFor({ changeControl, approvers, name }: StoredEnvironment, sent: unknown): readonly string[] {
  switch (changeControl) {
    case 'off':
      throw invalid(`Change control is not enabled in environment ${name}`);
    case 'restricted':
      // The message is as generic as admin-api.md (Errors) describes it.
      if (checked(z.array(requiredText), sent, 'approvers').length > 0)
        throw invalid('The change request could not be processed');
      return approvers;
    case 'submitters-choose':
      return checked(emailAddresses, sent, 'approvers');
  }
}

/** Returns the target and approvers of a new change request. Refuses a request that could not be published. Stores nothing. */
export function checkedTarget(
  service: TargetContext,
  place: Place,
  body: BodyFields,
): Pick<StoredRequest, 'target' | 'approvers'> {
  const { vocabulary: word, world } = service;
  // Only an own property counts, because the vocabulary may be the name of an inherited property, such as `toString`.
  const flag = Object.hasOwn(body, word) ? (body[word] ?? undefined) : undefined;
  const segment = body['segment'] ?? undefined;
  const other = service.imitatesLive ? OTHER_KINDS.find((kind) => isJsonObject(body[kind])) : undefined;
  if ([flag, segment, other].filter((one) => one !== undefined).length !== 1)
    throw invalid(`A change request is about either a ${word} or a segment`);
  const operation = checked(z.string(), body['operationType'], 'operationType');
  const approvers = [...approversFor(place.environment, body['approvers'])];
  if (other) return { target: otherTarget(other, checked(anyObject, body[other]), operation), approvers };
  if (segment !== undefined) return { target: segmentTarget(service, place, segment, operation), approvers };
  const target = flagTarget(service, place, checked(anyObject, flag, word), operation);
  // Searches all requests, because a definition that does not exist yet can't contain the id of its open change request.
  const open = openRequestOf(world, place.environment, target.name);
  if (open) throw locked(service, `Flag ${target.name}`, open.id);
  return { target, approvers };
}

/** Creates a change request that is submitted at this time. */
export function newRequest(
  { workspace, environment }: Place,
  submitted: Submitted,
  comment: string,
  timestamp: number,
  schedule?: StoredRequest['schedule'],
): StoredRequest {
  return {
    ...submitted,
    workspaceId: workspace.id,
    environmentId: environment.id,
    rolloutStatusTimestamp: submitted.rolloutStatusId === null ? null : timestamp,
    status: schedule ? 'SCHEDULE_REQUESTED' : 'REQUESTED',
    ...(schedule && { schedule }),
    comments: comment === '' ? [] : [{ comment, user: submitted.submitter, role: 'SUBMITTER', timestamp }],
  };
}

type Submitted = Pick<StoredRequest, 'id' | 'title' | 'submitter' | 'target' | 'approvers' | 'rolloutStatusId'>;

/** Returns the open change request about a flag in an environment. */
export function openRequestOf({ changeRequests }: World, { id }: StoredEnvironment, flag: string): StoredRequest | undefined {
  const isAbout = (request: StoredRequest) =>
    isOpen(request) && request.environmentId === id && request.target.kind === 'flag' && request.target.name === flag;
  return changeRequests.find(isAbout);
}

/** Stores the id of the open change request in its object. `id` null = the request is no longer open. */
export function lock(environment: StoredEnvironment, { kind, name }: StoredRequest['target'], id: string | null): void {
  const all = {
    segment: environment.segments,
    flag: environment.definitions,
    ruleBasedSegment: undefined,
    largeSegment: undefined,
  };
  const object = all[kind]?.get(name);
  if (object) object.openChangeRequestId = id;
}

/** Applies an approved change request. Refuses, and changes nothing, if that is no longer possible. */
export function publish(call: Call, { workspace, environment }: Place, { target, rolloutStatusId }: StoredRequest): void {
  const now = call.service.now();
  if (target.kind === 'segment') {
    const active = activeSegment(environment, target.name);
    if (target.operation === 'CREATE') active.keys = withKeysAdded(call.world, active.keys, target.keys);
    else active.keys = active.keys.difference(new Set(target.keys));
    active.lastUpdateTime = now;
    return;
  }
  // The sandbox can't apply requests about other kinds of segments.
  if (target.kind !== 'flag') return;
  const flag = flagNamed(workspace, target.name);
  if (target.fields) {
    // Checks the definition again, because objects that it refers to may have been deleted since the request was submitted.
    const fields = definitionOf(target.fields, target.name, workspace);
    const live = environment.definitions.get(flag.name) ?? newDefinition(call, fields);
    environment.definitions.set(flag.name, Object.assign(live, { fields, lastUpdateTime: now }));
  } else if (target.operation === 'ARCHIVE') {
    storedDefinition(environment, flag);
    environment.definitions.delete(flag.name);
  } else {
    Object.assign(storedDefinition(environment, flag), { killed: target.operation === 'KILL', lastUpdateTime: now });
  }
  if (rolloutStatusId !== null) Object.assign(flag, { rolloutStatusId, rolloutStatusTimestamp: now });
}
