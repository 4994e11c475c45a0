/** When a failed call is sent again, and how long to wait before. */
import { certificateFault, hasStatus, type ApiError, type ProxyFault } from '../errors.ts';

/**
 * What sending a call again may do: `always` for reads and set operations, where it does no harm; `whenRefused` where it
 * might do the work twice, so only after a 429, which says that nothing was done; `never` for submitting a change
 * request, where a second one must not come up under any circumstances.
 */
export type Repeats = 'always' | 'whenRefused' | 'never';

const MAX_ATTEMPTS = 3;
const FIRST_WAIT = 500;
const FIRST_PAUSE = 1000;
const MAX_WAIT = 20_000;
/** Milliseconds that one call waits in all because the service asks to. Longer waits are for the user to decide: the error says how long. */
export const MAX_ASKED = 60_000;

/** Statuses that a service or what stands before it gives when it may be well again in a moment. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** What only a person can mend. A login that is sent to a proxy again and again may get the account locked. */
const LASTING_FAULTS: ReadonlySet<string | undefined> = new Set<ProxyFault>([
  'ERR_PROXY_URL',
  'ERR_PROXY_LOGIN',
  'ERR_PROXY_REFUSED',
]);

/**
 * Milliseconds for which the service wants no more calls: what it asks for, or after a 429 at least 1, 2, 4, … s. 0 if the failure says
 * nothing about other calls. `attempt` counts from 1.
 */
export function pauseAfter(error: ApiError, attempt: number): number {
  const asked = error.kind === 'service' ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return hasStatus(error, 429) ? Math.max(asked, Math.min(MAX_WAIT, FIRST_PAUSE * 2 ** (attempt - 1))) : asked;
}

/**
 * Milliseconds of the call’s own wait before its next attempt, 0 if it only waits with all others (`pauseAfter`), or undefined if the failure
 * is final. `random` is in [0, 1); `waited` is how long this call has waited with the others. A 429 is asked again for a minute, since
 * the calls of other people may have used up the limit; anything else three times in all.
 */
export function waitBeforeNext(
  error: ApiError,
  attempt: number,
  repeats: Repeats,
  random: number,
  waited = 0,
): number | undefined {
  if (!mayRepeat(error, repeats) || (attempt >= MAX_ATTEMPTS && !hasStatus(error, 429))) return undefined;
  const pause = pauseAfter(error, attempt);
  if (pause > 0) return pause + waited > MAX_ASKED ? undefined : 0;
  return Math.floor(random * Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (attempt - 1)));
}

/** True if the service can't have acted on this attempt: it never got it, or refused it. */
export function isHarmless(error: ApiError): boolean {
  return (error.kind === 'network' && error.isUnsent) || (error.kind === 'service' && error.status < 500);
}

function mayRepeat(error: ApiError, repeats: Repeats): boolean {
  if (repeats === 'never') return false;
  if (repeats === 'whenRefused') return error.kind === 'service' && error.status === 429;
  switch (error.kind) {
    case 'network':
      return !LASTING_FAULTS.has(error.code) && !certificateFault(error.code);
    case 'timeout':
      return true;
    case 'service':
      return PASSING_STATUSES.has(error.status);
    case 'unexpectedResponse':
      return error.reason === 'cutOff';
    default:
      return error satisfies never;
  }
}

/** What one client may spend on retries in all: a host that is down is not asked three times for every call. */
export interface RetryBudget {
  /** Takes what the retry costs; false if there is not enough left. A 429 costs nothing: that host is alive. */
  spend(error: ApiError): boolean;
  /** A call that got its answer gives some back. */
  earn(): void;
}

const FULL_BUDGET = 20;
const COST_OF_SILENCE = 5;
const COST_OF_FAILURE = 2;

export function createRetryBudget(): RetryBudget {
  let left = FULL_BUDGET;
  return {
    spend(error) {
      const cost = error.kind !== 'service' ? COST_OF_SILENCE : error.status === 429 ? 0 : COST_OF_FAILURE;
      if (cost > left) return false;
      left -= cost;
      return true;
    },
    earn() {
      left = Math.min(FULL_BUDGET, left + 1);
    },
  };
}
