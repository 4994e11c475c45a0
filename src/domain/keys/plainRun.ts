/**
 * Most texts of keys are of ASCII, with the same few characters between each two keys: a line end, or a quote, a comma and another
 * quote. Such a run is cut, looked through and hashed in one pass over its bytes, four at once. Whatever is not so is left to the
 * scanner, which reads character by character and takes twice as long.
 */
import type { KeyCollector } from './keyCollector.ts';
import { cutCells, encode, NO_HASH, PIECE } from './looksHash.ts';

const DELETE = 0x7f;
/** Keys: so many slots stay near the processor until they are used. */
const AHEAD = 64;

/** Of the cells of one piece, whoever reads it. */
const ends = new Int32Array(PIECE);
const hashes = new Int32Array(PIECE);

/** What a run is cut by, and the lines from one key to the next. */
export interface Mark {
  readonly text: string;
  readonly lines: number;
}

export interface PlainRun {
  /** Keys, and what was taken instead of one, in the last run. */
  count(): number;
  /**
   * Takes what begins at `from` on `line`, is ended by `mark`, and stands before `until`. Gives where it stopped: at the end of a mark,
   * or at `from`, as it does where the collector has no encoder.
   */
  read(text: string, from: number, until: number, line: number, mark: Mark): number;
}

/**
 * `forbidden`: one character of ASCII that no plain key has, or none. `takeOther` is given what is no plain key; false: the run ends before it.
 */
export function createPlainRun(
  collector: KeyCollector,
  forbidden: string,
  takeOther: (cell: string, line: number) => boolean,
): PlainRun {
  /** DEL can't be seen either, so it stands for none. */
  const unwanted = forbidden === '' ? DELETE : forbidden.charCodeAt(0);
  let count = 0;

  return {
    count: () => count,
    read(text, from, until, line, mark) {
      const { encoder } = collector;
      count = 0;
      if (!encoder) return from;
      const markBytes = Uint8Array.from(mark.text, (character) => character.charCodeAt(0));
      const gap = markBytes.length;
      let at = line;
      const step = mark.lines;
      let start = from;
      for (;;) {
        const piece = text.slice(start, Math.min(until, start + PIECE));
        if (!encode(piece, encoder)) return start;
        const cells = cutCells(piece.length, markBytes, unwanted, ends, hashes);
        if (cells === 0) return start;
        const base = start;
        for (let index = 0; index < cells; index += 1) {
          if (index % AHEAD === 0) collector.lookAhead(hashes, index, Math.min(cells, index + AHEAD));
          const hash = hashes[index]!;
          const end = base + ends[index]!;
          const cell = text.slice(start, end);
          if (hash !== NO_HASH) collector.keep(cell, hash, at);
          else if (!takeOther(cell, at)) {
            count += index;
            return start;
          }
          at += step;
          start = end + gap;
        }
        count += cells;
      }
    },
  };
}
