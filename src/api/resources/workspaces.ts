/** Lookups: workspaces, their environments and their rollout statuses. */
import * as z from 'zod/mini';
import { pageOf, type PageRequest } from './envelope.ts';
import { Environment, RolloutStatus, Workspace, type Page } from '../model.ts';
import { pathOf, queryOf } from './path.ts';
import type { Transport } from '../network/transport.ts';
import type { CallOptions } from '../network/callOptions.ts';

/** Returns one page of the workspaces that the API key is allowed to see. `limit` is at most 200 (admin-api.md, Limits). */
export async function listWorkspaces(transport: Transport, page: PageRequest, options?: CallOptions): Promise<Page<Workspace>> {
  const path = `/workspaces${queryOf({ limit: page.limit, offset: page.offset })}`;
  return transport.call({ method: 'GET', path, repeats: 'always', size: 'medium', answer: pageOf(Workspace, page) }, options);
}

/** Returns all environments of a workspace. */
export async function listEnvironments(transport: Transport, workspaceId: string, options?: CallOptions): Promise<Environment[]> {
  const path = pathOf`/environments/ws/${workspaceId}`;
  return transport.call({ method: 'GET', path, repeats: 'always', size: 'medium', answer: z.array(Environment) }, options);
}

/** Returns the rollout statuses that a flag of the workspace can have. Change requests for flags contain their ids. */
export async function listRolloutStatuses(
  transport: Transport,
  workspaceId: string,
  options?: CallOptions,
): Promise<RolloutStatus[]> {
  const path = `/rolloutStatuses${queryOf({ wsId: workspaceId })}`;
  return transport.call({ method: 'GET', path, repeats: 'always', answer: z.array(RolloutStatus) }, options);
}

/** True if the API key sees the workspace. */
export async function isWorkspaceThere(transport: Transport, workspaceId: string, options?: CallOptions): Promise<boolean> {
  await listEnvironments(transport, workspaceId, options);
  return true;
}

/** True if the API key sees the environment in this workspace. */
export async function isEnvironmentThere(
  transport: Transport,
  workspaceId: string,
  environmentId: string,
  options?: CallOptions,
): Promise<boolean> {
  const environments = await listEnvironments(transport, workspaceId, options);
  return environments.some(({ id }) => id === environmentId);
}
