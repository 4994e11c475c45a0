/** Reads delimited text record by record without copying more of it than is asked for. Jumps by indexOf, so long texts take no longer than they must. */
import { createFinder, createLineFinder } from './keyScanner.ts';

/** One record, until the next is read. */
export interface CsvRecord {
  /** Without quotes in the record, no more are counted than the wanted one and the next. */
  cells: number;
  /** Of an empty line, or one with spaces only. */
  isBlank: boolean;
  /** Where the wanted cell is in the text, if it is there as it is; else `start` is -1 and `value` has it. */
  start: number;
  end: number;
  value: string;
  /** Line ends in the record before the wanted cell, and in the whole of it but its own. */
  linesBefore: number;
  lines: number;
}

export interface CsvReader {
  readonly record: CsvRecord;
  /** Gives where the next record begins, or one of the two below. */
  read(text: string, from: number, isEnd: boolean): number;
  rebase(): void;
}

/** The record goes on beyond the text. */
export const UNFINISHED = -1;
/** A quote in it is never closed; it opens `record.lines` line ends after the beginning of the record. */
export const UNTERMINATED = -2;

/**
 * Rows end with LF, CRLF or CR; the last may end without. A cell whose first character (after spaces) is a quote goes on to the
 * closing one, with `""` for a quote in it. `wanted` is the column that `record` is about; of a list, all cells are put there.
 */
export function createCsvReader(delimiter: string, wanted: number | string[]): CsvReader {
  const column = typeof wanted === 'number' ? wanted : -1;
  const record: CsvRecord = { cells: 0, isBlank: false, start: -1, end: -1, value: '', linesBefore: 0, lines: 0 };
  const delimiters = createFinder(delimiter);
  const quotes = createFinder('"');
  const lines = createLineFinder();

  /** A record without quotes: the cells before the wanted one are skipped, those after it not even looked for. */
  function readPlain(text: string, from: number, end: number): void {
    let start = from;
    let cell = 0;
    for (; cell < column; cell += 1) {
      const next = delimiters.next(text, start);
      if (next >= end) break;
      start = next + 1;
    }
    record.start = start;
    record.end = Math.min(delimiters.next(text, start), end);
    record.cells = record.end < end ? cell + 2 : cell + 1;
    record.isBlank = cell === 0 && record.end === end && isBlank(text, start, end);
  }

  function readQuoted(text: string, from: number, isEnd: boolean): number {
    let position = from;
    record.value = '';
    for (let cell = 0; ; cell += 1) {
      const isWanted = column === -1 || cell === column;
      if (isWanted) record.linesBefore = record.lines;
      const quote = openingQuote(text, position);
      const before = position;
      let inner = '';
      if (quote !== -1) {
        const close = closingQuote(text, quote);
        if (close === -1) return isEnd ? UNTERMINATED : UNFINISHED;
        if (isWanted) inner = text.slice(before, quote) + text.slice(quote + 1, close).replaceAll('""', '"');
        record.lines += linesIn(text, quote + 1, close);
        position = close + 1;
      }
      const lineEnd = lines.endOf(text, position, isEnd);
      if (lineEnd === -1) return UNFINISHED;
      const end = Math.min(delimiters.next(text, position), lineEnd);
      if (isWanted) {
        record.value = inner + text.slice(position, end);
        if (typeof wanted !== 'number') wanted.push(record.value);
      }
      record.cells = cell + 1;
      if (end === lineEnd) {
        record.isBlank = cell === 0 && isBlank(text, from, end);
        return lines.after(text, end);
      }
      position = end + 1;
    }
  }

  /** CRLF is one. */
  function linesIn(text: string, start: number, end: number): number {
    let count = 0;
    for (let place = start; ; count += 1) {
      const next = lines.endOf(text, place, true);
      if (next >= end) return count;
      place = lines.after(text, next);
    }
  }

  return {
    record,
    read(text, from, isEnd) {
      record.lines = 0;
      record.linesBefore = 0;
      record.start = -1;
      const end = lines.endOf(text, from, isEnd);
      if (column === -1 || quotes.next(text, from) < (end === -1 ? text.length : end)) return readQuoted(text, from, isEnd);
      if (end === -1) return UNFINISHED;
      readPlain(text, from, end);
      return lines.after(text, end);
    },
    rebase() {
      delimiters.reset();
      quotes.reset();
      lines.reset();
    },
  };
}

const isBlank = (text: string, start: number, end: number): boolean => text.slice(start, end).trim() === '';

/** The quote that opens the cell at `position`, or -1. */
function openingQuote(text: string, position: number): number {
  let index = position;
  while (text.charCodeAt(index) === 0x20) index += 1;
  return text.charCodeAt(index) === 0x22 ? index : -1;
}

function closingQuote(text: string, opening: number): number {
  let index = text.indexOf('"', opening + 1);
  while (index !== -1 && text.charCodeAt(index + 1) === 0x22) index = text.indexOf('"', index + 2);
  return index;
}
