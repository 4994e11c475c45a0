/**
 * The lists of a service. Each list is read once per connection and shared by all features that show it or look up a name in
 * it. No other file calls a list endpoint; test/architecture.test.ts checks that.
 */
import type { Client } from '../../api/client.ts';
import type {
  ChangeRequest,
  Environment,
  Flag,
  FlagDefinition,
  Segment,
  SegmentDefinition,
  TrafficType,
  Workspace,
} from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import type { QueueSort } from '../../domain/changeRequests/queueOrder.ts';
import { createList, type ListParts } from './catalogList.ts';
import type { DroppableList, List } from './list.ts';
import { offsetPager } from '../../api/resources/pages.ts';
import { wholePager } from './pagers.ts';
import { canFilterByEnvironment, LARGEST_PAGE, requestPager, type RequestListing } from './requestPager.ts';

export type { List } from './list.ts';

export interface Catalog {
  readonly workspaces: List<Workspace>;
  environments(workspaceId: string): List<Environment>;
  /** Each item has only its name, description and traffic type. */
  segments(workspaceId: string): List<Segment>;
  /** Not every service has this list (service-beyond.md). */
  flags(workspaceId: string): List<Flag>;
  /** Returns flags whose name contains the text, at most one page. Makes one call, or none if the list is complete. */
  searchFlags(workspaceId: string, text: string, options?: CallOptions): Promise<readonly Flag[]>;
  /** The segments that are active in an environment. Not every service has this list. */
  activeSegments(workspaceId: string, environmentId: string): List<SegmentDefinition>;
  /** The definitions of the flags in an environment. Not every service has this list. */
  definitions(workspaceId: string, environmentId: string): List<FlagDefinition>;
  /** The traffic types of a workspace. If the service does not list them, the list has those of the workspace's segments. */
  trafficTypes(workspaceId: string): List<TrafficType>;
  /** The flags that are named in open change requests, sorted by name. Uses only the requests that have been read so far. */
  requestedFlags(workspaceId: string): readonly Flag[];
  /** The change requests that the API key is allowed to see: all open ones, or those that `listing` selects. */
  requests(listing?: RequestListing): List<ChangeRequest>;
  /** The ids of the open change requests, in the order in which they were last sorted. Undefined after all lists have expired. */
  requestOrder: { readonly ids: readonly string[]; readonly sort: QueueSort } | undefined;
  /**
   * True if the service is known to filter requests by environment. To test that, filters by `other`, an id that no environment
   * has. While no request is open, this can't be known.
   */
  canFilterRequests(other: string): Promise<boolean>;
  /** Marks all lists as outdated. With a workspace, marks only its lists and the lists of change requests. */
  expire(workspaceId?: string): void;
  /** Marks the lists of decided requests as outdated, because an open request may have been decided. */
  expireDecided(): void;
  /** Calls the listener after lists have changed, once for simultaneous changes. Dispose the result to unsubscribe. */
  onDidChange(listener: () => void): { dispose(): void };
}

/**
 * The maximum number of objects on a page (admin-api.md, Limits). Flags, definitions and active segments have shorter pages
 * (service-beyond.md).
 */
const [PAGE, SHORT_PAGE] = [200, 50];

/**
 * The maximum number of objects in all lists together, at about 150 bytes each. The least recently used list is dropped
 * first.
 */
const MAX_OBJECTS = 600_000;
/** Used to estimate memory: three keys of a change request count as one object, and one rule counts as four objects. */
const [KEYS_OF_OBJECT, OBJECTS_OF_RULE] = [3, 4];

const catalogs = new WeakMap<object, Catalog>();

/** Returns the catalog of a client. Its lists show what the client's API key is allowed to see. */
export function catalogOf(client: Client): Catalog {
  const known = catalogs.get(client) ?? createCatalog(client);
  catalogs.set(client, known);
  return known;
}

export function createCatalog(client: Client, maxObjects = MAX_OBJECTS): Catalog {
  /** The least recently used list comes first. */
  const lists = new Map<string, DroppableList<unknown>>();
  const listeners = new Set<() => void>();
  const sizes = { asked: LARGEST_PAGE, background: LARGEST_PAGE };
  const trafficTypes = new Map<string, NonNullable<Segment['trafficType']>>();
  let isTelling = false;
  let filters: Promise<boolean | undefined> | undefined;

  function changed(): void {
    const all = [...lists.values()];
    let stored = all.reduce((sum, { items }) => sum + sizeOf(items), 0);
    for (const list of all) {
      if (stored <= maxObjects) break;
      const size = sizeOf(list.items);
      if (list.drop()) stored -= size;
    }
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      for (const listener of listeners) listener();
    });
  }

  function list<T>(key: string, parts: Omit<ListParts<T>, 'onChange'>): List<T> {
    const known = lists.get(key) ?? createList<T>({ ...parts, onChange: changed });
    lists.delete(key);
    lists.set(key, known);
    return known as unknown as List<T>;
  }

  /**
   * Saves memory, because a workspace may have hundreds of thousands of segments. Drops fields that are never shown. Segments
   * with the same traffic type share one object for it.
   */
  function packSegment({ name, description, trafficType }: Segment): Segment {
    const known = trafficType && trafficTypes.get(trafficType.id);
    const stored = known?.name === trafficType?.name ? known : trafficType;
    if (stored) trafficTypes.set(stored.id, stored);
    return { name, ...(description && { description }), ...(stored && { trafficType: stored }) };
  }

  const segments = (workspaceId: string): List<Segment> =>
    list<Segment>(`segments/${workspaceId}`, {
      keyOf: nameOf,
      start: () => offsetPager((page, options) => client.listSegments(workspaceId, page, options), PAGE),
      pack: packSegment,
    });

  async function readTrafficTypes(workspaceId: string, options: CallOptions): Promise<readonly TrafficType[]> {
    const listed = await client.listTrafficTypes(workspaceId, options);
    if (listed) return listed;
    const all = segments(workspaceId);
    await all.read(options);
    // If a traffic type is renamed while the pages are read, it appears with two names. The last one is used.
    const types = new Map<string, TrafficType>();
    for (const { trafficType } of all.items) if (trafficType) types.set(trafficType.id, trafficType);
    return [...types.values()];
  }

  const flags = (workspaceId: string): List<Flag> =>
    list<Flag>(`flags/${workspaceId}`, {
      keyOf: nameOf,
      start: () => offsetPager((page, options) => client.listFlags(workspaceId, page, options), SHORT_PAGE),
    });

  const requests = (listing: RequestListing = {}): List<ChangeRequest> =>
    list<ChangeRequest>(`requests/${listing.status ?? ''}/${listing.environmentId ?? ''}`, {
      keyOf: idOf,
      start: () => requestPager(client, listing, sizes),
    });

  const catalog: Catalog = {
    get workspaces() {
      return list<Workspace>('workspaces', {
        keyOf: idOf,
        start: () => offsetPager((page, options) => client.listWorkspaces(page, options), PAGE),
      });
    },
    environments: (workspaceId) =>
      list<Environment>(`environments/${workspaceId}`, {
        keyOf: idOf,
        start: () => wholePager((options) => client.listEnvironments(workspaceId, options)),
      }),
    segments,
    flags,
    async searchFlags(workspaceId, text, options) {
      const all = flags(workspaceId);
      if (all.isComplete || all.isMissing) return all.items.filter(({ name }) => name.includes(text));
      const page = await client.listFlags(workspaceId, { offset: 0, limit: SHORT_PAGE, name: text }, options);
      // A service that does not know the filter ignores it, so the names are filtered here as well.
      return (page?.objects ?? []).filter(({ name }) => name.includes(text));
    },
    activeSegments: (workspaceId, environmentId) =>
      list<SegmentDefinition>(`active/${workspaceId}/${environmentId}`, {
        keyOf: nameOf,
        start: () =>
          offsetPager((page, options) => client.listActiveSegments(workspaceId, environmentId, page, options), SHORT_PAGE),
        pack: ({ name }) => ({ name }),
      }),
    definitions: (workspaceId, environmentId) =>
      list<FlagDefinition>(`definitions/${workspaceId}/${environmentId}`, {
        keyOf: nameOf,
        start: () =>
          offsetPager((page, options) => client.listDefinitions(workspaceId, environmentId, page, options), SHORT_PAGE),
      }),
    trafficTypes: (workspaceId) =>
      list<TrafficType>(`trafficTypes/${workspaceId}`, {
        keyOf: idOf,
        start: () => wholePager((options) => readTrafficTypes(workspaceId, options)),
      }),
    requestedFlags(workspaceId) {
      const own = requests().items.filter(({ workspace }) => workspace?.id === workspaceId);
      return [...new Set(own.flatMap(({ flag }) => flag?.name ?? []))].toSorted().map((name) => ({ name }));
    },
    requests,
    async canFilterRequests(other) {
      // Simultaneous callers share the calls. If they fail or prove nothing, the next caller asks again.
      const asked = (filters ??= canFilterByEnvironment(client, other));
      if ((await asked.catch(() => undefined)) === undefined && filters === asked) filters = undefined;
      return (await asked) === true;
    },
    requestOrder: undefined,
    expire(workspaceId) {
      if (workspaceId === undefined) catalog.requestOrder = undefined;
      for (const [key, one] of lists) {
        const [kind, id] = key.split('/');
        if (workspaceId === undefined || kind === 'requests' || id === workspaceId) one.expire();
      }
    },
    expireDecided() {
      for (const [key, one] of lists) if (/^requests\/[^/]/.test(key)) one.expire();
    },
    onDidChange(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
  return catalog;
}

const idOf = ({ id }: { readonly id: string }): string => id;
const nameOf = ({ name }: { readonly name: string }): string => name;

function sizeOf(items: readonly unknown[]): number {
  const [first] = items as readonly Partial<ChangeRequest & FlagDefinition>[];
  if (!first?.operationType && !first?.rules) return items.length;
  return (items as readonly Partial<ChangeRequest & FlagDefinition>[]).reduce(
    (sum, { segment, rules = [] }) => sum + 1 + (segment?.keys.length ?? 0) / KEYS_OF_OBJECT + rules.length * OBJECTS_OF_RULE,
    0,
  );
}
