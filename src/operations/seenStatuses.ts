/** Which states of change requests a service has shown: beyond the documented ones, each has its own. */
import type { Store } from './serviceFacts.ts';

const STATUSES = 'learnt.statuses';
/** Of all services; the oldest are forgotten first. */
const MAX_KEPT = 100;
/** A word for a state is short; what is longer is shown where it stands, and not kept. */
const MAX_CHARACTERS = 60;

type Kept = readonly (readonly [origin: string, status: string])[];

/** In the order in which they were seen first. */
export function seenStatuses(store: Store, origin: string): readonly string[] {
  return (store.get<Kept>(STATUSES) ?? []).filter(([at]) => at === origin).map(([, status]) => status);
}

export async function rememberStatuses(store: Store, origin: string, statuses: Iterable<string>): Promise<void> {
  const known = new Set(seenStatuses(store, origin));
  const added = [...new Set(statuses)].filter((status) => !known.has(status) && status !== '' && status.length <= MAX_CHARACTERS);
  if (added.length === 0) return;
  const kept = [...(store.get<Kept>(STATUSES) ?? []), ...added.map((status) => [origin, status] as const)];
  await store.update(STATUSES, kept.slice(-MAX_KEPT));
}
