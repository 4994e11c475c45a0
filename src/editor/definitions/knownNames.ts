/** What is known of a place: its segments, flags and rollout statuses, read once and again at a look. */
import type { Flag } from '../../api/model.ts';
import type { Known, KnownFlag, KnownNames as Names } from '../../domain/definitions/document/known.ts';
import { allPages } from '../service/allPages.ts';
import type { Connected, Connections } from '../service/connected.ts';
import type { DefinitionPlace } from '../texts/definitionUri.ts';

export interface KnownNames {
  /** Nothing but the flag's own name where the service can't be asked. Of the flags in `dependsOn` the treatments are read as well. */
  of(place: DefinitionPlace, dependsOn?: readonly string[]): Promise<Known>;
  forget(): void;
}

interface Lists extends Omit<Known, 'flag' | 'trafficType'> {
  /** Names of a flag's treatments in the environment, read once. */
  readonly treatmentsOf?: (flagName: string) => Promise<readonly string[] | undefined>;
}

/** The listings of what a service may have besides take at most 50 (service-beyond.md). */
const [PAGE, SHORT_PAGE] = [200, 50];
/** So many flags that a definition depends on are read; no more for whatever is typed. */
const MOST_DEPENDED_ON = 20;
/** `allPages` reads no more: there may be others. */
const MOST = 2000;

export function createKnownNames(connections: Connections): KnownNames {
  const all = new Map<string, Promise<Lists>>();
  const listsOf = ({ connectionId, workspace, environment }: DefinitionPlace): Promise<Lists> => {
    const id = JSON.stringify([connectionId, workspace.id, environment.id]);
    const known =
      all.get(id) ??
      connections.inUse().then(async (connected) => {
        if (connected?.connectionId === connectionId) return readLists(connected, workspace.id, environment);
        all.delete(id);
        return {};
      });
    all.set(id, known);
    return known.catch(() => {
      all.delete(id);
      return {};
    });
  };
  return {
    async of(place, dependsOn = []) {
      const { treatmentsOf, ...lists } = await listsOf(place);
      const { flags } = lists;
      const read = new Set(dependsOn.filter((name) => name !== place.flagName).slice(0, MOST_DEPENDED_ON));
      if (read.size === 0 || !flags || !treatmentsOf) return { flag: place.flagName, ...lists };
      // Only of flags that exist: what is half typed asks for nothing.
      const withTreatments = async (flag: KnownFlag): Promise<KnownFlag> => {
        const treatments = read.has(flag.name) ? await treatmentsOf(flag.name) : undefined;
        return treatments ? { ...flag, treatments } : flag;
      };
      return { flag: place.flagName, ...lists, flags: { ...flags, items: await Promise.all(flags.items.map(withTreatments)) } };
    },
    forget: () => all.clear(),
  };
}

/** A listing that fails or is not there leaves its names unknown: then they are no problem. */
async function readLists(
  { client }: Connected,
  workspaceId: string,
  environment: { readonly id: string; readonly name: string },
): Promise<Lists> {
  const [segments, active, flags, rolloutStatuses] = await Promise.all([
    everyPage((offset) => client.listSegments(workspaceId, { offset, limit: PAGE })),
    everyPage((offset) => client.listActiveSegments(workspaceId, environment.id, { offset, limit: SHORT_PAGE })),
    everyPage((offset) => client.listFlags(workspaceId, { offset, limit: SHORT_PAGE })),
    client.listRolloutStatuses(workspaceId).catch(() => undefined),
  ]);
  const treatments = new Map<string, Promise<readonly string[] | undefined>>();
  const treatmentsOf = (name: string): Promise<readonly string[] | undefined> => {
    const asked = treatments.get(name) ?? readTreatments(client, workspaceId, name, environment.id);
    treatments.set(name, asked);
    return asked;
  };
  const isActive = active && new Set(active.items.map(({ name }) => name));
  return {
    environment: environment.name,
    treatmentsOf,
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

/** Undefined where they can't be read, or the flag has no definition there. */
const readTreatments = ({ readDefinition }: Connected['client'], workspaceId: string, flag: string, environmentId: string) =>
  readDefinition(workspaceId, flag, environmentId).then(
    (definition) => definition.treatments.map(({ name }) => name),
    () => undefined,
  );

const knownFlag = ({ name, trafficType }: Flag): KnownFlag => ({ name, ...(trafficType && { trafficType: trafficType.name }) });

interface Listed<T> {
  readonly objects: readonly T[];
  readonly offset: number;
  readonly limit: number;
  readonly totalCount: number;
}

/** Undefined where the service lacks the call, or does not answer. Of one that ignores `offset` the first page is all there is. */
async function everyPage<T>(read: (offset: number) => Promise<Listed<T> | undefined>): Promise<Names<T> | undefined> {
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
