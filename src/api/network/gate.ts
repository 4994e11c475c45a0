/**
 * Decides when a call may be sent. All clients of one origin share a gate. A service counts the calls of each organization, API
 * key, or IP address, and refuses all of them (429) if there are too many.
 */
import { systemClock, type Clock } from '../../time/clock.ts';
import type { ApiError } from '../errors.ts';
import { callsLeft, RATE_LIMITS, type CallsLeft, type Headers } from './answer.ts';
import { cancelled } from './failures.ts';

/**
 * The ranks of calls, in the order in which they are sent: changes, then reads that the user waits for, then everything else.
 * `once` is a change that is not sent again after a 429.
 */
const RANKS = ['write', 'once', 'read', 'background'] as const;
export type Rank = (typeof RANKS)[number];

/**
 * The maximum number of parallel reads: enough to hide the latency of a service, without a burst that exceeds a rate limit.
 * Writes are limited only by the connections.
 */
const MAX_READS = 5;
/** The number of reads that background work leaves free for the user. */
const RESERVED = 2;
/** The number of answers without a refusal after which one more parallel read is allowed. */
const ANSWERS_TO_RAISE = 20;
/**
 * The longest time that the gate waits for the reset of a limit, in milliseconds. If the reset is later, the service refuses
 * the call.
 */
const LONGEST_PAUSE = 60_000;
/** The shortest pause that a notification shows. */
const SHORTEST_SHOWN_SECONDS = 3;
/**
 * How much the reset of a limit may seem to move, in milliseconds, because the service rounds the time until then to seconds. A
 * reset that moves by more is that of the next period.
 */
const ROUNDING = 1000;

/** A pause that the service asked for or that its answers predict. The user can see it. */
export interface VisibleWait {
  /** Counts down. 0 = no call waits any longer. */
  readonly secondsLeft: number;
  /** Ends the pause. All waiting calls fail. */
  giveUp(): void;
}

/** Permission to send one request. */
export interface Pass {
  /** Reads from an answer how many calls the service still accepts. */
  note(headers: Headers): void;
  /** Called if the service asked to wait this many milliseconds. No call is sent before that time is over. */
  refused(milliseconds: number): void;
  /** Must be called when the request has ended, with or without success. */
  leave(): void;
}

export interface Gate {
  /**
   * Resolves when the request is allowed to be sent, or with undefined if the user cancelled the wait. `isRetry` puts the
   * request before others of its rank. Rejects with an AbortError as soon as the signal aborts.
   */
  enter(rank: Rank, isRetry: boolean, signal?: AbortSignal): Promise<Pass | undefined>;
  /** Lets all waiting calls fail. `because` = the failure of a call that asked to wait for too long. */
  giveUp(because?: ApiError): void;
  /** The `because` of the last `giveUp`. */
  readonly gaveUpBecause: ApiError | undefined;
}

export interface GateSettings {
  readonly clock?: Clock | undefined;
  /** Called once a second while calls wait, if the pause is at least three seconds. */
  readonly onWait?: ((wait: VisibleWait) => void) | undefined;
}

/** `left` = the number of calls that the service still accepts until `resetAt`. Infinite if it is not known. */
interface Limit {
  readonly of: (typeof RATE_LIMITS)[number];
  left: number;
  resetAt: number;
}

interface WaitingCall {
  readonly rank: Rank;
  readonly resolve: (pass: Pass | undefined) => void;
}

export function createGate({ clock = systemClock, onWait }: GateSettings = {}): Gate {
  const queues: Readonly<Record<Rank, WaitingCall[]>> = { write: [], once: [], read: [], background: [] };
  const underWay: Record<Rank, number> = { write: 0, once: 0, read: 0, background: 0 };
  let started = 0;
  /** The number of parallel reads that are allowed. A refusal halves it, and answers raise it. */
  let allowed = MAX_READS;
  let answers = 0;
  /**
   * The number of the last request that had started when `allowed` was last halved. If this request or an earlier one is
   * refused, too, `allowed` is not halved again.
   */
  let knownUntil = 0;
  const limits = RATE_LIMITS.map((of): Limit => ({ of, left: Number.POSITIVE_INFINITY, resetAt: Number.NEGATIVE_INFINITY }));
  /** The end of the pause that the service asked for. */
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let countdown: AbortController | undefined;
  let isShown = false;
  let gaveUpBecause: ApiError | undefined;

  const allUnderWay = (): number => RANKS.reduce((sum, rank) => sum + underWay[rank], 0);
  const isAnyoneWaiting = (): boolean => RANKS.some((rank) => queues[rank].length > 0);

  const usedUp = (): readonly Limit[] => limits.filter(({ left }) => left <= 0);

  /**
   * Returns when the pause for calls of this rank ends. If the answers say that no call is left, all calls wait for the reset,
   * except changes that can be sent again after a 429.
   */
  function endOfPause(rank: Rank): number {
    const resets = rank === 'write' ? [] : usedUp().map(({ resetAt }) => resetAt);
    return Math.max(pausedUntil, ...resets.filter((resetAt) => resetAt - clock.now() <= LONGEST_PAUSE));
  }
  const restOfPause = (): number =>
    Math.max(...RANKS.filter((rank) => queues[rank].length > 0).map((rank) => endOfPause(rank) - clock.now()));

  function mayStart(rank: Rank): boolean {
    if (clock.now() < endOfPause(rank)) return false;
    if (rank === 'write') return true;
    if (usedUp().length > 0 && allUnderWay() > 0) return false;
    if (rank === 'once') return true;
    if (underWay.read + underWay.background >= allowed) return false;
    return rank === 'read' || underWay.background < Math.max(1, allowed - RESERVED);
  }

  /** Starts all waiting calls that are allowed to start now. */
  function admit(): void {
    for (const limit of limits) if (clock.now() >= limit.resetAt) limit.left = Number.POSITIVE_INFINITY;
    for (const rank of RANKS) {
      while (queues[rank].length > 0 && mayStart(rank)) queues[rank].shift()?.resolve(passFor(rank));
    }
    if (restOfPause() > 0) void countDown();
  }

  function passFor(rank: Rank): Pass {
    const number = (started += 1);
    underWay[rank] += 1;
    for (const limit of limits) limit.left -= 1;
    return {
      note(headers) {
        answers += 1;
        if (answers >= ANSWERS_TO_RAISE) {
          allowed = Math.min(MAX_READS, allowed + 1);
          answers = 0;
        }
        for (const said of callsLeft(headers)) noteLimit(said);
      },
      refused(milliseconds) {
        pausedUntil = Math.max(pausedUntil, clock.now() + milliseconds);
        if (number <= knownUntil) return;
        knownUntil = started;
        allowed = Math.max(1, Math.floor(allowed / 2));
        answers = 0;
      },
      leave() {
        underWay[rank] -= 1;
        admit();
      },
    };
  }

  function noteLimit({ of, remaining, resetSeconds }: CallsLeft): void {
    if (remaining === undefined) return;
    const limit = limits.find((one) => one.of === of)!;
    const now = clock.now();
    // The service may not have counted the other running requests yet, so they are subtracted. Answers may arrive out of order,
    // so within a period the lowest number counts.
    const sure = remaining - (allUnderWay() - 1);
    const nextReset = resetSeconds === undefined ? limit.resetAt : now + resetSeconds * 1000;
    const isSamePeriod = now < limit.resetAt && nextReset <= limit.resetAt + ROUNDING;
    limit.left = isSamePeriod ? Math.min(limit.left, sure) : sure;
    if (!isSamePeriod) limit.resetAt = nextReset;
  }

  /** Waits until the pause is over, or until no call waits for it. */
  async function countDown(): Promise<void> {
    if (countdown) return;
    const { signal } = (countdown = new AbortController());
    try {
      for (let rest = restOfPause(); rest > 0; rest = restOfPause()) {
        show(Math.ceil(rest / 1000));
        await clock.sleep(Math.min(rest, 1000), signal);
        // Starts waiting changes if their pause is over before that of reads.
        admit();
      }
    } catch {
      // The countdown was aborted, because no call waits any longer.
    }
    countdown = undefined;
    show(0);
    if (isAnyoneWaiting()) admit();
  }

  function show(secondsLeft: number): void {
    if (!isShown && secondsLeft < SHORTEST_SHOWN_SECONDS) return;
    isShown = secondsLeft > 0;
    try {
      onWait?.({ secondsLeft, giveUp });
    } catch {
      // A failing notification must not make the waiting calls fail.
    }
  }

  function giveUp(because?: ApiError): void {
    gaveUpBecause = because;
    pausedUntil = Number.NEGATIVE_INFINITY;
    for (const limit of limits) limit.resetAt = Number.NEGATIVE_INFINITY;
    for (const rank of RANKS) for (const one of queues[rank].splice(0)) one.resolve(undefined);
    countdown?.abort();
  }

  return {
    async enter(rank, isRetry, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Pass | undefined>();
      const one: WaitingCall = { rank, resolve };
      if (isRetry) queues[rank].unshift(one);
      else queues[rank].push(one);
      admit();
      if (!queues[rank].includes(one)) return promise;
      const abort = (): void => {
        const at = queues[rank].indexOf(one);
        if (at === -1) return;
        queues[rank].splice(at, 1);
        reject(cancelled());
        if (!isAnyoneWaiting()) countdown?.abort();
      };
      signal?.addEventListener('abort', abort, { once: true });
      return promise.finally(() => signal?.removeEventListener('abort', abort));
    },
    giveUp,
    get gaveUpBecause() {
      return gaveUpBecause;
    },
  };
}
