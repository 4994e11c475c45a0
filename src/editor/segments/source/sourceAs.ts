/** What the guess is when the form is settled: which columns there are then, and which of them holds the keys. */
import { sampleRows } from '../../../domain/keys/csvSample.ts';
import { guessSource, type Column, type KeySource } from '../../../domain/keys/keysFromText.ts';

export interface Guess {
  readonly source: KeySource;
  readonly columns: readonly Column[];
}

type Csv = Extract<KeySource, { format: 'csv' }>;

const LANGUAGES = { lines: 'plaintext', csv: 'csv', json: 'json', ndjson: 'jsonl', yaml: 'yaml' } as const;

/** The guess within one format; a header is guessed. */
export function sourceAs(text: string, form: KeySource): Guess {
  if (form.format === 'lines') return { source: form, columns: [] };
  const languageId = form.format === 'csv' && form.delimiter === '\t' ? 'tsv' : LANGUAGES[form.format];
  const guess = guessSource(text, { languageId });
  if (form.format !== 'csv') return guess.source.format === form.format ? guess : { source: form, columns: [] };
  const { source } = guess;
  return source.format === 'csv' && source.delimiter === form.delimiter ? guess : withHeader(text, form, form.hasHeader);
}

/** The same table with its first row as names, or as keys. */
export function withHeader(text: string, { delimiter, column }: Csv, hasHeader: boolean): Guess {
  const rows = firstRows(text, delimiter);
  const width = Math.max(1, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index): Column => {
    const values = rows.slice(hasHeader ? 1 : 0).flatMap((row) => row[index] ?? []);
    const name = (hasHeader && rows[0]?.[index]) || letterOf(index);
    return { index, name, samples: [...new Set(values)].slice(0, 3), looksLikeKeys: false };
  });
  return { source: { format: 'csv', delimiter, hasHeader, column: Math.min(column, width - 1) }, columns };
}

/** The first row as it stands, for the question whether it is a header. */
export const firstRow = (text: string, { delimiter }: Csv): string => firstRows(text, delimiter)[0]?.join(', ') ?? '';

const firstRows = (text: string, delimiter: string): readonly (readonly string[])[] =>
  sampleRows(text.replace(/^\uFEFF/, ''), delimiter, false).rows.slice(0, SAMPLE_ROWS);

const SAMPLE_ROWS = 50;

/** A, B, … Z, AA, … */
function letterOf(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}
