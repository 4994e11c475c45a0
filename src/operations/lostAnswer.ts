/**
 * Determines whether a failed call may have taken effect. Also sends a write once and, if the answer is lost, checks whether
 * the write took effect.
 */
import { isApiError } from '../api/errors.ts';

/**
 * True if the service may have acted on the request: the answer to any attempt never came, was cut off, can't be read, or is a
 * 5xx, which a gateway in between may have sent. False if the service refused the request or never received it.
 */
export function isAnswerLost(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (error.wasSentBefore) return true;
  switch (error.kind) {
    case 'network':
      return !error.isUnsent;
    case 'timeout':
      return true;
    case 'service':
      return error.status >= 500 && error.isUnsent !== true;
    case 'unexpectedResponse':
      return error.reason !== 'redirect';
    default:
      return error satisfies never;
  }
}

export type WriteOutcome =
  /** The service confirmed the write, or a check after a lost answer found it done. */
  | { readonly outcome: 'done' }
  /** The answer was lost, and a check found that the write did not take effect. */
  | { readonly outcome: 'notDone'; readonly error: unknown }
  /** The answer was lost, and the check failed as well. */
  | { readonly outcome: 'unknown'; readonly error: unknown; readonly check: () => Promise<boolean> };

/**
 * The error to throw if nobody knows whether a write took effect. `cause` is the error that the write ended with, if there was
 * one.
 */
export interface UnknownOutcome extends Error {
  readonly kind: 'unknownOutcome';
  /** Checks again whether the write took effect. Absent if the caller reads the state in a different way. */
  readonly check?: (() => Promise<boolean>) | undefined;
}

export const unknownOutcome = (cause: unknown, check?: () => Promise<boolean>): UnknownOutcome =>
  Object.assign(new Error('It is not known whether the service made the change.', { cause }), {
    kind: 'unknownOutcome' as const,
    check,
  });

export const isUnknownOutcome = (error: unknown): error is UnknownOutcome =>
  error instanceof Error && 'kind' in error && error.kind === 'unknownOutcome';

/** Returns the error to throw for a write that is not known to be done. */
export const errorOfWrite = (written: Exclude<WriteOutcome, { outcome: 'done' }>): unknown =>
  written.outcome === 'unknown' ? unknownOutcome(written.error, written.check) : written.error;

/**
 * Sends the write once. Throws if the service refused the write, or if the answer was lost and the write did not take effect.
 * Throws an UnknownOutcome if nobody knows whether it took effect.
 */
export async function sendConfirmed(write: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  const written = await sendOnce(write, isDone);
  if (written.outcome !== 'done') throw errorOfWrite(written);
}

/**
 * Sends the write once. If the answer is lost, `isDone` checks whether the write took effect. Throws every other error of
 * `write`.
 */
export async function sendOnce(write: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<WriteOutcome> {
  try {
    await write();
    return { outcome: 'done' };
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    // If the check fails, its error shows nothing about the write.
    const hasTakenEffect = await isDone().catch(() => undefined);
    if (hasTakenEffect === undefined) return { outcome: 'unknown', error, check: isDone };
    return hasTakenEffect ? { outcome: 'done' } : { outcome: 'notDone', error };
  }
}
