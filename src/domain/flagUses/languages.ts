/** Patterns for the comments and strings of each programming language. */

const C_COMMENT = String.raw`//.*|/\*[^]*?(?:\*/|$)`;
/**
 * Matches a literal of a regular expression. Does not match a slash after a value, which means a division. The limits on the
 * number of characters end the search if the closing slash is missing.
 */
const PATTERN = String.raw`(?=/)(?<=[=(,:[!&|?{};>]\s?|return )/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,99}\]){1,499}/`;

/**
 * Matches a string on one line, up to its closing quote or to the end of the text. A quote that is not closed on its line
 * begins no string. `hole` matches an expression inside the string, which may contain the quote, too.
 */
const line = (quote: string, hole = String.raw`\$\{[^}\n]*\}`): string =>
  String.raw`${quote}(?:${hole}|(?!${hole})(?:\\[^]|[^${quote}\\\n]))*(?:${quote}|$)`;
/** Matches a string of several lines. */
const block = (quote: string): string => String.raw`${quote}(?:\\[^]|[^\\])*?(?:${quote}|$)`;
const [DOUBLE, SINGLE, TRIPLE] = [line('"'), line("'"), block('"""')];
const [HASH, BRACE, BACKSLASH] = [String.raw`#\{[^}\n]*\}`, String.raw`\{[^}\n]*\}`, String.raw`\\\((?:[^()\n]|\([^()\n]*\))*\)`];
/** Matches a character literal, for languages in which single quotes enclose one character. */
const CHARACTER = String.raw`'(?:[^'\\\n]|\\[^\n][^'\n]{0,8})'`;

const language = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'g');
const cLike = (...strings: readonly string[]): RegExp => language(C_COMMENT, ...strings, DOUBLE, CHARACTER);
const javascript = language(C_COMMENT, '<!--[^]*?(?:-->|$)', PATTERN, DOUBLE, SINGLE, block('`'));

/**
 * Patterns that match each comment and string, by the editor's ID of the language. Each language has a fixture that shows how
 * well its pattern works.
 */
export const LANGUAGES: Readonly<Record<string, RegExp>> = {
  javascript,
  javascriptreact: javascript,
  typescript: javascript,
  typescriptreact: javascript,
  java: cLike(TRIPLE),
  kotlin: cLike(TRIPLE),
  csharp: cLike(TRIPLE, String.raw`(?:@\$?|\$@)"(?:[^"]|"")*(?:"|$)`, String.raw`\$${line('"', BRACE)}`),
  go: cLike('`[^`]*(?:`|$)'),
  rust: cLike(),
  dart: language(C_COMMENT, TRIPLE, block("'''"), DOUBLE, SINGLE),
  swift: language(C_COMMENT, TRIPLE, line('"', BACKSLASH)),
  python: language(
    '#.*',
    String.raw`\b[fF]${line('"', BRACE)}`,
    String.raw`\b[fF]${line("'", BRACE)}`,
    TRIPLE,
    block("'''"),
    DOUBLE,
    SINGLE,
  ),
  ruby: language('#(?!\\{).*', String.raw`(?<=^|\n)=begin[^]*?(?:\n=end|$)`, line('"', HASH), SINGLE),
  php: language(C_COMMENT, String.raw`#(?!\[).*`, DOUBLE, SINGLE),
};
