/** What the scanners of all forms have in common: each can be given a text in slices, or in chunks of any size and with any cut. */
import type { KeyList, KeysRefusal } from './keysFound.ts';

/**
 * No object that holds on to keys has a getter of its own, here and in the other files: V8 makes a new shape for each such object and
 * keeps that, and with it all keys, until it looks through the whole heap.
 */
export interface KeyScanner {
  /**
   * Reads on from `from` until it has come to `until` or past it; gives where to read on. If the text does not end there
   * (`isEnd` is false), what may have been cut off is left for the next time.
   */
  read(text: string, from: number, until: number, isEnd: boolean): number;
  /** The next text begins `by` characters later than the one before. */
  rebase(by: number): void;
  /** Where it has come to, from 1. */
  line(): number;
  /** Why no more is read. */
  refusal(): KeysRefusal | undefined;
  /** The text has ended: what is wrong with it as a whole. */
  end(): KeysRefusal | undefined;
  /** Of JSON: all lists that were seen. */
  lists?(): readonly KeyList[];
}

/** Where a character stands next. Asked with places that only grow, it looks at each part of the text once. */
export interface Finder {
  /** `Infinity` = nowhere. */
  next(text: string, from: number): number;
  /** Before another text. */
  reset(): void;
}

export function createFinder(mark: string): Finder {
  let known = -1;
  return {
    next(text, from) {
      if (known < from) {
        const place = text.indexOf(mark, from);
        known = place === -1 ? Number.POSITIVE_INFINITY : place;
      }
      return known;
    },
    reset() {
      known = -1;
    },
  };
}

/** False also where it can't be told yet: a line feed that belongs to a carriage return may still come. */
export function isLineEnd(text: string, place: number, isEnd: boolean): boolean {
  const code = text.charCodeAt(place);
  return code === 10 || (code === 13 && (isEnd || place + 1 < text.length)) || (isEnd && place === text.length);
}

/** Lines end with LF, CRLF or CR. */
export interface LineFinder {
  /** Where the line ends, or -1 if that can't be told yet. At the end of the text the last line ends without a mark. */
  endOf(text: string, from: number, isEnd: boolean): number;
  /** Where the next line begins. */
  after(text: string, end: number): number;
  reset(): void;
}

export function createLineFinder(): LineFinder {
  const lineFeed = createFinder('\n');
  const carriageReturn = createFinder('\r');
  return {
    endOf(text, from, isEnd) {
      const feed = lineFeed.next(text, from);
      const back = carriageReturn.next(text, from);
      if (feed < back) return feed;
      const last = text.length - 1;
      // A line feed that belongs to a carriage return may still come.
      if (back < last || (isEnd && back === last)) return back;
      return isEnd ? text.length : -1;
    },
    after(text, end) {
      return text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
    },
    reset() {
      lineFeed.reset();
      carriageReturn.reset();
    },
  };
}
