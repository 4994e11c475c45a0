/** The options of a call, and what the log receives about it. */
import type { ApiError } from '../errors.ts';
import type { ByteBudget } from './answer.ts';

/** One request and its answer, for the log. A call with retries creates several. Contains no API key. */
export interface CallLog {
  readonly method: string;
  /** Path and query below the base URL. They contain a segment key only if the call is about the identity of that key. */
  readonly path: string;
  readonly status: number | undefined;
  readonly milliseconds: number;
  /** From the error body. */
  readonly transactionId: string | undefined;
  readonly error?: ApiError['kind'] | 'cancelled';
}

/** For every call of the client. */
export interface CallOptions {
  /** Aborting it rejects the call at once with an AbortError. It is then not known if the service acted on the call. */
  readonly signal?: AbortSignal;
  /** The bytes of each answer are subtracted from it. An answer that needs more than the rest fails as too large. */
  readonly budget?: ByteBudget;
  /** `background` for a read that nobody waits for: changes and the user’s own reads go first. */
  readonly priority?: 'background';
}
