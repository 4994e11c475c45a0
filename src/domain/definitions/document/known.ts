/** What is known of the place that a definition is for. What is not known never makes a problem. */
import type { RolloutStatus } from '../../../api/model.ts';

/** True where both types are known and differ: then the segment holds keys of something else than the flag is served to. */
export const isOfOtherType = ({ trafficType }: Known, segment: KnownSegment): boolean =>
  trafficType !== undefined && segment.trafficType !== undefined && segment.trafficType !== trafficType;

/** Segments that match somebody first: of the flag's own type, and active. */
export function bestFirst(segments: readonly KnownSegment[], known: Known): readonly KnownSegment[] {
  const rank = (segment: KnownSegment): number => Number(isOfOtherType(known, segment)) * 2 + Number(segment.isActive === false);
  return segments.toSorted((one, other) => rank(one) - rank(other));
}

/** `isComplete` false: there may be others, so that one that is not among them is no problem. */
export interface KnownList<T> {
  readonly items: readonly T[];
  readonly isComplete: boolean;
}

export interface KnownFlag {
  readonly name: string;
  readonly trafficType?: string;
}

export interface KnownSegment extends KnownFlag {
  /** In the environment of the definition; undefined = not known. */
  readonly isActive?: boolean;
}

/** All of it may be left out. */
export interface Known {
  /** The flag that the document is of. */
  readonly flag?: string;
  /** The name of that flag's traffic type. */
  readonly trafficType?: string;
  readonly segments?: KnownList<KnownSegment>;
  readonly flags?: KnownList<KnownFlag>;
  readonly rolloutStatuses?: readonly RolloutStatus[];
  /** Names of fields that the live definition has, wherever in it: they are no slips. */
  readonly fields?: readonly string[];
}

export function fieldNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = [...new Set(Object.values(value).flatMap(fieldNames))];
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}
