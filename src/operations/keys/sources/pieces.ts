/** Splits a text into pieces or lines for its readers, and lets the event loop run between the pieces. */
import { setImmediate } from 'node:timers/promises';
import type { KeysRefusal } from '../../../domain/keys/keysFound.ts';
import { withoutMark } from '../../../domain/keys/keySource.ts';

export type Pieces = AsyncIterable<string> | Iterable<string>;

/**
 * The length of a piece, in characters. The slowest reader takes a few milliseconds for a piece. The first piece is enough to
 * detect a binary file.
 */
const PIECE = 1 << 16;
/** The maximum length of a line or a row, in characters. A text with a longer one is refused. */
export const MAX_RECORD = 1_000_000;

/** Thrown anywhere to stop reading a text that can't be used. The functions in this folder that return a result catch it. */
export class KeysRefusedError extends Error {
  readonly refusal: KeysRefusal;

  constructor(refusal: KeysRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/**
 * Yields a text in pieces, and lets other events be handled before each. Throws the signal's reason if the signal is aborted.
 */
export async function* piecesOf(text: string, signal?: AbortSignal): AsyncGenerator<string> {
  for (let start = 0; start < text.length;) {
    // Waits before the first piece, too, because the caller may have spent some milliseconds on guessing the form of the text.
    await setImmediate();
    signal?.throwIfAborted();
    // Does not split a surrogate pair, because the pieces may be converted to bytes.
    const end = start + PIECE - (isFirstHalf(text.charCodeAt(start + PIECE - 1)) ? 1 : 0);
    yield text.slice(start, end);
    start = end;
  }
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/**
 * Yields the same text without a byte order mark. The first piece is long enough to detect a binary file. Refuses a binary or
 * empty text.
 */
export async function* textIn(pieces: Pieces): AsyncGenerator<string> {
  let head: string | undefined = '';
  let hasText = false;
  const first = (text: string): string => {
    if (text.slice(0, PIECE).includes('\0')) throw new KeysRefusedError({ code: 'binary' });
    head = undefined;
    return withoutMark(text);
  };
  for await (const piece of pieces) {
    hasText ||= /\S/.test(piece);
    if (head === undefined) yield piece;
    else {
      head += piece;
      if (head.length >= PIECE) yield first(head);
    }
  }
  if (head !== undefined) yield first(head);
  if (!hasText) throw new KeysRefusedError({ code: 'empty' });
}

/** Does not match a carriage return at the end of a piece, because its line feed may be in the next piece. */
export const LINE_END = /\r\n|\n|\r(?!$)/;

/** Returns the number of line ends in a text. */
export const lineEndsIn = (text: string): number =>
  text.includes('\n') || text.includes('\r') ? text.match(/\r\n|\r|\n/g)!.length : 0;

/**
 * Yields the lines, many at a time. A line ends with LF, CRLF or CR. Text after the last line end is a line unless it is empty.
 */
export async function* linesIn(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = '';
  let line = 1;
  for await (const piece of pieces) {
    const lines = (rest + piece).split(LINE_END);
    rest = lines.pop()!;
    line += lines.length;
    if (rest.length > MAX_RECORD) throw new KeysRefusedError({ code: 'recordTooLong', line });
    yield copiesOf(lines);
  }
  if (rest !== '') yield [rest.replace(/\r$/, '')];
}

/** Copies the texts, because a substring retains the whole text in memory. */
export const copiesOf = (texts: readonly string[]): readonly string[] => JSON.parse(JSON.stringify(texts)) as readonly string[];
