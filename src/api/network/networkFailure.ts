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

/** Marks an error that came up while the connection was being made: no request was written to it. */
export function unsent(error: Error): Error {
  return Object.assign(error, { isUnsent: true });
}

/** Node's code, and whether the request can't have left this machine. In doubt it may have. */
export function readNetworkFailure(thrown: unknown, redact: (text: string) => string): NetworkFailure {
  const own = codeOf(thrown);
  return {
    code: own === undefined ? undefined : (KNOWN_AS[own] ?? own),
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

/** A name with several addresses fails with one error for each: any of them tells. */
function innermost(thrown: unknown): unknown {
  return thrown instanceof AggregateError && thrown.errors.length > 0 ? thrown.errors[0] : thrown;
}
