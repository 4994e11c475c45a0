/** The keys that a text contains, the doubts about them, and the problems with the other values, by line. */
import type { Doubt } from './doubts.ts';

/** The maximum number of characters of one key. */
export const MAX_KEY_LENGTH = 250;
const CONTROL = /\p{Cc}/u;

/** Returns the reason why a text can't be a key. Undefined if it can be a key. */
export function keyFault(key: string): 'tooLong' | 'controlCharacter' | 'loneSurrogate' | undefined {
  if (key.length > MAX_KEY_LENGTH) return 'tooLong';
  if (CONTROL.test(key)) return 'controlCharacter';
  return key.isWellFormed() ? undefined : 'loneSurrogate';
}

export interface KeyProblem {
  readonly kind:
    | 'blank'
    | 'repeated'
    | 'tooLong'
    /** Includes a line end within quotes. */
    | 'controlCharacter'
    /** Half of a surrogate pair, which can't be sent unchanged. */
    | 'loneSurrogate'
    /** The row has too few columns. */
    | 'missingColumn'
    /** The item is not an object, or has no such field. */
    | 'missingField'
    /** The item has null, true, false, an object or a list in place of the key. */
    | 'notText'
    /** The row has fewer cells than the header. It is left out until the person includes it. */
    | 'narrowRow'
    /** The row has more cells than the header. It is left out until the person includes it. */
    | 'wideRow'
    /** The person decided to leave the value out. */
    | 'leftOut';
  /** Starts at 1. */
  readonly line: number;
  /** Empty if the value is blank or missing. If it is too long or not a text, its beginning as written. */
  readonly key: string;
  /** The line of the first occurrence of a repeated key. */
  readonly firstLine?: number;
}

/**
 * `key` differs from the earlier `otherKey` only in letter case, invisible characters, kinds of space, the encoding of its
 * characters, or letters of a different script that look the same.
 */
export interface LookAlike {
  readonly key: string;
  readonly line: number;
  readonly otherKey: string;
  readonly otherLine: number;
}

export interface KeysFound {
  /** The path of the list within the document, such as `page.keys`. Empty if the list is the document, or for other texts. */
  readonly list: string;
  /** Distinct keys in the order of the text, without surrounding spaces. */
  readonly keys: readonly string[];
  /** The line of each key. */
  readonly lines: readonly number[];
  /** In the order of the text. */
  readonly problems: readonly KeyProblem[];
  /**
   * Pairs of keys that look alike, in the order of the text. Both keys of a pair are among `keys`. Each key is paired with the
   * first key that it looks like.
   */
  readonly lookAlikes: readonly LookAlike[];
  /** The lines of usable keys that had surrounding spaces. */
  readonly trimmed: readonly number[];
  /** Values that may be mistakes, if the person has not yet decided what to do about them. */
  readonly doubts: readonly Doubt[];
  /** Values that were cleaned up because the person decided so. At most 100,000. */
  readonly cleaned: readonly { readonly line: number; readonly given: string; readonly key: string }[];
  readonly counts: {
    /** The number of `keys`. */
    readonly found: number;
    readonly repeated: number;
    readonly blank: number;
    /** The number of all problems except repeated keys and blank values. */
    readonly unusable: number;
    readonly trimmed: number;
    readonly lookAlikes: number;
  };
}

/** The reasons why a text can't be read at all. */
export type UnreadableText =
  /** There are NUL characters in the first 65,536 characters. */
  | { readonly code: 'binary' }
  /** `line` is the line where the row with the quote begins. */
  | { readonly code: 'unterminatedQuote'; readonly line: number }
  /** The text violates the rules of its format at this position. Both numbers start at 1. */
  | { readonly code: 'malformed'; readonly line: number; readonly column: number }
  /** Lists and objects are nested more deeply than in any valid file, or there are millions of values. */
  | { readonly code: 'tooDeep' }
  /** The text is too long for a parser that needs it as a whole. The parser accepts up to `megabytes`. */
  | { readonly code: 'tooLarge'; readonly megabytes: number }
  /** One line or row is longer than any that contains a key. `line` is the line where it begins. */
  | { readonly code: 'recordTooLong'; readonly line: number };

export type KeysRefusal =
  | UnreadableText
  /** The text contains only spaces and line ends. */
  | { readonly code: 'empty' }
  /** The text contains no list. */
  | { readonly code: 'noList' }
  /** There are more distinct keys than a segment can contain, so the rest was not read. */
  | { readonly code: 'tooManyKeys'; readonly limit: number }
  /** One document has several lists that are not empty, so it is unclear which one is meant. */
  | { readonly code: 'severalLists' }
  /** There is no usable key. `doubts`: rows that would be keys if the person includes them. */
  | { readonly code: 'noKeys'; readonly doubts?: readonly Doubt[] };

export type KeysResult = { readonly ok: true; readonly found: KeysFound } | { readonly ok: false; readonly refusal: KeysRefusal };
