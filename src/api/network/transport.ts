/**
 * Sends a call and returns its answer, or throws one of the four errors. Handles authentication, deadline, abort, size limit,
 * and retries. undici's fetch, redirects and global dispatcher are not used: a redirect is an error.
 */
import { errorCodeIn, MAX_BYTES, readErrorBody, readText, retryAfterSeconds, uncompressed, type Shape } from './answer.ts';
import { apiKeyHeader, checkedApiKey, type Authentication } from './apiKey.ts';
import { checkBaseUrl } from './baseUrl.ts';
import type { CallOptions } from './callOptions.ts';
import type { TransportSettings } from './networkSettings.ts';
import { createDispatcher } from './dispatcher.ts';
import { isApiError, makeError, type CallDescription, type ServiceError } from '../errors.ts';
import {
  cancelled,
  checkAnswer,
  clientClosed,
  timedOut,
  notSent,
  orAborted,
  parseAnswer,
  unanswered,
  unexpected,
  incompletelyRead,
} from './failures.ts';
import { createGate, type Pass } from './gate.ts';
import { DIRECT } from './proxy.ts';
import { redactor } from './redaction.ts';
import { createRetryBudget, hadNoEffect, MAX_PAUSE, pauseAfter, waitBeforeNext, type Repeats } from './retry.ts';
import { systemClock } from '../../time/clock.ts';
import { checkedWord, type Vocabulary } from '../vocabulary.ts';

/** One call of the API. */
export interface ApiCall<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The encoded path below `/internal/api/v2`, with the query. */
  readonly path: string;
  /** Sent as JSON; undefined = no body. A Buffer contains the JSON already. */
  readonly body?: unknown;
  readonly repeats: Repeats;
  /** The largest allowed answer. Default: `small`. */
  readonly size?: keyof typeof MAX_BYTES;
  /** The expected shape of the answer. An empty body counts as undefined. */
  readonly answer: Shape<T>;
  /** Adds information to the answer that only its text contains. */
  readonly annotate?: (answer: T, text: string) => T;
}

export interface Transport {
  readonly origin: string;
  readonly vocabulary: Vocabulary;
  readonly authentication: Authentication;
  /** Returns the URL of a call with this path. */
  urlOf(path: string): string;
  /** Rejects with one of the four errors, or with an AbortError. */
  call<T>(call: ApiCall<T>, options?: CallOptions): Promise<T>;
  /** Waits for running calls; later calls fail. */
  close(): Promise<void>;
}

/** What is known about an answer, even if reading its body fails. */
interface Received {
  status?: number;
}

const API_ROOT = '/internal/api/v2';
const DEFAULT_DEADLINE = 30_000;
/** The longest random delay after a pause, in milliseconds. It keeps different windows from continuing at the same time. */
const MAX_JITTER = 500;

/**
 * The reason with which the timer of a deadline is aborted. It is a constant, because abort() without a reason would create an
 * error with a stack each time.
 */
const ANSWERED = new Error('the call is over');

/** Throws a TypeError if the base URL, the API key or the term for a flag can't be used. No message contains the key. */
export function createTransport(settings: TransportSettings): Transport {
  const checked = checkBaseUrl(settings.baseUrl);
  if (!checked.ok) throw new TypeError(`this can’t be a base URL: ${checked.refusal}`);
  checkedWord(settings.vocabulary);
  const apiKey = settings.apiKey === undefined ? undefined : checkedApiKey(settings.apiKey);
  const { origin } = checked;
  const prefix = checked.baseUrl.slice(origin.length);
  const { deadlineMilliseconds = DEFAULT_DEADLINE } = settings;
  const { vocabulary, clock = systemClock, random = Math.random } = settings;

  const redact = redactor(apiKey ?? '');
  const budget = createRetryBudget();
  const { gate = createGate({ clock, onWait: settings.onWait }) } = settings;
  const dispatcher = createDispatcher(origin, settings.network ?? DIRECT, deadlineMilliseconds);
  let underWay = 0;
  let closing: Promise<void> | undefined;

  /**
   * Sends the call, and reads the answer to its end. Stores the status in `received`, for the caller that creates an error from
   * an exception.
   */
  async function exchange<T>(
    call: ApiCall<T>,
    description: CallDescription,
    how: CallOptions,
    received: Received,
    pass: Pass,
  ): Promise<T> {
    const { statusCode, headers, body } = await dispatcher.request({
      method: call.method,
      path: prefix + API_ROOT + call.path,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(apiKey !== undefined && apiKeyHeader(apiKey, settings.authentication)),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: call.body === undefined ? null : Buffer.isBuffer(call.body) ? call.body : Buffer.from(JSON.stringify(call.body)),
      signal: how.signal,
    });
    received.status = statusCode;
    pass.note(headers);
    // If the body is not read to its end, destroying it below may cause an error event, which is ignored.
    body.on('error', () => undefined);
    try {
      if (statusCode >= 300 && statusCode < 400) throw unexpected(description, statusCode, 'redirect');
      if (statusCode >= 400) {
        // A refusal remains a refusal, even if its body is incomplete or too large.
        const text = await readText(uncompressed(body, headers), headers, MAX_BYTES.small, true).catch(() => '');
        throw refusal(statusCode, text, `the service answered with status ${statusCode}`);
      }
      const text = await readText(uncompressed(body, headers), headers, MAX_BYTES[call.size ?? 'small'], false, how.budget);
      const parsed = parseAnswer(text, description, statusCode);
      const code = errorCodeIn(parsed);
      if (code !== undefined) {
        const words = text.length > MAX_BYTES.small ? '' : text;
        throw refusal(code, words, `the service answered with status ${statusCode} and the error code ${code}`);
      }
      const answer = checkAnswer(parsed, call.answer, description, statusCode);
      return call.annotate ? call.annotate(answer, text) : answer;
    } finally {
      body.destroy();
    }

    function refusal(status: number, text: string, message: string): ServiceError {
      const waitSeconds = retryAfterSeconds(status, headers, clock.now());
      return makeError<ServiceError>(
        { ...description, kind: 'service', status, ...readErrorBody(text, redact), retryAfterSeconds: waitSeconds },
        message,
      );
    }
  }

  /** Makes one exchange with its deadline and its log line. Converts every exception to one of the four errors. */
  async function attempt<T>(call: ApiCall<T>, { signal: outer, budget }: CallOptions, pass: Pass): Promise<T> {
    const description = describe(call);
    const startedAt = clock.now();
    const received: Received = {};
    const [deadline, timer] = [new AbortController(), new AbortController()];
    void clock.sleep(deadlineMilliseconds, timer.signal).then(
      () => deadline.abort(),
      () => undefined,
    );
    let failure: Error | undefined;
    underWay += 1;
    try {
      const signal = outer ? AbortSignal.any([outer, deadline.signal]) : deadline.signal;
      return await orAborted(exchange(call, description, { signal, ...(budget && { budget }) }, received, pass), signal);
    } catch (thrown) {
      if (outer?.aborted) failure = cancelled();
      else if (deadline.signal.aborted) failure = timedOut(description, deadlineMilliseconds);
      else if (isApiError(thrown)) failure = thrown;
      else if (received.status === undefined) failure = unanswered(description, thrown, redact);
      else failure = incompletelyRead(description, received.status, thrown);
      throw failure;
    } finally {
      underWay -= 1;
      timer.abort(ANSWERED);
      report(description, clock.now() - startedAt, received.status, failure);
    }
  }

  function describe({ method, path }: CallDescription): CallDescription {
    return { method, path: redact(API_ROOT + path) };
  }

  function report(
    description: CallDescription,
    milliseconds: number,
    status: number | undefined,
    failure: Error | undefined,
  ): void {
    const transactionId = isApiError(failure) && failure.kind === 'service' ? failure.transactionId : undefined;
    const error = failure && (isApiError(failure) ? failure.kind : 'cancelled');
    try {
      settings.onCall?.({ ...description, status, milliseconds, transactionId, ...(error ? { error } : {}) });
    } catch {
      // A failing log must not make a successful change look like a failure.
    }
  }

  async function call<T>(call: ApiCall<T>, options: CallOptions = {}): Promise<T> {
    const { signal } = options;
    const change = call.repeats === 'never' ? 'once' : 'write';
    const rank = call.method === 'GET' ? (options.priority ?? 'read') : change;
    // True if an earlier attempt may have reached the service. In that case, the call may have an effect although it fails.
    let isSent = false;
    let waited = 0;
    let failure: Error | undefined;
    for (let number = 1; ; number += 1) {
      if (signal?.aborted) throw cancelled();
      const pass = await gate.enter(rank, number > 1, signal);
      if (!pass) throw failure ?? notSent(describe(call), gate.gaveUpBecause);
      if (closing) {
        pass.leave();
        throw clientClosed(describe(call), !isSent);
      }
      let pause = 0;
      let wait: number | undefined;
      try {
        const answer = await attempt(call, options, pass);
        budget.earn();
        return answer;
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (isSent && error.kind === 'network') Object.assign(error, { isUnsent: false });
        if (isSent && call.method !== 'GET') Object.assign(error, { wasSentBefore: true });
        isSent ||= !hadNoEffect(error);
        failure = error;
        pause = pauseAfter(error, number);
        const chance = random();
        if (pause > MAX_PAUSE) gate.giveUp(error);
        else if (pause > 0) pass.refused(pause + Math.floor(chance * MAX_JITTER));
        wait = waitBeforeNext(error, number, call.repeats, chance, waited);
        if (wait === undefined || !budget.spend(error)) throw error;
      } finally {
        pass.leave();
      }
      waited += pause;
      // If the signal aborts, the check at the start of the loop throws.
      if (pause === 0) await clock.sleep(wait, signal).catch(() => undefined);
    }
  }

  return {
    origin,
    vocabulary,
    authentication: settings.authentication ?? 'bearer',
    urlOf: (path) => origin + prefix + API_ROOT + path,
    call,
    // `dispatcher.close` also waits for connections that are still being opened. If no call is running, `destroy` drops them.
    close: () => (closing ??= underWay > 0 ? dispatcher.close() : dispatcher.destroy()),
  };
}
