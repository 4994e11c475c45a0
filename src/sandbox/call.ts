/** One call as a route sees it, and a route as the server sees it. */
import { stableHex, stableId } from './stableId.ts';
import type { ApiKey } from './apiKeys.ts';
import type { World } from './world.ts';
import { invalid } from './refusal.ts';

/** The running service: what all calls share. */
export interface Service {
  world: World;
  /** The word for a flag in paths (with an `s`) and in bodies. */
  readonly vocabulary: string;
  /** Only what admin-api.md has: no other path, status word or query parameter, and no other field in an answer. */
  readonly isDocumentedOnly: boolean;
  /** Speaks the live service's words, and so is as lenient as it: the word is `split` and not only the document is served. */
  readonly speaksLive: boolean;
  now(): number;
}

export interface Call {
  readonly service: Service;
  readonly world: World;
  readonly caller: ApiKey;
  readonly transactionId: string;
  /** Query parameters the route knows; others are gone. */
  readonly query: URLSearchParams;
  /** The parsed body; undefined for routes that take none. */
  readonly body: unknown;
  /** A part of the path by its name in the route, decoded. */
  part(name: string): string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parts separated by `/`; `:name` takes any one part, `{flags}` is the vocabulary's word. */
  readonly path: string;
  /** In admin-api.md; otherwise from service-beyond.md and not served in the documented-only mode. */
  readonly isDocumented: boolean;
  /** Query parameters that admin-api.md names for this call, and those it does not. */
  readonly query?: { readonly documented?: readonly string[]; readonly beyond?: readonly string[] };
  /**
   * `json` must have a body; `optional` is an empty object without one, and for `null` and `[]`; `text` is a JSON string or
   * the bare text, under any content type; `ignored` takes any and looks at none.
   */
  readonly body: 'none' | 'json' | 'optional' | 'text' | 'ignored';
  /** A body that goes into key sets, which have a bound of their own. */
  readonly isKeys?: boolean;
  run(call: Call): unknown;
}

/** A new id, unlike any other of this service. */
export function newId(call: Pick<Call, 'world'>): string {
  call.world.idsGiven += 1;
  return stableId('given', call.world.startedAt, call.world.idsGiven);
}

/** The nth transaction's id: short, in the manner of the service. */
export function transactionId(count: number): string {
  return stableHex(11, 'transaction', count);
}

/** A whole number of the query; 400 if it is none, below `least` or above `most`. */
export function wholeNumber(query: URLSearchParams, name: string, preset: number, least: number, most: number): number {
  const text = query.get(name);
  if (text === null || text === '') return preset;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw invalid(`${name} must be a whole number from ${least} to ${most}`);
  return value;
}

/** One page of a listing by offset, in the envelope of admin-api.md. */
export function pageOf<T>(call: Call, all: readonly T[], mostPerPage: number, show: (item: T) => unknown): unknown {
  const limit = wholeNumber(call.query, 'limit', mostPerPage, 1, mostPerPage);
  const offset = wholeNumber(call.query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER);
  return { objects: all.slice(offset, offset + limit).map(show), offset, limit, totalCount: all.length };
}
