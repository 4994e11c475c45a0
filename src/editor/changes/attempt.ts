/** Makes a change. If it fails, adds the attempted change and the known state to the error. */
import { isApiError } from '../../api/errors.ts';
import { isAnswerLost, isUnknownOutcome } from '../../operations/lostAnswer.ts';
import type { ChangeFailed, Tried } from '../words/changeFailure.ts';

/** Throws a ChangeFailed if a call fails, and every other error as it is. */
export const attempt = <T>(tried: Tried, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw changeFailed(tried, error);
  });

/** Returns a ChangeFailed if the error is about the change. Returns any other error as it is. */
export function changeFailed(tried: Tried, error: unknown): unknown {
  if (isUnknownOutcome(error)) return failed(tried, 'unknown', error.cause, error.check);
  if (!isApiError(error)) return error;
  // If an answer was lost, the state was read again before this error was thrown.
  return failed(tried, error.method !== 'GET' && isAnswerLost(error) ? 'readAgain' : 'refused', error);
}

const failed = (tried: Tried, state: ChangeFailed['state'], cause: unknown, check?: () => Promise<boolean>): ChangeFailed =>
  Object.assign(new Error(tried.notDone, { cause }), { kind: 'changeFailed' as const, tried, state, check });
