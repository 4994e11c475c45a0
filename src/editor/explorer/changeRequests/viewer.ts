/** Whose view it is, with what is known of the API keys that are stored. */
import type { Viewer } from '../../../domain/changeRequests/requestGroups.ts';
import type { Store } from '../../../operations/serviceFacts.ts';
import type { Connected } from '../../service/connected.ts';
import { keysOf } from '../../service/keysOf.ts';

export function viewerOf(memory: Store, connected: Connected): Viewer {
  return { ...keysOf(memory, connected), email: connected.email };
}
