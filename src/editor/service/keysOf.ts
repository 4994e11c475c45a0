/** The API keys of a connection, with what the service's answers have shown of each. */
import type { KeyInUse } from '../../domain/changeRequests/decisions.ts';
import { knownKey } from '../../operations/keyRecords.ts';
import type { Store } from '../../operations/serviceFacts.ts';
import type { Connected } from './connected.ts';

/** The one in use, and the others that are stored. */
export function keysOf(memory: Store, connected: Connected): { readonly key: KeyInUse; readonly others: readonly KeyInUse[] } {
  const known = (keyName: string): KeyInUse => {
    const { connectionId, origin, isSandbox, isReadOnly } = connected;
    return { ...knownKey(memory, { connectionId, origin, isSandbox, keyName }), isReadOnly };
  };
  const others = connected.keyNames.filter((name) => name !== connected.keyName);
  return { key: known(connected.keyName), others: others.map(known) };
}
