/** What a new change request is about, out of its body; and the same thing done, when it is published. */
import { approversFor, mustBeUnlocked } from './approvals.ts';
import { fieldsOf, keysOf, textOf, type Fields } from './bodyFields.ts';
import { newId, type Call } from './call.ts';
import { definitionOf, filledIn } from './definitionCheck.ts';
import { shownFields } from './definitionShape.ts';
import { definitionIn, flagNamed } from './flagRoutes.ts';
import { mustFitUpdate, withKeysAdded } from './limits.ts';
import { conflict, invalid, notFound } from './refusal.ts';
import { segmentNamed } from './segmentRoutes.ts';
import type { ChangeRequest, ChangeTarget, Environment, SegmentDefinition, Workspace, World } from './world.ts';

type FlagTarget = Extract<ChangeTarget, { kind: 'flag' }>;
type SegmentTarget = Extract<ChangeTarget, { kind: 'segment' }>;

function activeDefinition(environment: Environment, name: string): SegmentDefinition {
  const definition = environment.segments.get(name);
  if (definition === undefined) throw notFound(`Segment ${name} in environment ${environment.name}`);
  return definition;
}

function segmentTarget(
  world: World,
  workspace: Workspace,
  environment: Environment,
  body: Fields,
  operation: unknown,
): SegmentTarget {
  const name = segmentNamed(workspace, textOf(body['name'], 'segment.name')).name;
  const keys = [...new Set(keysOf(body['keys'], 'segment.keys'))];
  if (operation !== 'CREATE' && operation !== 'ARCHIVE') throw invalid('operationType of a segment must be CREATE or ARCHIVE');
  const definition = activeDefinition(environment, name);
  if (keys.length === 0) throw invalid('segment.keys must hold at least one key');
  if (operation === 'CREATE') {
    mustFitUpdate(keys);
    withKeysAdded(world, definition.keys, keys);
  }
  mustBeUnlocked(definition, `Segment ${name}`);
  return { kind: 'segment', name, operation, keys };
}

/** A definition as the live service takes it: without a traffic allocation it has this one, without rules it has none. */
const completed = (body: Fields, allocation: unknown): Fields => {
  const { trafficAllocation = allocation, rules } = body;
  return filledIn({ ...body, trafficAllocation, rules: rules ?? [] });
};

function flagTarget(call: Call, workspace: Workspace, environment: Environment, body: Fields, operation: unknown): FlagTarget {
  const { speaksLive } = call.service;
  const flag = flagNamed(workspace, textOf(body['name'], 'The name of the flag'));
  const name = flag.name;
  switch (operation) {
    case 'KILL':
    case 'RESTORE':
    case 'ARCHIVE': {
      const live = definitionIn(environment, flag);
      mustBeUnlocked(live, `Flag ${name}`);
      if (operation === 'KILL' && live.killed) throw invalid(`Flag ${name} is killed already`);
      if (operation === 'RESTORE' && !live.killed) throw invalid(`Flag ${name} is not killed`);
      const killed = operation === 'ARCHIVE' ? live.killed : operation === 'KILL';
      const shown = shownFields(workspace, environment, flag, live.fields, { ...live, killed });
      return { kind: 'flag', name, operation, fields: undefined, shown };
    }
    case 'UPDATE': {
      const live = definitionIn(environment, flag);
      const sent = speaksLive ? completed(body, live.fields['trafficAllocation']) : body;
      const fields = definitionOf(sent, name, workspace);
      mustBeUnlocked(live, `Flag ${name}`);
      return { kind: 'flag', name, operation, fields, shown: shownFields(workspace, environment, flag, fields, live) };
    }
    case 'CREATE': {
      const fields = definitionOf(speaksLive ? completed(body, 100) : body, name, workspace);
      if (environment.definitions.has(name)) throw conflict(`Flag ${name} has a definition in ${environment.name} already`);
      return { kind: 'flag', name, operation, fields, shown: shownFields(workspace, environment, flag, fields, undefined) };
    }
    default:
      throw invalid('operationType of a flag must be KILL, RESTORE, UPDATE, CREATE or ARCHIVE');
  }
}

/** The target and approvers of a new change request; refuses what could not be published, and stores nothing. */
export function targetOf(
  call: Call,
  workspace: Workspace,
  environment: Environment,
  body: Fields,
): { readonly target: ChangeTarget; readonly approvers: readonly string[] } {
  const word = call.service.vocabulary;
  // The word may be one that every object has: `toString`.
  const flag = Object.hasOwn(body, word) ? (body[word] ?? undefined) : undefined;
  const segment = body['segment'] ?? undefined;
  if ((flag === undefined) === (segment === undefined)) throw invalid(`A change request is about either a ${word} or a segment`);
  const operation = body['operationType'];
  if (typeof operation !== 'string') throw invalid('operationType must be a text');
  const approvers = approversFor(environment, body['approvers']);
  if (segment !== undefined) {
    const target = segmentTarget(call.world, workspace, environment, fieldsOf(segment, 'segment'), operation);
    return { target, approvers };
  }
  const target = flagTarget(call, workspace, environment, fieldsOf(flag, word), operation);
  mustBeFree(call.world, environment, target);
  return { target, approvers };
}

/** A definition that is still to be added has no place of its own to carry the id of its open change request. */
function mustBeFree(world: World, environment: Environment, target: FlagTarget): void {
  const open = world.changeRequests.find(
    (request) =>
      request.status === 'REQUESTED' &&
      request.environmentId === environment.id &&
      request.target.kind === 'flag' &&
      request.target.name === target.name,
  );
  if (open !== undefined) throw conflict(`Flag ${target.name} has an open change request: ${open.id}`);
}

/** Writes the id of the open change request on its object, or null when it is no longer open. */
export function lock(environment: Environment, target: ChangeTarget, id: string | null): void {
  const held = target.kind === 'segment' ? environment.segments.get(target.name) : environment.definitions.get(target.name);
  if (held !== undefined) held.openChangeRequestId = id;
}

function publishSegment(call: Call, environment: Environment, target: SegmentTarget): void {
  const definition = activeDefinition(environment, target.name);
  if (target.operation === 'CREATE') {
    definition.keys = withKeysAdded(call.world, definition.keys, target.keys);
  } else {
    definition.keys = definition.keys.difference(new Set(target.keys));
  }
  definition.lastUpdateTime = call.service.now();
}

function publishFlag(call: Call, workspace: Workspace, environment: Environment, target: FlagTarget): void {
  const now = call.service.now();
  const flag = flagNamed(workspace, target.name);
  // What it names may have been deleted since it was submitted.
  const fields = target.fields === undefined ? undefined : definitionOf(target.fields, target.name, workspace);
  switch (target.operation) {
    case 'KILL':
    case 'RESTORE': {
      const live = definitionIn(environment, flag);
      live.killed = target.operation === 'KILL';
      live.lastUpdateTime = now;
      return;
    }
    case 'ARCHIVE':
      definitionIn(environment, flag);
      environment.definitions.delete(flag.name);
      return;
    case 'UPDATE':
    case 'CREATE': {
      if (fields === undefined) throw new Error(`${target.operation} without a definition`);
      const live = environment.definitions.get(flag.name);
      environment.definitions.set(flag.name, {
        id: live?.id ?? newId(call),
        creationTime: live?.creationTime ?? now,
        lastTrafficReceivedAt: live?.lastTrafficReceivedAt ?? null,
        killed: live?.killed ?? false,
        openChangeRequestId: live?.openChangeRequestId ?? null,
        lastUpdateTime: now,
        fields,
      });
    }
  }
}

/** Does what an approved change request asks for; refuses, and does nothing, where that is no longer possible. */
export function publish(call: Call, workspace: Workspace, environment: Environment, request: ChangeRequest): void {
  const { target } = request;
  if (target.kind === 'segment') return publishSegment(call, environment, target);
  publishFlag(call, workspace, environment, target);
  const flag = flagNamed(workspace, target.name);
  if (request.rolloutStatusId !== null) {
    flag.rolloutStatusId = request.rolloutStatusId;
    flag.rolloutStatusTimestamp = call.service.now();
  }
}
