/** Finds the string literals of a source text, and which of them are names of flags in calls. */
import { createCallKinds, isFlagField, sureArgument, type ArgumentKind, type CallKind } from './sdkCalls.ts';
import { SYNTAXES, type Quote, type Syntax } from './syntax.ts';

export interface Literal {
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
  /** As the editor names the language. */
  readonly languageId: string;
  readonly wrappers: readonly string[];
}

/** The number of characters between two rests: about two milliseconds. */
export const PIECE = 5_000;

/** A bracket that is open, or an expression in a string. */
interface Frame {
  readonly close: string;
  readonly call?: CallKind | undefined;
  /** True if it can't belong to the arguments of a call around it. */
  readonly isOpaque: boolean;
  /** The string that goes on after the bracket. */
  readonly quote?: Quote;
  index: number;
  /** The name before the colon or the equals sign. */
  field?: string | undefined;
  readonly kinds: (ArgumentKind | undefined)[];
  /** The literals in the arguments of the call, which are judged when the call ends. */
  readonly found: { readonly at: number; readonly index: number; readonly isNamed: boolean }[];
}

interface Patterns {
  readonly token: RegExp;
  readonly ends: ReadonlyMap<Quote, RegExp>;
  readonly openings: readonly (readonly [RegExp, Quote])[];
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const CONSTANT = /^(?:\d.*|true|false|null|nil|none|undefined)$/i;
/** Attributes of markup that never name a flag. */
const MARKUP = /\b(?:class|className|id|htmlFor|href|src|key|data-[\w-]+)=$/;
const IMPORT = /(?:\bfrom|\bimport|\brequire\(|\bimport\(|\brequire|\brequire_relative)\s*$/;

const patternsOf = new Map<Syntax, Patterns>();

function compile(syntax: Syntax): Patterns {
  const { skipped, quotes } = syntax;
  const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const opening = quotes.map(({ open }) => open).join('|');
  const endOf = ({ close, hole, isRaw, isMultiline }: Quote): RegExp => {
    const parts = [isRaw ? escaped(close + close) : '', hole && `(?<hole>${hole})`, isRaw ? '' : String.raw`\\[^]`];
    return new RegExp([...parts, `(?<close>${escaped(close)})`, isMultiline ? '' : '\n'].filter(Boolean).join('|'), 'g');
  };
  const made = {
    token: new RegExp(String.raw`(${skipped})|(${opening})|([A-Za-z_$][\w$]*|\d[\w.]*)|(=>|==+|[()[\]{},:=;+]|<>|\.(?!\w))`, 'g'),
    ends: new Map(quotes.map((quote) => [quote, endOf(quote)])),
    openings: quotes.map((quote) => [new RegExp(`^(?:${quote.open})$`), quote] as const),
  };
  patternsOf.set(syntax, made);
  return made;
}

/** Yields after each `PIECE` characters. An unknown language has no literals. */
export function* scanLiterals(text: string, { languageId, wrappers }: ScanOptions): Generator<void, readonly Literal[]> {
  const syntax = SYNTAXES[languageId];
  if (!syntax) return [];
  const { token, ends, openings } = patternsOf.get(syntax) ?? compile(syntax);
  const callKind = createCallKinds(languageId, wrappers, /open[-_. ]?feature/i.test(text));
  const literals: Literal[] = [];
  const root: Frame = { close: '', isOpaque: true, index: 0, kinds: [], found: [] };
  let stack: Frame[] = [root];
  /** The token before, with its kind, and whether it is the first of its argument. */
  let before = { text: '', isWord: false, isFirst: false };
  let rest = PIECE;

  const top = (): Frame => stack.at(-1)!;
  const note = (kind: ArgumentKind): void => void (top().kinds[top().index] ??= kind);

  function open(bracket: string): void {
    const call = bracket === '(' && before.isWord ? callKind(before.text) : undefined;
    note(bracket === '{' ? 'plain' : 'expression');
    const isOpaque = bracket === '(' && call === undefined;
    stack.push({ close: CLOSING[bracket]!, call, isOpaque, index: 0, kinds: [], found: [] });
  }

  /** Closes the innermost bracket of this kind, and those inside it that were left open. Returns the string that goes on. */
  function close(bracket: string): Quote | undefined {
    const at = stack.findLastIndex((frame) => frame.close === bracket);
    if (at < 1) return undefined;
    const frame = stack[at]!;
    stack = stack.slice(0, at);
    const sure = frame.call && sureArgument(frame.call, frame.kinds);
    for (const { at: literal, index, isNamed } of frame.found)
      if (sure !== undefined || isNamed)
        literals[literal] = { ...literals[literal]!, role: isNamed || index === sure ? 'flag' : 'other' };
    return frame.quote;
  }

  /** The call that the literal is an argument of, through lists and objects. Undefined if it is in none that takes flags. */
  function callAround(isKey: boolean): { readonly frame: Frame; readonly isFlag: boolean } | undefined {
    let isFlag = !isKey;
    for (let at = stack.length - 1; at > 0; at -= 1) {
      const frame = stack[at]!;
      if (frame.isOpaque) return undefined;
      if (frame.field !== undefined && !isFlagField(frame.field, frame.call)) isFlag = false;
      if (frame.call === undefined || frame.call === 'list') continue;
      const most = frame.call === 'openFeature' ? 0 : frame.call === 'set' ? -1 : 1;
      return { frame, isFlag: isFlag && (frame.index <= most || frame.field !== undefined) };
    }
    return undefined;
  }

  function add(start: number, end: number, from: number, after: number, isOpen: boolean): void {
    const next = /^\s*(=>|.{0,2})/.exec(text.slice(after, after + 80))?.[1] ?? '';
    const isKey = next === '=>' || (next.startsWith(':') && top().close !== ')');
    const head = text.slice(Math.max(0, from - 80), from);
    const isJoined = next.startsWith(syntax!.concatenation) || before.text === syntax!.concatenation;
    const around = callAround(isKey);
    const isCandidate = around?.isFlag === true && !isJoined;
    if (isCandidate) {
      const { frame } = around;
      frame.kinds[frame.index] = 'text';
      frame.found.push({ at: literals.length, index: frame.index, isNamed: frame.field !== undefined });
    }
    const isOther = isJoined || IMPORT.test(head) || MARKUP.test(head) || (around && !isKey);
    const role = isCandidate ? 'maybeFlag' : isOther ? 'other' : 'text';
    literals.push({ value: text.slice(start, end), start, end, role, isOpen });
    note(isJoined ? 'expression' : 'text');
  }

  /** Reads a string to its end, to an expression in it, or nothing if it does not end. */
  function read(quote: Quote, from: number, start: number, isWhole: boolean): void {
    const end = ends.get(quote)!;
    end.lastIndex = start;
    for (let match = end.exec(text); ; match = end.exec(text)) {
      const { hole, close: closing } = match?.groups ?? {};
      if (hole !== undefined) {
        note('expression');
        stack.push({ close: hole.endsWith('(') ? ')' : '}', isOpaque: true, quote, index: 0, kinds: [], found: [] });
        token.lastIndex = end.lastIndex;
        return;
      }
      if (closing !== undefined) {
        if (isWhole) add(start, match!.index, from, end.lastIndex, false);
        token.lastIndex = end.lastIndex;
        return;
      }
      if (match !== null && match[0] !== '\n') continue;
      if (match === null && isWhole) add(start, text.length, from, text.length, true);
      // Without an end, it is no string: an apostrophe in a text, for example.
      token.lastIndex = isWhole ? start : (match?.index ?? text.length);
      return;
    }
  }

  token.lastIndex = 0;
  for (let at = 0; ; at = token.lastIndex) {
    if (at >= rest) {
      rest = at + PIECE;
      yield;
      // Other scans use the same pattern in the meantime.
      token.lastIndex = at;
    }
    const match = token.exec(text);
    if (!match) return literals;
    const [all, skipped, opening, word, mark] = match;
    if (skipped !== undefined) continue;
    const isFirst = top().kinds[top().index] === undefined;
    if (opening !== undefined) {
      const [, quote] = openings.find(([pattern]) => pattern.test(opening))!;
      read(quote, match.index, token.lastIndex, true);
      before = { text: literals.at(-1)?.value ?? '', isWord: false, isFirst };
      continue;
    }
    if (word !== undefined) note(CONSTANT.test(word) ? 'plain' : 'expression');
    else if (mark === '(' || mark === '[' || mark === '{') open(mark);
    else if (mark === ')' || mark === ']' || mark === '}') {
      const quote = close(mark);
      if (quote) read(quote, token.lastIndex, token.lastIndex, false);
    } else if (mark === ',' || mark === ';') {
      top().index += 1;
      top().field = undefined;
    } else if ((mark === ':' || mark === '=' || mark === '=>') && (before.isFirst || top().close === '}')) {
      const frame = top();
      frame.field = before.text;
      if (frame.close === ')') frame.kinds[frame.index] = isFlagField(before.text, frame.call) ? undefined : 'plain';
    }
    before = { text: all, isWord: word !== undefined, isFirst: isFirst && word !== undefined };
  }
}

/** A single ordinary word, such as `search`, is in many texts that have nothing to do with a flag. */
const ORDINARY = /^[A-Z]?[a-z]*$|^[A-Z]*$/;

/** True if a literal whose value is the name of a flag counts as its use. An ordinary word counts only in a call that takes a flag. */
export const isUseOf = ({ value, role, isOpen }: Literal): boolean =>
  !isOpen && (role === 'flag' || role === 'maybeFlag' || (role === 'text' && !ORDINARY.test(value)));
