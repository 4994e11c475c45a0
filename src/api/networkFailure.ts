/** Sorts what the network layer throws. */

export interface NetworkFailure {
  readonly code: string | undefined;
  readonly isUnsent: boolean;
  /** A copy that is safe to keep: what undici throws may carry bytes of the answer or the socket. */
  readonly cause: Error;
}

/** undici's own codes that have a name everybody knows. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
};

/** Codes without a `syscall` that only ever come up before a request is written. */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_PROXY_URL',
  'ERR_PROXY_CONNECTION',
  'ERR_PROXY_AUTHENTICATION',
  'ERR_PROXY_REFUSED',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Node's code, and whether the request can't have left this machine. In doubt it may have. */
export function readNetworkFailure(thrown: unknown, redact: (text: string) => string): NetworkFailure {
  const error = innermost(thrown);
  const own = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const isConnecting =
    error instanceof Error && 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');
  const cause = new Error(redact(error instanceof Error ? error.message : 'unknown failure').trim());
  return {
    code: own === undefined ? undefined : (KNOWN_AS[own] ?? own),
    isUnsent: isConnecting || (own !== undefined && BEFORE_SENDING.has(own)),
    cause,
  };
}

/** A name with several addresses fails with one error for each: any of them tells. */
function innermost(thrown: unknown): unknown {
  return thrown instanceof AggregateError && thrown.errors.length > 0 ? thrown.errors[0] : thrown;
}
