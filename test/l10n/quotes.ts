/** Finds the sentences that test files quote, and the texts that they forbid. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tokensOf, type Token } from '../check/readSource.ts';
import { root } from '../manifest/built.ts';
import { valueOf } from './messages.ts';

export interface TestFile {
  /** Path below `test`, with `/`. */
  readonly file: string;
  readonly source: string;
}

export function readTestFiles(): readonly TestFile[] {
  return readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(ts|mjs)$/.test(file) && !/(^|\/)(node_modules|\.work)\//.test(file))
    .map((file) => ({ file, source: readFileSync(path.join(root, 'test', file), 'utf8') }));
}

/** The names of assertions that forbid the texts in their arguments. `ok` does that only as `ok(!…)`. */
const FORBIDDING_ASSERTIONS = new Set(['doesNotMatch', 'notEqual', 'notStrictEqual', 'notDeepEqual', 'ok']);

const hasTwoWords = (text: string): boolean => /\p{L}{2,},? \p{L}{2,}/u.test(text);

/**
 * Returns patterns of the texts of two or more words that the assertions of a test forbid. Leaves out the message of an
 * assertion. Also leaves out a text that occurs twice in the file, because then the test itself creates the text.
 */
export function forbiddenPatterns(source: string): readonly RegExp[] {
  const tokens = tokensOf(source);
  return tokens.flatMap((token, at) => {
    if (!FORBIDDING_ASSERTIONS.has(token.text) || tokens[at + 1]?.text !== '(') return [];
    if (token.text === 'ok' && tokens[at + 2]?.text !== '!') return [];
    const [first = [], second = []] = argumentsAt(tokens, at + 1);
    const forbidden = { ok: first, doesNotMatch: second }[token.text] ?? [...first, ...second];
    return forbidden.flatMap((one) => {
      if (!['string', 'regex'].includes(one.kind) || !hasTwoWords(one.text)) return [];
      const pattern = one.kind === 'regex' ? asPattern(one.text) : new RegExp(RegExp.escape(valueOf(one.text)));
      const isOwn = tokens.some((other) => other !== one && other.kind === 'string' && pattern.test(valueOf(other.text)));
      return isOwn ? [] : [pattern];
    });
  });
}

/** The regular expression that is written as `text`. */
function asPattern(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1).replace('g', ''));
}

/** The tokens of each argument of a call whose bracket opens at `open`. */
function argumentsAt(tokens: readonly Token[], open: number): readonly (readonly Token[])[] {
  const found: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(open)) {
    const isMark = token.kind === 'mark';
    if (isMark && ')]}'.includes(token.text)) depth -= 1;
    if (depth === 0 && isMark && token.text === ')') break;
    if (isMark && depth === 1 && token.text === ',') found.push([]);
    else if (depth > 0) found.at(-1)!.push(token);
    if (isMark && '([{'.includes(token.text)) depth += 1;
  }
  return found;
}

/** Returns true if a source quotes the whole sentence, with any text for its placeholders. */
export function quotes(source: string, sentence: string): boolean {
  const parts = sentence.split(/\{\d+\}/).map((part) => part.replaceAll('\n', '\\n'));
  // A regular expression for each sentence would take minutes.
  if (!parts.every((part) => source.includes(part))) return false;
  return new RegExp(parts.map((part) => RegExp.escape(part)).join('[^\\n]{0,80}?')).test(source);
}
