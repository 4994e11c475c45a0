/**
 * Reads the messages that a file passes to `vscode.l10n.t`, and finds text for users that does not go through it. It sees tokens
 * and no types, so text counts if it looks like a sentence or is in a place that the editor shows. The package @vscode/l10n-dev
 * finds only calls written as `vscode.l10n.t(…)`, and brings 100 packages.
 */
import { tokensOf, type Token } from '../check/readSource.ts';

export interface Message {
  /** The message with its placeholders, such as `{0}`. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

export interface Found {
  readonly messages: readonly Message[];
  /** One line for each text that can't be translated: `line text`. */
  readonly faults: readonly string[];
}

/** Properties that the editor shows. */
const SHOWN_FUNCTIONS = new Set(
  'label title detail description tooltip placeHolder placeholder prompt message caption heading sentence reason'.split(' '),
);

/** Calls whose text users don't see: errors, which are shown by their kind, and lines of the log. */
const UNSHOWN_FUNCTIONS = new Set('Error TypeError RangeError warn info debug trace error'.split(' '));

/** Two words next to each other, or one that begins like a sentence. Names in code have capital letters inside. */
const isForReaders = (text: string): boolean => /\p{L}{2,},? \p{L}{2,}|^\s*\p{Lu}\p{Ll}+(\W|$)/u.test(text);

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text);

/**
 * Reads the messages of `source`, a file of the extension. `isAllowed` returns true for a text that looks like a message but
 * isn't one, for example a sample address.
 */
export function readMessages(source: string, isAllowed: (text: string) => boolean = () => false): Found {
  const tokens = tokensOf(source);
  const messages: Message[] = [];
  const faults: string[] = [];
  /** Tokens that belong to a message, or that no user reads. */
  const settled = new Set<number>();
  const isMark = (at: number, ...marks: readonly string[]): boolean =>
    tokens[at]?.kind === 'mark' && marks.includes(tokens[at].text);

  tokens.forEach(({ kind, text, line }, at) => {
    if (kind !== 'word' || !isMark(at + 1, '(')) return;
    if (UNSHOWN_FUNCTIONS.has(text)) for (let i = at; i < closing(tokens, at + 1); i += 1) settled.add(i);
    if (text !== 't' || (isMark(at - 1, '.') && tokens[at - 2]?.text !== 'l10n')) return;
    const first = tokens[at + 2];
    if (first?.kind !== 'string' || !isMark(at + 3, ',', ')')) {
      faults.push(`${line} gives t something that is not one string`);
      return;
    }
    settled.add(at + 2);
    messages.push({ text: valueOf(first.text), line: first.line });
    const isPlus = isMark(tokens[at - 1]?.text === '.' ? at - 5 : at - 1, '+') || isMark(closing(tokens, at + 1) + 1, '+');
    if (isPlus) faults.push(`${line} adds text to a message`);
  });

  tokens.forEach(({ kind, text, line }, at) => {
    if ((kind !== 'string' && kind !== 'part') || settled.has(at) || isImported(tokens, at) || isAllowed(text)) return;
    const isShown = isMark(at - 1, ':') && SHOWN_FUNCTIONS.has(tokens[at - 2]?.text ?? '') && hasWords(text);
    const isPartOfOne = kind === 'part' && hasWords(text) && /\s|^\p{Lu}/u.test(text);
    if (isShown || isPartOfOne || isForReaders(text)) faults.push(`${line} does not go through t: ${text.trim()}`);
  });
  return { messages, faults };
}

const isImported = (tokens: readonly Token[], at: number): boolean => ['from', 'import'].includes(tokens[at - 1]?.text ?? '');

/** Returns the index of the bracket that closes the one at `at`. */
function closing(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let i = at; i < tokens.length; i += 1) {
    if (tokens[i]!.kind !== 'mark') continue;
    if ('([{'.includes(tokens[i]!.text)) depth += 1;
    if (')]}'.includes(tokens[i]!.text)) depth -= 1;
    if (depth === 0) return i;
  }
  return tokens.length;
}

/** Returns the value of a string literal. */
export function valueOf(text: string): string {
  return text.replace(
    /\\(u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|[^])/gi,
    (_, one: string, brace?: string, u?: string, x?: string) => {
      const code = brace ?? u ?? x;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return { n: '\n', t: '\t', r: '\r', '\n': '' }[one] ?? one;
    },
  );
}
