/** Flags of a workspace, and reading their definitions. */
import { undocumented, documented, flagNamed, type Call, type Route } from '../call.ts';
import { checked, newNamed } from '../bodyFields.ts';
import { MAX_FLAG_PAGE } from '../limits.ts';
import { conflict, locked } from '../refusal.ts';
import type { StoredFlag } from '../world/world.ts';
import { asDocumented, definitionAnswer, flagAnswer } from './answers.ts';
import { openRequestOf } from './changeTarget.ts';
import { mustBeUnused } from './references.ts';

function create(call: Call): unknown {
  call.mustReachWorkspace();
  const { workspace, trafficType } = call;
  const { name, description } = checked(newNamed, call.body);
  if (workspace.flags.has(name)) throw conflict(`Flag ${name} exists already`);
  const now = call.service.now();
  const rolloutStatusId = workspace.rolloutStatuses[0]?.id ?? null;
  const flag: StoredFlag = {
    id: call.newId(),
    name,
    description,
    trafficTypeId: trafficType.id,
    creationTime: now,
    rolloutStatusId,
    rolloutStatusTimestamp: rolloutStatusId === null ? null : now,
    tags: [],
    state: 'ACTIVE',
  };
  workspace.flags.set(name, flag);
  return flagAnswer(call, flag);
}

function list(call: Call): unknown {
  const { workspace, query } = call;
  const name = query.get('name') ?? '';
  const tags = query.getAll('tag').filter((tag) => tag !== '');
  const statuses = query.getAll('rolloutStatus').filter((status) => status !== '');
  const isSought = (flag: StoredFlag) =>
    flag.name.includes(name) &&
    (tags.length === 0 || tags.some((tag) => flag.tags.includes(tag))) &&
    (statuses.length === 0 || statuses.includes(flag.rolloutStatusId ?? ''));
  return call.pageOf([...workspace.flags.values()].filter(isSought), MAX_FLAG_PAGE, (flag) => flagAnswer(call, flag));
}

function readDefinition(call: Call): unknown {
  const { workspace, environment, flag, definition } = call;
  return asDocumented(call.service, 'readDefinition', definitionAnswer(workspace, environment, flag, definition));
}

function listDefinitions(call: Call): unknown {
  const { workspace, environment } = call;
  return call.pageOf([...environment.definitions], MAX_FLAG_PAGE, ([name, definition]) =>
    definitionAnswer(workspace, environment, flagNamed(workspace, name), definition),
  );
}

/** Looks up the flag by name. If no flag has that name, by id. */
function readFlag(call: Call): unknown {
  const { workspace } = call;
  const sent = call.part('flag');
  const byId = workspace.flags.values().find(({ id }) => id === sent);
  return flagAnswer(call, workspace.flags.get(sent) ?? byId ?? call.flag);
}

function remove(call: Call): true {
  call.mustReachWorkspace();
  const { workspace, flag } = call;
  const definedIn = workspace.environments.filter(({ definitions }) => definitions.has(flag.name));
  for (const environment of definedIn) call.mustNeedNoApproval(environment);
  // Also checks environments without a definition, because an open change request may add one.
  for (const environment of workspace.environments) {
    const open = openRequestOf(call.world, environment, flag.name);
    if (open) throw locked(call.service, `Flag ${flag.name}`, open.id);
  }
  mustBeUnused(workspace, 'flags', flag.name);
  for (const environment of definedIn) environment.definitions.delete(flag.name);
  workspace.flags.delete(flag.name);
  return true;
}

export const flagRoutes: readonly Route[] = [
  documented('POST', '{flags}/ws/:workspace/trafficTypes/:trafficType', create),
  documented('GET', '{flags}/ws/:workspace/:flag/environments/:environment', readDefinition),
  undocumented('GET', '{flags}/ws/:workspace', list, { undocumentedQuery: ['limit', 'offset', 'name', 'tag', 'rolloutStatus'] }),
  undocumented('GET', '{flags}/ws/:workspace/environments/:environment', listDefinitions, {
    undocumentedQuery: ['limit', 'offset'],
  }),
  undocumented('GET', '{flags}/ws/:workspace/:flag', readFlag),
  undocumented('DELETE', '{flags}/ws/:workspace/:flag', remove),
];
