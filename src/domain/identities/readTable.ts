/** Rows out of a text, in slices: between two steps others may work. */
import { guessSource, type SourceHint } from '../keys/guessSource.ts';
import { withoutMark } from '../keys/keySource.ts';
import { readCsvTable } from './csvTable.ts';
import { refused, SLICE, type TableForm, type TableResult } from './identityTable.ts';
import { readJsonTable } from './jsonTable.ts';

/** In what form the text most likely is: JSON by how it begins, else a table. */
export function guessForm(text: string, hint: SourceHint): TableForm {
  const start = /[^\s\uFEFF]/.exec(text)?.[0];
  if (start === '[') return { format: 'json' };
  if (start === '{') return { format: isLined(text, hint) ? 'ndjson' : 'json' };
  const guess = guessSource(beginningOf(text), hint);
  // A table of identities names its columns.
  const { source } = guess.withHeader ?? guess;
  if (source.format === 'csv') return { format: 'csv', delimiter: source.delimiter, hasHeader: source.hasHeader };
  return { format: 'csv', delimiter: ',', hasHeader: true };
}

/** Whether its first line is an object to its end; else one stands on several lines. */
function isLined(text: string, hint: SourceHint): boolean {
  const begin = text.search(/[^\s\uFEFF]/);
  const length = text.slice(begin).search(/[\r\n]/);
  const first = length === -1 ? text.slice(begin) : text.slice(begin, begin + length);
  return /\}\s*,?\s*$/.test(first.slice(-SLICE)) || guessSource(beginningOf(text), hint).source.format === 'ndjson';
}

/** Each step takes less than a few milliseconds. */
export function* readTable(text: string, form: TableForm): Generator<void, TableResult> {
  const body = withoutMark(text);
  if (body.includes('\0')) return refused({ code: 'binary' });
  if (!/\S/.test(body)) return refused({ code: 'empty' });
  return yield* form.format === 'csv' ? readCsvTable(body, form) : readJsonTable(body, form);
}

/** Enough rows to tell, and never half of one. */
function beginningOf(text: string): string {
  if (text.length <= SLICE) return text;
  const end = Math.max(text.lastIndexOf('\n', SLICE), text.lastIndexOf('\r', SLICE));
  return text.slice(0, end === -1 ? SLICE : end + 1);
}
