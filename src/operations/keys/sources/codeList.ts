/** Reads the values of the only list in a piece of code: Terraform, SQL, JavaScript, Python, Ruby, Go and similar languages. */
import type { KeySink } from '../../../domain/keys/keyCollector.ts';
import { KeysRefusedError, MAX_RECORD } from './pieces.ts';

/**
 * Matches a string, a number, a comment, a bracket, a comma, or a word. SQL doubles a quote in a string; other languages put a
 * backslash before it.
 */
const TOKEN =
  /(?<string>"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.|'')*'|`(?:[^`\\]|\\.)*`)|(?<comment>#[^\r\n]*|\/\/[^\r\n]*|--[^\r\n]*|\/\*[^]*?\*\/)|(?<open>[[({])|(?<close>[\])}])|(?<comma>[,;])|(?<end>\r\n|\r|\n)|(?<number>-?\d[\d.]*(?![\w.]))|(?<word>[^\s[\](){},;"'`]+)|(?<quote>["'`])/g;

interface Value {
  readonly text: string;
  readonly line: number;
}

/** Yields, at the end of each list, its values if the list contains only strings and numbers, and at least one string. */
function* listsIn(text: string): Generator<readonly Value[]> {
  /** The values of the innermost list. Undefined: the list contains something that is not a value. */
  let values: Value[] | undefined;
  let hasString = false;
  let line = 1;
  for (const { 0: token, groups } of text.matchAll(TOKEN)) {
    const { string, comment, open, close, comma, end, number } = groups!;
    if (open !== undefined) [values, hasString] = [[], false];
    else if (close !== undefined) {
      if (values && hasString) yield values;
      values = undefined;
    } else if (string !== undefined) {
      hasString = true;
      values?.push({ text: unquoted(string), line });
    } else if (number !== undefined) values?.push({ text: number, line });
    else if (comment === undefined && comma === undefined && end === undefined) values = undefined;
    line += end === undefined ? (token.match(/\r\n|\r|\n/g)?.length ?? 0) : 1;
  }
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0' };
const unquoted = (string: string): string => {
  const quote = string.charAt(0);
  const inner = string.slice(1, -1).replaceAll(quote + quote, quote);
  return inner.replace(/\\(?:u([\da-fA-F]{4})|(.))/gs, (_, code?: string, character = '') =>
    code === undefined
      ? (CONTROLS[character as string] ?? (character as string))
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
};

/** True if the beginning of a text contains a list with code before it. */
export function hasListInCode(sample: string): boolean {
  if (!/[=:([]\s*[[({]|\bin\s*\(/i.test(sample)) return false;
  const text = /[\])}]/.test(sample) ? sample : `${sample}]`;
  return !listsIn(`${text}\n`).next().done;
}

/** Refuses a text with several lists, because nothing says which one is meant. */
export async function readCode(pieces: AsyncIterable<string>, sink: KeySink): Promise<void> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > MAX_CODE) throw new KeysRefusedError({ code: 'tooLarge', megabytes: MAX_CODE / MAX_RECORD });
  }
  const [list, other] = listsIn(text);
  if (!list) throw new KeysRefusedError({ code: 'noList' });
  if (other) throw new KeysRefusedError({ code: 'severalLists' });
  for (const { text: key, line } of list) sink.add(key, line);
}

/** In characters. People write code by hand, so the text is read as a whole. */
const MAX_CODE = 10 * MAX_RECORD;
