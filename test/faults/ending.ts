/** The results of a call, as detailed as the client reports them, and the expected result under given faults. */
import { isApiError, type UnexpectedResponse } from '../../src/api/errors.ts';
import type { Call } from './call.ts';
import type { Fault } from './tcpFaultProxy.ts';

/**
 * The result of a call. `unsent` is a network error which says that nothing was sent. The last ones are the reasons of an
 * unexpected response.
 */
export type Ending = 'success' | 'unsent' | 'network' | 'timeout' | `service ${number}` | UnexpectedResponse['reason'];

export interface NamedFault {
  readonly name: string;
  /** Undefined = no fault, for comparison. */
  readonly fault: Fault | undefined;
  /** The result of one attempt. Undefined if it depends on the affected byte. */
  readonly ending: Ending | undefined;
  /** The service may have received the request or not, because of a race. */
  readonly isRace?: true;
}

/** Throws if it isn't one of the four errors. */
export function endingOf(error: unknown): Ending {
  if (!isApiError(error)) throw error;
  switch (error.kind) {
    case 'network':
      return error.isUnsent ? 'unsent' : 'network';
    case 'timeout':
      return 'timeout';
    case 'service':
      return `service ${error.status}`;
    case 'unexpectedResponse':
      return error.reason;
    default:
      return error satisfies never;
  }
}

/** Results after which the client repeats a call, if that is safe. */
const REPEATED: ReadonlySet<Ending> = new Set(['unsent', 'network', 'timeout', 'cutOff', 'service 504']);

/** True if the client repeats the call after this fault, so that a lasting fault matters. */
export const isRepeated = ({ repeats }: Call, { ending }: NamedFault): boolean =>
  repeats === 'always' && ending !== undefined && REPEATED.has(ending);

/** Returns the expected result and number of attempts. A repeatable failure leads to at most three attempts. */
export function expectedOf(call: Call, faults: readonly NamedFault[]): { ending: Ending; attempts: number } {
  for (let attempts = 1; ; attempts += 1) {
    const fault = faults[attempts - 1];
    if (fault && isRepeated(call, fault) && attempts < 3) continue;
    const ending = fault?.ending ?? 'success';
    // An earlier attempt may have reached the service, so the call isn't unsent.
    const isSent = faults.slice(0, attempts - 1).some((fault) => fault.ending !== 'unsent');
    return { ending: ending === 'unsent' && isSent ? 'network' : ending, attempts };
  }
}

/**
 * True if the result is the expected one, or one that a race allows: the client may write to a connection before it notices
 * that the connection has ended, and undici may then open a new one.
 */
export function isAsExpected(ending: Ending, expected: Ending, faults: readonly NamedFault[], isKept: boolean): boolean {
  if (ending === expected) return true;
  const isEnded = faults.some(({ fault }) => fault?.at === 'connection');
  return isEnded && ((ending === 'unsent' && expected === 'network') || (isKept && ending === 'network'));
}
