/**
 * Finds the environment of a change request. In the documented API, a request names only its workspace (admin-api.md, Change
 * request).
 */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { systemClock } from '../../time/clock.ts';
import { catalogOf } from '../catalog/catalog.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { environmentFrom, type EnvironmentRef } from '../learned/environments.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import { openRequestIn, readObject, type ObjectClient } from './requestedObject.ts';

/** The maximum number of calls at the same time. */
const AT_ONCE = 4;

/**
 * The maximum number of environments to search when a review is opened. With the other calls, a review then takes fewer than 50
 * calls.
 */
const MAX_ASKED = 44;

/** The maximum number of requests of a client in `searchedBefore`. */
const MAX_REMEMBERED = 100;

/** The environment of a request, and the data that was read about its object. */
export interface LocatedRequest {
  readonly environment: EnvironmentRef;
  /** The flag's definition in that environment. Null = the environment has none. Undefined = not read. */
  readonly definition?: FlagDefinition | null | undefined;
}

/**
 * Finds the environment of a request from current answers of the service: either the request names the environment, or the
 * object in that environment shows that this request is open. Searches at most MAX_ASKED environments, beginning with `likely`.
 * A second call for the same request continues with the environments that were not searched yet. `withDefinition` = reads the
 * flag's definition even if the request names its environment. Returns undefined if the service does not show the environment;
 * the caller must then treat it as production.
 */
export async function locateRequest(
  client: Client,
  request: ChangeRequest,
  options: CallOptions & { readonly likely?: string | undefined; readonly withDefinition?: boolean } = {},
): Promise<LocatedRequest | undefined> {
  const { likely, withDefinition = false, ...how } = options;
  const named = namedEnvironment(request);
  const { workspace } = request;
  // Without the workspace, it is unknown whether the named environment is production, so it counts as production.
  if (!workspace) return named && { environment: { ...named, isProduction: true } };
  // An object shows only its open request, so it can't show the environment of a request that is already decided.
  if (!named && isFinal(request)) return undefined;
  const isUseful = !isFinal(request) && (!named || (withDefinition && Boolean(request.flag)));
  const first = isUseful ? (named?.id ?? likely) : undefined;
  const list = catalogOf(client).environments(workspace.id);
  const [read] = await Promise.all([
    first === undefined ? undefined : readObject(client, request, first, how),
    // An older list may lack a new environment, or not show that an environment is now production.
    list.read({ ...how, newerThan: systemClock.now() }),
  ]);
  const environments = list.items.map(environmentFrom);
  const here = environments.find(({ id }) => id === first);
  if (named) {
    const known = environments.find(({ id }) => id === named.id);
    return { environment: known ?? { ...named, isProduction: true }, definition: read?.definition };
  }
  if (here && read?.openRequestId === request.id) return { environment: here, definition: read.definition };
  const asked = searchedEnvironments(client, request.id);
  let others = environments.filter(({ id }) => id !== first && !asked.has(id));
  if (others.length === 0) {
    asked.clear();
    others = environments.filter(({ id }) => id !== first);
  }
  for (const left = others.slice(0, MAX_ASKED); left.length > 0;) {
    const group = left.splice(0, AT_ONCE);
    const answers = await Promise.all(group.map(({ id }) => readObject(client, request, id, how)));
    const found = answers.findIndex((answer) => answer?.openRequestId === request.id);
    if (found >= 0) return { environment: group[found]!, definition: answers[found]!.definition };
    for (const { id } of group) asked.add(id);
  }
  return undefined;
}

/** Like `locateRequest`, but returns only the environment. */
export const findEnvironment = async (...args: Parameters<typeof locateRequest>): Promise<EnvironmentRef | undefined> =>
  (await locateRequest(...args))?.environment;

/** For each client and request, the ids of the environments that were searched without success. */
const searchedBefore = new WeakMap<object, LimitedMap<string, Set<string>>>();

function searchedEnvironments(client: Client, requestId: string): Set<string> {
  const ofClient = searchedBefore.get(client) ?? new LimitedMap<string, Set<string>>(MAX_REMEMBERED);
  searchedBefore.set(client, ofClient);
  const asked = ofClient.get(requestId) ?? new Set();
  ofClient.set(requestId, asked);
  return asked;
}

/**
 * True if the service itself confirms that the request is in this environment: the request names the environment, or, if it
 * names none, its object in this environment shows that this request is open. Data that was read earlier is not used.
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
