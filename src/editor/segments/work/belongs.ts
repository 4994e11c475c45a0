/** Whether a work belongs to a connection. */
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import type { Connected } from '../../connected.ts';

export type Stranger =
  /** Another connection. */
  | { readonly code: 'otherConnection'; readonly name: string; readonly origin: string }
  /** The same connection, which has another address now. */
  | { readonly code: 'otherOrigin'; readonly origin: string }
  /** The sandbox of another window, or this one before it was reset. */
  | { readonly code: 'otherSandbox' };

/** Why a work can't be gone on with through this connection; undefined if it can. */
export function strangerTo({ connection }: KeyWork, { connectionId, origin, instance }: Connected): Stranger | undefined {
  if (connection.id !== connectionId) return { code: 'otherConnection', name: connection.name, origin: connection.origin };
  if (connection.origin !== origin) return { code: 'otherOrigin', origin: connection.origin };
  if (connection.instance !== instance) return { code: 'otherSandbox' };
  return undefined;
}
