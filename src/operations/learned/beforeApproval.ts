/**
 * Stores what was there before a request was approved here, so that its inverse can be proposed. It stores no keys of customers:
 * of a segment only which of the request's own keys changed nothing, of a definition that names keys only that it was there.
 */
import { createHash } from 'node:crypto';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import type { Before } from '../../domain/changeRequests/inverse.ts';
import { keysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { emptyBits, hasBit, setBit } from '../keys/keyBits.ts';
import { openTable, type Store, type Table } from './store.ts';
import type { LiveObject } from '../changeRequests/readReview.ts';

/** Requests whose state before is stored, of all services; the oldest are forgotten first. */
const MAX_REQUESTS = 30;
/** Characters of a definition as JSON. Of a larger one only that it was there is stored. */
const MAX_CHARACTERS = 100_000;
/** Of all requests together. */
const MAX_TOTAL = 500_000;

type StoredBefore =
  | Exclude<Before, { kind: 'keys' }>
  /** A bit for each of the request's different keys in their order, in base64: 1 = it changed nothing. `check` tells those keys from others. */
  | { readonly kind: 'bits'; readonly bits: string; readonly check: string };

const stored = (store: Store): Table<readonly [origin: string, id: string, before: StoredBefore]> =>
  openTable(store, 'requests.beforeApproval', { keyColumns: 2, maxRows: MAX_REQUESTS, maxCharacters: MAX_TOTAL });

/** `live` is what the approval was decided on. */
export async function rememberBefore(store: Store, origin: string, request: ChangeRequest, live: LiveObject): Promise<void> {
  const before = beforeFrom(request, live);
  if (before) await stored(store).put([origin, request.id, before]);
}

/** Undefined = it was not approved here, or is forgotten, or the service names other keys of it by now. */
export function beforeOf(store: Store, origin: string, request: ChangeRequest): Before | undefined {
  const before = stored(store).rows(origin, request.id)[0]?.[2];
  if (before?.kind !== 'bits') return before;
  const keys = differentKeys(request);
  if (checkOf(keys) !== before.check) return undefined;
  const bits = Buffer.from(before.bits, 'base64');
  return { kind: 'keys', unchanged: keys.filter((_key, index) => hasBit(bits, index)) };
}

function beforeFrom(request: ChangeRequest, live: LiveObject): StoredBefore | undefined {
  switch (live.kind) {
    case 'definition': {
      const { definition } = live;
      if (!definition || isStorable(definition)) return { kind: 'definition', definition };
      return { kind: 'withheld', isKilled: definition.killed === true };
    }
    case 'keys': {
      const keys = differentKeys(request);
      const unchanged = new Set(keysEffect(request, new Set(live.keys)).unchanged);
      const bits = emptyBits(keys.length);
      for (const [index, key] of keys.entries()) if (unchanged.has(key)) setBit(bits, index);
      return { kind: 'bits', bits: bits.toString('base64'), check: checkOf(keys) };
    }
    case 'unknown':
      return undefined;
    default:
      return live satisfies never;
  }
}

/** Whatever order the service gives them in. */
const differentKeys = ({ segment }: ChangeRequest): readonly string[] => [...new Set(segment?.keys)].toSorted();

/** Short on purpose: enough to tell one list from another by accident, and nothing to guess a key by. */
const checkOf = (keys: readonly string[]): string => createHash('sha256').update(JSON.stringify(keys)).digest('hex').slice(0, 4);

/** False for one with keys in it: as individual targets, or in a condition on the key itself. */
function isStorable(definition: FlagDefinition): boolean {
  const { treatments, rules } = definition;
  const matchers = (rules ?? []).flatMap(({ condition }) => condition.matchers);
  const namesKeys =
    treatments.some(({ keys }) => (keys?.length ?? 0) > 0) ||
    matchers.some(({ attribute, strings }) => !attribute && Array.isArray(strings) && strings.length > 0);
  return !namesKeys && JSON.stringify(definition).length <= MAX_CHARACTERS;
}
