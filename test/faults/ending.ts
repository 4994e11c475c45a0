/** How a call ends: told apart as finely as the client tells it, and what it must be under given faults. */
import { isApiError, type UnexpectedResponse } from '../../src/api/errors.ts';
import type { Call } from './call.ts';
import type { Fault } from './tcpFaultProxy.ts';

/** How a call ended: `unsent` is a network error that says that nothing left; the last are the reasons of an unexpected response. */
export type Ending = 'success' | 'unsent' | 'network' | 'timeout' | `service ${number}` | UnexpectedResponse['reason'];

export interface NamedFault {
  readonly name: string;
  /** Undefined = none: the control. */
  readonly fault: Fault | undefined;
  /** Of one attempt; undefined where it depends on which byte was hit. */
  readonly ending: Ending | undefined;
  /** The service may or may not have got the request: it is a race. */
  readonly isRace?: true;
}

/** Throws on whatever is not one of the four errors. */
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

/** What is tried again where that does no harm. */
const REPEATED: ReadonlySet<Ending> = new Set(['unsent', 'network', 'timeout', 'cutOff', 'service 504']);

/** True if the client makes the call again after this fault, so that it matters whether the fault is still there. */
export const isRepeated = ({ repeats }: Call, { ending }: NamedFault): boolean =>
  repeats === 'always' && ending !== undefined && REPEATED.has(ending);

/** How the call must end, and after how many attempts: a failure that may be repeated is, up to three attempts in all. */
export function expectedOf(call: Call, faults: readonly NamedFault[]): { ending: Ending; attempts: number } {
  for (let attempts = 1; ; attempts += 1) {
    const fault = faults[attempts - 1];
    if (fault && isRepeated(call, fault) && attempts < 3) continue;
    const ending = fault?.ending ?? 'success';
    // What an attempt before may have brought to the service is not unsent.
    const isSent = faults.slice(0, attempts - 1).some((fault) => fault.ending !== 'unsent');
    return { ending: ending === 'unsent' && isSent ? 'network' : ending, attempts };
  }
}

/** Whether a connection is seen to have ended before something is written to it is a race, and undici may make another. */
export function isAsExpected(ending: Ending, expected: Ending, faults: readonly NamedFault[], isKept: boolean): boolean {
  if (ending === expected) return true;
  const isEnded = faults.some(({ fault }) => fault?.at === 'connection');
  return isEnded && ((ending === 'unsent' && expected === 'network') || (isKept && ending === 'network'));
}
