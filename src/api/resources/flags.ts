/** Feature flags of a workspace (admin-api.md, Feature flags; additional calls: service-beyond.md). */
import * as z from 'zod/mini';
import type { Additions } from './additions.ts';
import { isFlagThere } from './definitions.ts';
import { pageOf, type PageRequest } from './envelope.ts';
import { Flag, type Page } from '../model.ts';
import { MAX_FLAG_PAGE } from './pages.ts';
import { pathOf, queryOf } from './path.ts';
import type { Transport } from '../network/transport.ts';
import type { CallOptions } from '../network/callOptions.ts';
import { flagsPart } from '../vocabulary.ts';
import { isWorkspaceThere } from './workspaces.ts';

/** Which flags to list, and which page of them. */
export interface FlagQuery extends PageRequest {
  /** Only flags whose name contains this text. */
  readonly name?: string;
}

/** Creates a flag in the workspace, without a change request. After a lost answer the outcome is unknown: look for the flag. */
export async function createFlag(
  transport: Transport,
  workspaceId: string,
  trafficTypeName: string,
  { name, description }: { readonly name: string; readonly description: string },
  options?: CallOptions,
): Promise<void> {
  const path = `/${flagsPart(transport.vocabulary)}${pathOf`/ws/${workspaceId}/trafficTypes/${trafficTypeName}/`}`;
  await transport.call(
    { method: 'POST', path, body: { name, description }, repeats: 'whenRefused', answer: z.unknown() },
    options,
  );
}

/** Returns one page of the flags of a workspace, with at most 50 flags. Undefined if the service lacks the call. */
export async function listFlags(
  additions: Additions,
  workspaceId: string,
  { offset, limit, name }: FlagQuery,
  options?: CallOptions,
): Promise<Page<Flag> | undefined> {
  const { transport } = additions;
  const asked = { offset, limit: Math.min(limit, MAX_FLAG_PAGE) };
  const query = queryOf({ limit: asked.limit, offset, name });
  const path = `/${flagsPart(transport.vocabulary)}${pathOf`/ws/${workspaceId}`}${query}`;
  return additions.ifPresent(
    'listFlags',
    workspaceId,
    () => transport.call({ method: 'GET', path, repeats: 'always', size: 'medium', answer: pageOf(Flag, asked) }, options),
    () => isWorkspaceThere(transport, workspaceId, options),
  );
}

/**
 * Returns one flag. Rejects with a 404 if the workspace has no flag with this name. Undefined if the service lacks the call.
 */
export async function readFlag(
  additions: Additions,
  workspaceId: string,
  name: string,
  options?: CallOptions,
): Promise<Flag | undefined> {
  const { transport } = additions;
  const path = `/${flagsPart(transport.vocabulary)}${pathOf`/ws/${workspaceId}/${name}`}`;
  return additions.ifPresent(
    'readFlag',
    workspaceId,
    () => transport.call({ method: 'GET', path, repeats: 'always', answer: Flag }, options),
    () => isFlagThere(transport, workspaceId, name, options),
  );
}
