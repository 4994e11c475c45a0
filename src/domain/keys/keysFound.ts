/** The keys that a text contains, what is doubtful about them, and what is wrong with the rest, by line. */
import type { Doubt, RowDoubt } from './doubts.ts';

/** Characters of one key. */
export const MAX_KEY_LENGTH = 250;

/**
 * Lines count from 1. `firstLine` is where a repeated key stood first. `key` is empty for what is blank or missing; of what is
 * too long, or no text, it is the beginning as it is written.
 */
export interface KeyProblem {
  readonly kind:
    | 'blank'
    | 'repeated'
    | 'tooLong'
    /** A line end in quotes is one, too. */
    | 'controlCharacter'
    /** Half of a character outside the basic plane: it can't be sent as it is. */
    | 'loneSurrogate'
    /** The row has fewer columns. */
    | 'missingColumn'
    /** The item is no object, or has no such field. */
    | 'missingField'
    /** null, true, false, an object or a list where a key should stand. */
    | 'notText'
    /** Left out until the person takes it. */
    | RowDoubt
    /** The person decided to leave it out. */
    | 'leftOut';
  readonly line: number;
  readonly key: string;
  readonly firstLine?: number;
}

/** `key` differs from the earlier `otherKey` in nothing but letter case, invisible characters, kinds of space, the way its characters are encoded, or letters of another script that look the same. */
export interface LookAlike {
  readonly key: string;
  readonly line: number;
  readonly otherKey: string;
  readonly otherLine: number;
}

export interface KeysFound {
  /** Without repeats, in the order of the text, without spaces around them. */
  readonly keys: readonly string[];
  /** Of each key. */
  readonly lines: readonly number[];
  /** In the order of the text. */
  readonly problems: readonly KeyProblem[];
  /** Both keys of each are among `keys`. In the order of the text; each with the first key that looks like it. */
  readonly lookAlikes: readonly LookAlike[];
  /** Lines of usable keys that had spaces around them. */
  readonly trimmed: readonly number[];
  /** Values that may not be what the person means, and were not decided yet. */
  readonly doubts: readonly Doubt[];
  /** Values that were cleaned up by the person's decision: at most 100,000. */
  readonly cleaned: readonly { readonly line: number; readonly given: string; readonly key: string }[];
  /** `found` is the number of `keys`; `unusable` counts all problems that are neither repeated nor blank. */
  readonly counts: {
    readonly found: number;
    readonly repeated: number;
    readonly blank: number;
    readonly unusable: number;
    readonly trimmed: number;
    readonly lookAlikes: number;
  };
}

/** What makes a text unreadable, whatever is looked for in it. */
export type UnreadableText =
  /** There are NUL characters in the first 65,536. */
  | { readonly code: 'binary' }
  /** `line` is where the row begins that has it. */
  | { readonly code: 'unterminatedQuote'; readonly line: number }
  /** It breaks the rules of its format there; both count from 1. */
  | { readonly code: 'malformed'; readonly line: number; readonly column: number }
  /** Lists and objects in one another, more than anything that is read has, or millions of values. */
  | { readonly code: 'tooDeep' }
  /** Too long for a parser that needs the whole text: that of `megabytes` is read. */
  | { readonly code: 'tooLarge'; readonly megabytes: number }
  /** One line or row is longer than anything a key could be in. `line` is where it begins. */
  | { readonly code: 'recordTooLong'; readonly line: number };

export type KeysRefusal =
  | UnreadableText
  /** Nothing but spaces and line ends. */
  | { readonly code: 'empty' }
  /** There is no list in it, or none whose items have the field. */
  | { readonly code: 'noList' }
  /** More different keys than a segment can hold, so the rest was not read. */
  | { readonly code: 'tooManyKeys'; readonly limit: number }
  /** One document has several lists that are not empty: which one is meant can't be known. */
  | { readonly code: 'severalLists' }
  | { readonly code: 'noKeys' };

export type KeysResult = { readonly ok: true; readonly found: KeysFound } | { readonly ok: false; readonly refusal: KeysRefusal };
