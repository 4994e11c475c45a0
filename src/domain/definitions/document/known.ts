/** What is known of the place that a definition is for. What is not known never makes a problem. */
import type { RolloutStatus } from '../../../api/model.ts';

/** `isComplete` false: there may be others, so that one that is not among them is no problem. */
export interface KnownNames<T> {
  readonly items: readonly T[];
  readonly isComplete: boolean;
}

export interface KnownSegment {
  readonly name: string;
  /** In the environment of the definition; undefined = not known. */
  readonly isActive?: boolean;
  readonly trafficType?: string;
}

export interface KnownFlag {
  readonly name: string;
  /** Names of its treatments in the environment of the definition; undefined = not known. */
  readonly treatments?: readonly string[];
}

/** All of it may be left out. */
export interface Known {
  /** The flag that the document is of. */
  readonly flag?: string;
  /** The name of the environment, for the words. */
  readonly environment?: string;
  readonly segments?: KnownNames<KnownSegment>;
  readonly flags?: KnownNames<KnownFlag>;
  readonly rolloutStatuses?: readonly RolloutStatus[];
}
