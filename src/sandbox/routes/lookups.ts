/** Workspaces, environments, rollout statuses and traffic types. */
import { visibleEnvironments } from '../sandboxKeys.ts';
import { undocumented, documented, type Call, type Route } from '../call.ts';
import { MAX_PAGE } from '../limits.ts';
import { invalid } from '../refusal.ts';

function listWorkspaces(call: Call): unknown {
  const sought = call.query.get('name') ?? '';
  const operation = call.query.get('nameOp') || 'IS';
  const isSought = ({ name }: { name: string }): boolean => {
    switch (operation) {
      case 'IS':
        return sought === '' || name === sought;
      case 'STARTS_WITH':
        return name.startsWith(sought);
      case 'CONTAINS':
        return name.includes(sought);
      default:
        throw invalid('nameOp must be one of IS, STARTS_WITH, CONTAINS');
    }
  };
  return call.pageOf(call.workspaces.filter(isSought), MAX_PAGE, ({ name, id, requiresTitleAndComments }) => ({
    name,
    type: 'workspace',
    id,
    requiresTitleAndComments,
    ...(call.service.imitatesLive && { organizationIdentifier: 'acme', projectIdentifier: name.toLowerCase() }),
  }));
}

const listEnvironments = (call: Call): unknown =>
  visibleEnvironments(call.caller, call.workspace).map(({ name, id, production }) => ({ name, id, production }));

function listRolloutStatuses(call: Call): unknown {
  const id = call.query.get('wsId');
  if (!id) throw invalid('wsId must name a workspace');
  return call.workspaceById(id).rolloutStatuses;
}

export const lookupRoutes: readonly Route[] = [
  documented('GET', 'workspaces', listWorkspaces, { query: ['limit', 'offset'], undocumentedQuery: ['name', 'nameOp'] }),
  documented('GET', 'environments/ws/:workspace', listEnvironments),
  documented('GET', 'rolloutStatuses', listRolloutStatuses, { query: ['wsId'] }),
  undocumented('GET', 'rolloutStatuses/ws/:workspace', (call) => call.workspace.rolloutStatuses),
  undocumented('GET', 'trafficTypes/ws/:workspace', (call) => call.workspace.trafficTypes),
];
