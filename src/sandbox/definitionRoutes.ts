/** Direct changes of a flag's definition (service-beyond.md): refused where change control is in effect. */
import { environmentOf, workspaceById } from './apiKeys.ts';
import { mustBeUngated, mustExplain } from './approvals.ts';
import { fieldsOf, maybeTextOf, type Fields } from './bodyFields.ts';
import { newId, type Call, type Route } from './call.ts';
import { definitionOf } from './definitionCheck.ts';
import { shownDefinition } from './definitionShape.ts';
import { definitionIn, flagNamed } from './flagRoutes.ts';
import { patched } from './jsonPatch.ts';
import { conflict } from './refusal.ts';
import type { DefinitionFields, Environment, Flag, Workspace } from './world.ts';

interface Place {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly flag: Flag;
}

function placeOf(call: Call): Place {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const environment = environmentOf(call.caller, workspace, call.part('environment'));
  return { workspace, environment, flag: flagNamed(workspace, call.part('flag')) };
}

function mustBeDirect(call: Call, { workspace, environment }: Place, title: unknown, comment: unknown): void {
  mustBeUngated(call.world, environment);
  mustExplain(workspace, title, comment);
}

/** Unlike a change request's, a definition sent directly may leave the traffic allocation out: all traffic. */
const withAllocation = (body: Fields): Fields => ({ ...body, trafficAllocation: body['trafficAllocation'] ?? 100 });

function create(call: Call): unknown {
  const place = placeOf(call);
  const { workspace, environment, flag } = place;
  const fields = definitionOf(withAllocation(fieldsOf(call.body, 'The body')), flag.name, workspace);
  mustBeDirect(call, place, call.query.get('title'), call.query.get('comment'));
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

function change(call: Call, fieldsFrom: (live: DefinitionFields) => Fields): unknown {
  const place = placeOf(call);
  const { workspace, environment, flag } = place;
  const definition = definitionIn(environment, flag);
  const fields = definitionOf(fieldsFrom(definition.fields), flag.name, workspace);
  mustBeDirect(call, place, call.query.get('title'), call.query.get('comment'));
  definition.fields = fields;
  definition.lastUpdateTime = call.service.now();
  return shownDefinition(workspace, environment, flag, definition);
}

function remove(call: Call): true {
  const place = placeOf(call);
  definitionIn(place.environment, place.flag);
  mustBeDirect(call, place, call.query.get('title'), call.query.get('comment'));
  place.environment.definitions.delete(place.flag.name);
  return true;
}

function setKilled(call: Call, killed: boolean): unknown {
  const place = placeOf(call);
  const { workspace, environment, flag } = place;
  const definition = definitionIn(environment, flag);
  const body = fieldsOf(call.body, 'The body');
  const title = maybeTextOf(body['title'], 'title');
  mustBeDirect(call, place, title, maybeTextOf(body['comment'], 'comment'));
  definition.killed = killed;
  definition.lastUpdateTime = call.service.now();
  return shownDefinition(workspace, environment, flag, definition);
}

const path = '{flags}/ws/:workspace/:flag/environments/:environment';
const explained = { beyond: ['title', 'comment'] };

export const definitionRoutes: readonly Route[] = [
  { method: 'POST', path, isDocumented: false, query: explained, body: 'json', run: create },
  {
    method: 'PUT',
    path,
    isDocumented: false,
    query: explained,
    body: 'json',
    run: (call) => change(call, () => withAllocation(fieldsOf(call.body, 'The body'))),
  },
  {
    method: 'PATCH',
    path,
    isDocumented: false,
    query: explained,
    body: 'json',
    run: (call) => change(call, (live) => fieldsOf(patched(live, call.body), 'The patched definition')),
  },
  { method: 'DELETE', path, isDocumented: false, query: explained, body: 'none', run: remove },
  { method: 'PUT', path: `${path}/kill`, isDocumented: false, body: 'optional', run: (call) => setKilled(call, true) },
  { method: 'PUT', path: `${path}/restore`, isDocumented: false, body: 'optional', run: (call) => setKilled(call, false) },
];
