/**
 * Definitions of flags in one environment (admin-api.md, Feature flags). All calls but readDefinition are additions that a
 * service may have (service-beyond.md). If the environment requires approvals, the service answers a direct change with a 403;
 * use a change request instead. If the answer to a change is lost, read the definition to see whether the change was made.
 */
import type { Additions } from './additions.ts';
import { pageOf, type PageRequest } from './envelope.ts';
import { hasStatus } from '../errors.ts';
import { noteLargeNumber, noteLargeNumbers } from '../network/largeNumbers.ts';
import { Done, FlagDefinition, Switched, type Page } from '../model.ts';
import { MAX_FLAG_PAGE } from './pages.ts';
import { pathOf, queryOf } from './path.ts';
import type { ApiCall, Transport } from '../network/transport.ts';
import type { CallOptions } from '../network/callOptions.ts';
import { definitionToWire, flagsPart } from '../vocabulary.ts';
import { isEnvironmentThere, listEnvironments } from './workspaces.ts';

/** Identifies one definition. */
export interface DefinitionPlace {
  readonly workspaceId: string;
  readonly flagName: string;
  readonly environmentId: string;
}

/**
 * The explanation of a change. Required by a workspace with `requiresTitleAndComments`, otherwise optional. The history of the
 * flag shows it.
 */
export interface TitleAndComment {
  readonly title?: string;
  readonly comment?: string;
}

/** A definition to send. Fields that only responses have are removed before it is sent (service-beyond.md, Behaviour). */
export interface NewDefinition {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** Options of each call that returns one definition. */
const oneDefinition = { size: 'medium', answer: FlagDefinition, annotate: noteLargeNumber<FlagDefinition> } as const;

const toggled = { size: 'medium', answer: Switched } as const;

const noteInEach = (page: Page<FlagDefinition>, text: string): Page<FlagDefinition> => ({
  ...page,
  objects: noteLargeNumbers(page.objects, text),
});

/**
 * Returns the whole definition of the flag in an environment. Rejects with a 404 if the environment has no definition, or if
 * the API key can't see it.
 */
export async function readDefinition(
  transport: Transport,
  workspaceId: string,
  flagName: string,
  environmentId: string,
  options?: CallOptions,
): Promise<FlagDefinition> {
  const path = pathTo(transport, { workspaceId, flagName, environmentId });
  return transport.call({ method: 'GET', path, repeats: 'always', ...oneDefinition }, options);
}

/**
 * Returns one page of the definitions in an environment, with at most 50 definitions. Undefined if the service lacks the call.
 */
export async function listDefinitions(
  additions: Additions,
  workspaceId: string,
  environmentId: string,
  { offset, limit }: PageRequest,
  options?: CallOptions,
): Promise<Page<FlagDefinition> | undefined> {
  const { transport } = additions;
  const asked = { offset, limit: Math.min(limit, MAX_FLAG_PAGE) };
  const at = pathOf`/ws/${workspaceId}/environments/${environmentId}`;
  const path = `/${flagsPart(transport.vocabulary)}${at}${queryOf(asked)}`;
  return additions.ifPresent(
    'listDefinitions',
    environmentId,
    () =>
      transport.call(
        { method: 'GET', path, repeats: 'always', size: 'large', answer: pageOf(FlagDefinition, asked), annotate: noteInEach },
        options,
      ),
    () => isEnvironmentThere(transport, workspaceId, environmentId, options),
  );
}

/** Adds a definition to an environment that has none; the flag must exist in the workspace. */
export async function createDefinition(
  additions: Additions,
  place: DefinitionPlace,
  definition: NewDefinition,
  explanation?: TitleAndComment,
  options?: CallOptions,
): Promise<FlagDefinition | undefined> {
  const { transport } = additions;
  const [path, body] = [pathTo(transport, place) + queryOf({ ...explanation }), definitionToWire(definition)];
  const { workspaceId, flagName, environmentId } = place;
  return additions.ifPresent(
    'createDefinition',
    environmentId,
    () => transport.call({ method: 'POST', path, body, repeats: 'whenRefused', ...oneDefinition }, options),
    async () =>
      (await isEnvironmentThere(transport, workspaceId, environmentId, options)) &&
      isFlagThere(transport, workspaceId, flagName, options),
  );
}

/** Replaces the definition in the environment. */
export async function replaceDefinition(
  additions: Additions,
  place: DefinitionPlace,
  definition: NewDefinition,
  explanation?: TitleAndComment,
  options?: CallOptions,
): Promise<FlagDefinition | undefined> {
  const body = definitionToWire(definition);
  return change(additions, 'replaceDefinition', place, { body, query: explanation }, oneDefinition, options);
}

/** Removes the definition from the environment. Resolves to true. */
export async function deleteDefinition(
  additions: Additions,
  place: DefinitionPlace,
  explanation?: TitleAndComment,
  options?: CallOptions,
): Promise<true | undefined> {
  const { transport } = additions;
  const path = pathTo(transport, place) + queryOf({ ...explanation });
  return additions.ifPresent(
    'deleteDefinition',
    place.environmentId,
    () => transport.call({ method: 'DELETE', path, repeats: 'whenRefused', answer: Done }, options),
    () => isDefinitionThere(transport, place, options),
  );
}

/** Kills the flag in the environment, so that it serves only its default treatment. Resolves to true. */
export const killFlag = toggle('killFlag', '/kill');

/** Restores a killed flag to its rules. Resolves to true. */
export const restoreFlag = toggle('restoreFlag', '/restore');

function toggle(endpoint: string, below: string) {
  return (additions: Additions, place: DefinitionPlace, explanation: TitleAndComment = {}, options?: CallOptions) =>
    change(additions, endpoint, place, { below, body: explanation }, toggled, options);
}

interface Change {
  readonly body: unknown;
  readonly query?: TitleAndComment | undefined;
  /** Added to the path of the definition. */
  readonly below?: string;
}

/**
 * Changes an existing definition. Retried only after a 429. After any other failure, the service may have made the change,
 * and a retry could undo a change that somebody else made since.
 */
async function change<T>(
  additions: Additions,
  endpoint: string,
  place: DefinitionPlace,
  { body, query, below = '' }: Change,
  answer: Pick<ApiCall<T>, 'size' | 'answer' | 'annotate'>,
  options: CallOptions | undefined,
): Promise<T | undefined> {
  const { transport } = additions;
  const path = pathTo(transport, place) + below + queryOf({ ...query });
  return additions.ifPresent(
    endpoint,
    place.environmentId,
    () => transport.call({ method: 'PUT', path, body, repeats: 'whenRefused', ...answer }, options),
    () => isDefinitionThere(transport, place, options),
  );
}

function pathTo(transport: Transport, { workspaceId, flagName, environmentId }: DefinitionPlace): string {
  return `/${flagsPart(transport.vocabulary)}${pathOf`/ws/${workspaceId}/${flagName}/environments/${environmentId}`}`;
}

async function isDefinitionThere(
  transport: Transport,
  { workspaceId, flagName, environmentId }: DefinitionPlace,
  options: CallOptions | undefined,
): Promise<boolean> {
  await readDefinition(transport, workspaceId, flagName, environmentId, options);
  return true;
}

/** True if some environment has a definition of the flag: the only documented way to see that a flag exists. */
export async function isFlagThere(
  transport: Transport,
  workspaceId: string,
  flagName: string,
  options: CallOptions | undefined,
): Promise<boolean> {
  for (const { id: environmentId } of await listEnvironments(transport, workspaceId, options)) {
    try {
      return await isDefinitionThere(transport, { workspaceId, flagName, environmentId }, options);
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }
  return false;
}
