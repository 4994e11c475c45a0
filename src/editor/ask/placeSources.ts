/**
 * The places that the user can choose in a connection: segments or flags in an environment or a workspace, or environments.
 * Finds them in the lists of the catalog that have been read so far.
 */
import type { Client } from '../../api/client.ts';
import { isArchived, type MaybeArchived } from '../../domain/definitions/archived.ts';
import { catalogOf, type List } from '../../operations/catalog/catalog.ts';
import type { PlaceSource } from '../../operations/catalog/placeSearch.ts';
import { systemClock } from '../../time/clock.ts';
import { workspaceRef, type EnvironmentRef, type WorkspaceRef } from '../window/target.ts';
import { environmentFrom } from '../../operations/learned/environments.ts';
import { productionWords } from '../words/placeWords.ts';

export type Kind = 'segment' | 'flag';

export interface PlaceItem extends MaybeArchived {
  readonly name: string;
  /** Only flags have an ID, and not at every service. */
  readonly id?: unknown;
  readonly trafficType?: { readonly name: string } | null | undefined;
}

export interface PlaceScope {
  /** Undefined = the user chooses an environment. */
  readonly kind: Kind | undefined;
  readonly workspace: WorkspaceRef;
  /** Undefined = the place is the item in the whole workspace, whatever the environment. */
  readonly environment: EnvironmentRef | undefined;
}

/** What the user can choose: a segment or flag in an environment or a workspace, or an environment. */
export interface Place extends PlaceScope {
  readonly item: PlaceItem;
}

export type AnyPlaceSource = PlaceSource<PlaceItem, PlaceScope>;

export interface WantedPlaces {
  /** Whether the user chooses segments or flags. Empty = the user chooses an environment. */
  readonly kinds: readonly Kind[];
  /** True = one place for each workspace that has the item, instead of one for each environment. */
  readonly isPerWorkspace?: boolean;
  /** Names of pinned flags, which are listed first. These names are known even if the service can't list flags. */
  pinned?(workspaceId: string): readonly string[];
  /** True = archived flags are left out. */
  readonly excludesArchived?: boolean;
  /** Compares two environments of a workspace, in order to sort them. */
  order?(one: EnvironmentRef, other: EnvironmentRef): number;
}

export interface PlaceSources {
  /**
   * The places that have been read so far, in parts (sources). `version` changes if a part was replaced, but not if parts were
   * added.
   */
  known(): { readonly sources: readonly AnyPlaceSource[]; readonly version: number };
  readonly workspaces: readonly WorkspaceRef[];
  environmentsOf(workspaceId: string): readonly EnvironmentRef[];
  /** True if all lists of the workspace that the question needs have been read. */
  isRead(workspaceId: string): boolean;
  isListMissing(kind: Kind, workspaceId: string): boolean;
  /** The current state of the place. 'gone' = complete lists do not contain it. Undefined = not known. */
  currentPlace(place: PlaceScope & { readonly name: string }): Place | 'gone' | undefined;
  /**
   * Returns the flags whose name contains the text, in the workspaces whose flags have not been read yet. Makes one call for
   * each workspace, and one more for the environments of each workspace with results. Leaves out workspaces that can't be read.
   * The flags are in the order of the workspaces.
   */
  search(text: string, signal: AbortSignal): Promise<readonly Place[]>;
  /** Reads everything. Returns the names of the workspaces that could not be read. Throws if none could be read. */
  read(signal: AbortSignal): Promise<readonly string[]>;
}

/** Milliseconds. When a question opens, lists that are older than this are read again. */
const MAX_AGE = 30 * 60_000;
/** The number of workspaces that are read at the same time. */
const WORKSPACES_AT_ONCE = 4;

export function createPlaceSources(client: Client, wanted: WantedPlaces): PlaceSources {
  const { kinds, isPerWorkspace = false } = wanted;
  const catalog = catalogOf(client);
  const listOf = (kind: Kind, id: string): List<PlaceItem> => (kind === 'segment' ? catalog.segments(id) : catalog.flags(id));
  const listsOf = (id: string): readonly List<unknown>[] => [
    ...(isPerWorkspace ? [] : [catalog.environments(id)]),
    ...kinds.map((kind) => listOf(kind, id)),
  ];
  /** The sources of each workspace, and the lists that the sources were made from. */
  const made = new Map<string, { readonly from: readonly unknown[]; readonly sources: readonly AnyPlaceSource[] }>();
  let version = 0;

  const environmentsOf = (id: string): readonly EnvironmentRef[] => {
    const all = catalog.environments(id).items.map(environmentFrom);
    return wanted.order ? all.toSorted(wanted.order) : all;
  };

  function sourcesOf(workspace: WorkspaceRef): readonly AnyPlaceSource[] {
    const { id } = workspace;
    const lists = listsOf(id);
    if (lists[0]?.readAt === undefined) return [];
    const requests = lists.some(({ isMissing }) => isMissing) ? [catalog.requests().items, catalog.requests().items.length] : [];
    const from = [...lists.map(({ items }) => items), ...requests];
    const known = made.get(id);
    if (known && from.length === known.from.length && from.every((one, index) => one === known.from[index])) return known.sources;
    if (known) version += 1;
    const sources =
      kinds.length === 0
        ? [sourceOf(undefined, workspace, [{ name: '' }])]
        : kinds.flatMap((kind) => sourcesOfKind(kind, workspace));
    made.set(id, { from, sources });
    return sources;
  }

  function sourcesOfKind(kind: Kind, workspace: WorkspaceRef): readonly AnyPlaceSource[] {
    const list = listOf(kind, workspace.id);
    if (kind === 'segment') return [sourceOf(kind, workspace, list.items)];
    const names = wanted.pinned?.(workspace.id) ?? [];
    const pinned = names.map((name) => list.get(name) ?? { name });
    const items = list.isMissing ? catalog.requestedFlags(workspace.id) : list.items;
    const archived = wanted.excludesArchived ? items.filter(isArchived).map(({ name }) => name) : [];
    const others = { ...sourceOf(kind, workspace, items), except: new Set([...names, ...archived]), isLast: isArchived };
    return [sourceOf(kind, workspace, wanted.excludesArchived ? pinned.filter((item) => !isArchived(item)) : pinned), others];
  }

  function sourceOf(kind: Kind | undefined, workspace: WorkspaceRef, items: readonly PlaceItem[]): AnyPlaceSource {
    if (isPerWorkspace)
      return { items, places: [{ where: { kind, workspace, environment: undefined }, names: [workspace.name] }] };
    const places = environmentsOf(workspace.id).map((environment) => ({
      where: { kind, workspace, environment },
      names: [environment.name, ...productionWords(environment), workspace.name],
    }));
    return { items, places };
  }

  async function readWorkspace(id: string, options: { readonly signal: AbortSignal; readonly newerThan: number }): Promise<void> {
    await Promise.all(listsOf(id).map((list) => list.read(options)));
    const isUnlisted = kinds.includes('flag') && catalog.flags(id).isMissing;
    // If the service can't list flags, the flags that change requests name are offered. A failure to read these does not
    // matter.
    if (isUnlisted)
      await catalog
        .requests()
        .read({ ...options, count: 1 })
        .catch(() => undefined);
  }

  const sources: PlaceSources = {
    known() {
      const all = sources.workspaces.flatMap(sourcesOf);
      return { sources: all, version };
    },
    get workspaces() {
      return catalog.workspaces.items.map(workspaceRef);
    },
    environmentsOf,
    isRead: (id) => listsOf(id).every(({ isComplete, isMissing }) => isComplete || isMissing),
    isListMissing: (kind, id) => listOf(kind, id).isMissing,
    currentPlace({ kind, workspace, environment, name }) {
      const here = sources.workspaces.find(({ id }) => id === workspace.id);
      if (!here) return catalog.workspaces.isComplete ? 'gone' : undefined;
      const where = environmentsOf(here.id).find(({ id }) => id === environment?.id);
      if (!where) return catalog.environments(here.id).isComplete ? 'gone' : undefined;
      const list = kind && listOf(kind, here.id);
      const item = list?.get(name);
      if (!item) return list?.isComplete ? 'gone' : undefined;
      return { kind, workspace: here, environment: where, item };
    },
    async search(text, signal) {
      const found = new Map<string, readonly Place[]>();
      const unread = sources.workspaces.filter(({ id }) => !catalog.flags(id).isComplete && !catalog.flags(id).isMissing);
      await forEachWorkspace(unread, signal, async (workspace) => {
        const flags = await catalog.searchFlags(workspace.id, text, { signal });
        if (flags.length > 0 && !isPerWorkspace) await catalog.environments(workspace.id).read({ signal });
        const environments = isPerWorkspace ? [undefined] : environmentsOf(workspace.id);
        const shown = flags.filter((flag) => !wanted.excludesArchived || !isArchived(flag));
        const placesOf = (item: PlaceItem) =>
          environments.map((environment): Place => ({ kind: 'flag', workspace, environment, item }));
        found.set(workspace.id, shown.flatMap(placesOf));
      });
      return unread.flatMap(({ id }) => found.get(id) ?? []);
    },
    async read(signal) {
      const options = { signal, newerThan: systemClock.now() - MAX_AGE };
      await catalog.workspaces.read(options);
      const failed = await forEachWorkspace(sources.workspaces, signal, async ({ id }) => readWorkspace(id, options));
      if (failed[0] && failed.length === sources.workspaces.length) throw failed[0].error;
      return failed.map(({ name }) => name);
    },
  };
  return sources;
}

/** Calls `work` for some workspaces at the same time. Returns those for which it failed. Throws only if the signal has aborted. */
async function forEachWorkspace(
  workspaces: readonly WorkspaceRef[],
  signal: AbortSignal,
  work: (workspace: WorkspaceRef) => Promise<void>,
): Promise<readonly { readonly name: string; readonly error: unknown }[]> {
  const waiting = [...workspaces];
  const failed: { readonly name: string; readonly error: unknown }[] = [];
  const workOff = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const { name } = next;
      await work(next).catch((error: unknown) => failed.push({ name, error }));
    }
  };
  await Promise.all(Array.from({ length: WORKSPACES_AT_ONCE }, workOff));
  signal.throwIfAborted();
  return failed;
}
