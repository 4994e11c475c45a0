/** Creates the error for a failed call: one of the four errors of errors.ts, or the AbortError. */
import { NotText, parseJson, TooLarge, type Shape } from './answer.ts';
import {
  makeError,
  type ApiError,
  type CallDescription,
  type NetworkError,
  type ServiceError,
  type TimeoutError,
  type UnexpectedResponse,
} from '../errors.ts';

/** Returns the error for a call that the caller aborted. It does not contain the signal's own reason, which may be anything. */
export function cancelled(): Error {
  const error = new Error('the call was cancelled');
  error.name = 'AbortError';
  return error;
}

export function timedOut({ method, path }: CallDescription, milliseconds: number): TimeoutError {
  return makeError<TimeoutError>({ kind: 'timeout', method, path, milliseconds }, `no complete answer within ${milliseconds} ms`);
}

/** Returns the error for a call on a client that was closed before the call was sent, or before it was sent again. */
export function clientClosed({ method, path }: CallDescription, isUnsent: boolean): NetworkError {
  const fields = { kind: 'network', method, path, code: 'ERR_CLIENT_CLOSED', isUnsent } as const;
  return makeError<NetworkError>(fields, 'the connection was closed before the call');
}

/**
 * Returns the error for a call that was not sent, because its wait for the service was ended. The error has the same form as
 * a refusal by the service. `because` = the failure of another call, which asked to wait for too long. If this failure has a
 * status of 500 or more, the error contains that status and message. Otherwise, the error reports the rate limit (429).
 */
export function notSent({ method, path }: CallDescription, because?: ApiError): ServiceError {
  const failed = because?.kind === 'service' && because.status >= 500 ? because : undefined;
  const { status = 429, serviceMessage = '', retryAfterSeconds } = failed ?? {};
  const said = { status, code: undefined, serviceMessage, details: '', transactionId: undefined, retryAfterSeconds };
  const reason = failed ? `the service answered another call with status ${status}` : 'the rate limit is reached';
  return makeError<ServiceError>({ kind: 'service', method, path, ...said, isUnsent: true }, `not sent: ${reason}`);
}

export function unanswered({ method, path }: CallDescription, thrown: unknown, redact: (text: string) => string): NetworkError {
  const { code, isUnsent, cause } = readNetworkFailure(thrown, redact);
  return makeError<NetworkError>(
    { kind: 'network', method, path, code, isUnsent },
    `no answer (${code ?? 'unknown reason'})`,
    cause,
  );
}

const UNEXPECTED_MESSAGES: Readonly<Record<UnexpectedResponse['reason'], string>> = {
  notJson: 'the answer is no JSON',
  shape: 'the answer is not as documented',
  redirect: 'answered with a redirect, which is not followed',
  tooLarge: 'the answer is too large',
  cutOff: 'the connection broke in the middle of the answer',
};

export function unexpected(
  { method, path }: CallDescription,
  status: number,
  reason: UnexpectedResponse['reason'],
  where?: string,
): UnexpectedResponse {
  const message = `${UNEXPECTED_MESSAGES[reason]}${where ? `, at ${where}` : ''} (status ${status})`;
  return makeError<UnexpectedResponse>({ kind: 'unexpectedResponse', method, path, status, reason }, message);
}

/** Returns the error for an answer that started but could not be read to its end. */
export function incompletelyRead(call: CallDescription, status: number, thrown: unknown): UnexpectedResponse {
  const reason = thrown instanceof TooLarge ? 'tooLarge' : thrown instanceof NotText ? 'notJson' : 'cutOff';
  return unexpected(call, status, reason);
}

/** Parses the JSON of an answer with a status of success. Returns undefined for an empty body. */
export function parseAnswer(text: string, call: CallDescription, status: number): unknown {
  try {
    return text.trim() === '' ? undefined : parseJson(text);
  } catch (thrown) {
    // The parser's own message is not used, because it would quote the text.
    throw unexpected(call, status, thrown instanceof RangeError ? 'tooLarge' : 'notJson');
  }
}

/** Checks the result of parseAnswer. The error's message names the place and the problem, never a value. */
export function checkAnswer<T>(body: unknown, shape: Shape<T>, call: CallDescription, status: number): T {
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  if (body === undefined) throw unexpected(call, status, 'notJson');
  const [issue] = read.error.issues;
  const where = issue ? `${issue.path.map(String).join('.') || 'the top'} (${issue.code})` : 'the top';
  throw unexpected(call, status, 'shape', where);
}

export interface NetworkFailure {
  readonly code: string | undefined;
  readonly isUnsent: boolean;
  /** A copy that is safe to store: the original error of undici may contain bytes of the answer or the socket. */
  readonly cause: Error;
}

/** The well-known codes that replace undici's own codes. */
const STANDARD_CODES: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
};

/** Marks an error that occurred while the connection was being opened, so no request was written to it. */
export function markUnsent(error: Error): Error {
  return Object.assign(error, { isUnsent: true });
}

/**
 * Returns Node's code, and whether the request certainly has not left this machine. If it isn't certain, assumes that the
 * request was sent.
 */
export function readNetworkFailure(thrown: unknown, redact: (text: string) => string): NetworkFailure {
  const own = codeOf(thrown);
  return {
    code: own === undefined ? undefined : (STANDARD_CODES[own] ?? own),
    isUnsent: thrown instanceof Error && 'isUnsent' in thrown && thrown.isUnsent === true,
    cause: new Error(redact(messageOf(thrown)).trim()),
  };
}

export function codeOf(thrown: unknown): string | undefined {
  const error = innermost(thrown);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function messageOf(thrown: unknown): string {
  const error = innermost(thrown);
  return error instanceof Error ? error.message : 'unknown failure';
}

/**
 * Returns a single error. If a host name has several addresses, the connection fails with one error for each address. The first
 * one is enough.
 */
function innermost(thrown: unknown): unknown {
  return thrown instanceof AggregateError && thrown.errors.length > 0 ? thrown.errors[0] : thrown;
}

/** Rejects as soon as the signal aborts. undici notices the signal only after there is a connection, and then sends nothing. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(cancelled());
    signal.addEventListener('abort', onAbort, { once: true });
  });
  // Removes the listener, because the same signal may be used for many calls.
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
