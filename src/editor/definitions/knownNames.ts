/**
 * The names that are known in an environment: segments, flags and rollout statuses. They are read once. They are read again
 * after a refresh, and before an unknown name is reported in a text that the user sends.
 */
import type { Flag } from '../../api/model.ts';
import type { Known, KnownFlag } from '../../domain/definitions/document/known.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { catalogOf, type List } from '../../operations/catalog/catalog.ts';
import { systemClock } from '../../time/clock.ts';
import type { Connected, Connections } from '../window/connected.ts';
import type { DocumentPlace } from '../window/definitionUri.ts';

export interface KnownNames {
  /** Returns an empty object if the service can't be asked. */
  of(place: DocumentPlace): Promise<Known>;
  /** Reads the names again, because somebody might have created a segment or a flag since the last reading. */
  readAgain(place: DocumentPlace): Promise<Known>;
  forget(): void;
}

/** The maximum number of environments whose names are stored, because each may have thousands of names. */
const MAX_PLACES = 20;

export function createKnownNames(connections: Connections): KnownNames {
  const all = new LimitedMap<string, Promise<Known>>(MAX_PLACES);
  const idOf = ({ connectionId, workspace, environment }: DocumentPlace): string =>
    JSON.stringify([connectionId, workspace.id, environment.id]);

  async function read(place: DocumentPlace, before: Promise<Known> | undefined, newerThan: number): Promise<Known> {
    const { connectionId, workspace, environment } = place;
    const id = idOf(place);
    const known =
      before ??
      connections.inUse().then(async (connected) => {
        if (connected?.connectionId === connectionId) return readLists(connected, workspace.id, environment.id, newerThan);
        all.delete(id);
        return {};
      });
    all.set(id, known);
    return known.catch(() => {
      all.delete(id);
      return {};
    });
  }

  return {
    of: (place) => read(place, all.get(idOf(place)), 0),
    readAgain: (place) => read(place, undefined, systemClock.now()),
    forget: () => all.clear(),
  };
}

/**
 * Reads the lists. If a list can't be read or does not exist, its names are unknown, and the check of a definition reports no
 * problems with them.
 */
async function readLists({ client }: Connected, workspaceId: string, environmentId: string, newerThan: number): Promise<Known> {
  const catalog = catalogOf(client);
  const [segments, active, flags, rolloutStatuses] = await Promise.all([
    readCompletely(catalog.segments(workspaceId), newerThan),
    readCompletely(catalog.activeSegments(workspaceId, environmentId), newerThan),
    readCompletely(catalog.flags(workspaceId), newerThan),
    client.listRolloutStatuses(workspaceId).catch(() => undefined),
  ]);
  return {
    ...(segments && {
      segments: {
        isComplete: segments.isComplete,
        items: segments.items.map(({ name, trafficType }) => ({
          name,
          ...((active?.isComplete || active?.get(name)) && { isActive: active.get(name) !== undefined }),
          ...(trafficType && { trafficType: trafficType.name }),
        })),
      },
    }),
    ...(flags && { flags: { isComplete: flags.isComplete, items: flags.items.map(knownFlag) } }),
    ...(rolloutStatuses && { rolloutStatuses }),
  };
}

const knownFlag = ({ name, trafficType }: Flag): KnownFlag => ({ name, ...(trafficType && { trafficType: trafficType.name }) });

/** Reads a list completely. Returns undefined if the service has no such list or does not answer. */
async function readCompletely<T>(list: List<T>, newerThan: number): Promise<List<T> | undefined> {
  return list.read({ newerThan }).then(
    () => (list.isMissing ? undefined : list),
    () => undefined,
  );
}
