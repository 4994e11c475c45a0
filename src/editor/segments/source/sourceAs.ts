/** What the guess is when the form is settled: which columns there are then, and which of them holds the keys. */
import { describeColumns, type Column, type Guess } from '../../../domain/keys/columns.ts';
import { guessTable } from '../../../domain/keys/guessTable.ts';
import type { Delimiter, KeySource } from '../../../domain/keys/keySource.ts';
import { guessList, sampleOf } from '../../../operations/keySources/guessSource.ts';
import { sampleRows } from '../../../operations/keySources/tableRows.ts';

type Csv = Extract<KeySource, { format: 'csv' }>;

/** The guess within one format; a header is guessed. `text` may be the beginning of a longer one. */
export async function sourceAs(text: string, form: KeySource): Promise<Guess> {
  switch (form.format) {
    case 'lines':
    case 'separated':
      return { source: form, columns: [] };
    case 'csv': {
      const guess = guessTable(sampleOf(text).sample, [form.delimiter], (delimiter) => rowsOf(text, delimiter));
      return guess?.source.format === 'csv' ? guess : withHeader(text, form, form.hasHeader);
    }
    default:
      return guessList(sampleOf(text).sample, form.format);
  }
}

/** The same table with its first row as names, or as keys. */
export function withHeader(text: string, { delimiter }: Csv, hasHeader: boolean): Guess {
  const { rows } = rowsOf(text, delimiter);
  const { columns, best } = describeColumns(hasHeader ? rows[0] : undefined, rows.slice(hasHeader ? 1 : 0));
  return { source: { format: 'csv', delimiter, hasHeader, column: best }, columns };
}

/** The columns or fields to choose from in a form. */
export async function columnsIn(text: string, form: KeySource): Promise<readonly Column[]> {
  return (form.format === 'csv' ? withHeader(text, form, form.hasHeader) : await sourceAs(text, form)).columns;
}

/** The first row, for the question whether it is a header. */
export const firstRow = (text: string, { delimiter }: Csv): string => rowsOf(text, delimiter).rows[0]?.join(', ') ?? '';

/** What is left out as the name of the column: '' where it has none. */
export function headerOf(text: string, form: KeySource): { readonly line: number; readonly text: string } | undefined {
  if (form.format !== 'csv' || !form.hasHeader) return undefined;
  const { rows, firstLine } = rowsOf(text, form.delimiter);
  return { line: firstLine, text: rows[0]?.[form.column] ?? '' };
}

function rowsOf(text: string, delimiter: Delimiter): ReturnType<typeof sampleRows> {
  const { sample, isCut } = sampleOf(text);
  return sampleRows(sample, delimiter, isCut);
}
