/** Flags of a workspace, and the reading of their definitions. */
import { environmentOf, mustReachWorkspace, workspaceById } from './apiKeys.ts';
import { mustBeUngated } from './approvals.ts';
import { fieldsOf, maybeTextOf, nameOf } from './bodyFields.ts';
import { newId, pageOf, type Call, type Route } from './call.ts';
import { shownDefinition } from './definitionShape.ts';
import { answered } from './documentedFields.ts';
import { MAX_FLAG_PAGE } from './limits.ts';
import { conflict, invalid, notFound } from './refusal.ts';
import { trafficTypeInPath, trafficTypeOf } from './segmentRoutes.ts';
import { flagDependingOn } from './segmentUse.ts';
import type { Environment, Flag, FlagDefinition, Workspace } from './world.ts';

/** The flag with this name; 404 where the workspace has none. */
export function flagNamed(workspace: Workspace, name: string): Flag {
  const flag = workspace.flags.get(name);
  if (flag === undefined) throw notFound(`Flag ${name}`);
  return flag;
}

/** The flag's definition in this environment; 404 where it has none. */
export function definitionIn(environment: Environment, flag: Flag): FlagDefinition {
  const definition = environment.definitions.get(flag.name);
  if (definition === undefined) throw notFound(`A definition of flag ${flag.name} in environment ${environment.name}`);
  return definition;
}

function shownFlag(workspace: Workspace, flag: Flag): unknown {
  const rolloutStatus = workspace.rolloutStatuses.find((candidate) => candidate.id === flag.rolloutStatusId);
  return {
    id: flag.id,
    name: flag.name,
    description: flag.description,
    trafficType: trafficTypeOf(workspace, flag),
    creationTime: flag.creationTime,
    rolloutStatus: rolloutStatus === undefined ? null : { id: rolloutStatus.id, name: rolloutStatus.name },
    rolloutStatusTimestamp: flag.rolloutStatusTimestamp,
    tags: flag.tags.length === 0 ? null : flag.tags.map((name) => ({ name })),
    owners: [],
  };
}

function create(call: Call): unknown {
  mustReachWorkspace(call.caller);
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const trafficType = trafficTypeInPath(call, workspace);
  const body = fieldsOf(call.body, 'The body');
  const name = nameOf(body['name'], 'name');
  const description = maybeTextOf(body['description'], 'description');
  if (workspace.flags.has(name)) throw conflict(`Flag ${name} exists already`);
  const now = call.service.now();
  const rolloutStatusId = workspace.rolloutStatuses[0]?.id ?? null;
  const flag: Flag = {
    id: newId(call),
    name,
    description,
    trafficTypeId: trafficType.id,
    creationTime: now,
    rolloutStatusId,
    rolloutStatusTimestamp: rolloutStatusId === null ? null : now,
    tags: [],
  };
  workspace.flags.set(name, flag);
  return shownFlag(workspace, flag);
}

function list(call: Call): unknown {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const name = call.query.get('name') ?? '';
  const tags = call.query.getAll('tag').filter((tag) => tag !== '');
  const statuses = call.query.getAll('rolloutStatus').filter((status) => status !== '');
  const found = [...workspace.flags.values()].filter(
    (flag) =>
      flag.name.includes(name) &&
      (tags.length === 0 || tags.some((tag) => flag.tags.includes(tag))) &&
      (statuses.length === 0 || (flag.rolloutStatusId !== null && statuses.includes(flag.rolloutStatusId))),
  );
  return pageOf(call, found, MAX_FLAG_PAGE, (flag) => shownFlag(workspace, flag));
}

function readDefinition(call: Call): unknown {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const environment = environmentOf(call, workspace);
  const flag = flagNamed(workspace, call.part('flag'));
  const shown = shownDefinition(workspace, environment, flag, definitionIn(environment, flag));
  return answered(call.service, 'readDefinition', shown);
}

function listDefinitions(call: Call): unknown {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const environment = environmentOf(call, workspace);
  return pageOf(call, [...environment.definitions.entries()], MAX_FLAG_PAGE, ([name, definition]) =>
    shownDefinition(workspace, environment, flagNamed(workspace, name), definition),
  );
}

function readFlag(call: Call): unknown {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const sent = call.part('flag');
  const meant = workspace.flags.has(sent) ? undefined : [...workspace.flags.values()].find(({ id }) => id === sent);
  return shownFlag(workspace, meant ?? flagNamed(workspace, sent));
}

function remove(call: Call): true {
  mustReachWorkspace(call.caller);
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const flag = flagNamed(workspace, call.part('flag'));
  const definedIn = workspace.environments.filter((environment) => environment.definitions.has(flag.name));
  for (const environment of definedIn) mustBeUngated(call.world, environment);
  // A change request may be about to add a definition where there is none.
  const open = call.world.changeRequests.find(
    ({ status, workspaceId, target }) =>
      status === 'REQUESTED' && workspaceId === workspace.id && target.kind === 'flag' && target.name === flag.name,
  );
  if (open !== undefined) throw conflict(`Flag ${flag.name} has an open change request: ${open.id}`);
  const user = flagDependingOn(workspace, flag.name);
  if (user !== undefined) throw conflict(`Flag ${flag.name} is used by ${user}`);
  for (const environment of definedIn) environment.definitions.delete(flag.name);
  workspace.flags.delete(flag.name);
  return true;
}

function describe(call: Call): unknown {
  mustReachWorkspace(call.caller);
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const flag = flagNamed(workspace, call.part('flag'));
  if (typeof call.body !== 'string') throw invalid('The body must be a text');
  flag.description = maybeTextOf(call.body, 'The body');
  return shownFlag(workspace, flag);
}

const paged = { beyond: ['limit', 'offset'] };

export const flagRoutes: readonly Route[] = [
  { method: 'POST', path: '{flags}/ws/:workspace/trafficTypes/:trafficType', isDocumented: true, body: 'json', run: create },
  {
    method: 'GET',
    path: '{flags}/ws/:workspace/:flag/environments/:environment',
    isDocumented: true,
    body: 'none',
    run: readDefinition,
  },
  {
    method: 'GET',
    path: '{flags}/ws/:workspace',
    isDocumented: false,
    query: { beyond: ['limit', 'offset', 'name', 'tag', 'rolloutStatus'] },
    body: 'none',
    run: list,
  },
  {
    method: 'GET',
    path: '{flags}/ws/:workspace/environments/:environment',
    isDocumented: false,
    query: paged,
    body: 'none',
    run: listDefinitions,
  },
  { method: 'GET', path: '{flags}/ws/:workspace/:flag', isDocumented: false, body: 'none', run: readFlag },
  { method: 'DELETE', path: '{flags}/ws/:workspace/:flag', isDocumented: false, body: 'none', run: remove },
  { method: 'PUT', path: '{flags}/ws/:workspace/:flag/updateDescription', isDocumented: false, body: 'text', run: describe },
];
