/** The keys in a column of delimited text. */
import { createCsvReader, UNFINISHED, UNTERMINATED } from './csvReader.ts';
import { plainBut, type KeyCollector } from './keyCollector.ts';
import { createFinder, type KeyScanner } from './keyScanner.ts';
import type { KeysRefusal } from './keysFound.ts';
import { separatorLine, type KeySource } from './keySource.ts';
import { cutColumn, encode, NO_HASH, PIECE, type Rows } from './looksHash.ts';

/** Of one piece, whoever reads it. */
const rows: Rows = {
  starts: new Int32Array(PIECE),
  ends: new Int32Array(PIECE),
  hashes: new Int32Array(PIECE),
  nexts: new Int32Array(PIECE),
};

/** It ends a row by itself. */
const LONE_RETURN = /\r[^\n]/;

export function createCsvScanner(
  { delimiter, column, hasHeader }: Extract<KeySource, { format: 'csv' }>,
  collector: KeyCollector,
): KeyScanner {
  const reader = createCsvReader(delimiter, column);
  const { record } = reader;
  const plain = plainBut(delimiter);
  const quotes = createFinder('"');
  let isHeaderAhead = hasHeader;
  let line = 1;
  let refusal: KeysRefusal | undefined;

  function take(text: string): void {
    const at = line + record.linesBefore;
    if (column === 0 && record.cells > 1 && !isHeaderAhead) collector.addCut(line);
    if (record.isBlank) collector.add('', line);
    else if (isHeaderAhead) isHeaderAhead = false;
    else if (record.cells <= column) collector.addProblem('missingColumn', line, '');
    else if (record.start === -1) collector.add(record.value, at);
    else {
      const isPlain = collector.hashPlain(text, record.start, plain) === record.end;
      const cell = text.slice(record.start, record.end);
      if (!isPlain || !collector.addPlain(cell, collector.hash, at)) collector.add(cell, at);
    }
  }

  /**
   * Most tables have rows of ASCII and no quotes: those are cut and hashed by their bytes, in a third of the time. Gives where that
   * ended, at the end of a row, or `from`, as it does where the collector has no encoder.
   */
  function readRun(text: string, from: number, until: number): number {
    const { encoder } = collector;
    let start = from;
    while (encoder) {
      const piece = text.slice(start, Math.min(until, start + PIECE, quotes.next(text, start)));
      const hasReturn = piece.includes('\r');
      if ((hasReturn && LONE_RETURN.test(piece)) || !encode(piece, encoder)) return start;
      const count = cutColumn(piece.length, delimiter.charCodeAt(0), column, rows);
      if (count === 0) return start;
      const base = start;
      for (let index = 0; index < count; index += 1) {
        const hash = rows.hashes[index]!;
        if (hash === NO_HASH) {
          reader.read(text, start, false);
          take(text);
        } else {
          const end = base + rows.ends[index]!;
          if (column === 0 && text[end] === delimiter) collector.addCut(line);
          collector.keep(text.slice(base + rows.starts[index]!, end), hash, line);
        }
        line += 1;
        start = base + rows.nexts[index]!;
      }
    }
    return start;
  }

  return {
    line: () => line,
    refusal: () => refusal,
    read(text, from, until, isEnd) {
      const stop = Math.min(until, text.length);
      let start = from;
      let mayRun = true;
      while (start < stop) {
        // The first line may name the separator.
        if (mayRun && !isHeaderAhead && line > 1) {
          mayRun = false;
          start = readRun(text, start, stop);
          continue;
        }
        const next = reader.read(text, start, isEnd);
        if (next === UNFINISHED) break;
        if (next === UNTERMINATED) {
          refusal = { code: 'unterminatedQuote', line: line + record.lines };
          break;
        }
        if (line > 1 || !separatorLine(text.slice(start, next))) take(text);
        line += record.lines + 1;
        start = next;
      }
      return Math.min(start, text.length);
    },
    rebase() {
      reader.rebase();
      quotes.reset();
    },
    end: () => refusal,
  };
}
