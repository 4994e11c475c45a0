/** How it ended when a piece of work was run. */
import type { KeyWork } from './keyWork.ts';

/** `work` is as it is now: hand it to whatever follows. Its `keysDone` are confirmed by the service. */
interface Ended {
  readonly work: KeyWork;
  /** False if the journal could not be written: the work can't be gone on with, or changed back, once the window is gone. */
  readonly isKept: boolean;
}

export type KeyWorkOutcome =
  /** All is sent. `work.countAfter` is the service's own count; absent if it did not answer. */
  | (Ended & { readonly outcome: 'done' })
  /** By the signal, between the batches or during one, whose keys (`unconfirmed`) the service may have or not. */
  | (Ended & { readonly outcome: 'cancelled'; readonly unconfirmed: number })
  | (Ended & { readonly outcome: 'stopped'; readonly unconfirmed: number; readonly error: unknown })
  /** The documented 403: what is left must become change requests (asRequests). */
  | (Ended & { readonly outcome: 'approvalsRequired' })
  /** Nothing was sent: another window, or another command, is at it. */
  | { readonly outcome: 'running' }
  /** Nothing was sent, because the journal can't be written. With `isUnkeptAllowed` it is done all the same. */
  | { readonly outcome: 'unkept'; readonly error: unknown };
