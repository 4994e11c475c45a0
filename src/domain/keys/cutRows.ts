/** Rows of a table of one column that have more: a list whose keys hold a separator is cut there, and that must not go unseen. */
import { createCsvReader, UNFINISHED, UNTERMINATED } from './csvReader.ts';
import { withoutMark, type Delimiter } from './keySource.ts';

/** Rows that are read in one step: about a millisecond. */
const STEP = 5_000;
/** More are not listed. */
const MAX_LISTED = 100_000;

/** Their lines, from 1, in the order of the text. */
export function* cutRows(given: string, delimiter: Delimiter): Generator<void, readonly number[]> {
  const text = withoutMark(given);
  const reader = createCsvReader(delimiter, 1);
  const lines: number[] = [];
  let line = 1;
  let start = 0;
  for (let row = 1; start < text.length && lines.length < MAX_LISTED; row += 1) {
    const next = reader.read(text, start, true);
    if (next === UNFINISHED || next === UNTERMINATED) break;
    if (reader.record.cells > 1) lines.push(line);
    line += reader.record.lines + 1;
    start = next;
    if (row % STEP === 0) yield;
  }
  return lines;
}
