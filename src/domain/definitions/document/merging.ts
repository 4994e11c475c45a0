/** What comes of two changes to one definition. */
import type { FlagDefinition } from '../../../api/model.ts';

/** Where the two touch. Indexes count from 0, in `base` where nothing else is said. */
export type MergePlace =
  /** It was removed, or added, on the one side and is another one on the other. */
  | { readonly code: 'definition' }
  | { readonly code: 'treatments' }
  /** `field` undefined = the treatment as a whole: removed on one side, or added on both. */
  | { readonly code: 'treatment'; readonly name: string; readonly field?: string }
  /** `part` undefined = the rule as a whole: removed on one side and changed on the other. */
  | { readonly code: 'rule'; readonly rule: number; readonly part?: 'condition' | 'buckets' | 'otherFields' }
  /** Both put other rules in another order. */
  | { readonly code: 'ruleOrder' }
  /** Both put rules in one place; which of them comes first decides who gets what. `after` undefined = at the top. */
  | { readonly code: 'rulesAdded'; readonly after?: number }
  | { readonly code: 'defaultRule' }
  | { readonly code: 'defaultTreatment' }
  | { readonly code: 'trafficAllocation' }
  | { readonly code: 'field'; readonly field: string };

/** What stands in that place in each; undefined = nothing. */
export interface MergeConflict {
  readonly place: MergePlace;
  readonly base: unknown;
  readonly live: unknown;
  readonly mine: unknown;
}

/** `definition` has no response-only fields; undefined = there is none: it was removed, and mine had no change. */
export type Merge =
  | { readonly ok: true; readonly definition: FlagDefinition | undefined }
  | { readonly ok: false; readonly conflicts: readonly MergeConflict[] };
