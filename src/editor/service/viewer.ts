/** Whose view it is: the API keys of a connection and the person's address, with what the service's answers have shown of each. */
import type { KeyInUse } from '../../domain/changeRequests/decisions.ts';
import { knownKey } from '../../operations/keyRecords.ts';
import type { Store } from '../../operations/store.ts';
import type { Connected } from './connected.ts';
import type { Viewer } from '../../domain/changeRequests/requestGroups.ts';

/** The one in use, and the others that are stored. */
export function viewerOf(memory: Store, connected: Connected): Viewer {
  const known = (keyName: string): KeyInUse => {
    const { connectionId, origin, isSandbox, isReadOnly } = connected;
    return { ...knownKey(memory, { connectionId, origin, isSandbox, keyName }), isReadOnly };
  };
  const others = connected.keyNames.filter((name) => name !== connected.keyName);
  return { key: known(connected.keyName), others: others.map(known), email: connected.email };
}
