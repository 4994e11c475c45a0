/**
 * Finds the environments of open change requests by listing the open requests of each environment. Each window of the editor
 * reads each of these lists once, and again when requests have been submitted elsewhere.
 */
import type { Client } from '../../api/client.ts';
import { hasStatus } from '../../api/errors.ts';
import type { ChangeRequest, Environment } from '../../api/model.ts';
import { systemClock } from '../../time/clock.ts';
import { catalogOf, type List } from '../catalog/catalog.ts';
import type { Limits } from '../catalog/pagers.ts';
import { environmentFrom, type EnvironmentRef } from '../learned/environments.ts';
import { findEnvironment } from './findEnvironment.ts';

export interface RequestEnvironments {
  /**
   * Finds the environments of these requests. Reads four environments at a time, with at most 50 calls in ten seconds; a later
   * call of `findAll` continues with the rest. Continues after a failure. At the end, throws the first failure that is not a
   * refusal (403, 404).
   */
  findAll(requests: readonly ChangeRequest[]): Promise<void>;
  /**
   * Finds the environment of one request by reading its object in up to 44 environments. Meant for a row that the user has
   * selected.
   */
  find(request: ChangeRequest): Promise<void>;
  /** True if the environment was looked for but not found. */
  wasSearched(requestId: string): boolean;
  /** Lets the next `findAll` or `find` look again for environments that were not found. */
  forgetNotFound(): void;
}

export interface RequestEnvironmentsParts {
  isKnown(request: ChangeRequest): boolean;
  /** False as soon as no view shows the result any more. */
  isWanted?(): boolean;
  remember(environment: EnvironmentRef, requestIds: readonly string[]): Promise<void>;
}

const MAX_CALLS = 50;
const MAX_BYTES = 4 * 1024 * 1024;
/** The period in milliseconds for which MAX_CALLS and MAX_BYTES apply. */
const PERIOD = 10_000;
const AT_ONCE = 4;

export function createRequestEnvironments(
  client: Client,
  { isKnown, isWanted = () => true, remember }: RequestEnvironmentsParts,
): RequestEnvironments {
  const catalog = catalogOf(client);
  /** Replaced by `forgetNotFound`. A search that began before then adds its results to the old set, which nobody reads. */
  let lookedFor = new Set<string>();
  /**
   * When `findAll` first received each request whose environment is unknown (`Clock.now`). A list that was read before may lack
   * the request.
   */
  let seenAt: ReadonlyMap<string, number> = new Map();
  let limits: Limits = { calls: MAX_CALLS, bytes: MAX_BYTES };
  let renewAt = 0;
  let running = Promise.resolve();
  let failures: unknown[] = [];
  const isUnknown = (request: ChangeRequest): boolean => !lookedFor.has(request.id) && !isKnown(request);
  const isSpent = (): boolean => limits.calls <= 0 || limits.bytes <= 0;
  /**
   * Returns true if the error is a refusal of the service. The list then counts as read, because the service would refuse a
   * second attempt, too. Records any other error as a failure.
   */
  const passOver = (error: unknown): boolean => {
    const isRefused = hasStatus(error, 403) || hasStatus(error, 404);
    if (!isRefused) failures.push(error);
    return isRefused;
  };

  async function findAllNow(requests: readonly ChangeRequest[]): Promise<void> {
    if (systemClock.now() >= renewAt) {
      limits = { calls: MAX_CALLS, bytes: MAX_BYTES };
      renewAt = systemClock.now() + PERIOD;
    }
    failures = [];
    const unknown = requests.filter(isUnknown);
    seenAt = new Map(unknown.map(({ id }) => [id, seenAt.get(id) ?? systemClock.now()]));
    for (const [workspaceId, wanted] of Map.groupBy(unknown, ({ workspace }) => workspace?.id)) {
      if (workspaceId === undefined || isSpent()) continue;
      // `canFilterRequests` takes up to two calls.
      if (limits.calls === MAX_CALLS) limits.calls -= 2;
      if (!(await catalog.canFilterRequests(workspaceId))) break;
      await findInWorkspace(workspaceId, wanted);
    }
    if (failures.length > 0) throw failures[0];
  }

  async function findInWorkspace(workspaceId: string, wanted: readonly ChangeRequest[]): Promise<void> {
    const results = lookedFor;
    const newerThan = wanted.reduce((latest, { id }) => Math.max(latest, seenAt.get(id)!), 0);
    const isNew = ({ hasExpired, readAt = 0 }: List<unknown>, since: number): boolean => !hasExpired && readAt >= since;
    const list = catalog.environments(workspaceId);
    // Environments are rarely created, so their list may be older than the lists of requests by up to PERIOD.
    const shortlyBefore = newerThan - PERIOD;
    if (!isNew(list, shortlyBefore)) limits.calls -= 1;
    await list.read({ count: 1, newerThan: shortlyBefore }).catch(passOver);
    const left = new Set(wanted.map(({ id }) => id));
    const read = async (environment: Environment): Promise<boolean> => {
      const open = catalog.requests({ environmentId: environment.id });
      const isRefused = await open.read({ limits, newerThan }).then(() => false, passOver);
      const found = open.items.flatMap((request) => (left.delete(request.id) ? [request.id] : []));
      if (found.length > 0) await remember(environmentFrom(environment), found);
      return (isNew(open, newerThan) && open.isComplete) || isRefused;
    };
    const waiting = [...list.items];
    let areAllRead = isNew(list, shortlyBefore) && list.isComplete;
    while (waiting.length > 0 && left.size > 0) {
      if (!isWanted()) return;
      const next = waiting.splice(0, Math.min(AT_ONCE, Math.max(1, limits.calls)));
      const isFree = next.every(({ id }) => isNew(catalog.requests({ environmentId: id }), newerThan));
      if (isSpent() && !isFree) return;
      const areRead = await Promise.all(next.map(read));
      areAllRead &&= areRead.every(Boolean);
    }
    if (areAllRead) for (const id of left) results.add(id);
  }

  return {
    async findAll(requests) {
      const mine = running.then(async () => findAllNow(requests));
      running = mine.catch(() => undefined);
      return mine;
    },
    async find(request) {
      if (!isUnknown(request)) return;
      const results = lookedFor;
      const found = await findEnvironment(client, request);
      if (found) await remember(found, [request.id]);
      else results.add(request.id);
    },
    wasSearched: (id) => lookedFor.has(id),
    forgetNotFound: () => void (lookedFor = new Set()),
  };
}
