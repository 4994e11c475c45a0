/** The options of a call, and what the log receives about it. */
import type { ApiError } from '../errors.ts';
import type { ByteBudget } from './answer.ts';

/** One request and its answer, for the log. A call with retries creates several entries. Contains no API key. */
export interface CallLog {
  readonly method: string;
  /** Path and query below the base URL. They contain a segment key only if the call is about the identity of that key. */
  readonly path: string;
  readonly status: number | undefined;
  readonly milliseconds: number;
  /** The transaction ID from the error body. */
  readonly transactionId: string | undefined;
  readonly error?: ApiError['kind'] | 'cancelled';
}

/** The options of every call of the client. */
export interface CallOptions {
  /** Aborting the signal rejects the call at once with an AbortError. The service may have acted on the call nevertheless. */
  readonly signal?: AbortSignal;
  /**
   * The bytes of each answer are subtracted from the budget. An answer that is larger than the rest of the budget fails as too
   * large.
   */
  readonly budget?: ByteBudget;
  /** `background` for a read that nobody waits for: changes and the user's own reads are sent first. */
  readonly priority?: 'background';
}
