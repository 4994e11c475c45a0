/** Feature flags of a workspace, and their definitions in one environment. */
import * as z from 'zod/mini';
import { pageOf, type PageRequest } from './envelope.ts';
import { isApiError } from './errors.ts';
import { Flag, FlagDefinition, type Page } from './model.ts';
import { pathOf, queryOf } from './path.ts';
import type { CallOptions, Transport } from './transport.ts';
import { flagsPart } from './vocabulary.ts';

/** The live service takes no more (service-beyond.md); pages go by what came, so asking for less is safe anywhere. */
const MAX_LISTED = 50;

/** Makes a flag in the workspace; needs no change request. After a lost answer the outcome is unknown: look for the flag. */
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

/** The flag's definition in an environment, in full. 404 where it has none, or the API key may not see it. */
export async function readDefinition(
  transport: Transport,
  workspaceId: string,
  flagName: string,
  environmentId: string,
  options?: CallOptions,
): Promise<FlagDefinition> {
  const path = `/${flagsPart(transport.vocabulary)}${pathOf`/ws/${workspaceId}/${flagName}/environments/${environmentId}`}`;
  return transport.call({ method: 'GET', path, repeats: 'always', answer: FlagDefinition }, options);
}

/** What was learnt about the listing, which is not in the document: one for each client. */
export interface FlagListing {
  isKnown: boolean;
  /** Workspaces for which the service has no such call. */
  readonly absent: Set<string>;
}

export function newFlagListing(): FlagListing {
  return { isKnown: false, absent: new Set() };
}

/**
 * One page of the flags of a workspace, at most 50 (service-beyond.md, Endpoints). Undefined if the service has no such
 * call: it answered 404 or 405 and never anything else; that workspace is then not asked for again.
 */
export async function listFlags(
  transport: Transport,
  listing: FlagListing,
  workspaceId: string,
  page: PageRequest,
  options?: CallOptions,
): Promise<Page<Flag> | undefined> {
  if (listing.absent.has(workspaceId)) return undefined;
  const asked = { offset: page.offset, limit: Math.min(page.limit, MAX_LISTED) };
  const path = `/${flagsPart(transport.vocabulary)}${pathOf`/ws/${workspaceId}`}${queryOf({ limit: asked.limit, offset: asked.offset })}`;
  try {
    const answer = await transport.call({ method: 'GET', path, repeats: 'always', answer: pageOf(Flag, asked) }, options);
    listing.isKnown = true;
    return answer;
  } catch (error) {
    const isAbsent = isApiError(error) && error.kind === 'service' && (error.status === 404 || error.status === 405);
    // Where the call has worked once, a 404 is about this workspace.
    if (!isAbsent || listing.isKnown) throw error;
    listing.absent.add(workspaceId);
    return undefined;
  }
}
