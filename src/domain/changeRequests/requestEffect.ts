/** What a change request would make of the object it is about (admin-api.md, Change requests), and what is odd about that. */
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import { diffDefinitions, isUnchanged, type DefinitionDiff } from '../definitions/definitionDiff.ts';

export type EffectFinding =
  /** An operation that the document does not know: what it would do can't be said. */
  | { readonly code: 'unknownOperation'; readonly operation: string }
  /** The document wants one of them to be null: which of them an approval would change can't be said. */
  | { readonly code: 'flagAndSegment' }
  /** It can be shown, and not compared: nothing is known that reads it. */
  | { readonly code: 'otherSegment'; readonly kind: OtherSegment['kind'] }
  /** Beyond ±2^53, as it is written: what was read has another number in its place, so not even a change of it is seen. */
  | { readonly code: 'largeNumber'; readonly number: string }
  /** Also of a kill or a restore: there is no definition that it could change. */
  | { readonly code: 'updateOfMissing' }
  | { readonly code: 'createOfExisting' }
  /** What it asks for is so already. */
  | { readonly code: 'nothingChanges' }
  /** The segment is not active in the environment. */
  | { readonly code: 'segmentMissing' }
  /** More keys afterwards than a segment may hold. */
  | { readonly code: 'tooManyKeys'; readonly count: number; readonly limit: number }
  /** No key is left. */
  | { readonly code: 'emptiesSegment' };

/** Of a segment (admin-api.md, Limits). */
const MAX_KEYS = 100_000;

export interface KeysEffect {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Keys of the request that change nothing: in the segment already, or not in it anyway. */
  readonly unchanged: readonly string[];
  /** False if what the segment holds is not known: then all keys of the request count as added or removed. */
  readonly isKnown: boolean;
}

/**
 * The definition once the request is published; undefined = there is none. For an operation that the document does not
 * know, and for a segment, it is the live one. An update neither kills nor restores: `killed` is a field of the answer
 * only.
 */
export function definitionAfter(request: ChangeRequest, live: FlagDefinition | undefined): FlagDefinition | undefined {
  const { flag, operationType } = request;
  switch (operationType) {
    case 'KILL':
      return live && { ...live, killed: true };
    case 'RESTORE':
      return live && { ...live, killed: false };
    case 'UPDATE':
    case 'CREATE':
      return flag ? { ...flag, killed: live?.killed ?? false } : live;
    case 'ARCHIVE':
      return flag ? undefined : live;
    default:
      return live;
  }
}

const SEGMENT_OPERATIONS: ReadonlySet<string> = new Set(['CREATE', 'ARCHIVE']);
/** What the live service names besides: a request that carries one beside its flag or segment would change both. */
const OTHER_SEGMENTS = ['ruleBasedSegment', 'largeSegment'] as const;
const OTHER_OBJECTS = ['split', ...OTHER_SEGMENTS] as const;
const FLAG_OPERATIONS: ReadonlySet<string> = new Set(['KILL', 'RESTORE', 'UPDATE', 'CREATE', 'ARCHIVE']);

/**
 * False where what the request would do can't be said: an operation that the document does not know for this object, two
 * objects, or a number that can't be read exactly.
 */
export function isKnownOperation(request: ChangeRequest): boolean {
  const { flag, segment, operationType, largeNumber } = request;
  if ((flag && segment) || largeNumber !== undefined) return false;
  if (OTHER_OBJECTS.some((name) => Boolean(request[name]))) return false;
  return (segment ? SEGMENT_OPERATIONS : FLAG_OPERATIONS).has(operationType);
}

/** A segment of a kind that the document does not know, as the service sent it. */
export interface OtherSegment {
  readonly kind: (typeof OTHER_SEGMENTS)[number];
  readonly name: string | undefined;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The one object of a request about another kind of segment: it can be shown, and not held against what is there now. */
export function otherSegmentOf(request: ChangeRequest): OtherSegment | undefined {
  const [kind, ...others] = OTHER_OBJECTS.filter((name) => Boolean(request[name]));
  if (!kind || kind === 'split' || others.length > 0 || request.flag || request.segment) return undefined;
  if (request.largeNumber !== undefined || typeof request[kind] !== 'object') return undefined;
  const value = { ...(request[kind] as OtherSegment['value']) };
  return { kind, name: typeof value['name'] === 'string' ? value['name'] : undefined, value };
}

/**
 * What is odd about a request, given the live definition of its flag. Of a segment request: `keyFindingsOf`. `diff` = what it
 * would change, where that is known already.
 */
export function findingsOf(
  request: ChangeRequest,
  live: FlagDefinition | undefined,
  diff?: DefinitionDiff,
): readonly EffectFinding[] {
  if (!isKnownOperation(request)) return [unknownFinding(request)];
  if (!request.flag) return [];
  switch (request.operationType) {
    case 'KILL':
    case 'RESTORE':
      if (!live) return [{ code: 'updateOfMissing' }];
      return (live.killed === true) === (request.operationType === 'KILL') ? [{ code: 'nothingChanges' }] : [];
    case 'UPDATE':
      if (!live) return [{ code: 'updateOfMissing' }];
      // A rollout status is no part of the definition, and changes with it.
      if (request.rolloutStatus) return [];
      return isUnchanged(diff ?? diffDefinitions(live, definitionAfter(request, live))) ? [{ code: 'nothingChanges' }] : [];
    case 'CREATE':
      return live ? [{ code: 'createOfExisting' }] : [];
    case 'ARCHIVE':
      return live ? [] : [{ code: 'nothingChanges' }];
    default:
      return [];
  }
}

/**
 * What is odd about a segment request, given its effect. `count` = how many keys the segment holds now, as the service counts
 * them; undefined = not known. `isMissing` = the segment is not active in the environment.
 */
export function keyFindingsOf(
  request: ChangeRequest,
  { added, removed, isKnown }: KeysEffect,
  { count, isMissing = false }: { readonly count: number | undefined; readonly isMissing?: boolean },
): readonly EffectFinding[] {
  if (!isKnownOperation(request)) return [unknownFinding(request)];
  if (isMissing) return [{ code: 'segmentMissing' }];
  if (!isKnown) {
    // Whatever the segment holds: so many new keys don't go in.
    return added.length > MAX_KEYS ? [{ code: 'tooManyKeys', count: added.length, limit: MAX_KEYS }] : [];
  }
  if (added.length + removed.length === 0) return [{ code: 'nothingChanges' }];
  if (count === undefined) return [];
  const after = count + added.length - removed.length;
  if (added.length > 0 && after > MAX_KEYS) return [{ code: 'tooManyKeys', count: after, limit: MAX_KEYS }];
  return after <= 0 ? [{ code: 'emptiesSegment' }] : [];
}

function unknownFinding(request: ChangeRequest): EffectFinding {
  const { flag, segment, operationType, largeNumber } = request;
  const other = otherSegmentOf(request);
  if (other) return { code: 'otherSegment', kind: other.kind };
  if (largeNumber !== undefined) return { code: 'largeNumber', number: largeNumber };
  return flag && segment ? { code: 'flagAndSegment' } : { code: 'unknownOperation', operation: operationType };
}

/** What a segment request does to the keys. `current` = the keys of the segment now; undefined = not known. */
export function keysEffect(request: ChangeRequest, current: ReadonlySet<string> | undefined): KeysEffect {
  const keys = [...new Set(request.segment?.keys ?? [])];
  if (!isKnownOperation(request)) return { added: [], removed: [], unchanged: keys, isKnown: false };
  const isAdding = request.operationType === 'CREATE';
  const changes = (key: string): boolean => current === undefined || current.has(key) !== isAdding;
  const changed = keys.filter(changes);
  return {
    added: isAdding ? changed : [],
    removed: isAdding ? [] : changed,
    unchanged: keys.filter((key) => !changes(key)),
    isKnown: current !== undefined,
  };
}
