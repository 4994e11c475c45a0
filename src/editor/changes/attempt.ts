/** Makes a change. If it fails, throws an error that says what was tried and what is known about its outcome. */
import { isApiError } from '../../api/errors.ts';
import { isAnswerLost, isUnknownOutcome } from '../../operations/lostAnswer.ts';
import type { ChangeFailed, OutcomeSentences } from '../words/changeFailure.ts';

/**
 * Runs `work`. If a call in it fails, throws a ChangeFailed with the sentences in `outcomes`. Throws every other error unchanged.
 */
export const orChangeFailed = <T>(outcomes: OutcomeSentences, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw changeFailed(outcomes, error);
  });

/** Returns a ChangeFailed for an error of the API. Returns every other error unchanged. */
export function changeFailed(outcomes: OutcomeSentences, error: unknown): unknown {
  if (isUnknownOutcome(error)) return createChangeFailed(outcomes, 'unknown', error.cause, error.check);
  if (!isApiError(error)) return error;
  // The error of a lost answer is thrown only after the object was read again and did not show the change.
  return createChangeFailed(outcomes, error.method !== 'GET' && isAnswerLost(error) ? 'readAgain' : 'refused', error);
}

const createChangeFailed = (
  outcomes: OutcomeSentences,
  state: ChangeFailed['state'],
  cause: unknown,
  check?: () => Promise<boolean>,
): ChangeFailed =>
  Object.assign(new Error(outcomes.notDone, { cause }), { kind: 'changeFailed' as const, outcomes, state, check });
