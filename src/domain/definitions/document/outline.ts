/** The treatments and rules of a definition's text, for an outline of it. */
import type { Bucket } from '../../../api/model.ts';
import type { MatcherMeaning } from '../matcherMeaning.ts';
import type { Span } from './located.ts';

type SymbolCode =
  | { readonly code: 'treatments' | 'rules' | 'defaultRule' }
  | { readonly code: 'treatment'; readonly name: string; readonly isDefault: boolean }
  /** `rule` counts from 0. Both lists have what can be read of them so far. */
  | {
      readonly code: 'rule';
      readonly rule: number;
      readonly matchers: readonly MatcherMeaning[];
      readonly buckets: readonly Bucket[];
    }
  | { readonly code: 'bucket'; readonly treatment: string; readonly size?: number };

export type OutlineSymbol = SymbolCode & {
  /** All of it. */
  readonly span: Span;
  /** What is selected on the way to it; within `span`. */
  readonly nameSpan: Span;
  readonly children: readonly OutlineSymbol[];
};
