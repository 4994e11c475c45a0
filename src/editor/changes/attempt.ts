/** Makes a change, and adds to its failure what was tried and what is known. */
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
  // Whoever throws the error of a lost answer has read the state before.
  return failed(tried, error.method !== 'GET' && isAnswerLost(error) ? 'readAgain' : 'refused', error);
}

const failed = (tried: Tried, state: ChangeFailed['state'], cause: unknown, check?: () => Promise<boolean>): ChangeFailed =>
  Object.assign(new Error(tried.notDone, { cause }), { kind: 'changeFailed' as const, tried, state, check });
