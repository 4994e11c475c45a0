/** The keys in a column of delimited text. */
import { createCsvReader, UNFINISHED, UNTERMINATED } from './csvReader.ts';
import { plainBut, type KeyCollector } from './keyCollector.ts';
import type { KeyScanner } from './keyScanner.ts';
import type { KeysRefusal } from './keysFound.ts';
import type { KeySource } from './keySource.ts';

export function createCsvScanner(
  { delimiter, column, hasHeader }: Extract<KeySource, { format: 'csv' }>,
  collector: KeyCollector,
): KeyScanner {
  const reader = createCsvReader(delimiter, column);
  const { record } = reader;
  const plain = plainBut(delimiter);
  let isHeaderAhead = hasHeader;
  let line = 1;
  let refusal: KeysRefusal | undefined;

  function take(text: string): void {
    const at = line + record.linesBefore;
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

  return {
    line: () => line,
    refusal: () => refusal,
    read(text, from, until, isEnd) {
      const stop = Math.min(until, text.length);
      let start = from;
      while (start < stop) {
        const next = reader.read(text, start, isEnd);
        if (next === UNFINISHED) break;
        if (next === UNTERMINATED) {
          refusal = { code: 'unterminatedQuote', line: line + record.lines };
          break;
        }
        take(text);
        line += record.lines + 1;
        start = next;
      }
      return Math.min(start, text.length);
    },
    rebase: () => reader.rebase(),
    end: () => refusal,
  };
}
