/** What may be wrong with a definition's text, as codes with arguments. The sentences are the editor's. */
import type { FlagDefinition } from '../../../api/model.ts';
import type { LocatedNode, Span, TextEdit } from './located.ts';
import type { ObjectKind } from './shapes.ts';

/** `error` = it can't be submitted, `warning` = it can, and is likely not meant, `hint` = nothing is wrong with it. */
export type Severity = 'error' | 'warning' | 'hint';

export type SyntaxReason =
  | 'tabAsIndent'
  | 'badIndent'
  | 'missingMark'
  | 'needsQuotes'
  | 'severalDocuments'
  /** `a: b: c`. */
  | 'nestedOnOneLine'
  | 'unknownTag'
  /** Or an anchor: `*name`, `&name`. */
  | 'alias'
  | 'other';

/** What a value is, and what it should be. */
export type ValueKind = 'text' | 'number' | 'bool' | 'list' | 'map' | 'null';

export type ProblemCode =
  | { readonly code: 'syntax'; readonly reason: SyntaxReason }
  /** Longer, or nested more deeply, than is read, or it takes too long. */
  | { readonly code: 'tooLarge' }
  | { readonly code: 'duplicateField'; readonly field: string }
  | { readonly code: 'notADefinition' }
  | { readonly code: 'wrongType'; readonly expected: ValueKind; readonly found: ValueKind }
  /** `.inf`, `.nan`: JSON has no word for it. */
  | { readonly code: 'notANumber' }
  | { readonly code: 'missingField'; readonly of: ObjectKind; readonly field: string }
  /** `meant`: a field that is like it, and is missing. */
  | { readonly code: 'unknownField'; readonly of: ObjectKind; readonly field: string; readonly meant?: string }
  | { readonly code: 'responseOnlyField'; readonly field: string }
  | { readonly code: 'otherFlag'; readonly name: string; readonly flag: string }
  | { readonly code: 'emptyName' }
  | { readonly code: 'noTreatments' }
  | { readonly code: 'duplicateTreatment'; readonly name: string }
  | { readonly code: 'unknownTreatment'; readonly name: string }
  | { readonly code: 'sizesDontSum'; readonly sum: number }
  /** A share, or the traffic allocation. */
  | { readonly code: 'noPercentage'; readonly value: number }
  | { readonly code: 'unknownSegment'; readonly name: string }
  | { readonly code: 'inactiveSegment'; readonly name: string }
  /** Its keys are of the traffic type `trafficType`, and the flag is for `wanted`. */
  | { readonly code: 'segmentOfOtherType'; readonly name: string; readonly trafficType: string; readonly wanted: string }
  | { readonly code: 'unknownFlag'; readonly name: string }
  | { readonly code: 'unknownRolloutStatus'; readonly name: string }
  | { readonly code: 'dependsOnItself' }
  | { readonly code: 'unknownMatcher'; readonly type: string }
  | { readonly code: 'incompleteMatcher'; readonly type: string; readonly missing: readonly string[] }
  | { readonly code: 'noMatchers' }
  | { readonly code: 'noValues'; readonly field: string }
  /** Epoch seconds in place of the milliseconds. */
  | { readonly code: 'dateInSeconds'; readonly milliseconds: number }
  /** From above to: nobody matches. */
  | { readonly code: 'reversedRange' }
  /** No SDK reads it: nobody matches. */
  | { readonly code: 'notAVersion'; readonly text: string }
  /** A regular expression that JavaScript can't read. */
  | { readonly code: 'notAPattern' }
  /** Configurations that begin like JSON. */
  | { readonly code: 'notJson' }
  /** The treatment is twice in one rollout. */
  | { readonly code: 'repeatedShare'; readonly treatment: string }
  /** Nobody gets to it: the rule at `by`, which counts from 0, has matched them; undefined = it has a condition and its negation. */
  | { readonly code: 'unreachableRule'; readonly by: number | undefined };

export type FixCode =
  | { readonly code: 'setSize'; readonly treatment: string; readonly size: number }
  /** Write this name, field, word or number instead. */
  | { readonly code: 'replaceBy'; readonly text: string }
  | { readonly code: 'quote' }
  /** Take the quotes away, or write it as the service wants it: `50`, `true`. */
  | { readonly code: 'convert'; readonly to: ValueKind; readonly value: string }
  | { readonly code: 'makeList' }
  | { readonly code: 'useSpaces' }
  | { readonly code: 'swapEnds' }
  /** The commas before closing brackets. */
  | { readonly code: 'leaveOutCommas' };

/** With its edits made, the problem is gone. */
export type Fix = FixCode & {
  readonly edits: readonly TextEdit[];
  /** True for the one right answer; else it is one of a few. */
  readonly isPreferred: boolean;
};

export type Problem = ProblemCode & {
  readonly severity: Severity;
  readonly span: Span;
  readonly fixes: readonly Fix[];
};

/** A definition's text, read. */
export interface DefinitionText {
  readonly text: string;
  /** As far as the text can be read; undefined where it says nothing. */
  readonly root: LocatedNode | undefined;
  /** That the text is no YAML; part of what `findProblems` finds. */
  readonly syntaxProblems: readonly Problem[];
  /**
   * The body that the service takes: without response-only fields, lists that are missing as empty ones. Undefined while the
   * text has a syntax problem, no name, or something of the wrong type; whether it is worth sending, `findProblems` says.
   */
  readonly definition?: FlagDefinition;
}
