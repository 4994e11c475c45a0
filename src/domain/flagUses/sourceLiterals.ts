/** Finds the string literals of a source text, and which of them are names of flags. */
import { roleFinder, type CallOptions, type Role } from './calls.ts';
import { LANGUAGES } from './languages.ts';

export interface SourceLiteral {
  /** The text between the quotes, as it is written. */
  readonly value: string;
  /** The offset of the first character after the opening quote. */
  readonly start: number;
  /** The offset of the closing quote. If it is missing, the offset of the end of the literal. */
  readonly end: number;
  readonly role: Role;
  /** True if the closing quotation mark is missing, because the user is still typing the text. */
  readonly isOpen: boolean;
}

/** The number of characters that are scanned between two pauses: about two milliseconds of work. */
export const CHARACTERS_PER_STEP = 2_000;
/** The number of characters before and after a literal from which its role is decided. */
const CONTEXT = 1_000;
/** The prefix and the quote with which a string begins. */
const OPENING = /^([@$fF]*)("""|'{3}|["'`])/;
/** Matches the beginning and the content of an expression inside a string, such as `${` and `name` in `${name}`. */
const INTERPOLATION = /([$#]\{|\{(?=\$)|\\\()([^}]*)/g;
/** Like `INTERPOLATION`, for strings with a prefix that contains `$`, `f` or `F`. */
const PREFIXED_INTERPOLATION = /(\{)([^}]*)/g;

/**
 * Returns the string literals of a source text, or an empty list if the language is unknown. Leaves out a string with
 * expressions inside, but returns the strings in these expressions. Yields after each `CHARACTERS_PER_STEP` characters, so that
 * the caller can pause.
 */
export function* scanLiterals(text: string, options: CallOptions): Generator<void, readonly SourceLiteral[]> {
  const token = LANGUAGES[options.languageId];
  if (!token) return [];
  const roleOf = roleFinder(options, /open[-_. ]?feature/i.test(text));
  const literals: SourceLiteral[] = [];

  /** Scans a part of the text, which begins at `offset`. */
  const scan = function* (part: string, offset: number): Generator<void> {
    /** The end of the text before `next`, without comments and the content of strings. */
    let code = '';
    let next = 0;
    let pause = CHARACTERS_PER_STEP;
    for (const { 0: found, index } of part.matchAll(token)) {
      if (index >= pause) {
        pause = index + CHARACTERS_PER_STEP;
        yield;
      }
      code = (code + part.slice(Math.max(next, index - CONTEXT), index)).slice(-CONTEXT);
      next = index + found.length;
      const [opening, prefix = '', quote = ' '] = OPENING.exec(found) ?? [];
      if (opening !== undefined) {
        const isOpen = found.length < opening.length + quote.length || !found.endsWith(quote);
        const [start, end] = [index + opening.length, isOpen ? next : next - quote.length];
        const value = part.slice(start, end);
        const holes = [...value.matchAll(/[$fF]/.test(prefix) ? PREFIXED_INTERPOLATION : INTERPOLATION)];
        for (const { index: at, 1: mark = '', 2: inside = '' } of holes) yield* scan(inside, offset + start + at + mark.length);
        const role = roleOf(code, isOpen ? '' : part.slice(next, next + CONTEXT));
        if (holes.length === 0) literals.push({ value, start: offset + start, end: offset + end, role, isOpen });
        code += `${quote}_`;
      }
      code += quote;
    }
  };

  yield* scan(text, 0);
  return literals;
}

/** Matches an ordinary word, such as `search`. Many strings that have nothing to do with a flag are such words. */
const ORDINARY = /^[A-Z]?[a-z]*$|^[A-Z]*$/;

/**
 * True if a literal whose value is the name of a flag counts as a use of the flag. An ordinary word counts only in a call that
 * takes a flag.
 */
export const isUseOf = ({ value, role, isOpen }: SourceLiteral): boolean =>
  !isOpen && (role === 'flag' || role === 'maybeFlag' || (role === 'text' && !ORDINARY.test(value)));
