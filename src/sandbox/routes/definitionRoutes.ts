/** Direct changes of a flag's definition (service-beyond.md). The sandbox refuses them if change control is enabled. */
import * as z from 'zod/mini';
import { undocumented, mustBeActive, type Call, type Route } from '../call.ts';
import { anyObject, checked, maybeText, type BodyFields } from '../bodyFields.ts';
import { conflict } from '../refusal.ts';
import type { StoredFlagDefinition } from '../world/world.ts';
import { definitionAnswer } from './answers.ts';
import { definitionOf, filledIn } from './definitionCheck.ts';
import { patched } from './jsonPatch.ts';

const titleAndComment = z.object({ title: maybeText, comment: maybeText });

/** Refuses a change without the title and the comment that the workspace requires. They may be in the query or in the body. */
function mustBeExplained(call: Call, body: BodyFields): void {
  const sent = checked(titleAndComment, body);
  const text = (name: 'title' | 'comment') => [call.query.get(name) ?? '', sent[name]].find((one) => one.trim() !== '') ?? '';
  call.mustExplain(call.workspace, text('title'), text('comment'));
}

/** Returns the definition of the path if it may be changed directly. 403 if change control is enabled, whatever the body is. */
function changeable(call: Call): StoredFlagDefinition {
  const { definition, flag } = call;
  call.mustNeedNoApproval(call.environment);
  mustBeActive(flag);
  return definition;
}

/**
 * Returns the definition in the body. Unlike in a change request, a client may omit the traffic allocation and the rules: the
 * defaults are all traffic, and no rules.
 */
function completeBody(call: Call): BodyFields {
  const body = checked(anyObject, call.body);
  const complete = { ...body, trafficAllocation: body['trafficAllocation'] ?? 100, rules: body['rules'] ?? [] };
  return call.service.imitatesLive ? filledIn(complete) : complete;
}

function create(call: Call): unknown {
  const { workspace, environment, flag } = call;
  call.mustNeedNoApproval(environment);
  mustBeActive(flag);
  const body = completeBody(call);
  const fields = definitionOf(body, flag.name, workspace);
  mustBeExplained(call, body);
  if (environment.definitions.has(flag.name)) throw conflict(`Flag ${flag.name} has a definition in ${environment.name} already`);
  const definition = newDefinition(call, fields);
  environment.definitions.set(flag.name, definition);
  return definitionAnswer(workspace, environment, flag, definition);
}

/** Creates a definition that did not exist before. */
export function newDefinition(call: Call, fields: StoredFlagDefinition['fields']): StoredFlagDefinition {
  const now = call.service.now();
  const times = { creationTime: now, lastUpdateTime: now, lastTrafficReceivedAt: null };
  return { id: call.newId(), ...times, killed: false, fields, openChangeRequestId: null };
}

function change(call: Call, definition: StoredFlagDefinition, changes: Partial<StoredFlagDefinition>): unknown {
  Object.assign(definition, changes, { lastUpdateTime: call.service.now() });
  return definitionAnswer(call.workspace, call.environment, call.flag, definition);
}

function replace(call: Call): unknown {
  const definition = changeable(call);
  const body = completeBody(call);
  const fields = definitionOf(body, call.flag.name, call.workspace);
  mustBeExplained(call, body);
  return change(call, definition, { fields });
}

/** A patch may also kill and restore: `killed` is among the patched fields. */
function patch(call: Call): unknown {
  const definition = changeable(call);
  const body = checked(anyObject, patched({ ...definition.fields, killed: definition.killed }, call.body));
  const killed = checked(z.optional(z.boolean()), body['killed'], 'killed') ?? definition.killed;
  const fields = definitionOf(body, call.flag.name, call.workspace);
  mustBeExplained(call, body);
  return change(call, definition, { fields, killed });
}

function remove(call: Call): true {
  changeable(call);
  mustBeExplained(call, {});
  call.environment.definitions.delete(call.flag.name);
  return true;
}

function setKilled(call: Call, killed: boolean): unknown {
  const definition = changeable(call);
  mustBeExplained(call, checked(anyObject, call.body));
  const answer = change(call, definition, { killed });
  return call.service.imitatesLive ? true : answer;
}

/** Assigns all keys to the buckets again, which does not change the definition. */
function reallocate(call: Call): unknown {
  const definition = changeable(call);
  mustBeExplained(call, checked(anyObject, call.body));
  return definitionAnswer(call.workspace, call.environment, call.flag, definition);
}

const path = '{flags}/ws/:workspace/:flag/environments/:environment';
const undocumentedQuery = ['title', 'comment'];

export const definitionRoutes: readonly Route[] = [
  undocumented('POST', path, create, { undocumentedQuery }),
  undocumented('PUT', path, replace, { undocumentedQuery }),
  undocumented('PATCH', path, patch, { undocumentedQuery }),
  undocumented('DELETE', path, remove, { undocumentedQuery }),
  undocumented('PUT', `${path}/kill`, (call) => setKilled(call, true), { undocumentedQuery, body: 'optional' }),
  undocumented('PUT', `${path}/restore`, (call) => setKilled(call, false), { undocumentedQuery, body: 'optional' }),
  undocumented('POST', `${path}/reallocate`, reallocate, { undocumentedQuery, body: 'optional' }),
];
