/**
 * Reads keys that are separated by commas, semicolons, tabs or line ends, for example from SQL or an e-mail. Quotes and
 * brackets around a key are not part of it.
 */
import type { KeySink } from '../../../domain/keys/keyCollector.ts';
import { copiesOf, MAX_RECORD, KeysRefusedError } from './pieces.ts';

/** A quoted or unquoted value, and the separator that ends it. */
const CELL =
  /[^\S\r\n\t]*(?:[([]*(?:(["'`])(.{0,500}?)\1|[‘“„«](.{0,500}?)[’“”»])[)\]]*[^\S\r\n\t]*(?=[,;\t\r\n]|$)|([^,;\t\r\n]*))(\r\n?|[,;\t\n]|$)/y;
/** The maximum length of a quoted value with the characters around it. */
const LONGEST = 600;
/** A bracket without its counterpart in the same cell. If the cell contains both, the bracket belongs to the key. */
const LONE_BRACKETS = /^[([]+(?=[^)\]]*$)|(?<=^[^([]*)[)\]]+$/g;

export async function readSeparated(pieces: AsyncIterable<string>, sink: KeySink): Promise<void> {
  let line = 1;
  let isBlank = true;
  let rest = '';

  /** Adds the keys of all complete values. Returns the rest of the text, whose value may continue in the next piece. */
  function read(text: string, isEnd: boolean): string {
    const keys: string[] = [];
    const lines: number[] = [];
    let start = 0;
    while (start < text.length) {
      CELL.lastIndex = start;
      const [, quote, quoted, curly, plain = '', mark] = CELL.exec(text)!;
      const next = CELL.lastIndex;
      if (!isEnd && (start > text.length - LONGEST || next === text.length)) break;
      const inner = quote === undefined ? curly : quoted?.replaceAll(quote + quote, quote);
      const key = (inner ?? plain.replace(LONE_BRACKETS, '')).trim();
      const isLineEnd = mark === '\n' || mark?.startsWith('\r');
      isBlank &&= key === '';
      // An empty value between two separators is left out. A line without any value counts as blank.
      if (key !== '' || (isBlank && isLineEnd)) {
        keys.push(key);
        lines.push(line);
      }
      if (isLineEnd) {
        line += 1;
        isBlank = true;
      }
      start = next;
    }
    for (const [index, key] of copiesOf(keys).entries()) sink.add(key, lines[index]!);
    return text.slice(start);
  }

  for await (const piece of pieces) {
    rest = read(rest + piece, false);
    if (rest.length > MAX_RECORD) throw new KeysRefusedError({ code: 'recordTooLong', line });
  }
  read(rest, true);
}
