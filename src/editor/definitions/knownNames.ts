/** What is known of a place: its segments, flags and rollout statuses, read once and again at a look. */
import type { Flag, Page } from '../../api/model.ts';
import type { Known, KnownFlag, KnownList } from '../../domain/definitions/document/known.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { allPages } from '../../operations/allPages.ts';
import type { Connected, Connections } from '../window/connected.ts';
import type { DocumentPlace } from '../window/definitionUri.ts';

export interface KnownNames {
  /** Nothing where the service can't be asked. */
  of(place: DocumentPlace): Promise<Known>;
  forget(): void;
}

/** The listings of what a service may have besides take at most 50 (service-beyond.md). */
const [PAGE, SHORT_PAGE] = [200, 50];
/** `allPages` reads no more: there may be others. */
const MOST = 2000;

/** Environments of which the names are stored: each may have thousands. */
const MAX_PLACES = 20;

export function createKnownNames(connections: Connections): KnownNames {
  const all = new LimitedMap<string, Promise<Known>>(MAX_PLACES);
  return {
    async of({ connectionId, workspace, environment }) {
      const id = JSON.stringify([connectionId, workspace.id, environment.id]);
      const known =
        all.get(id) ??
        connections.inUse().then(async (connected) => {
          if (connected?.connectionId === connectionId) return readLists(connected, workspace.id, environment.id);
          all.delete(id);
          return {};
        });
      all.set(id, known);
      return known.catch(() => {
        all.delete(id);
        return {};
      });
    },
    forget: () => all.clear(),
  };
}

/** A listing that fails or is not there leaves its names unknown: then they are no problem. */
async function readLists({ client }: Connected, workspaceId: string, environmentId: string): Promise<Known> {
  const [segments, active, flags, rolloutStatuses] = await Promise.all([
    everyPage((offset) => client.listSegments(workspaceId, { offset, limit: PAGE })),
    everyPage((offset) => client.listActiveSegments(workspaceId, environmentId, { offset, limit: SHORT_PAGE })),
    everyPage((offset) => client.listFlags(workspaceId, { offset, limit: SHORT_PAGE })),
    client.listRolloutStatuses(workspaceId).catch(() => undefined),
  ]);
  const isActive = active && new Set(active.items.map(({ name }) => name));
  return {
    ...(segments && {
      segments: {
        ...segments,
        items: segments.items.map(({ name, trafficType }) => ({
          name,
          ...((active?.isComplete || isActive?.has(name)) && { isActive: isActive!.has(name) }),
          ...(trafficType && { trafficType: trafficType.name }),
        })),
      },
    }),
    ...(flags && { flags: { ...flags, items: flags.items.map(knownFlag) } }),
    ...(rolloutStatuses && { rolloutStatuses }),
  };
}

const knownFlag = ({ name, trafficType }: Flag): KnownFlag => ({ name, ...(trafficType && { trafficType: trafficType.name }) });

/** Undefined where the service lacks the call, or does not answer. Of one that ignores `offset` the first page is all there is. */
async function everyPage<T>(read: (offset: number) => Promise<Page<T> | undefined>): Promise<KnownList<T> | undefined> {
  let total = 0;
  try {
    const items = await allPages(async (offset) => {
      const page = (await read(offset))!;
      total = page.totalCount;
      return page;
    });
    return { items, isComplete: items.length < MOST && items.length >= total };
  } catch {
    return undefined;
  }
}
