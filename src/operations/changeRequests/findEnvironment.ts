/** Which environment a change request belongs to. The request itself names its workspace only (admin-api.md, Change request). */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { byMarker } from '../../api/resources/pages.ts';
import { createRound } from './openRequests.ts';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import type { KnownEnvironment } from '../learned/serviceFacts.ts';
import { hasStatus } from '../../api/errors.ts';
import { isRefusedOrEmpty } from './findCreation.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';

export type ObjectClient = Pick<Client, 'readDefinition' | 'readKeys'>;

/** Pages that are read to learn the environments of open requests: one for each environment, as a rule. */
const MAX_LISTED = 50;

/** Calls that are under way at one time. */
const AT_ONCE = 4;

/** What a change request is about, and where that may be looked for. */
export interface RequestedObject {
  readonly segment?: { readonly name: string } | null | undefined;
  readonly flag?: { readonly name: string } | null | undefined;
  readonly workspace?: { readonly id: string } | null | undefined;
}

/**
 * The environment by the service's own word: the one that the request names, else the one of the workspace where the object
 * says that this request is open on it: one call for each environment at most, beginning with the one that is `likely`.
 * Undefined = the service does not say; treat it as production.
 */
export async function findEnvironment(
  client: ObjectClient & Pick<Client, 'listEnvironments'>,
  request: ChangeRequest,
  options: CallOptions & { readonly likely?: string | undefined } = {},
): Promise<KnownEnvironment | undefined> {
  const { likely, ...how } = options;
  const named = namedEnvironment(request);
  const { workspace } = request;
  // Whether a named one is production can't be looked up without the workspace: then it counts as such.
  if (!workspace) return named && { ...named, isProduction: true };
  // Only of an open request does an object carry the id.
  if (!named && isFinal(request)) return undefined;
  const environments = (await client.listEnvironments(workspace.id, how)).map(({ id, name, production }): KnownEnvironment => ({
    id,
    name,
    isProduction: production !== false,
  }));
  if (named) return environments.find(({ id }) => id === named.id) ?? { ...named, isProduction: true };
  const first = environments.filter(({ id }) => id === likely);
  const others = environments.filter(({ id }) => id !== likely);
  for (let asked = first; asked.length > 0 || others.length > 0; asked = others.splice(0, AT_ONCE)) {
    const open = await Promise.all(asked.map(({ id }) => openRequestIn(client, request, id, how)));
    const found = asked.find((_, index) => open[index] === request.id);
    if (found) return found;
  }
  return undefined;
}

/**
 * The environments of open requests, by listing what is open in each until all are found or the round is over: yields after each page
 * and each environment, with the ids that were found there. Nothing where the service does not list by environment. What fails is passed over, and thrown at the end
 * unless it is a refusal.
 */
export async function* listRequestPlaces(
  client: Pick<Client, 'listEnvironments' | 'listChangeRequests'>,
  wanted: readonly ChangeRequest[],
): AsyncGenerator<readonly [environment: KnownEnvironment, requestIds: readonly string[]]> {
  const failures: unknown[] = [];
  const round = createRound(client, {}, MAX_LISTED);
  const passOver = (error: unknown): void => {
    if (!hasStatus(error, 403) && !hasStatus(error, 404)) failures.push(error);
  };
  for (const [workspaceId, requests] of Map.groupBy(wanted, ({ workspace }) => workspace?.id)) {
    if (workspaceId === undefined) continue;
    // No environment has this id.
    if (!(await isRefusedOrEmpty(client, workspaceId))) return;
    const left = new Set(requests.map(({ id }) => id));
    for (const { id, name, production } of (await client.listEnvironments(workspaceId).catch(passOver)) ?? []) {
      if (left.size === 0) break;
      const environment = { id, name, isProduction: production !== false };
      const readPage = (next: string | undefined): ReturnType<typeof round.read> =>
        round.read({ environmentId: id, ...(next !== undefined && { marker: { next } }) });
      try {
        for await (const page of byMarker(readPage)) {
          yield [environment, page.flatMap((request) => (left.delete(request.id) ? [request.id] : []))];
          if (left.size === 0) break;
        }
      } catch (error) {
        passOver(error);
      }
      // An empty listing has no page.
      yield [environment, []];
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * True if the service itself says that the request is in this environment: by the environment that the request names, else by
 * the lock on its object. What anybody remembers of it proves nothing.
 */
export async function isConfirmedIn(
  client: ObjectClient,
  request: ChangeRequest,
  environmentId: string | undefined,
  options: CallOptions = {},
): Promise<boolean> {
  if (environmentId === undefined) return false;
  const named = namedEnvironment(request);
  if (named) return named.id === environmentId;
  return (await openRequestIn(client, request, environmentId, options)) === request.id;
}

/**
 * The id of the request that is open on the object of `request` in an environment. Null = none; undefined = the object is
 * not there, or the service does not say.
 */
export async function openRequestIn(
  client: ObjectClient,
  { segment, flag, workspace }: RequestedObject,
  environmentId: string,
  options: CallOptions = {},
): Promise<string | null | undefined> {
  try {
    if (segment)
      return (await client.readKeys(environmentId, segment.name, { offset: 0, limit: 1 }, options)).openChangeRequestId;
    if (!flag || !workspace) return undefined;
    return (await client.readDefinition(workspace.id, flag.name, environmentId, options)).openChangeRequestId;
  } catch (error) {
    // Missing, or not for this API key.
    if (hasStatus(error, 404) || hasStatus(error, 403)) return undefined;
    throw error;
  }
}
