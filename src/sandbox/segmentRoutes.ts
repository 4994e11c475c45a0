/** Segments of a workspace, and their activation in an environment. */
import { environmentById, environmentOf, mustReachWorkspace, workspaceById } from './apiKeys.ts';
import { mustBeUngated } from './approvals.ts';
import { fieldsOf, maybeTextOf, nameOf } from './bodyFields.ts';
import { newId, pageOf, type Call, type Route } from './call.ts';
import { MAX_PAGE } from './limits.ts';
import { conflict, notFound } from './refusal.ts';
import { flagUsing } from './segmentUse.ts';
import type { Environment, Named, Segment, SegmentDefinition, TrafficType, Workspace } from './world.ts';

const named = ({ id, name }: Named) => ({ id, name });

/** The traffic type of the path: by its name or, but not in the documented-only mode, by its id. 404 where there is none. */
export function trafficTypeInPath(call: Call, { trafficTypes }: Workspace): TrafficType {
  const sent = call.part('trafficType');
  const isMeant = ({ id }: TrafficType) => !call.service.isDocumentedOnly && id === sent;
  const trafficType = trafficTypes.find(({ name }) => name === sent) ?? trafficTypes.find(isMeant);
  if (trafficType === undefined) throw notFound(`Traffic type ${sent}`);
  return trafficType;
}

/** The traffic type of a segment or flag. */
export function trafficTypeOf(workspace: Workspace, held: { readonly trafficTypeId: string }): Named {
  return named(
    workspace.trafficTypes.find((candidate) => candidate.id === held.trafficTypeId) ?? { id: held.trafficTypeId, name: '' },
  );
}

/** The segment with this name; 404 where the workspace has none. */
export function segmentNamed(workspace: Workspace, name: string): Segment {
  const segment = workspace.segments.get(name);
  if (segment === undefined) throw notFound(`Segment ${name}`);
  return segment;
}

/** The segment of the path and its definition in the environment of the path; 404 where it is not active. */
export function activeSegment(call: Call): {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly segment: Segment;
  readonly definition: SegmentDefinition;
} {
  const { workspace, environment } = environmentById(call.caller, call.world, call.part('environment'));
  const segment = segmentNamed(workspace, call.part('segment'));
  const definition = environment.segments.get(segment.name);
  if (definition === undefined) throw notFound(`Segment ${segment.name} in environment ${environment.name}`);
  return { workspace, environment, segment, definition };
}

function shownSegment(workspace: Workspace, segment: Segment): unknown {
  const { name, description, creationTime } = segment;
  return { name, description, trafficType: trafficTypeOf(workspace, segment), creationTime, tags: null };
}

function shownActivation(
  workspace: Workspace,
  environment: Environment,
  segment: Segment,
  definition: SegmentDefinition,
): unknown {
  return {
    name: segment.name,
    environment: named(environment),
    trafficType: trafficTypeOf(workspace, segment),
    status: 'ACTIVE',
    creationTime: definition.creationTime,
  };
}

function create(call: Call): unknown {
  mustReachWorkspace(call.caller);
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const trafficType = trafficTypeInPath(call, workspace);
  const body = fieldsOf(call.body, 'The body');
  const name = nameOf(body['name'], 'name');
  const description = maybeTextOf(body['description'], 'description');
  if (workspace.segments.has(name)) throw conflict(`Segment ${name} exists already`);
  const segment = { id: newId(call), name, description, trafficTypeId: trafficType.id, creationTime: call.service.now() };
  workspace.segments.set(name, segment);
  return shownSegment(workspace, segment);
}

function remove(call: Call): true {
  mustReachWorkspace(call.caller);
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const segment = segmentNamed(workspace, call.part('segment'));
  const activeIn = workspace.environments.filter((environment) => environment.segments.has(segment.name));
  for (const environment of activeIn) mustBeUngated(call.world, environment);
  const flag = flagUsing(workspace, segment.name);
  if (flag !== undefined) throw conflict(`Segment ${segment.name} is used by ${flag}`);
  for (const environment of activeIn) environment.segments.delete(segment.name);
  workspace.segments.delete(segment.name);
  return true;
}

/** Change control does not stop this one: adding an empty definition needs no change request (admin-api.md, Segments, rule 5). */
function activate(call: Call): unknown {
  const { workspace, environment } = environmentById(call.caller, call.world, call.part('environment'));
  const segment = segmentNamed(workspace, call.part('segment'));
  if (environment.segments.has(segment.name)) throw conflict(`Segment ${segment.name} is active in ${environment.name} already`);
  const now = call.service.now();
  const definition: SegmentDefinition = {
    id: newId(call),
    creationTime: now,
    creator: call.caller.name,
    lastUpdateTime: now,
    keys: new Set(),
    openChangeRequestId: null,
    audit: [],
  };
  environment.segments.set(segment.name, definition);
  return shownActivation(workspace, environment, segment, definition);
}

function deactivate(call: Call): true {
  const { environment, segment, definition } = activeSegment(call);
  mustBeUngated(call.world, environment);
  if (definition.keys.size > 0)
    throw conflict(`Segment ${segment.name} still has ${definition.keys.size} keys in ${environment.name}`);
  environment.segments.delete(segment.name);
  return true;
}

function listActive(call: Call): unknown {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const environment = environmentOf(call, workspace);
  return pageOf(call, [...environment.segments], MAX_PAGE, ([name, definition]) =>
    shownActivation(workspace, environment, segmentNamed(workspace, name), definition),
  );
}

function read(call: Call): unknown {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  return shownSegment(workspace, segmentNamed(workspace, call.part('segment')));
}

function list(call: Call): unknown {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  return pageOf(call, [...workspace.segments.values()], MAX_PAGE, (segment) => shownSegment(workspace, segment));
}

const paged = { documented: ['limit', 'offset'] };

export const segmentRoutes: readonly Route[] = [
  { method: 'POST', path: 'segments/ws/:workspace/trafficTypes/:trafficType', isDocumented: true, body: 'json', run: create },
  { method: 'GET', path: 'segments/ws/:workspace', isDocumented: true, query: paged, body: 'none', run: list },
  { method: 'GET', path: 'segments/ws/:workspace/:segment', isDocumented: false, body: 'none', run: read },
  { method: 'DELETE', path: 'segments/ws/:workspace/:segment', isDocumented: true, body: 'none', run: remove },
  { method: 'POST', path: 'segments/:environment/:segment', isDocumented: true, body: 'ignored', run: activate },
  { method: 'DELETE', path: 'segments/:environment/:segment', isDocumented: false, body: 'none', run: deactivate },
  {
    method: 'GET',
    path: 'segments/ws/:workspace/environments/:environment',
    isDocumented: false,
    query: paged,
    body: 'none',
    run: listActive,
  },
];
