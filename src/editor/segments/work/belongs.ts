/** Whether a work belongs to a connection. */
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import type { Connected } from '../../connected.ts';

export type Stranger =
  /** Another connection. */
  | { readonly code: 'otherConnection'; readonly name: string; readonly origin: string }
  /** The same connection, which has another address now. */
  | { readonly code: 'otherOrigin'; readonly origin: string };

/** Why a work can't be gone on with through this connection; undefined if it can. */
export function strangerTo({ connection }: KeyWork, { connectionId, origin }: Connected): Stranger | undefined {
  if (connection.id !== connectionId) return { code: 'otherConnection', name: connection.name, origin: connection.origin };
  if (connection.origin !== origin) return { code: 'otherOrigin', origin: connection.origin };
  return undefined;
}
