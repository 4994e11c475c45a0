/** Workspaces, environments, rollout statuses and traffic types. */
import { visibleEnvironments, visibleWorkspaces, workspaceById } from './apiKeys.ts';
import { pageOf, type Call, type Route } from './call.ts';
import { MAX_PAGE } from './limits.ts';
import { invalid } from './refusal.ts';

const NAME_TESTS: ReadonlyMap<string, (name: string, sought: string) => boolean> = new Map([
  ['IS', (name: string, sought: string) => name === sought],
  ['STARTS_WITH', (name: string, sought: string) => name.startsWith(sought)],
  ['CONTAINS', (name: string, sought: string) => name.includes(sought)],
]);

function listWorkspaces(call: Call): unknown {
  const sought = call.query.get('name') ?? '';
  const isMeant = NAME_TESTS.get(call.query.get('nameOp') || 'IS');
  if (isMeant === undefined) throw invalid(`nameOp must be one of ${[...NAME_TESTS.keys()].join(', ')}`);
  const found = visibleWorkspaces(call.caller, call.world).filter(({ name }) => sought === '' || isMeant(name, sought));
  return pageOf(call, found, MAX_PAGE, ({ name, id, requiresTitleAndComments }) => ({
    name,
    type: 'workspace',
    id,
    requiresTitleAndComments,
  }));
}

export const lookupRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'workspaces',
    isDocumented: true,
    query: { documented: ['limit', 'offset'], beyond: ['name', 'nameOp'] },
    body: 'none',
    run: listWorkspaces,
  },
  {
    method: 'GET',
    path: 'environments/ws/:workspace',
    isDocumented: true,
    body: 'none',
    run: (call) =>
      visibleEnvironments(call.caller, workspaceById(call.caller, call.world, call.part('workspace'))).map(
        ({ name, id, production }) => ({ name, id, production }),
      ),
  },
  {
    method: 'GET',
    path: 'rolloutStatuses',
    isDocumented: true,
    query: { documented: ['wsId'] },
    body: 'none',
    run: (call) => {
      const id = call.query.get('wsId');
      if (id === null || id === '') throw invalid('wsId must name a workspace');
      return workspaceById(call.caller, call.world, id).rolloutStatuses;
    },
  },
  {
    method: 'GET',
    path: 'trafficTypes/ws/:workspace',
    isDocumented: false,
    body: 'none',
    run: (call) => workspaceById(call.caller, call.world, call.part('workspace')).trafficTypes,
  },
];
