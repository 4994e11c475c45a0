/** Calls that only read. */
import type { Call } from './call.ts';

const first = { offset: 0, limit: 50 };

/** The request in the sample that the approver submitted. */
const RESTORE = 'Restore the legacy cart';

// prettier-ignore
export const READS: readonly Call[] = [
  { method: 'listWorkspaces', repeats: 'always', run: (client) => client.listWorkspaces(first) },
  { method: 'listEnvironments', repeats: 'always', run: (client, { workspaceId }) => client.listEnvironments(workspaceId) },
  { method: 'listRolloutStatuses', repeats: 'always', run: (client, { workspaceId }) => client.listRolloutStatuses(workspaceId) },
  { method: 'listTrafficTypes', repeats: 'always', run: (client, { workspaceId }) => client.listTrafficTypes(workspaceId) },
  { method: 'listSegments', repeats: 'always', run: (client, { workspaceId }) => client.listSegments(workspaceId, first) },
  {
    method: 'listActiveSegments',
    repeats: 'always',
    run: (client, { workspaceId, production }) => client.listActiveSegments(workspaceId, production, first),
  },
  { method: 'readKeys', repeats: 'always', run: (client, { production }) => client.readKeys(production, 'beta-accounts', first) },
  {
    method: 'readKeys',
    variant: 'an answer of many packets',
    repeats: 'always',
    run: (client, { production }) => client.readKeys(production, 'eu-accounts', { offset: 0, limit: 6000 }),
  },
  { method: 'listFlags', repeats: 'always', run: (client, { workspaceId }) => client.listFlags(workspaceId, first) },
  { method: 'readFlag', repeats: 'always', run: (client, { workspaceId }) => client.readFlag(workspaceId, 'new-search') },
  {
    method: 'listDefinitions',
    repeats: 'always',
    run: (client, { workspaceId, production }) => client.listDefinitions(workspaceId, production, first),
  },
  {
    method: 'readDefinition',
    repeats: 'always',
    run: (client, { workspaceId, production }) => client.readDefinition(workspaceId, 'new-search', production),
  },
  { method: 'listChangeRequests', repeats: 'always', run: (client) => client.listChangeRequests({ status: 'REQUESTED' }) },
  {
    method: 'readChangeRequest',
    repeats: 'always',
    async run(client, { direct }) {
      const { data } = await direct.listChangeRequests({});
      return client.readChangeRequest(data.find(({ title }) => title === RESTORE)?.id ?? '');
    },
  },
];
