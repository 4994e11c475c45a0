/** The parts of each programming language that decide where a string begins and ends. */

/** A kind of string. `hole` and `open` are patterns. */
export interface Quote {
  readonly open: string;
  readonly close: string;
  readonly isMultiline?: boolean;
  /** The beginning of an expression inside the string. Such a string has no fixed value. */
  readonly hole?: string;
  /** A backslash is an ordinary character. */
  readonly isRaw?: boolean;
}

export interface Syntax {
  /** Matches what is neither a string nor code: comments, and literals that may contain a quote. */
  readonly skipped: string;
  /** The longest opening first. */
  readonly quotes: readonly Quote[];
  /** Joins two strings. */
  readonly concatenation: '+' | '.' | '<>';
}

const C_COMMENT = String.raw`//.*|/\*[^]*?(?:\*/|$)`;
const HASH_COMMENT = '#.*';
/** In languages in which single quotes enclose one character. */
const CHARACTER = String.raw`'(?:[^'\\\n]|\\[^\n][^'\n]{0,8})'`;
/** A slash after a value divides; after anything else, it begins a regular expression. */
const PATTERN = String.raw`(?=/)(?<=[=(,:[!&|?{};>]\s?|return )/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/`;

const DOUBLE: Quote = { open: '"', close: '"' };
const SINGLE: Quote = { open: "'", close: "'" };
const THREE_DOUBLE: Quote = { open: '"""', close: '"""', isMultiline: true };
const THREE_SINGLE: Quote = { open: "'''", close: "'''", isMultiline: true };
const DOLLAR = String.raw`\$\{`;
const BRACE = String.raw`\{(?!\{)`;
const HASH = String.raw`#\{`;
const withHole = (hole: string, ...quotes: readonly Quote[]): readonly Quote[] => quotes.map((quote) => ({ ...quote, hole }));

const cLike = (...quotes: readonly Quote[]): Syntax => ({
  skipped: `${C_COMMENT}|${CHARACTER}`,
  quotes: quotes.length > 0 ? quotes : [DOUBLE],
  concatenation: '+',
});
const java = cLike(THREE_DOUBLE, DOUBLE);
const kotlin = cLike(...withHole(DOLLAR, THREE_DOUBLE, DOUBLE));
const javascript: Syntax = {
  skipped: `${C_COMMENT}|<!--[^]*?-->|${PATTERN}`,
  quotes: [DOUBLE, SINGLE, { open: '`', close: '`', isMultiline: true, hole: DOLLAR }],
  concatenation: '+',
};
const python: Syntax = {
  skipped: HASH_COMMENT,
  quotes: [THREE_DOUBLE, THREE_SINGLE, DOUBLE, SINGLE].flatMap((quote) => [
    { ...quote, open: String.raw`\b(?:[fF][rR]?|[rR][fF])${quote.open}`, hole: BRACE },
    { ...quote, open: String.raw`(?:\b[rRbBuU]{1,2})?${quote.open}` },
  ]),
  concatenation: '+',
};
const dart = [THREE_DOUBLE, THREE_SINGLE, DOUBLE, SINGLE];

/** By the editor's language identifier. */
export const SYNTAXES: Readonly<Record<string, Syntax>> = {
  javascript,
  javascriptreact: javascript,
  typescript: javascript,
  typescriptreact: javascript,
  vue: javascript,
  svelte: javascript,
  java,
  kotlin,
  scala: kotlin,
  groovy: { skipped: C_COMMENT, quotes: withHole(DOLLAR, ...dart), concatenation: '+' },
  dart: { skipped: C_COMMENT, quotes: withHole(DOLLAR, ...dart), concatenation: '+' },
  csharp: cLike(
    THREE_DOUBLE,
    { open: String.raw`(?:\$@|@\$)"`, close: '"', isMultiline: true, isRaw: true, hole: BRACE },
    { open: '@"', close: '"', isMultiline: true, isRaw: true },
    { open: String.raw`\$"`, close: '"', hole: BRACE },
    DOUBLE,
  ),
  go: cLike(DOUBLE, { open: '`', close: '`', isMultiline: true, isRaw: true }),
  swift: { skipped: C_COMMENT, quotes: withHole(String.raw`\\\(`, THREE_DOUBLE, DOUBLE), concatenation: '+' },
  rust: cLike(),
  c: cLike(),
  cpp: cLike(),
  'objective-c': cLike(),
  python,
  ruby: {
    skipped: String.raw`${HASH_COMMENT}|(?<=^|\n)=begin[^]*?(?:\n=end|$)`,
    quotes: [{ ...DOUBLE, hole: HASH }, SINGLE],
    concatenation: '+',
  },
  elixir: { skipped: HASH_COMMENT, quotes: withHole(HASH, THREE_DOUBLE, DOUBLE), concatenation: '<>' },
  php: {
    skipped: String.raw`${C_COMMENT}|#(?!\[).*`,
    quotes: [{ ...DOUBLE, hole: String.raw`\{(?=\$)` }, SINGLE],
    concatenation: '.',
  },
};
