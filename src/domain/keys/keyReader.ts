/** Keys out of a text that is too big to be held: it comes in chunks, and none is kept. */
import { KeyCollector } from './keyCollector.ts';
import type { KeysRefusal, KeysResult } from './keysFound.ts';
import { hasAny, looksBinary, resultOf } from './keysFromText.ts';
import { BYTE_ORDER_MARK, type KeySource } from './keySource.ts';
import type { Encoder } from './looksHash.ts';
import { createScanner } from './scanners.ts';

export interface KeyReader {
  /** The next part of the text, of any length and with any cut. One of up to a million characters takes less than 16 ms. */
  push(text: string): void;
  /** True when the rest changes nothing any more: the text is refused. */
  readonly isFull: boolean;
  /** As `scanKeys` of the whole, but for texts with more than `limit` keys. */
  end(): KeysResult;
}

/** Different keys: as many as a segment can hold (admin-api.md, Limits). */
const LIMIT = 100_000;
/** Characters of a line, a row or a string. A quote that is never closed would have all of the text kept. */
const MAX_RECORD = 1 << 24;

/** With an encoder it takes half as long. */
export function createKeyReader(
  source: KeySource,
  { limit = LIMIT, encoder }: { readonly limit?: number; readonly encoder?: Encoder } = {},
): KeyReader {
  const collector = new KeyCollector(encoder);
  const scanner = createScanner(source, collector);
  let unread = '';
  let looked = 0;
  let isBegun = false;
  let hasText = false;
  /** What is cut off is looked at again when there is twice as much: a record is read a few times, however small the chunks. */
  let enough = 0;
  let refusal: KeysRefusal | undefined;

  function read(isEnd: boolean): void {
    const position = scanner.read(unread, 0, unread.length, isEnd);
    scanner.rebase(position);
    unread = unread.slice(position);
    enough = unread.length * 2;
    collector.detach();
    if (collector.size > limit) refusal = { code: 'tooManyKeys', limit };
    else if (unread.length > MAX_RECORD) refusal = { code: 'recordTooLong', line: scanner.line() };
  }

  const isFull = (): boolean => refusal !== undefined || scanner.refusal() !== undefined;

  const reader = {
    isFull: isFull(),

    push(text: string): void {
      if (text === '') return;
      // As with the whole text, it is that whatever else is wrong with it.
      if (looksBinary(text, looked)) refusal = { code: 'binary' };
      looked += text.length;
      hasText ||= hasAny(text);
      if (!isFull()) {
        unread += !isBegun && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
        isBegun = true;
        if (unread.length >= enough) read(false);
      }
      reader.isFull = isFull();
    },

    end(): KeysResult {
      if (!isFull() && hasText) read(true);
      if (!refusal && !hasText) refusal = { code: 'empty' };
      return refusal ? { ok: false, refusal } : resultOf(scanner, collector);
    },
  };
  return reader;
}
