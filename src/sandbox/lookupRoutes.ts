/** Workspaces, environments, rollout statuses and traffic types. */
import { visibleEnvironments, visibleWorkspaces, workspaceById } from './apiKeys.ts';
import { pageOf, type Route } from './call.ts';
import { MAX_PAGE } from './limits.ts';
import { invalid } from './refusal.ts';

export const lookupRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'workspaces',
    isDocumented: true,
    query: { documented: ['limit', 'offset'] },
    body: 'none',
    run: (call) =>
      pageOf(call, visibleWorkspaces(call.caller, call.world), MAX_PAGE, (workspace) => ({
        name: workspace.name,
        type: 'workspace',
        id: workspace.id,
        requiresTitleAndComments: workspace.requiresTitleAndComments,
      })),
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
