/** Determines the effect of a change request on its object (admin-api.md, Change requests), and what is unusual about it. */
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import { diffDefinitions, isUnchanged, type DefinitionDiff } from '../definitions/definitionDiff.ts';

export type EffectFinding =
  /** The API document does not describe the operation, so its effect is unknown. */
  | { readonly code: 'unknownOperation'; readonly operation: string }
  /**
   * The request has both a flag and a segment, although the API document requires one of them to be null. It is unknown which
   * of them an approval would change.
   */
  | { readonly code: 'flagAndSegment' }
  /**
   * The segment is of an undocumented kind. It can be shown but not compared, because no known call reads the current segment.
   */
  | { readonly code: 'otherSegment'; readonly kind: UndocumentedSegment['kind'] }
  /**
   * The request contains a number beyond ±2^53. `number` is its text. Parsing changes such a number, so a comparison of the
   * parsed values may not show that it differs.
   */
  | { readonly code: 'largeNumber'; readonly number: string }
  /** The operation changes a definition, for example a kill, but the flag has no definition in the environment. */
  | { readonly code: 'updateOfMissing' }
  | { readonly code: 'createOfExisting' }
  /** The requested state is already the current state. */
  | { readonly code: 'nothingChanges' }
  /** The segment is not active in the environment. */
  | { readonly code: 'segmentMissing' }
  /** The segment would have more keys than allowed. */
  | { readonly code: 'tooManyKeys'; readonly count: number; readonly limit: number }
  /** The segment would be empty. */
  | { readonly code: 'emptiesSegment' };

/** The limit of keys in a segment (admin-api.md, Limits). */
const MAX_KEYS = 100_000;

export interface KeysEffect {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /**
   * Keys of the request that change nothing: keys to add that are already in the segment, or keys to remove that are not in it.
   */
  readonly unchanged: readonly string[];
  /** False if the keys of the segment are not known. Then all keys of the request count as added or removed. */
  readonly isKnown: boolean;
}

/**
 * The definition after the request is published. Undefined = there is none. Returns the live definition for a segment request
 * and for an operation that the API document does not describe. An update neither kills nor restores, because only responses
 * have the field `killed`.
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
/** The fields in which the live service sends segments of undocumented kinds. */
const UNDOCUMENTED_SEGMENTS = ['ruleBasedSegment', 'largeSegment'] as const;
/**
 * The fields for objects of undocumented kinds. A request may have one of these fields in addition to its flag or segment, and
 * then changes both objects.
 */
const UNDOCUMENTED_OBJECTS = ['split', ...UNDOCUMENTED_SEGMENTS] as const;
const FLAG_OPERATIONS: ReadonlySet<string> = new Set(['KILL', 'RESTORE', 'UPDATE', 'CREATE', 'ARCHIVE']);

/**
 * False if the effect of the request is unknown: it has an operation that the API document does not describe for this object,
 * two objects, or a number that can't be read exactly.
 */
export function isKnownOperation(request: ChangeRequest): boolean {
  const { flag, segment, operationType, largeNumber } = request;
  if ((flag && segment) || largeNumber !== undefined) return false;
  if (UNDOCUMENTED_OBJECTS.some((name) => Boolean(request[name]))) return false;
  return (segment ? SEGMENT_OPERATIONS : FLAG_OPERATIONS).has(operationType);
}

/** A segment of an undocumented kind, as the service sent it. */
export interface UndocumentedSegment {
  readonly kind: (typeof UNDOCUMENTED_SEGMENTS)[number];
  readonly name: string | undefined;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Returns the object of the request if it is a segment of an undocumented kind, and the request has no other object. */
export function undocumentedSegmentOf(request: ChangeRequest): UndocumentedSegment | undefined {
  const [kind, ...others] = UNDOCUMENTED_OBJECTS.filter((name) => Boolean(request[name]));
  if (!kind || kind === 'split' || others.length > 0 || request.flag || request.segment) return undefined;
  if (request.largeNumber !== undefined || typeof request[kind] !== 'object') return undefined;
  const value = { ...(request[kind] as UndocumentedSegment['value']) };
  return { kind, name: typeof value['name'] === 'string' ? value['name'] : undefined, value };
}

/**
 * What is unusual about a flag request, given the live definition. For a segment request, see `keyFindingsOf`. `diff` = what
 * the request would change, if that is already known.
 */
export function flagFindingsOf(
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
      // The rollout status is not a part of the definition, but the request changes it, too.
      if (request.rolloutStatus) return [];
      return (live.killed === true) === (request.operationType === 'KILL') ? [{ code: 'nothingChanges' }] : [];
    case 'UPDATE':
      if (!live) return [{ code: 'updateOfMissing' }];
      if (request.rolloutStatus) return [];
      return isUnchanged(diff ?? diffDefinitions(live, definitionAfter(request, live))) ? [{ code: 'nothingChanges' }] : [];
    case 'CREATE':
      return live ? [{ code: 'createOfExisting' }] : [];
    case 'ARCHIVE':
      return live || request.rolloutStatus ? [] : [{ code: 'nothingChanges' }];
    default:
      return [];
  }
}

/**
 * What is unusual about a segment request, given its effect. `count` = the current number of keys, as the service counts them;
 * undefined = not known. `isMissing` = the segment is not active in the environment.
 */
export function keyFindingsOf(
  request: ChangeRequest,
  { added, removed, isKnown }: KeysEffect,
  { count, isMissing = false }: { readonly count: number | undefined; readonly isMissing?: boolean },
): readonly EffectFinding[] {
  if (!isKnownOperation(request)) return [unknownFinding(request)];
  if (isMissing) return [{ code: 'segmentMissing' }];
  if (!isKnown) {
    // New keys that exceed the limit on their own are too many, whatever the segment contains.
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
  const other = undocumentedSegmentOf(request);
  if (other) return { code: 'otherSegment', kind: other.kind };
  if (largeNumber !== undefined) return { code: 'largeNumber', number: largeNumber };
  return flag && segment ? { code: 'flagAndSegment' } : { code: 'unknownOperation', operation: operationType };
}

/** The effect of a segment request on the keys. `current` = the current keys of the segment; undefined = not known. */
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
