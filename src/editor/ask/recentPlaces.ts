/** The segments and flags that were chosen last through a connection. A list offers them first. */
import { openTable, type Store, type Table } from '../../operations/learned/store.ts';
import type { FlagTarget, SegmentTarget } from '../window/target.ts';
import type { Kind } from './placeSources.ts';

export type RecentPlace = SegmentTarget | FlagTarget;

const recent = (
  store: Store,
): Table<readonly [connectionId: string, kind: Kind, name: string, environmentId: string, place: RecentPlace]> =>
  openTable(store, 'places.recent', { keyColumns: 4, maxRows: 100 });
const MAX_OFFERED = 5;

export const recentPlaces = (store: Store, connectionId: string, kind: Kind): readonly RecentPlace[] =>
  recent(store)
    .rows(connectionId, kind)
    .map(([, , , , place]) => place)
    .toReversed()
    .slice(0, MAX_OFFERED);

export const rememberPlace = (store: Store, connectionId: string, place: RecentPlace): Promise<void> =>
  recent(store).put([connectionId, place.kind, place.name, place.environment.id, place]);
