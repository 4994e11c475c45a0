/** Which column holds the keys, and, where the guess is wrong, in what form they are. */
import * as vscode from 'vscode';
import { describeColumns, type Column, type Guess } from '../../../domain/keys/columns.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';
import { guessList, isAllSampled, sampleOf } from '../../../operations/keys/sources/guessSource.ts';
import { sampleRows } from '../../../operations/keys/sources/tableRows.ts';
import { askChoice, type Option } from '../../ask/ask.ts';
import { keyText } from '../../words/escape.ts';
import { formInWords } from './foundWords.ts';

const { t } = vscode.l10n;

/**
 * A single column with values needs no question, unless its first line may be its name, or values may follow where no guess
 * has been. The guess comes first. Undefined = the user walked away.
 */
export async function askColumn(text: string, guess: Guess, description: string): Promise<KeySource | undefined> {
  const { source, columns, withHeader } = guess;
  if (withHeader) return askHeader(guess, withHeader, description);
  const able = isAllSampled(text, source) ? columns.filter(({ samples }) => samples.length > 0) : columns;
  if (able.length < 2 || source.format === 'lines' || source.format === 'separated') return source;
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
    placeholder: t('Which of these holds the keys?'),
    options: options.toSorted((one, other) => Number(isGuess(other.value)) - Number(isGuess(one.value))),
  });
  if (typeof answer !== 'object') return undefined;
  return source.format === 'csv' ? { ...source, column: answer.index } : { ...source, field: answer.name };
}

/** Whether the first line of the only column is a key or its name. */
async function askHeader(plain: Guess, named: Guess, description: string): Promise<KeySource | undefined> {
  const name = named.columns[0]?.name ?? '';
  const answer = await askChoice<KeySource>({
    title: t('Reading {0}', description),
    placeholder: t('{0} begins with “{1}”. Is that a key?', description, name),
    options: [
      { label: t('It is a key'), value: plain.source },
      { label: t('It is the name of the column'), value: named.source },
    ],
  });
  return typeof answer === 'object' ? answer : undefined;
}

/** Asks for the form and the column. Undefined = the user walked away. */
export async function askForm(text: string, now: KeySource, description: string): Promise<KeySource | undefined> {
  const nameOf = (form: KeySource): string => formInWords(form, [], '').formWords;
  const options = forms.map((form): Option<KeySource> => {
    const isNow = nameOf(form) === nameOf(now) || (form.format === now.format && form.format !== 'csv');
    const icon = new vscode.ThemeIcon(isNow ? 'check' : 'blank');
    return { label: nameOf(form), icon, isActive: isNow, value: form };
  });
  const answer = await askChoice<KeySource>({ title: t('Reading {0}', description), placeholder: t('Read it as…'), options });
  return typeof answer === 'object' ? askColumn(text, await guessWithin(text, answer), description) : undefined;
}

const forms: readonly KeySource[] = [
  { format: 'lines' },
  { format: 'separated' },
  ...([',', ';', '\t'] as const).flatMap((delimiter) =>
    [true, false].map((hasHeader) => ({ format: 'csv' as const, delimiter, hasHeader, column: 0 })),
  ),
  ...(['json', 'ndjson', 'yaml'] as const).map((format) => ({ format, field: undefined })),
];

/** The guess within one form. `text` may be the beginning of a longer one. */
async function guessWithin(text: string, form: KeySource): Promise<Guess> {
  if (form.format === 'lines' || form.format === 'separated') return { source: form, columns: [] };
  if (form.format !== 'csv') return guessList(sampleOf(text).sample, form.format);
  const { rows } = rowsOf(text, form);
  const { columns, best } = describeColumns(form.hasHeader ? rows[0] : undefined, rows.slice(form.hasHeader ? 1 : 0));
  return { source: { ...form, column: best }, columns };
}

/** The columns or fields to choose from in a form. */
export const columnsIn = async (text: string, form: KeySource): Promise<readonly Column[]> =>
  (await guessWithin(text, form)).columns;

/** What is left out as the name of the column: '' where it has none. */
export function headerOf(text: string, form: KeySource): { readonly line: number; readonly text: string } | undefined {
  if (form.format !== 'csv' || !form.hasHeader) return undefined;
  const { rows, firstLine } = rowsOf(text, form);
  return { line: firstLine, text: rows[0]?.[form.column] ?? '' };
}

function rowsOf(text: string, { delimiter }: Extract<KeySource, { format: 'csv' }>): ReturnType<typeof sampleRows> {
  const { sample, isCut } = sampleOf(text);
  return sampleRows(sample, delimiter, isCut);
}
