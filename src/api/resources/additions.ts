/**
 * Endpoints that a service may have besides the document (service-beyond.md). Each gives undefined where the service lacks
 * it, and the caller goes the documented way:
 *
 * | lacking | the documented way |
 * |---|---|
 * | listFlags, readFlag | names that are typed, or seen in change requests |
 * | listDefinitions | readDefinition of each |
 * | createDefinition, replaceDefinition, deleteDefinition, killFlag, restoreFlag | a change request with that operation |
 * | listActiveSegments | readKeys of each: 404 where it is not active |
 * | uploadKeysWithComment | uploadKeys, which the call then does itself unless the keys replace those in the segment |
 * | listTrafficTypes | those of the workspace's segments, which the call then reads itself |
 * | deactivateSegment | none |
 */
import { hasStatus } from '../errors.ts';
import type { Transport } from '../network/transport.ts';

/** False, or a 404, where the object of a call is not to be found. */
export type IsThere = () => Promise<boolean>;

/** A transport, and what its answers have shown: one for each connection and API key, since a 404 can also mean “no access”. */
export interface Additions {
  readonly transport: Transport;
  /**
   * The answer of `call`, or undefined where the service has no such endpoint: it said 405, or it said 404 and `isThere`, a
   * documented read, finds the object. That is remembered until `forget`: of a 405 for every place, of a 404 for this one
   * (a workspace or environment). A 404 without such proof, or of an endpoint that has worked before, is thrown: the object
   * is missing, or the API key may not see it.
   */
  ifPresent<T>(endpoint: string, place: string, call: () => Promise<T>, isThere: IsThere): Promise<T | undefined>;
  /** The user has refreshed: the service or the rights of the API key may have changed. */
  forget(): void;
}

export function createAdditions(transport: Transport): Additions {
  const present = new Set<string>();
  const absent = new Set<string>();
  return {
    transport,
    async ifPresent(endpoint, place, call, isThere) {
      const here = JSON.stringify([endpoint, place]);
      if (absent.has(endpoint) || absent.has(here)) return undefined;
      try {
        const answer = await call();
        present.add(endpoint);
        return answer;
      } catch (error) {
        if (hasStatus(error, 405)) {
          absent.add(endpoint);
          return undefined;
        }
        if (!hasStatus(error, 404) || present.has(endpoint)) throw error;
        if (!(await isFound(isThere))) throw error;
        absent.add(here);
        return undefined;
      }
    },
    forget() {
      present.clear();
      absent.clear();
    },
  };
}

async function isFound(isThere: IsThere): Promise<boolean> {
  try {
    return await isThere();
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
}
