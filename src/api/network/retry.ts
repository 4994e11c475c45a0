/** Decides when a failed call is sent again, and how long to wait before that. */
import { certificateFault, hasStatus, type ApiError, type ProxyFault } from '../errors.ts';

/**
 * Whether a call may be sent again. `always`: for reads and set operations, because a repetition does no harm. `whenRefused`:
 * the call might do the work twice, so it is repeated only after a 429, which proves that nothing was done. `never`: for
 * submitting a change request, because there must never be a second one.
 */
export type Repeats = 'always' | 'whenRefused' | 'never';

const MAX_ATTEMPTS = 3;
const FIRST_WAIT = 500;
const FIRST_PAUSE = 1000;
const MAX_WAIT = 20_000;
/**
 * The longest time in milliseconds that one call waits in total because the service asks for it. If the service asks for
 * more, the call fails. The error contains the time, so that the user knows when to try again.
 */
export const MAX_PAUSE = 60_000;

/** Statuses of a service, or of a gateway in front of it, after which a second attempt may soon succeed. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Faults that only a person can fix. Sending a login to a proxy repeatedly may lock the account. */
const PERMANENT_FAULTS: ReadonlySet<string | undefined> = new Set<ProxyFault>([
  'ERR_PROXY_URL',
  'ERR_PROXY_LOGIN',
  'ERR_PROXY_REFUSED',
]);

/**
 * Returns the milliseconds during which the service wants no more calls: the time that it asks for, or after a 429 at least 1,
 * 2, 4, … s. 0 if the failure says nothing about other calls. `attempt` counts from 1.
 */
export function pauseAfter(error: ApiError, attempt: number): number {
  const asked = error.kind === 'service' ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return hasStatus(error, 429) ? Math.max(asked, Math.min(MAX_WAIT, FIRST_PAUSE * 2 ** (attempt - 1))) : asked;
}

/**
 * Returns how many milliseconds this call waits on its own before its next attempt. 0 if it only waits together with all other
 * calls (`pauseAfter`). Undefined if the failure is final. `random` is in [0, 1). `waited` = how many milliseconds this call
 * has already waited together with all other calls.
 *
 * After a 429, a call is repeated for up to a minute, because other people's calls may have used up the limit. After any other
 * failure, there are three attempts in total.
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
  if (pause > 0) return pause + waited > MAX_PAUSE ? undefined : 0;
  return Math.floor(random * Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (attempt - 1)));
}

/** True if the service can't have acted on this attempt, because it did not receive it, or refused it. */
export function hadNoEffect(error: ApiError): boolean {
  return (error.kind === 'network' && error.isUnsent) || (error.kind === 'service' && error.status < 500);
}

function mayRepeat(error: ApiError, repeats: Repeats): boolean {
  if (repeats === 'never') return false;
  if (repeats === 'whenRefused') return error.kind === 'service' && error.status === 429;
  switch (error.kind) {
    case 'network':
      return !PERMANENT_FAULTS.has(error.code) && !certificateFault(error.code);
    case 'timeout':
      return true;
    case 'service':
      return TEMPORARY_STATUSES.has(error.status);
    case 'unexpectedResponse':
      return error.reason === 'cutOff';
    default:
      return error satisfies never;
  }
}

/** The budget of a client for all its retries, so that a dead host is not called three times for every call. */
export interface RetryBudget {
  /**
   * Pays for a retry from the budget. Returns false if too little is left. A 429 costs nothing, because it shows that the host
   * works.
   */
  spend(error: ApiError): boolean;
  /** Increases the budget after a successful call. */
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
