/**
 * Finds a service's own term (word) for a flag with read calls only. A call counts only if it proves exactly one word:
 *
 * | call | proof of a word |
 * |---|---|
 * | list the open change requests | the word is the name of a field in them |
 * | list the flags under the word (service-beyond.md) | the answer has the documented shape |
 * | read a definition that can't exist, under the word | the refusal differs from the refusal of a path that can't exist |
 *
 * The last call is for a service without such requests and lists. A service may give the same refusal for a missing flag and
 * for an unknown path. That proves nothing, so the user is asked.
 */
import * as z from 'zod/mini';
import { pageOf } from './envelope.ts';
import { isApiError } from '../errors.ts';
import { list } from './list.ts';
import { Flag } from '../model.ts';
import { pathOf, queryOf } from './path.ts';
import type { Transport } from '../network/transport.ts';
import type { CallOptions } from '../network/callOptions.ts';
import { isWord, KNOWN_WORDS } from '../vocabulary.ts';

/** A word that no service has in its paths. */
const IMPOSSIBLE_WORD = 'qzxqzxqzx';
const IMPOSSIBLE_NAME = 'flag-admin-asks-for-a-flag-that-is-not-there';
const IMPOSSIBLE_ID = '00000000-0000-4000-8000-000000000000';

/** Statuses that are about a temporary failure, the API key or a proxy, and so say nothing about the path. */
const NOT_ABOUT_PATH: ReadonlySet<number> = new Set([401, 402, 407, 408, 425, 429]);

/**
 * Returns the service's term for a flag. Undefined if none is proven. `workspaceId` = a workspace that the API key sees.
 * Rejects only with an AbortError.
 */
export async function findWord(
  transport: Transport,
  workspaceId: string | undefined,
  options?: CallOptions,
): Promise<string | undefined> {
  return (
    (await wordInRequests(transport, options)) ??
    (await wordOfListing(transport, workspaceId ?? IMPOSSIBLE_ID, options)) ??
    (await wordOfRefusal(transport, workspaceId ?? IMPOSSIBLE_ID, options))
  );
}

const Requests = z.looseObject({ data: list(z.record(z.string(), z.unknown())) });

async function wordInRequests(transport: Transport, options?: CallOptions): Promise<string | undefined> {
  const page = await undefinedIfFailed(
    transport.call({ method: 'GET', path: '/changeRequests', repeats: 'never', size: 'large', answer: Requests }, options),
  );
  const words = (page?.data ?? []).flatMap((request) =>
    Object.entries(request)
      .filter(([field, value]) => isWord(field) && (KNOWN_WORDS.includes(field) || isDefinition(value)))
      .map(([field]) => field),
  );
  return onlyOne(new Set(words));
}

/** Only a flag has treatments. Other objects of a change request, such as a different kind of segment, have none. */
const isDefinition = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'treatments' in value && Array.isArray(value.treatments);

async function wordOfListing(transport: Transport, workspaceId: string, options?: CallOptions): Promise<string | undefined> {
  const page = { limit: 1, offset: 0 };
  const answered = KNOWN_WORDS.map(async (word) => {
    const path = `/${word}s${pathOf`/ws/${workspaceId}`}${queryOf({ ...page })}`;
    const listed = await undefinedIfFailed(
      transport.call({ method: 'GET', path, repeats: 'never', answer: pageOf(Flag, page) }, options),
    );
    return listed && word;
  });
  return onlyOne(new Set((await Promise.all(answered)).filter((word) => word !== undefined)));
}

async function wordOfRefusal(transport: Transport, workspaceId: string, options?: CallOptions): Promise<string | undefined> {
  const read = async (word: string): Promise<string | undefined> => refusalOf(transport, word, workspaceId, options);
  const [unknown, ...refusals] = await Promise.all([IMPOSSIBLE_WORD, ...KNOWN_WORDS].map(read));
  if (unknown === undefined || refusals.includes(undefined)) return undefined;
  return onlyOne(new Set(KNOWN_WORDS.filter((_, index) => refusals[index] !== unknown)));
}

/**
 * Returns the refusal in a form that can be compared: without the path, which it may quote. Undefined if the refusal may be
 * about something else.
 */
async function refusalOf(
  transport: Transport,
  word: string,
  workspaceId: string,
  options?: CallOptions,
): Promise<string | undefined> {
  const path = `/${word}s${pathOf`/ws/${workspaceId}/${IMPOSSIBLE_NAME}/environments/${IMPOSSIBLE_ID}`}`;
  try {
    await transport.call({ method: 'GET', path, repeats: 'never', answer: z.unknown() }, options);
    return undefined;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.kind !== 'service' || error.status >= 500 || NOT_ABOUT_PATH.has(error.status)) return undefined;
    const { status, code, serviceMessage, details } = error;
    return JSON.stringify([status, code, serviceMessage, details]).replaceAll(`${word}s`, '');
  }
}

/** Returns the answer. Undefined if the call failed, because a failure proves nothing. */
async function undefinedIfFailed<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return undefined;
  }
}

const onlyOne = (words: ReadonlySet<string>): string | undefined => (words.size === 1 ? [...words][0] : undefined);
