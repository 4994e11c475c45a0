/** Reads the values of the only list in a piece of code: Terraform, SQL, JavaScript, Python, Ruby, Go and similar languages. */
import type { KeySink } from '../../../domain/keys/keyCollector.ts';
import { KeysRefusedError, lineEndsIn, MAX_RECORD } from './pieces.ts';

/**
 * Matches a string, a number, a comment, a bracket, a comma, or another word. SQL doubles a quote in a string; other languages
 * put a backslash before it.
 */
const TOKEN =
  /(?<string>"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.|'')*'|`(?:[^`\\]|\\.)*`)|(?<comment>#[^\r\n]*|\/\/[^\r\n]*|--[^\r\n]*|\/\*[^]*?(?:\*\/|$))|(?<open>[[({])|(?<close>[\])}])|(?<comma>[,;])|(?<end>\r\n|\r|\n)|(?<number>-?\d[\d.]*(?![\w.]))|(?<word>[^\s[\](){},;"'`]+)|(?<quote>["'`])/g;

interface CodeValue {
  readonly text: string;
  readonly line: number;
}

/**
 * `isUsable` = the list contains only strings and numbers, and at least one string. Other lists count only when a text is
 * refused for having several lists, because the user may mean one of them.
 */
interface CodeList {
  readonly values: readonly CodeValue[];
  readonly isUsable: boolean;
}

/**
 * Matches the end of a word before a bracket, except `in` and `values`. Such a bracket belongs to a call, an index or a type,
 * for example `now()` or `varchar(36)`.
 */
const WORD_BEFORE_BRACKET = /[\w$](?<!\b(?:in|values))$/i;

/**
 * Yields the innermost lists that contain values, if each word in them stands alone between two commas. Leaves out the
 * arguments of a call if they are not usable.
 */
function* listsIn(text: string): Generator<CodeList> {
  /** The values of the innermost list. Undefined: outside of brackets, or the content of the brackets is not a list. */
  let values: CodeValue[] | undefined;
  let [hasString, hasWord, isCall, isAfterComma] = [false, false, false, true];
  let line = 1;
  for (const { 0: token, index, groups } of text.matchAll(TOKEN)) {
    const { string, comment, open, close, comma, end, number } = groups!;
    if (open !== undefined) {
      values = [];
      [hasString, hasWord, isCall, isAfterComma] = [
        false,
        false,
        WORD_BEFORE_BRACKET.test(text.slice(Math.max(0, index - 8), index)),
        true,
      ];
    } else if (close !== undefined) {
      const isUsable = hasString && !hasWord;
      if (values && values.length > 0 && (isUsable || !isCall)) yield { values, isUsable };
      values = undefined;
    } else if (string !== undefined || number !== undefined) {
      // `key = "a"` and `"a": 1` are fields, not values of a list.
      if (hasWord && !isAfterComma) values = undefined;
      hasString ||= string !== undefined;
      values?.push({ text: string === undefined ? number! : unquoted(string), line });
      isAfterComma = false;
    } else if (comma !== undefined) isAfterComma = true;
    else if (comment === undefined && end === undefined) {
      if (!isAfterComma) values = undefined;
      hasWord = true;
      isAfterComma = false;
    }
    line += lineEndsIn(token);
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
  for (const { isUsable } of listsIn(`${text}\n`)) if (isUsable) return true;
  return false;
}

/**
 * Passes the values of the only list in a piece of code to `sink`. Refuses a text with several lists, because it is unknown
 * which one is meant.
 */
export async function readCode(pieces: AsyncIterable<string>, sink: KeySink): Promise<void> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > MAX_CODE) throw new KeysRefusedError({ code: 'tooLarge', megabytes: MAX_CODE / MAX_RECORD });
  }
  const lists = [...listsIn(text)];
  const list = lists.find(({ isUsable }) => isUsable);
  if (!list) throw new KeysRefusedError({ code: 'noList' });
  if (lists.length > 1) throw new KeysRefusedError({ code: 'severalLists' });
  for (const { text: key, line } of list.values) sink.add(key, line);
}

/** The maximum length of code, in characters. People write code by hand, so it is short enough to be read as a whole. */
const MAX_CODE = 10 * MAX_RECORD;
