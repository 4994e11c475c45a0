/** What a caller may ask of a call, and what the log gets of it. */
import type { ApiError } from '../errors.ts';
import type { ByteBudget } from './answer.ts';

/** One request and its answer, for the log: a call that is retried gives several. Holds no API key. */
export interface CallLog {
  readonly method: string;
  /** Path and query below the base URL; no segment key is in them but where a call is about the identity of one. */
  readonly path: string;
  readonly status: number | undefined;
  readonly milliseconds: number;
  /** Of an error body. */
  readonly transactionId: string | undefined;
  readonly error?: ApiError['kind'] | 'cancelled';
}

/** For every call of the client. */
export interface CallOptions {
  /** Aborting it rejects the call at once with an AbortError; whether the service acted on it is then unknown. */
  readonly signal?: AbortSignal;
  /** The bytes of each answer are taken from it. One that needs more than there are left fails as too large. */
  readonly budget?: ByteBudget;
  /** `background` for a read that nobody waits for: it lets changes and the person’s reads go first. */
  readonly priority?: 'background';
}
