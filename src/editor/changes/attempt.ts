/** Makes a change. If it fails, throws an error that says what was tried and what is known about the outcome. */
import { isApiError } from '../../api/errors.ts';
import { isAnswerLost, isUnknownOutcome } from '../../operations/lostAnswer.ts';
import type { ChangeFailed, Tried } from '../words/changeFailure.ts';

/**
 * Runs `work`. If a call in it fails, throws a ChangeFailed with the sentences in `tried`. Throws every other error unchanged.
 */
export const attempt = <T>(tried: Tried, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw changeFailed(tried, error);
  });

/** Returns a ChangeFailed for an error of the API. Returns every other error unchanged. */
export function changeFailed(tried: Tried, error: unknown): unknown {
  if (isUnknownOutcome(error)) return failed(tried, 'unknown', error.cause, error.check);
  if (!isApiError(error)) return error;
  // The error of a lost answer is thrown only after the object was read again and did not show the change.
  return failed(tried, error.method !== 'GET' && isAnswerLost(error) ? 'readAgain' : 'refused', error);
}

const failed = (tried: Tried, state: ChangeFailed['state'], cause: unknown, check?: () => Promise<boolean>): ChangeFailed =>
  Object.assign(new Error(tried.notDone, { cause }), { kind: 'changeFailed' as const, tried, state, check });
