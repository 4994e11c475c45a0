/** What may be written at a place of a definition's text. */
import type { Span } from './located.ts';
import type { FieldCode, MatcherType } from './shapes.ts';

export type CompletionCode =
  | { readonly code: 'treatment' }
  | { readonly code: 'segment'; readonly isActive?: boolean; readonly trafficType?: string; readonly isOfOtherType?: true }
  | { readonly code: 'flag' }
  | { readonly code: 'matcherType'; readonly type: MatcherType }
  | { readonly code: 'rolloutStatus'; readonly description?: string }
  /** A word that the service has: `AND`, `true`. */
  | { readonly code: 'word' }
  /** `field` is missing for one that is not documented. */
  | { readonly code: 'field'; readonly isRequired: boolean; readonly field?: FieldCode }
  /** The label is for the editor to word. */
  | { readonly code: 'snippet'; readonly snippet: SnippetName };

export type SnippetName = 'rule' | 'halfRollout' | 'bucket' | 'treatment';

export type Completion = CompletionCode & {
  /** What is shown: a name, a field, a type; a snippet's own name, to be worded. */
  readonly label: string;
  /** What the typed text is compared with where that is not the label: with the quote or bracket that is typed. */
  readonly filter?: string;
  /**
   * What is inserted. `isSnippet`: with tab stops as the editor has them, `${1:on}`, and all else escaped. Lines after the first
   * stand as far in as they do beside the line's own spaces, which the editor adds.
   */
  readonly insert: string;
  readonly isSnippet: boolean;
  /** What the insertion replaces. It is of one line, and the place asked about is in it or at an end of it. */
  readonly span: Span;
};
