/** Known facts about the workspace and the environment of a definition. A fact that is not known never causes a problem. */
import type { RolloutStatus } from '../../../api/model.ts';

/**
 * True if the traffic types of the flag and of the segment are known and different. The segment then contains no keys that get
 * a treatment from the flag.
 */
export const hasOtherTrafficType = ({ trafficType }: Known, segment: KnownSegment): boolean =>
  trafficType !== undefined && segment.trafficType !== undefined && segment.trafficType !== trafficType;

/** Sorts segments so that those that can match come first: segments with the flag's own type, and active segments. */
export function sortByUsability(segments: readonly KnownSegment[], known: Known): readonly KnownSegment[] {
  const rank = (segment: KnownSegment): number =>
    Number(hasOtherTrafficType(known, segment)) * 2 + Number(segment.isActive === false);
  return segments.toSorted((one, other) => rank(one) - rank(other));
}

export interface KnownList<T> {
  readonly items: readonly T[];
  /** False if there may be further items. A name that is not in the list is then not a problem. */
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
  /** The names of all fields in the live definition. They don't count as typing errors. */
  readonly fields?: readonly string[];
}

export function fieldNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = [...new Set(Object.values(value).flatMap(fieldNames))];
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}
