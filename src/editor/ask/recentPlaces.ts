/** Segments and flags that were chosen last through a connection: a list offers them first. */
import type { Store } from '../../operations/learned/store.ts';
import type { FlagTarget, SegmentTarget } from '../window/target.ts';
import type { Kind } from './placeSources.ts';

export type RecentPlace = SegmentTarget | FlagTarget;

type Stored = readonly (readonly [connectionId: string, place: RecentPlace])[];

const RECENT = 'places.recent';
const MAX_STORED = 100;
const MAX_OFFERED = 5;

export const recentPlaces = (store: Store, connectionId: string, kind: Kind): readonly RecentPlace[] =>
  (store.get<Stored>(RECENT) ?? [])
    .flatMap(([at, place]) => (at === connectionId && place.kind === kind ? [place] : []))
    .slice(0, MAX_OFFERED);

export async function rememberPlace(store: Store, connectionId: string, place: RecentPlace): Promise<void> {
  const isOther = ([at, other]: Stored[number]): boolean =>
    at !== connectionId ||
    other.kind !== place.kind ||
    other.name !== place.name ||
    other.environment.id !== place.environment.id;
  const others = (store.get<Stored>(RECENT) ?? []).filter(isOther);
  await store.update(RECENT, [[connectionId, place], ...others].slice(0, MAX_STORED));
}
