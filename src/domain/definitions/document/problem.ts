/** Possible problems of a definition's text, as codes with arguments. The editor provides the sentences. */
import type { FlagDefinition } from '../../../api/model.ts';
import type { LocatedNode, Span, TextEdit } from './located.ts';
import type { ObjectKind } from './shapes.ts';

/**
 * `error` = the text can't be submitted. `warning` = the text can be submitted but is probably a mistake. `hint` = nothing is
 * wrong.
 */
export type Severity = 'error' | 'warning' | 'hint';

export type SyntaxReason =
  | 'tabAsIndent'
  | 'badIndent'
  | 'missingMark'
  | 'needsQuotes'
  | 'severalDocuments'
  /** As in `a: b: c`. */
  | 'nestedOnOneLine'
  | 'unknownTag'
  /** An alias or an anchor: `*name`, `&name`. */
  | 'alias'
  | 'other';

/** The kind of a value, actual or expected. */
export type ValueKind = 'text' | 'number' | 'bool' | 'list' | 'map' | 'null';

export type ProblemCode =
  | { readonly code: 'syntax'; readonly reason: SyntaxReason }
  /** The text is too long or too deeply nested, or reading it takes too long. */
  | { readonly code: 'tooLarge' }
  | { readonly code: 'duplicateField'; readonly field: string }
  | { readonly code: 'notADefinition' }
  | { readonly code: 'wrongType'; readonly expected: ValueKind; readonly found: ValueKind }
  /** The number is `.inf` or `.nan`, which JSON can't express. */
  | { readonly code: 'notANumber' }
  | { readonly code: 'missingField'; readonly of: ObjectKind; readonly field: string }
  /** `meant`: a known field with a similar name that the object does not contain. */
  | { readonly code: 'unknownField'; readonly of: ObjectKind; readonly field: string; readonly meant?: string }
  | { readonly code: 'responseOnlyField'; readonly field: string }
  | { readonly code: 'otherFlag'; readonly name: string; readonly flag: string }
  | { readonly code: 'emptyName' }
  | { readonly code: 'noTreatments' }
  | { readonly code: 'duplicateTreatment'; readonly name: string }
  | { readonly code: 'unknownTreatment'; readonly name: string }
  | { readonly code: 'sizesDontSum'; readonly sum: number }
  /** A share, or the traffic allocation, is not a whole number from 0 to 100. */
  | { readonly code: 'noPercentage'; readonly value: number }
  | { readonly code: 'unknownSegment'; readonly name: string }
  | { readonly code: 'inactiveSegment'; readonly name: string }
  /** The segment's keys have the traffic type `trafficType`, but the flag is for the traffic type `wanted`. */
  | { readonly code: 'segmentOfOtherType'; readonly name: string; readonly trafficType: string; readonly wanted: string }
  | { readonly code: 'unknownFlag'; readonly name: string }
  | { readonly code: 'unknownRolloutStatus'; readonly name: string }
  | { readonly code: 'dependsOnItself' }
  | { readonly code: 'unknownMatcher'; readonly type: string }
  | { readonly code: 'incompleteMatcher'; readonly type: string; readonly missing: readonly string[] }
  | { readonly code: 'noMatchers' }
  | { readonly code: 'noValues'; readonly field: string }
  /** The date is in epoch seconds instead of milliseconds. */
  | { readonly code: 'dateInSeconds'; readonly milliseconds: number }
  /** The lower end is above the upper end, so nobody matches. */
  | { readonly code: 'reversedRange' }
  /** No SDK can read the version, so no key matches. */
  | { readonly code: 'notAVersion'; readonly text: string }
  /** A regular expression that JavaScript can't read. */
  | { readonly code: 'notAPattern' }
  /** Configurations that begin like JSON but are not JSON. */
  | { readonly code: 'notJson' }
  /** The treatment occurs twice in one rollout. */
  | { readonly code: 'repeatedShare'; readonly treatment: string }
  /**
   * No key reaches the rule, because the rule with index `by` or a rule above it decides for all keys that meet the rule. If
   * `by` is undefined, no key meets the rule, because it requires a condition and its negation.
   */
  | { readonly code: 'unreachableRule'; readonly by: number | undefined };

export type FixCode =
  | { readonly code: 'setSize'; readonly treatment: string; readonly size: number }
  /** Write this name, field, word or number instead. */
  | { readonly code: 'replaceBy'; readonly text: string }
  | { readonly code: 'quote' }
  /** Remove the quotes, or write the value as the service expects: `50`, `true`. */
  | { readonly code: 'convert'; readonly to: ValueKind; readonly value: string }
  | { readonly code: 'makeList' }
  | { readonly code: 'useSpaces' }
  | { readonly code: 'swapEnds' }
  /** Remove the commas before closing brackets. */
  | { readonly code: 'leaveOutCommas' };

/** A change of the text that resolves the problem. */
export type Fix = FixCode & {
  readonly edits: readonly TextEdit[];
  /** True if it is the only correct fix, false if it is one of several. */
  readonly isPreferred: boolean;
};

export type Problem = ProblemCode & {
  readonly severity: Severity;
  readonly span: Span;
  readonly fixes: readonly Fix[];
};

/** A definition's text and its content. */
export interface DefinitionText {
  readonly text: string;
  /** The readable parts of the text. Undefined if the text is empty. */
  readonly root: LocatedNode | undefined;
  /** The YAML errors. They are part of the result of `findProblems`. */
  readonly syntaxProblems: readonly Problem[];
  /**
   * The body that the service accepts: without response-only fields, and with empty lists for missing lists. Undefined if the
   * text has a syntax problem, no name, or a value of the wrong type. `findProblems` shows whether it should be sent.
   */
  readonly definition: FlagDefinition | undefined;
}
