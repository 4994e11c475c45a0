/**
 * Limits the rate of calls, in the two ways of the live service (service-beyond.md, "What changed in 2026"):
 *
 * - With headers, like `api.split.io`: all API keys share the limit. Each answer shows how many calls remain
 *   (`X-RateLimit-Remaining-Org` and `-IP`), and a 429 shows when the limit is reset (`X-RateLimit-Reset-Seconds-Org` and `-IP`).
 * - Without headers, like the platform behind `app.harness.io`: each API key has a separate limit. It may also send only one body
 *   of more than 500,000 characters in 10 seconds.
 */
import { Refusal } from './refusal.ts';

export interface RateLimit {
  readonly calls: number;
  /** The length of one window. A window begins with the first call after the previous window has ended. */
  readonly seconds: number;
  readonly hasHeaders: boolean;
}

/** A body with more characters counts as large. Only the limit without headers restricts large bodies. */
const LARGE_BODY = 500_000;
const LARGE_BODY_SECONDS = 10;

const UNITS: Readonly<Record<string, number>> = { s: 1, min: 60 };

/**
 * Parses a limit in words: `400/min`, `10/s` or `5000/10s`, each optionally with ` without headers`. Throws a RangeError with
 * the reason if the text is not a limit.
 */
export function rateLimitIn(text: string): RateLimit {
  const [, calls = '', count = '1', unit = '', without] =
    /^([1-9]\d{0,6})\/([1-9]\d{0,3})?(s|min)( without headers)?$/.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? 0);
  if (seconds === 0)
    throw new RangeError(
      `${JSON.stringify(text.slice(0, 50))} is no limit of calls: write 400/min, 10/s, 5000/10s or "400/min without headers".`,
    );
  return { calls: Number(calls), seconds, hasHeaders: without === undefined };
}

type Headers = Readonly<Record<string, string>>;

export interface CallCounter {
  /** Counts a call and returns the headers of its answer. Throws a Refusal (429) above the limit. `now` in epoch milliseconds. */
  count(apiKey: string, now: number): Headers;
  /**
   * Counts the body of a call, by its length in characters. Throws a Refusal (429) if the body is large and another large body
   * was sent too recently.
   */
  countBody(apiKey: string, characters: number, now: number): void;
}

interface Window {
  readonly end: number;
  calls: number;
}

const tooMany = (headers: Headers = {}) => new Refusal(429, 'Too many calls', { headers });

/** Counts the calls of one server. Without a limit, refuses nothing and returns no headers. */
export function createCallCounter(limit: RateLimit | undefined): CallCounter {
  const windows = new Map<string, Window>();
  const countIn = (name: string, seconds: number, now: number): Window => {
    const known = windows.get(name);
    const window = known && known.end > now ? known : { end: now + seconds * 1000, calls: 0 };
    windows.set(name, window);
    window.calls += 1;
    return window;
  };
  return {
    count(apiKey, now) {
      if (!limit) return {};
      const { calls, end } = countIn(limit.hasHeaders ? 'all' : `calls of ${apiKey}`, limit.seconds, now);
      if (!limit.hasHeaders) {
        if (calls > limit.calls) throw tooMany();
        return {};
      }
      const remaining = String(Math.max(0, limit.calls - calls));
      const headers = { 'x-ratelimit-remaining-org': remaining, 'x-ratelimit-remaining-ip': remaining };
      if (calls <= limit.calls) return headers;
      const reset = String(Math.ceil((end - now) / 1000));
      throw tooMany({ ...headers, 'x-ratelimit-reset-seconds-org': reset, 'x-ratelimit-reset-seconds-ip': reset });
    },
    countBody(apiKey, characters, now) {
      if (!limit || limit.hasHeaders || characters <= LARGE_BODY) return;
      if (countIn(`large bodies of ${apiKey}`, LARGE_BODY_SECONDS, now).calls > 1) throw tooMany();
    },
  };
}
