/** When a failed call is sent again, and how long to wait before. Nothing is sent here; all time is the clock's. */
import { certificateFault, type ApiError, type ProxyFault } from '../errors.ts';
import type { Clock } from '../../time/clock.ts';

/**
 * What sending a call again may do: `always` for reads and set operations, where it does no harm; `whenRefused` where it
 * might do the work twice, so only after a 429, which says that nothing was done; `never` for submitting a change
 * request, where a second one must not come up under any circumstances.
 */
export type Repeats = 'always' | 'whenRefused' | 'never';

const MAX_ATTEMPTS = 3;
const FIRST_WAIT = 500;
const MAX_WAIT = 20_000;
/** Of one call with all its attempts. Longer waits are for the user to decide: the error says how long. */
const MAX_ASKED = 60_000;

/** Statuses that a service or what stands before it gives when it may be well again in a moment. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** What only a person can mend. A login that is sent to a proxy again and again may get the account locked. */
const LASTING_FAULTS: ReadonlySet<string | undefined> = new Set<ProxyFault>([
  'ERR_PROXY_URL',
  'ERR_PROXY_LOGIN',
  'ERR_PROXY_REFUSED',
]);

export interface Wait {
  readonly milliseconds: number;
  /** True if the service said how long: such a wait is worth a countdown. */
  readonly isAsked: boolean;
}

/**
 * The wait before the next attempt, or undefined if the failure is final. `attempt` counts from 1; `random` is in [0, 1); `waited` is
 * how many milliseconds this call has waited because the service asked to.
 */
export function waitBeforeNext(error: ApiError, attempt: number, repeats: Repeats, random: number, waited = 0): Wait | undefined {
  if (attempt >= MAX_ATTEMPTS || !mayRepeat(error, repeats)) return undefined;
  const asked = error.kind === 'service' ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  if (asked > 0) return asked + waited > MAX_ASKED ? undefined : { milliseconds: asked, isAsked: true };
  return { milliseconds: Math.floor(random * Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (attempt - 1))), isAsked: false };
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

/** A wait that the service asked for, as whoever shows it sees it. */
export interface VisibleWait {
  /** Downwards; 0 = it is over. */
  readonly secondsLeft: number;
  /** Ends the wait: the call then fails with the error that the service gave. */
  giveUp(): void;
}

/** Waits, counting the seconds down to `show` where the service asked for the wait. False if it was given up. Rejects at once if the signal aborts. */
export async function waitOut(
  wait: Wait,
  clock: Clock,
  signal?: AbortSignal,
  show?: (wait: VisibleWait) => void,
): Promise<boolean> {
  if (!wait.isAsked) {
    await clock.sleep(wait.milliseconds, signal);
    return true;
  }
  const given = new AbortController();
  const giveUp = (): void => given.abort();
  const either = signal ? AbortSignal.any([signal, given.signal]) : given.signal;
  try {
    for (let left = Math.ceil(wait.milliseconds / 1000); left > 0; left -= 1) {
      show?.({ secondsLeft: left, giveUp });
      await clock.sleep(1000, either);
      signal?.throwIfAborted();
    }
    return true;
  } catch (error) {
    if (given.signal.aborted && !signal?.aborted) return false;
    throw error;
  } finally {
    show?.({ secondsLeft: 0, giveUp });
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
