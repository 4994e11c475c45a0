/** Calls that only read. */
import type { Call } from './call.ts';

const first = { offset: 0, limit: 50 };

/** The request in the sample that the approver submitted. */
const RESTORE = 'Restore the legacy cart';

const read = (method: Call['method'], run: Call['run'], variant?: string): Call => ({
  method,
  repeats: 'always',
  run,
  ...(variant !== undefined && { variant }),
});

export const READS: readonly Call[] = [
  read('listWorkspaces', (client) => client.listWorkspaces(first)),
  read('listEnvironments', (client, { workspaceId }) => client.listEnvironments(workspaceId)),
  read('listRolloutStatuses', (client, { workspaceId }) => client.listRolloutStatuses(workspaceId)),
  read('listTrafficTypes', (client, { workspaceId }) => client.listTrafficTypes(workspaceId)),
  read('listSegments', (client, { workspaceId }) => client.listSegments(workspaceId, first)),
  read('listActiveSegments', (client, { workspaceId, production }) => client.listActiveSegments(workspaceId, production, first)),
  read('readKeys', (client, { production }) => client.readKeys(production, 'beta-accounts', first)),
  read(
    'readKeys',
    (client, { production }) => client.readKeys(production, 'eu-accounts', { offset: 0, limit: 6000 }),
    'an answer of many packets',
  ),
  read('listFlags', (client, { workspaceId }) => client.listFlags(workspaceId, first)),
  read('readFlag', (client, { workspaceId }) => client.readFlag(workspaceId, 'new-search')),
  read('listDefinitions', (client, { workspaceId, production }) => client.listDefinitions(workspaceId, production, first)),
  read('readDefinition', (client, { workspaceId, production }) => client.readDefinition(workspaceId, 'new-search', production)),
  read('listChangeRequests', (client) => client.listChangeRequests({ status: 'REQUESTED' })),
  read('readChangeRequest', async (client, { direct }) => {
    const { data } = await direct.listChangeRequests({});
    return client.readChangeRequest(data.find(({ title }) => title === RESTORE)?.id ?? '');
  }),
];
