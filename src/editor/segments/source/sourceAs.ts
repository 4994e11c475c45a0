/** What the guess is when the form is settled: which columns there are then, and which of them holds the keys. */
import { sampleRows } from '../../../domain/keys/csvSample.ts';
import { describeColumns, type Column, type Guess } from '../../../domain/keys/guessColumn.ts';
import { guessList } from '../../../domain/keys/guessList.ts';
import { guessTable } from '../../../domain/keys/guessTable.ts';
import { separatorLine, withoutMark, type KeySource } from '../../../domain/keys/keySource.ts';

type Csv = Extract<KeySource, { format: 'csv' }>;

/** Characters that are looked at. */
const SAMPLE = 1 << 18;

/** The guess within one format; a header is guessed. `text` may be the beginning of a longer one. */
export function sourceAs(text: string, form: KeySource): Guess {
  const { sample, isCut } = sampleOf(text);
  switch (form.format) {
    case 'lines':
    case 'separated':
      return { source: form, columns: [] };
    case 'csv': {
      const guess = guessTable(sample, isCut, [form.delimiter]);
      return guess?.source.format === 'csv' ? guess : withHeader(text, form, form.hasHeader);
    }
    default:
      return guessList(sample, isCut, form.format);
  }
}

/** The same table with its first row as names, or as keys. */
export function withHeader(text: string, { delimiter }: Csv, hasHeader: boolean): Guess {
  const rows = rowsOf(text, delimiter);
  const { columns, best } = describeColumns(hasHeader ? rows[0] : undefined, rows.slice(hasHeader ? 1 : 0));
  return { source: { format: 'csv', delimiter, hasHeader, column: best }, columns };
}

/** The columns or fields to choose from in a form. */
export function columnsIn(text: string, form: KeySource): readonly Column[] {
  return form.format === 'csv' ? withHeader(text, form, form.hasHeader).columns : sourceAs(text, form).columns;
}

/** The first row, for the question whether it is a header. */
export const firstRow = (text: string, { delimiter }: Csv): string => rowsOf(text, delimiter)[0]?.join(', ') ?? '';

/** What is left out as the name of the column: '' where it has none. */
export function headerOf(text: string, form: KeySource): { readonly line: number; readonly text: string } | undefined {
  if (form.format !== 'csv' || !form.hasHeader) return undefined;
  const whole = withoutMark(text);
  const start = separatorLine(whole)?.length ?? 0;
  const blank = /^(?:[^\S\r\n]*(?:\r\n|\r|\n))*/.exec(whole.slice(start))?.[0] ?? '';
  const before = whole.slice(0, start + blank.length);
  const line = (before.match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
  return { line, text: rowsOf(text, form.delimiter)[0]?.[form.column] ?? '' };
}

function rowsOf(text: string, delimiter: string): readonly (readonly string[])[] {
  const { sample, isCut } = sampleOf(text);
  return sampleRows(sample, delimiter, isCut).rows;
}

function sampleOf(text: string): { readonly sample: string; readonly isCut: boolean } {
  const whole = withoutMark(text);
  const sample = whole.slice(0, SAMPLE);
  return { sample, isCut: sample.length < whole.length };
}
