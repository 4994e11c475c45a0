/** Direct changes of a flag's definition (service-beyond.md): refused where change control is in effect. */
import { environmentOf, workspaceById } from './apiKeys.ts';
import { mustBeUngated, mustExplain } from './approvals.ts';
import { fieldsOf, maybeTextOf, type Fields } from './bodyFields.ts';
import { newId, type Call, type Route } from './call.ts';
import { definitionOf, filledIn } from './definitionCheck.ts';
import { shownDefinition } from './definitionShape.ts';
import { definitionIn, flagNamed } from './flagRoutes.ts';
import { patched } from './jsonPatch.ts';
import { conflict, invalid } from './refusal.ts';
import type { Environment, Flag, FlagDefinition, Workspace } from './world.ts';

interface Place {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly flag: Flag;
}

interface DefinedPlace extends Place {
  readonly definition: FlagDefinition;
}

function placeOf(call: Call): Place {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const environment = environmentOf(call, workspace);
  return { workspace, environment, flag: flagNamed(workspace, call.part('flag')) };
}

/** The objects of the path, the definition among them; 403 where change control is in effect, whatever the body is. */
function definedPlaceOf(call: Call): DefinedPlace {
  const place = placeOf(call);
  const definition = definitionIn(place.environment, place.flag);
  mustBeUngated(call.world, place.environment);
  return { ...place, definition };
}

/** Title and comment may stand in the query or in the body. */
function mustBeExplained(call: Call, workspace: Workspace, body: Fields): void {
  const said = (name: string) => [call.query.get(name) ?? '', maybeTextOf(body[name], name)].find((text) => text.trim() !== '');
  mustExplain(workspace, said('title'), said('comment'));
}

/** Unlike a change request's, a definition sent directly may leave out the traffic allocation (all traffic) and the rules (none). */
function completeBody(call: Call): Fields {
  const body = fieldsOf(call.body, 'The body');
  const complete = { ...body, trafficAllocation: body['trafficAllocation'] ?? 100, rules: body['rules'] ?? [] };
  return call.service.speaksLive ? filledIn(complete) : complete;
}

function create(call: Call): unknown {
  const { workspace, environment, flag } = placeOf(call);
  mustBeUngated(call.world, environment);
  const body = completeBody(call);
  const fields = definitionOf(body, flag.name, workspace);
  mustBeExplained(call, workspace, body);
  if (environment.definitions.has(flag.name)) throw conflict(`Flag ${flag.name} has a definition in ${environment.name} already`);
  const now = call.service.now();
  const definition = {
    id: newId(call),
    creationTime: now,
    lastUpdateTime: now,
    lastTrafficReceivedAt: null,
    killed: false,
    fields,
    openChangeRequestId: null,
  };
  environment.definitions.set(flag.name, definition);
  return shownDefinition(workspace, environment, flag, definition);
}

function change(call: Call, place: DefinedPlace, body: Fields, killed: boolean): unknown {
  const { workspace, environment, flag, definition } = place;
  const fields = definitionOf(body, flag.name, workspace);
  mustBeExplained(call, workspace, body);
  definition.fields = fields;
  definition.killed = killed;
  definition.lastUpdateTime = call.service.now();
  return shownDefinition(workspace, environment, flag, definition);
}

function replace(call: Call): unknown {
  const place = definedPlaceOf(call);
  return change(call, place, completeBody(call), place.definition.killed);
}

/** A patch may kill and restore too: it sees `killed` among the fields. */
function patch(call: Call): unknown {
  const place = definedPlaceOf(call);
  const { fields, killed: isKilled } = place.definition;
  const body = fieldsOf(patched({ ...fields, killed: isKilled }, call.body), 'The patched definition');
  const { killed = isKilled } = body;
  if (typeof killed !== 'boolean') throw invalid('killed must be true or false');
  return change(call, place, body, killed);
}

function remove(call: Call): true {
  const { workspace, environment, flag } = definedPlaceOf(call);
  mustBeExplained(call, workspace, {});
  environment.definitions.delete(flag.name);
  return true;
}

function setKilled(call: Call, killed: boolean): unknown {
  const { workspace, environment, flag, definition } = definedPlaceOf(call);
  mustBeExplained(call, workspace, fieldsOf(call.body, 'The body'));
  definition.killed = killed;
  definition.lastUpdateTime = call.service.now();
  return shownDefinition(workspace, environment, flag, definition);
}

const path = '{flags}/ws/:workspace/:flag/environments/:environment';
const explained = { beyond: ['title', 'comment'] };

export const definitionRoutes: readonly Route[] = [
  { method: 'POST', path, isDocumented: false, query: explained, body: 'json', run: create },
  { method: 'PUT', path, isDocumented: false, query: explained, body: 'json', run: replace },
  { method: 'PATCH', path, isDocumented: false, query: explained, body: 'json', run: patch },
  { method: 'DELETE', path, isDocumented: false, query: explained, body: 'none', run: remove },
  {
    method: 'PUT',
    path: `${path}/kill`,
    isDocumented: false,
    query: explained,
    body: 'optional',
    run: (call) => setKilled(call, true),
  },
  {
    method: 'PUT',
    path: `${path}/restore`,
    isDocumented: false,
    query: explained,
    body: 'optional',
    run: (call) => setKilled(call, false),
  },
];
