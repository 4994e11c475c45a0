/**
 * The four ways in which a call can fail. Distinguish them by `kind`, never by `instanceof`, because the bundled entry file and
 * the lazily loaded files each contain their own copy of this module. No message ever contains the API key.
 */

/** What an error contains about the failed call: enough to find the call in a log, without secrets. */
export interface CallDescription {
  readonly method: string;
  /** Path and query below the base URL. */
  readonly path: string;
  /**
   * True if an earlier attempt of a changing call may have reached the service. In that case, the call may have taken effect
   * although the service refused the last attempt.
   */
  readonly wasSentBefore?: true;
}

/** No answer came: the connection was refused or reset, the name was not found, or a certificate or the proxy failed. */
export interface NetworkError extends Error, CallDescription {
  readonly kind: 'network';
  /** Node's code if there is one (`ECONNREFUSED`, `ENOTFOUND`, …), or a ProxyFault. */
  readonly code: string | undefined;
  /** True if no attempt made a connection, so the service can't have acted on the request. */
  readonly isUnsent: boolean;
}

/** The deadline passed. It is unknown whether the service acted on the request. */
export interface TimeoutError extends Error, CallDescription {
  readonly kind: 'timeout';
  readonly milliseconds: number;
}

/**
 * The service refused: it answered with a status of 400 or more, or with a status of success and an error body whose `code` is
 * 400 or more. For a call with retries, this is the answer to the last attempt.
 */
export interface ServiceError extends Error, CallDescription {
  readonly kind: 'service';
  /** The HTTP status; the `code` of the error body if the HTTP status says success. */
  readonly status: number;
  /** `code` of the error body, if it has one. */
  readonly code: number | undefined;
  /** `message` of the error body; empty if the body had none. */
  readonly serviceMessage: string;
  readonly details: string;
  readonly transactionId: string | undefined;
  /** Seconds that the service asked to wait (`Retry-After`, `X-RateLimit-Reset-Seconds-*`), if it did. */
  readonly retryAfterSeconds: number | undefined;
  /** True if this call was not sent, because the service had refused another call and asked to wait for too long. */
  readonly isUnsent?: boolean;
}

/** The answer is not what admin-api.md describes: not JSON, a different shape, a redirect, too large, or cut off. */
export interface UnexpectedResponse extends Error, CallDescription {
  readonly kind: 'unexpectedResponse';
  readonly status: number;
  readonly reason: 'notJson' | 'shape' | 'redirect' | 'tooLarge' | 'cutOff';
}

export type ApiError = NetworkError | TimeoutError | ServiceError | UnexpectedResponse;

const KINDS: ReadonlySet<string> = new Set(['network', 'timeout', 'service', 'unexpectedResponse']);

/** True for one of the four errors, also if a different bundle created it. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'kind' in error && typeof error.kind === 'string' && KINDS.has(error.kind);
}

/**
 * True for the documented 403: change control is on in the environment and the change needs a change request
 * (admin-api.md, Errors). A 403 for a missing role differs only in its message.
 */
export function isApprovalsRequired(error: unknown): boolean {
  return (
    isApiError(error) && error.kind === 'service' && error.status === 403 && /approvals are required/i.test(error.serviceMessage)
  );
}

/**
 * True if the service says that only a pipeline decides requests in the environment. No API key can then approve there
 * (service-beyond.md, What changed in 2026). The exact words of this refusal are not known.
 */
export const isPipelineRefusal = ({ serviceMessage, details }: ServiceError): boolean =>
  /(?<![\w-])pipelines?(?![\w-])/i.test(`${serviceMessage} ${details}`);

/** True if the service answered with this status. */
export function hasStatus(error: unknown, status: number): error is ServiceError {
  return isApiError(error) && error.kind === 'service' && error.status === status;
}

/** True if no answer came, or the service or a gateway failed. The same call may succeed later. */
export function isOutage(error: unknown): boolean {
  if (!isApiError(error)) return false;
  return error.kind === 'network' || error.kind === 'timeout' || (error.kind === 'service' && error.status >= 500);
}

/** For `catch`: returns undefined for a 404, and rethrows any other error. */
export function unlessMissing(error: unknown): undefined {
  if (!hasStatus(error, 404)) throw error;
}

/**
 * Why there is no connection through the proxy: its address is invalid (`URL`), it can't be reached (`DOWN`), it requires a
 * login or refused the login that it received (`LOGIN`), it refuses to connect to the service (`REFUSED`), or it could not
 * connect (`FAILED`).
 */
export type ProxyFault = 'ERR_PROXY_URL' | 'ERR_PROXY_DOWN' | 'ERR_PROXY_LOGIN' | 'ERR_PROXY_REFUSED' | 'ERR_PROXY_FAILED';

/** What is wrong with a certificate: no trusted issuer, not valid today, or issued for a different host. */
export type CertificateFault = 'untrusted' | 'outOfTime' | 'otherHost';

const CERTIFICATE_FAULTS: Readonly<Record<string, CertificateFault>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  CERT_SIGNATURE_FAILURE: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_REJECTED: 'untrusted',
  CERT_REVOKED: 'untrusted',
  INVALID_CA: 'untrusted',
  INVALID_PURPOSE: 'untrusted',
  CERT_HAS_EXPIRED: 'outOfTime',
  CERT_NOT_YET_VALID: 'outOfTime',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherHost',
};

/** Returns what a NetworkError's code says about the certificate. Undefined if the code is about something else. */
export function certificateFault(code: string | undefined): CertificateFault | undefined {
  return code === undefined || !Object.hasOwn(CERTIFICATE_FAULTS, code) ? undefined : CERTIFICATE_FAULTS[code];
}

/** True if the caller aborted the call through its AbortSignal. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Creates one of the four errors: an Error with the fields of its kind. */
export function makeError<E extends ApiError>(
  fields: Omit<E, 'name' | 'message' | 'stack' | 'cause'>,
  message: string,
  cause?: unknown,
): E {
  const call = fields as unknown as CallDescription;
  const error = new Error(`${call.method} ${call.path}: ${message}`, { cause });
  error.name = 'ApiError';
  return Object.assign(error, fields) as unknown as E;
}
