/** Asks which column contains the keys, and for the format if the guess is wrong. */
import * as vscode from 'vscode';
import { describeColumns, type Column, type Guess } from '../../../domain/keys/columns.ts';
import type { KeySource, TableSource } from '../../../domain/keys/keySource.ts';
import { guessList, guessSource, isAllSampled, sampleOf } from '../../../operations/keys/sources/guessSource.ts';
import { sampleRows } from '../../../operations/keys/sources/tableRows.ts';
import { askChoice, type Option } from '../../ask/ask.ts';
import { keyText } from '../../words/escape.ts';
import { formInWords } from './foundWords.ts';

const { t } = vscode.l10n;

/**
 * Asks for the column; the guessed column is the first option. If only one column has values in the whole text, asks nothing,
 * unless its first line might be the name of the column. Undefined = the user cancelled.
 */
export async function askColumn(text: string, guess: Guess, description: string): Promise<KeySource | undefined> {
  const { source, columns, withHeader } = guess;
  if (withHeader) return askHeader(guess, withHeader, description);
  const able = isAllSampled(text, source) ? columns.filter(({ samples }) => samples.length > 0) : columns;
  if (able.length < 2 || !('column' in source || 'field' in source)) return source;
  const isGuess = (column: Column): boolean =>
    source.format === 'csv' ? column.index === source.column : column.name === source.field;
  const options = columns.map((column): Option<Column> => ({
    label: column.name,
    detail: column.samples.map((sample) => keyText(sample)).join(', '),
    icon: new vscode.ThemeIcon(isGuess(column) ? 'key' : 'blank'),
    value: column,
  }));
  const answer = await askChoice<Column>({
    title: t('Reading {0}', description),
    isFirstActive: true,
    placeholder: t('Which column or field contains the keys?'),
    options: options.toSorted((one, other) => Number(isGuess(other.value)) - Number(isGuess(one.value))),
  });
  if (typeof answer !== 'object') return undefined;
  return source.format === 'csv' ? { ...source, column: answer.index } : { ...source, field: answer.name };
}

/** Asks whether the first line of the only column is a key or its name. */
async function askHeader(plain: Guess, named: Guess, description: string): Promise<KeySource | undefined> {
  const name = named.columns[0]?.name ?? '';
  const answer = await askChoice<KeySource>({
    title: t('Reading {0}', description),
    placeholder: t('{0} begins with “{1}”. Is that a key?', description, name),
    options: [
      { label: t('The first line is a key'), value: plain.source },
      { label: t('The first line is the name of the column'), value: named.source },
    ],
  });
  return typeof answer === 'object' ? answer : undefined;
}

/** Asks for the format and the column. Undefined = the user cancelled. */
export async function askForm(text: string, now: KeySource, description: string): Promise<KeySource | undefined> {
  const nameOf = (form: KeySource): string => formInWords(form, [], '').formWords;
  const options = forms.map((form): Option<KeySource | 'below'> => {
    const isCurrent = nameOf(form) === nameOf(now) || (form.format === now.format && form.format !== 'csv');
    const icon = new vscode.ThemeIcon(isCurrent ? 'check' : 'blank');
    return { label: nameOf(form), icon, isActive: isCurrent, value: form };
  });
  const below: Option<'below'> = {
    label: t('Table that begins below the first line…'),
    icon: new vscode.ThemeIcon('blank'),
    value: 'below',
  };
  const answer = await askChoice<KeySource | 'below'>({
    title: t('Reading {0}', description),
    placeholder: t('Read the keys as…'),
    options: [...options, below],
  });
  if (answer === 'below') return askHeaderLine(text, description);
  return typeof answer === 'object' ? askColumn(text, await guessWithin(text, answer), description) : undefined;
}

/** The maximum number of lines that are offered as the header of a table. */
const MAX_HEADER_LINES = 100;

/** Asks which line is the header. The lines above it are not read. */
async function askHeaderLine(text: string, description: string): Promise<KeySource | undefined> {
  const lines = sampleOf(text).sample.split(/\r\n|\r|\n/, MAX_HEADER_LINES);
  const answer = await askChoice<number>({
    title: t('Reading {0}', description),
    placeholder: t('Which line is the header of the table?'),
    isFirstActive: true,
    options: lines.map((line, index) => ({ label: keyText(line) || '–', description: t('line {0}', index + 1), value: index })),
  });
  if (typeof answer !== 'number') return undefined;
  const { source } = await guessSource(lines.slice(answer).join('\n'), { languageId: 'csv' });
  const table = source.format === 'csv' ? source : ({ format: 'csv', delimiter: ',' } as const);
  const form: TableSource = { ...table, hasHeader: true, column: 0, start: answer + 1 };
  return askColumn(text, await guessWithin(text, form), description);
}

const forms: readonly KeySource[] = [
  { format: 'lines' },
  { format: 'separated' },
  { format: 'code' },
  ...([',', ';', '\t', '|'] as const).flatMap((delimiter) =>
    [true, false].map((hasHeader) => ({ format: 'csv' as const, delimiter, hasHeader, column: 0 })),
  ),
  { format: 'csv', delimiter: '|', isDrawn: true, hasHeader: true, column: 0 },
  ...(['json', 'ndjson', 'yaml'] as const).map((format) => ({ format, field: undefined })),
];

/** Guesses the column within a format. `text` can be the beginning of a longer text. */
async function guessWithin(text: string, form: KeySource): Promise<Guess> {
  if (!('column' in form || 'field' in form)) return { source: form, columns: [] };
  if (form.format !== 'csv') return guessList(sampleOf(text).sample, form.format);
  const { rows } = rowsOf(text, form);
  const { columns, best } = describeColumns(form.hasHeader ? rows[0] : undefined, rows.slice(form.hasHeader ? 1 : 0));
  return { source: { ...form, column: best }, columns };
}

/** Returns the columns or fields of a text in the given format. */
export const columnsIn = async (text: string, form: KeySource): Promise<readonly Column[]> =>
  (await guessWithin(text, form)).columns;

/**
 * Returns the header line, which is left out, and the name of the key column in it. The text is empty if the column has no
 * name.
 */
export function headerOf(text: string, form: KeySource): { readonly line: number; readonly text: string } | undefined {
  if (form.format !== 'csv' || !form.hasHeader) return undefined;
  const { rows, lines } = rowsOf(text, form);
  return { line: lines[0] ?? 1, text: rows[0]?.[form.column] ?? '' };
}

function rowsOf(text: string, form: TableSource): ReturnType<typeof sampleRows> {
  const { sample, isCut } = sampleOf(text);
  return sampleRows(sample, form, isCut);
}
