/** Changes of a flag itself, not of its definitions: description, tags, rollout status, and whether it is archived. */
import * as z from 'zod/mini';
import { undocumented, type Call, type Route } from '../call.ts';
import { anyObject, checked, maybeText, requiredText, type BodyFields } from '../bodyFields.ts';
import { invalid } from '../refusal.ts';
import type { StoredFlag } from '../world/world.ts';
import { flagAnswer } from './answers.ts';
import { lock, openRequestOf } from './changeTarget.ts';
import { patched } from './jsonPatch.ts';

/** Returns the flag of the path if the API key may change it. */
function changeable(call: Call): StoredFlag {
  call.mustReachWorkspace();
  return call.flag;
}

function describe(call: Call): unknown {
  const flag = changeable(call);
  if (typeof call.body !== 'string') throw invalid('The body must be a text');
  flag.description = checked(maybeText, call.body);
  return flagAnswer(call, flag);
}

const tags = z.nullish(z.array(z.object({ name: requiredText })));
const rolloutStatus = z.nullish(z.object({ id: requiredText }));
const patchable = z.strictObject({ description: maybeText, tags, rolloutStatus });

/**
 * Applies a JSON Patch to the description, the tags and the rollout status. If an environment
 * with a definition of the flag requires approvals, the status can't be changed (admin-api.md).
 */
function patch(call: Call): unknown {
  const flag = changeable(call);
  const { workspace } = call;
  const { description, tags: tagsBefore, rolloutStatus: before } = flagAnswer(call, flag) as BodyFields;
  const body = checked(anyObject, patched({ description, tags: tagsBefore ?? [], rolloutStatus: before }, call.body));
  const { description: text, tags: sent, rolloutStatus: status } = checked(patchable, body);
  const id = status?.id ?? null;
  if (id !== null && !workspace.rolloutStatuses.some((one) => one.id === id)) throw invalid('rolloutStatus.id does not exist');
  if (id !== flag.rolloutStatusId) {
    for (const each of workspace.environments) if (each.definitions.has(flag.name)) call.mustNeedNoApproval(each);
    Object.assign(flag, { rolloutStatusId: id, rolloutStatusTimestamp: call.service.now() });
  }
  Object.assign(flag, { description: text, tags: [...new Set(sent?.map(({ name }) => name))] });
  return flagAnswer(call, flag);
}

/** Withdraws the flag's open change requests. Requires no approvals. The definitions remain but can't be changed. */
function archive(call: Call): unknown {
  const flag = changeable(call);
  for (const environment of call.workspace.environments) {
    const open = openRequestOf(call.world, environment, flag.name);
    if (!open) continue;
    open.status = 'WITHDRAWN';
    lock(environment, open.target, null);
  }
  flag.state = 'ARCHIVED';
  return flagAnswer(call, flag);
}

function unarchive(call: Call): unknown {
  const flag = changeable(call);
  flag.state = 'ACTIVE';
  return flagAnswer(call, flag);
}

const path = '{flags}/ws/:workspace/:flag';

export const flagChangeRoutes: readonly Route[] = [
  undocumented('PATCH', path, patch),
  undocumented('PUT', `${path}/updateDescription`, describe, { body: 'text' }),
  undocumented('PUT', `${path}/archive`, archive, { body: 'ignored' }),
  undocumented('PUT', `${path}/unarchive`, unarchive, { body: 'ignored' }),
];
