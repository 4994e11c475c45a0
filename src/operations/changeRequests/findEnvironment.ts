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

/** The number of calls in flight at the same time. */
const AT_ONCE = 4;

/**
 * The most environments to ask when a review is opened. Together with the other calls of a review, that makes less than 50
 * calls.
 */
const MAX_ASKED = 44;

/** The number of requests for which the asked environments are remembered. */
const MAX_REMEMBERED = 100;

/** The environment of a request, and the data that was read about its object. */
export interface PlacedRequest {
  readonly environment: EnvironmentRef;
  /** The flag's definition in that environment. Null = the environment has none. Undefined = not read. */
  readonly definition?: FlagDefinition | null | undefined;
}

/**
 * Finds the environment from current answers of the service: the environment that the request names, or the one in which the
 * object shows that this request is open. Asks at most MAX_ASKED environments, beginning with `likely`, and lists the
 * environments at the same time. `withDefinition` = reads the flag's definition even if the request names its environment. A
 * second call for the same request continues with the environments that were not asked yet. Undefined = the service does not
 * show the environment; treat it as production.
 */
export async function placeRequest(
  client: Client,
  request: ChangeRequest,
  options: CallOptions & { readonly likely?: string | undefined; readonly withDefinition?: boolean } = {},
): Promise<PlacedRequest | undefined> {
  const { likely, withDefinition = false, ...how } = options;
  const named = namedEnvironment(request);
  const { workspace } = request;
  // Without the workspace, it is unknown whether the named environment is production, so it counts as production.
  if (!workspace) return named && { environment: { ...named, isProduction: true } };
  // An object shows only requests that are open.
  if (!named && isFinal(request)) return undefined;
  const isUseful = !isFinal(request) && (!named || (withDefinition && Boolean(request.flag)));
  const first = isUseful ? (named?.id ?? likely) : undefined;
  const list = catalogOf(client).environments(workspace.id);
  const [read] = await Promise.all([
    first === undefined ? undefined : readObject(client, request, first, how),
    // An older list may lack an environment that somebody has created, or not show that it is production now.
    list.read({ ...how, newerThan: systemClock.now() }),
  ]);
  const environments = list.items.map(environmentFrom);
  const here = environments.find(({ id }) => id === first);
  if (named) {
    const known = environments.find(({ id }) => id === named.id);
    return { environment: known ?? { ...named, isProduction: true }, definition: read?.definition };
  }
  if (here && read?.openRequestId === request.id) return { environment: here, definition: read.definition };
  const asked = askedOf(client, request.id);
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

/** Like `placeRequest`, but returns only the environment. */
export const findEnvironment = async (...args: Parameters<typeof placeRequest>): Promise<EnvironmentRef | undefined> =>
  (await placeRequest(...args))?.environment;

/** For each client and request, the environments that were asked without success. */
const askedBefore = new WeakMap<object, LimitedMap<string, Set<string>>>();

function askedOf(client: Client, requestId: string): Set<string> {
  const ofClient = askedBefore.get(client) ?? new LimitedMap<string, Set<string>>(MAX_REMEMBERED);
  askedBefore.set(client, ofClient);
  const asked = ofClient.get(requestId) ?? new Set();
  ofClient.set(requestId, asked);
  return asked;
}

/**
 * True if the service itself confirms that the request is in this environment: the request names the environment, or, if it
 * names none, its object in this environment shows that this request is open. Remembered facts don't count.
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
