/**
 * Stores the state of an object before a request for it was approved with this extension, so that the inverse request can be
 * proposed. Stores no keys of customers. For a segment, stores only which of the request's own keys changed nothing. For a
 * definition with keys, stores only that it existed and whether it was killed.
 */
import { hash } from 'node:crypto';
import type { ChangeRequest, FlagDefinition, Matcher } from '../../api/model.ts';
import type { StateBefore } from '../../domain/changeRequests/inverse.ts';
import { keysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { emptyBits, hasBit, setBit } from '../keys/keyBits.ts';
import { openTable, type Store, type Table } from './store.ts';
import type { LiveObject } from '../changeRequests/readReview.ts';

/** The maximum number of requests whose earlier state is stored, for all services together. The oldest are forgotten first. */
const MAX_REQUESTS = 30;
/**
 * The maximum length of a definition as JSON, in characters. For a longer definition, only its existence is stored, and
 * whether it was killed.
 */
const MAX_CHARACTERS = 100_000;
/** The maximum length of the stored data for all requests together, in characters. */
const MAX_TOTAL = 500_000;

type StoredBefore =
  | Exclude<StateBefore, { kind: 'keys' }>
  /**
   * One bit for each distinct key of the request in sorted order, in base64. 1 = the key changed nothing. `check` = a short
   * hash of the list of keys.
   */
  | { readonly kind: 'bits'; readonly bits: string; readonly check: string };

const beforeTable = (store: Store): Table<readonly [origin: string, id: string, before: StoredBefore]> =>
  openTable(store, 'requests.beforeApproval', { keyColumns: 2, maxRows: MAX_REQUESTS, maxCharacters: MAX_TOTAL });

/** Stores the state before an approval. `live` = the object as it was read for the decision to approve. */
export async function rememberStateBefore(store: Store, origin: string, request: ChangeRequest, live: LiveObject): Promise<void> {
  const before = storableState(request, live);
  if (before) await beforeTable(store).put([origin, request.id, before]);
}

/**
 * Returns the state of the object before the request was approved. Undefined = the request was not approved with this
 * extension, or the state is forgotten, or the service now returns different keys for the request.
 */
export function stateBeforeApproval(store: Store, origin: string, request: ChangeRequest): StateBefore | undefined {
  const before = beforeTable(store).find(origin, request.id)?.[2];
  if (before?.kind !== 'bits') return before;
  const keys = sortedDistinctKeys(request);
  if (checkHashOf(keys) !== before.check) return undefined;
  const bits = Buffer.from(before.bits, 'base64');
  return { kind: 'keys', unchanged: keys.filter((_key, index) => hasBit(bits, index)) };
}

function storableState(request: ChangeRequest, live: LiveObject): StoredBefore | undefined {
  switch (live.kind) {
    case 'definition': {
      const { definition, status } = live;
      if (!definition || isStorable(definition)) return { kind: 'definition', definition, ...(status && { status }) };
      return { kind: 'withheld', isKilled: definition.killed === true };
    }
    case 'keys': {
      const keys = sortedDistinctKeys(request);
      const unchanged = new Set(keysEffect(request, new Set(live.keys)).unchanged);
      const bits = emptyBits(keys.length);
      for (const [index, key] of keys.entries()) if (unchanged.has(key)) setBit(bits, index);
      return { kind: 'bits', bits: bits.toString('base64'), check: checkHashOf(keys) };
    }
    case 'unknown':
      return undefined;
    default:
      return live satisfies never;
  }
}

/** Returns each key once. Sorts them, because the service may return the keys in any order. */
const sortedDistinctKeys = ({ segment }: ChangeRequest): readonly string[] => [...new Set(segment?.keys)].toSorted();

/** The hash is short on purpose: it detects a different list of keys, but does not help to guess a key. */
const checkHashOf = (keys: readonly string[]): string => hash('sha256', JSON.stringify(keys)).slice(0, 4);

/**
 * False for a definition with keys in it, either as individual targets or in a condition on the key itself. Also false if it is
 * too large.
 */
function isStorable(definition: FlagDefinition): boolean {
  const { treatments, rules } = definition;
  const matchers = (rules ?? []).flatMap(({ condition }) => condition.matchers);
  // In IN_SEGMENT, `string` is the name of a segment.
  const isOnKeys = ({ type, attribute, strings, string }: Matcher): boolean =>
    !attribute && ((Array.isArray(strings) && strings.length > 0) || (type !== 'IN_SEGMENT' && Boolean(string)));
  const namesKeys = treatments.some(({ keys }) => (keys?.length ?? 0) > 0) || matchers.some(isOnKeys);
  return !namesKeys && JSON.stringify(definition).length <= MAX_CHARACTERS;
}
