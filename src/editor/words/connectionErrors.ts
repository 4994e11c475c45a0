/** Errors about a connection itself. The `kind` of an error identifies it, as in `api/errors.ts`. */
import { hasStatus } from '../../api/errors.ts';

/** No API key is stored for the connection in use and the origin of its current URL. */
export interface MissingApiKey extends Error {
  readonly kind: 'missingApiKey';
  readonly connectionName: string;
  readonly keyName: string;
}

export function isMissingApiKey(error: unknown): error is MissingApiKey {
  return error instanceof Error && 'kind' in error && error.kind === 'missingApiKey';
}

/** The service refused the API key (401) before, so the key is not sent again. */
export interface RefusedApiKey extends Error {
  readonly kind: 'refusedApiKey';
  readonly connectionName: string;
  readonly keyName: string;
}

export function isRefusedApiKey(error: unknown): error is RefusedApiKey {
  return error instanceof Error && 'kind' in error && error.kind === 'refusedApiKey';
}

/** True if nothing can be read until the user enters or chooses an API key. */
export const needsApiKey = (error: unknown): boolean => hasStatus(error, 401) || isRefusedApiKey(error) || isMissingApiKey(error);

/** The editor's secret storage can't be read or written. */
export interface SecretStorageFailed extends Error {
  readonly kind: 'secretStorageFailed';
}

export function secretStorageFailed(cause: unknown): SecretStorageFailed {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return Object.assign(new Error(reason), { kind: 'secretStorageFailed' as const });
}

export function isSecretStorageFailed(error: unknown): error is SecretStorageFailed {
  return error instanceof Error && 'kind' in error && error.kind === 'secretStorageFailed';
}

/** The sandbox is the connection in use, but the user has stopped it. */
export interface SandboxStopped extends Error {
  readonly kind: 'sandboxStopped';
}

export function isSandboxStopped(error: unknown): error is SandboxStopped {
  return error instanceof Error && 'kind' in error && error.kind === 'sandboxStopped';
}
