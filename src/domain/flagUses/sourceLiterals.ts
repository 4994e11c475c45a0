/** Finds the string literals of a source text, and which of them are names of flags in calls. */
import { callKindOf, isFlagField, sureArgument, type ArgumentKind, type CallKind } from './sdkCalls.ts';
import { SYNTAXES, verbatim, type Quote, type Syntax } from './syntax.ts';

export interface SourceLiteral {
  /** The text between the quotes, as it is written. */
  readonly value: string;
  /** Offsets of the text between the quotes. */
  readonly start: number;
  readonly end: number;
  /**
   * `flag`: must be the name of a flag. `maybeFlag`: an argument of a call that takes a flag, but perhaps a different one. `other`:
   * not the name of a flag, for example the path of an import. `text`: not in such a call.
   */
  readonly role: 'flag' | 'maybeFlag' | 'other' | 'text';
  /** The quotation mark at the end is missing: the user is typing the text. */
  readonly isOpen: boolean;
}

export interface ScanOptions {
  /** The editor's ID of the language. */
  readonly languageId: string;
  readonly wrappers: readonly string[];
}

/** The number of characters that are scanned between two pauses: about two milliseconds of work. */
export const PIECE = 5_000;

/** How a kind of string begins and ends. */
interface QuotePatterns {
  readonly opening: RegExp;
  readonly end: RegExp;
}

/** A bracket that is open, or an expression in a string. */
interface Frame {
  readonly close: string;
  readonly call?: CallKind | undefined;
  /** True if it can't belong to the arguments of a call around it. */
  readonly isOpaque: boolean;
  /** The string that continues after the bracket. */
  readonly quote?: QuotePatterns;
  /** The number of the argument, from 0. */
  index: number;
  /** The name of the argument or of the field, before the colon or the equals sign. */
  field?: string | undefined;
  readonly kinds: (ArgumentKind | undefined)[];
  /** The literals in the arguments of the call, by their index. They are judged when the call ends. */
  readonly found: { readonly at: number; readonly index: number; readonly isNamed: boolean }[];
}

interface Patterns {
  readonly token: RegExp;
  readonly quotes: readonly QuotePatterns[];
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const CONSTANT = /^(?:\d.*|true|false|null|nil|none|undefined)$/i;
/**
 * Matches the text before a literal that is never the name of a flag: the path of an import, or the value of some attributes of
 * markup.
 */
const NO_FLAG =
  /\b(?:from|require_relative|(?:import|require)\(?)\s*$|\b(?:class|className|id|htmlFor|href|src|key|data-[\w-]+)=$/;

const compiled = new Map<Syntax, Patterns>();

function patternsOf(syntax: Syntax): Patterns {
  const known = compiled.get(syntax);
  if (known) return known;
  const endOf = ({ close, hole, isRaw, isMultiline }: Quote): RegExp => {
    const escape = isRaw ? verbatim(close + close) : String.raw`\\[^]`;
    const parts = [...(hole ? [`(?<hole>${hole})`] : []), escape, `(?<close>${verbatim(close)})`, ...(isMultiline ? [] : ['\n'])];
    return new RegExp(parts.join('|'), 'g');
  };
  const opening = syntax.quotes.map(({ open }) => open).join('|');
  const marks = String.raw`=>|==+|[()[\]{},:=;+]|\.(?!\w)`;
  const made: Patterns = {
    token: new RegExp(String.raw`(${syntax.skipped})|(${opening})|([A-Za-z_$][\w$]*|\d[\w.]*)|(${marks})`, 'g'),
    quotes: syntax.quotes.map((quote) => ({ opening: new RegExp(`^(?:${quote.open})$`), end: endOf(quote) })),
  };
  compiled.set(syntax, made);
  return made;
}

const frame = (close: string, more: Partial<Frame> = {}): Frame => ({
  close,
  isOpaque: true,
  index: 0,
  kinds: [],
  found: [],
  ...more,
});

/**
 * Returns the string literals of a source text, or an empty list if the language is unknown. Yields after each `PIECE`
 * characters, so that the caller can pause.
 */
export function* scanLiterals(text: string, { languageId, wrappers }: ScanOptions): Generator<void, readonly SourceLiteral[]> {
  const syntax = SYNTAXES[languageId];
  if (!syntax) return [];
  const { token, quotes } = patternsOf(syntax);
  const { concatenation = '+' } = syntax;
  // Other libraries have methods with the same names as OpenFeature's, so these count only if the text mentions OpenFeature.
  const hasOpenFeature = /open[-_. ]?feature/i.test(text);
  const literals: SourceLiteral[] = [];
  const stack: Frame[] = [frame('')];
  /** The previous token, and whether it is the first one of its argument. */
  let before = { text: '', isWord: false, isFirst: false };
  let rest = PIECE;

  const top = (): Frame => stack.at(-1)!;
  const note = (kind: ArgumentKind): void => void (top().kinds[top().index] ??= kind);

  function open(bracket: string): void {
    const kind = bracket === '(' && before.isWord ? callKindOf(before.text, wrappers, languageId) : undefined;
    const call = kind === 'openFeature' && !hasOpenFeature ? undefined : kind;
    note(bracket === '{' ? 'plain' : 'expression');
    stack.push(frame(CLOSING[bracket]!, { call, isOpaque: bracket === '(' && call === undefined }));
  }

  /** Closes the innermost bracket of this kind, and the open ones inside it. Returns the string that continues after it. */
  function close(bracket: string): QuotePatterns | undefined {
    const at = stack.findLastIndex((one) => one.close === bracket);
    if (at < 1) return undefined;
    const [{ call, kinds, found, quote }] = stack.splice(at) as [Frame];
    const sure = call && sureArgument(call, kinds);
    for (const { at: literal, index, isNamed } of found)
      if (sure !== undefined || isNamed)
        literals[literal] = { ...literals[literal]!, role: isNamed || index === sure ? 'flag' : 'other' };
    return quote;
  }

  /**
   * Returns the call around the current position (it may be in lists and objects of an argument), and whether its argument there
   * is a flag. Undefined if no call around it takes a flag.
   */
  function callAround(): { readonly call: Frame; readonly isFlag: boolean } | undefined {
    let isFlag = true;
    for (const one of stack.toReversed()) {
      if (one.isOpaque) return undefined;
      const { call, field, index } = one;
      isFlag &&= field === undefined || isFlagField(field, call);
      if (call === undefined || call === 'list') continue;
      const most = call === 'openFeature' ? 0 : call === 'set' ? -1 : 1;
      return { call: one, isFlag: isFlag && (index <= most || field !== undefined) };
    }
    return undefined;
  }

  /** Adds the literal from `start` to `end`, whose quotes begin at `from` and end before `after`. */
  function add(start: number, end: number, from: number, after: number, isOpen = false): void {
    const next = /^\s*(=>|.{0,2})/.exec(text.slice(after, after + 80))![1]!;
    const isKey = next === '=>' || (next.startsWith(':') && top().close !== ')');
    const isJoined = next.startsWith(concatenation) || before.text === concatenation;
    const around = isKey ? undefined : callAround();
    const isCandidate = around?.isFlag === true && !isJoined;
    if (isCandidate) {
      const { index, field, kinds, found } = around.call;
      kinds[index] = 'text';
      found.push({ at: literals.length, index, isNamed: field !== undefined });
    }
    const isOther = isJoined || around !== undefined || NO_FLAG.test(text.slice(Math.max(0, from - 80), from));
    const role = isCandidate ? 'maybeFlag' : isOther ? 'other' : 'text';
    literals.push({ value: text.slice(start, end), start, end, role, isOpen });
    note(isJoined ? 'expression' : 'text');
  }

  /**
   * Reads a string from `start` to its end or to an expression in it. `from` undefined: the string continues after an expression.
   */
  function read(quote: QuotePatterns, start: number, from?: number): void {
    const { end } = quote;
    end.lastIndex = start;
    let match = end.exec(text);
    while (match && match[0] !== '\n' && !match.groups?.['hole'] && !match.groups?.['close']) match = end.exec(text);
    token.lastIndex = match ? end.lastIndex : text.length;
    const { hole, close: closing } = match?.groups ?? {};
    if (hole) {
      note('expression');
      stack.push(frame(hole.endsWith('(') ? ')' : '}', { quote }));
    } else if (from !== undefined && closing) add(start, match!.index, from, end.lastIndex);
    else if (from !== undefined) {
      if (!match) add(start, text.length, from, text.length, true);
      // A quote that is never closed does not begin a string: it may be an apostrophe in a text.
      token.lastIndex = start;
    }
  }

  for (let at = (token.lastIndex = 0); ; at = token.lastIndex) {
    if (at >= rest) {
      rest = at + PIECE;
      yield;
      // During the pause, another scan may have used the same pattern and moved its position.
      token.lastIndex = at;
    }
    const match = token.exec(text);
    if (!match) return literals;
    const [all, skipped, opening, word, mark] = match;
    if (skipped !== undefined) continue;
    const isFirst = top().kinds[top().index] === undefined;
    if (opening !== undefined) {
      const quote = quotes.find((one) => one.opening.test(opening))!;
      read(quote, token.lastIndex, match.index);
      before = { text: literals.at(-1)?.value ?? '', isWord: false, isFirst };
      continue;
    }
    if (word !== undefined) note(CONSTANT.test(word) ? 'plain' : 'expression');
    else if (mark === '(' || mark === '[' || mark === '{') open(mark);
    else if (mark === ')' || mark === ']' || mark === '}') {
      const quote = close(mark);
      if (quote) read(quote, token.lastIndex);
    } else if (mark === ',' || mark === ';') {
      top().index += 1;
      top().field = undefined;
    } else if ((mark === ':' || mark === '=' || mark === '=>') && (before.isFirst || top().close === '}')) {
      const { call, close: end, kinds, index } = top();
      top().field = before.text;
      if (end === ')') kinds[index] = isFlagField(before.text, call) ? undefined : 'plain';
    }
    before = { text: all, isWord: word !== undefined, isFirst: isFirst && word !== undefined };
  }
}

/** A single ordinary word, such as `search`, is in many texts that have nothing to do with a flag. */
const ORDINARY = /^[A-Z]?[a-z]*$|^[A-Z]*$/;

/** True if a literal whose value is the name of a flag counts as its use. An ordinary word counts only in a call that takes a flag. */
export const isUseOf = ({ value, role, isOpen }: SourceLiteral): boolean =>
  !isOpen && (role === 'flag' || role === 'maybeFlag' || (role === 'text' && !ORDINARY.test(value)));
