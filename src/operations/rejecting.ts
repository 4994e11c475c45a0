/** Whether a service lets API keys reject, which the document does not show: learnt from its answer. */
import type { Store } from './serviceFacts.ts';

const CAN_REJECT = 'learnt.canReject';
type Known = Readonly<Record<string, boolean>>;

/** Undefined = never tried. */
export function canReject(store: Store, origin: string): boolean | undefined {
  const known = store.get<Known>(CAN_REJECT) ?? {};
  return Object.hasOwn(known, origin) ? known[origin] : undefined;
}

/** Of the last 50 services. */
export async function rememberRejecting(store: Store, origin: string, isAble: boolean): Promise<void> {
  const others = Object.entries(store.get<Known>(CAN_REJECT) ?? {}).filter(([at]) => at !== origin);
  await store.update(CAN_REJECT, Object.fromEntries([...others, [origin, isAble] as const].slice(-50)));
}
