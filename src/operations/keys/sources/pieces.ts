/** A text in pieces, as its readers take it: with a rest for the event loop between them, and nothing but its lines left whole. */
import { setImmediate } from 'node:timers/promises';
import type { KeysRefusal } from '../../../domain/keys/keysFound.ts';
import { withoutMark } from '../../../domain/keys/keySource.ts';

export type Pieces = AsyncIterable<string> | Iterable<string>;

/** Characters: the slowest reader takes a few milliseconds for so many. It is also where a file that is no text shows it. */
const PIECE = 1 << 16;
/** Characters of a line or a row: nothing that a key stands in is longer. */
export const MAX_RECORD = 1_000_000;

/** Ends a reading from anywhere in it. It never leaves the readers of this folder. */
export class KeysRefusedError extends Error {
  readonly refusal: KeysRefusal;

  constructor(refusal: KeysRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Throws the signal's reason where it is aborted. */
export async function* piecesOf(text: string, signal?: AbortSignal): AsyncGenerator<string> {
  for (let start = 0; start < text.length;) {
    signal?.throwIfAborted();
    // The two halves of a character stay together: they may go through bytes.
    const end = start + PIECE - (isFirstHalf(text.charCodeAt(start + PIECE - 1)) ? 1 : 0);
    yield text.slice(start, end);
    start = end;
    await setImmediate();
  }
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** The same text, without a byte order mark and with enough in its first piece to tell what it is. Refuses what is no text, or empty. */
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

/** A line feed that belongs to a carriage return at the end may still come. */
export const LINE_END = /\r\n|\n|\r(?!$)/;

/** Its lines, many at a time; they end with LF, CRLF or CR, and what follows the last end is a line if it is anything. */
export async function* linesIn(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = '';
  let line = 1;
  for await (const piece of pieces) {
    const lines = (rest + piece).split(LINE_END);
    rest = lines.pop()!;
    line += lines.length;
    if (rest.length > MAX_RECORD) throw new KeysRefusedError({ code: 'recordTooLong', line });
    yield copied(lines);
  }
  if (rest !== '') yield [rest.replace(/\r$/, '')];
}

/** Substrings hold the whole text in memory; copies do not. */
export const copied = (texts: readonly string[]): readonly string[] => JSON.parse(JSON.stringify(texts)) as readonly string[];
