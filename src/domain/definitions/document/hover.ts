/** What something in a definition's text means. */
import type { MatcherMeaning } from '../matcherMeaning.ts';
import type { Span } from './located.ts';
import type { FieldCode } from './shapes.ts';

export type Meaning =
  /** What the condition asks, in the codes that a review has sentences for. */
  | { readonly code: 'matcher'; readonly matcher: MatcherMeaning }
  | { readonly code: 'treatment'; readonly name: string; readonly description?: string; readonly isDefault: boolean }
  | { readonly code: 'unknownTreatment'; readonly name: string }
  | { readonly code: 'segment'; readonly name: string; readonly isActive?: boolean; readonly trafficType?: string }
  | { readonly code: 'flag'; readonly name: string }
  /** `rule` counts from 0; the first rule that matches decides. */
  | { readonly code: 'rule'; readonly rule: number; readonly of: number }
  /** The time that is written in epoch milliseconds. */
  | { readonly code: 'date'; readonly time: number };

export interface Hover {
  readonly span: Span;
  /** Names the field's documentation. */
  readonly field?: FieldCode;
  readonly meaning?: Meaning;
}
