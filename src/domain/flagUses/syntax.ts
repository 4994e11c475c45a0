/** The rules of each programming language that decide where a string begins and ends. */

/** Returns a pattern that matches exactly the text. */
export const verbatim = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** A kind of string. `open` and `hole` are patterns. */
export interface Quote {
  readonly open: string;
  readonly close: string;
  readonly isMultiline?: boolean;
  /** The beginning of an expression inside the string. Such a string has no fixed value. */
  readonly hole?: string | undefined;
  /** A backslash is an ordinary character. */
  readonly isRaw?: boolean;
}

export interface Syntax {
  /** Matches what is neither a string nor code: comments, and literals that may contain a quote. */
  readonly skipped: string;
  /** The kinds of strings; those with the longest opening are first. */
  readonly quotes: readonly Quote[];
  /** The operator that joins two strings. Default: a plus. */
  readonly concatenation?: string;
}

const C_COMMENT = String.raw`//.*|/\*[^]*?(?:\*/|$)`;
const HASH_COMMENT = '#.*';
/** Matches a character literal, for languages in which single quotes enclose one character. */
const CHARACTER = String.raw`'(?:[^'\\\n]|\\[^\n][^'\n]{0,8})'`;
/** A slash after a value divides; after anything else, it begins a regular expression. */
const PATTERN = String.raw`(?=/)(?<=[=(,:[!&|?{};>]\s?|return )/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/`;
const DOLLAR = String.raw`\$\{`;
const HASH = String.raw`#\{`;

const line = (mark: string, hole?: string): Quote => ({ open: mark, close: mark, hole });
const block = (mark: string, hole?: string): Quote => ({ ...line(mark, hole), isMultiline: true });
/** Strings in either kind of quotes: on one line, or on several lines in triple quotes. */
const both = (hole?: string): readonly Quote[] => [block('"""', hole), block("'''", hole), line('"', hole), line("'", hole)];
const cLike = (...quotes: readonly Quote[]): Syntax => ({ skipped: `${C_COMMENT}|${CHARACTER}`, quotes });

const javascript: Syntax = {
  skipped: `${C_COMMENT}|<!--[^]*?-->|${PATTERN}`,
  quotes: [line('"'), line("'"), block('`', DOLLAR)],
};
const pythonQuotes = both().flatMap((quote): readonly Quote[] => [
  { ...quote, open: String.raw`\b(?:[fF][rR]?|[rR][fF])${quote.open}`, hole: String.raw`\{(?!\{)` },
  { ...quote, open: String.raw`(?:\b[rRbBuU]{1,2})?${quote.open}` },
]);
const csharpQuotes: readonly Quote[] = [
  block('"""'),
  { ...block('"', String.raw`\{(?!\{)`), open: String.raw`(?:\$@|@\$)"`, isRaw: true },
  { ...block('"'), open: '@"', isRaw: true },
  { ...line('"', String.raw`\{(?!\{)`), open: String.raw`\$"` },
  line('"'),
];

/** By the editor's name of the language. Each syntax has a fixture that shows how well it works. */
export const SYNTAXES: Readonly<Record<string, Syntax>> = {
  javascript,
  javascriptreact: javascript,
  typescript: javascript,
  typescriptreact: javascript,
  java: cLike(block('"""'), line('"')),
  kotlin: cLike(block('"""', DOLLAR), line('"', DOLLAR)),
  csharp: cLike(...csharpQuotes),
  go: cLike(line('"'), { ...block('`'), isRaw: true }),
  rust: cLike(line('"')),
  dart: { skipped: C_COMMENT, quotes: both(DOLLAR) },
  swift: { skipped: C_COMMENT, quotes: [block('"""', String.raw`\\\(`), line('"', String.raw`\\\(`)] },
  python: { skipped: HASH_COMMENT, quotes: pythonQuotes },
  ruby: { skipped: String.raw`${HASH_COMMENT}|(?<=^|\n)=begin[^]*?(?:\n=end|$)`, quotes: [line('"', HASH), line("'")] },
  php: { skipped: String.raw`${C_COMMENT}|#(?!\[).*`, quotes: [line('"', String.raw`\{(?=\$)`), line("'")], concatenation: '.' },
};
