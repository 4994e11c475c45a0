/**
 * Most texts of keys are of ASCII, with the same few characters between each two keys: a line end, or a quote, a comma and another
 * quote. Such a run is cut by one call of `split`, and hashed and looked through by four bytes at once. Whatever is not so is left to
 * the scanner, which reads character by character and takes twice as long.
 */
import type { KeyCollector } from './keyCollector.ts';
import { encode, hashCells, NO_HASH, PIECE } from './looksHash.ts';

const DELETE = 0x7f;

/** Of one piece, whoever reads it. */
const hashes = new Int32Array(PIECE);

/** What a run is cut by, and the lines from one key to the next. */
export interface Mark {
  readonly text: string;
  readonly lines: number;
}

export interface PlainRun {
  /** Keys, and what was taken instead of one, in the last run. */
  readonly count: number;
  /**
   * Takes what begins at `from` on `line`, is ended by `mark`, and stands before `until`. Gives where it stopped: at the end of a mark,
   * or at `from`.
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

  /** Characters of the piece that were taken. */
  function readPiece(piece: string, line: number, mark: Mark): number {
    if (!encode(piece)) return 0;
    const cells = piece.split(mark.text);
    hashCells(cells, mark.text.length, unwanted, hashes);
    const last = cells.length - 1;
    let at = line;
    for (let index = 0; index < last; index += 1) {
      const hash = hashes[index]!;
      const cell = cells[index]!;
      if (hash !== NO_HASH) collector.keep(cell, hash, at);
      else if (!takeOther(cell, at)) {
        count += index;
        return cells.slice(0, index).reduce((sum, { length }) => sum + length + mark.text.length, 0);
      }
      at += mark.lines;
    }
    count += last;
    return piece.length;
  }

  return {
    get count() {
      return count;
    },
    read(text, from, until, line, mark) {
      count = 0;
      let start = from;
      while (start < until) {
        const piece = text.slice(start, Math.min(until, start + PIECE));
        const end = piece.lastIndexOf(mark.text) + mark.text.length;
        if (end < mark.text.length) break;
        const taken = readPiece(piece.slice(0, end), line + count * mark.lines, mark);
        start += taken;
        if (taken < end) break;
      }
      return start;
    },
  };
}
