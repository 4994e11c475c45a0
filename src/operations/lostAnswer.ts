/** Whether a call that failed may have been carried out all the same, and writes that are sent once and looked for then. */
import { isApiError } from '../api/errors.ts';

/**
 * True if the service may have acted on the request: the answer never came, was cut off or can't be read, or it came
 * from something between (a gateway's 5xx). False if the service refused, or never got the request.
 */
export function isAnswerLost(error: unknown): boolean {
  if (!isApiError(error)) return false;
  switch (error.kind) {
    case 'network':
      return !error.isUnsent;
    case 'timeout':
      return true;
    case 'service':
      return error.status >= 500;
    case 'unexpectedResponse':
      return error.reason !== 'redirect';
    default:
      return error satisfies never;
  }
}

export type WriteOutcome =
  /** The service said so, or after a lost answer it was seen. */
  | { readonly outcome: 'done' }
  /** The answer was lost; looking afterwards, it is not done. */
  | { readonly outcome: 'notDone'; readonly error: unknown }
  /** The answer was lost, and so was that to the question whether it was done. */
  | { readonly outcome: 'unknown'; readonly error: unknown };

/** Sends once. Throws what `write` throws, unless the answer was lost: then `isDone` looks. */
export async function sendOnce(write: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<WriteOutcome> {
  try {
    await write();
    return { outcome: 'done' };
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    // Why the looking failed says nothing of the write.
    const hasTakenEffect = await isDone().catch(() => undefined);
    return hasTakenEffect === true ? { outcome: 'done' } : { outcome: hasTakenEffect === false ? 'notDone' : 'unknown', error };
  }
}
