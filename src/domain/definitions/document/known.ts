/** Known facts about the place of a definition. Unknown facts never cause a problem. */
import type { RolloutStatus } from '../../../api/model.ts';

/** True if both types are known and different. The segment's keys then have a different type than the flag is served to. */
export const isOfOtherType = ({ trafficType }: Known, segment: KnownSegment): boolean =>
  trafficType !== undefined && segment.trafficType !== undefined && segment.trafficType !== trafficType;

/** Sorts segments that can match first: segments with the flag's own type, and active ones. */
export function bestFirst(segments: readonly KnownSegment[], known: Known): readonly KnownSegment[] {
  const rank = (segment: KnownSegment): number => Number(isOfOtherType(known, segment)) * 2 + Number(segment.isActive === false);
  return segments.toSorted((one, other) => rank(one) - rank(other));
}

/** `isComplete` false: there may be others, so a missing name is not a problem. */
export interface KnownList<T> {
  readonly items: readonly T[];
  readonly isComplete: boolean;
}

export interface KnownFlag {
  readonly name: string;
  readonly trafficType?: string;
}

export interface KnownSegment extends KnownFlag {
  /** Whether the segment is active in the environment of the definition. Undefined = not known. */
  readonly isActive?: boolean;
}

/** All facts are optional. */
export interface Known {
  /** The name of the document's flag. */
  readonly flag?: string;
  /** The name of that flag's traffic type. */
  readonly trafficType?: string;
  readonly segments?: KnownList<KnownSegment>;
  readonly flags?: KnownList<KnownFlag>;
  readonly rolloutStatuses?: readonly RolloutStatus[];
  /** Names of fields anywhere in the live definition. They are not typing errors. */
  readonly fields?: readonly string[];
}

export function fieldNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = [...new Set(Object.values(value).flatMap(fieldNames))];
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}
