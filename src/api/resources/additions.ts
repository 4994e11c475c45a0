/**
 * Endpoints that a service may have in addition to those in admin-api.md (service-beyond.md). Each method returns undefined if
 * the service lacks the endpoint. The caller then uses a replacement:
 *
 * | missing endpoint | replacement |
 * |---|---|
 * | listFlags, readFlag | names that a person types, or that change requests mention |
 * | listDefinitions | readDefinition of each |
 * | createDefinition, replaceDefinition, deleteDefinition, killFlag, restoreFlag | a change request with that operation |
 * | listActiveSegments | readKeys of each: 404 if it is not active |
 * | uploadKeysWithComment | uploadKeys, which uploadKeysWithComment itself calls |
 * | listTrafficTypes | the traffic types of the segments in the workspace (catalog) |
 * | deactivateSegment | none |
 */
import { hasStatus } from '../errors.ts';
import type { Transport } from '../network/transport.ts';

/** Resolves to false or rejects with a 404 if the object of a call does not exist. */
export type IsThere = () => Promise<boolean>;

/**
 * A transport, and the endpoints that its answers have shown to exist or to be missing. Each connection and API key has its own
 * `Additions`, because a 404 can also mean “no access”.
 */
export interface Additions {
  readonly transport: Transport;
  /**
   * Returns the answer of `call`. Returns undefined if the service has no such endpoint: it answered 405, or it answered 404
   * although `isThere`, a documented read, finds the object. This is remembered until `forget`: a 405 for the whole service, a
   * 404 only for this `place` (a workspace or environment). Throws a 404 if `isThere` does not find the object, or if the
   * endpoint has worked before. In both cases, the object does not exist, or the API key can't see it.
   */
  ifPresent<T>(endpoint: string, place: string, call: () => Promise<T>, isThere: IsThere): Promise<T | undefined>;
  /**
   * Forgets which endpoints are missing. Called when the user refreshes, because the service or the rights of the API key may
   * have changed.
   */
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
