/** Whether a call that failed may have been carried out all the same. */
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
