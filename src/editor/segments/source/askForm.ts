/** Which column holds the keys, and, where the guess is wrong, in what form they are. */
import * as vscode from 'vscode';
import { describeColumns, type Column, type Guess } from '../../../domain/keys/columns.ts';
import type { KeyList } from '../../../domain/keys/keysFound.ts';
import type { KeySource, ListSource } from '../../../domain/keys/keySource.ts';
import { askChoice, askSteps, back, type Answer, type Option, type Position, type Step } from '../../prompts/ask.ts';
import { visible } from '../../formats/hiddenMarks.ts';
import { formName } from './foundWords.ts';
import { firstRow, sourceAs, withHeader } from './sourceAs.ts';

const { t } = vscode.l10n;

/** A single column needs no question, unless its first line may be its name. Undefined = the user walked away. */
export async function askColumn(guess: Guess, title: string, description: string): Promise<KeySource | undefined> {
  if (guess.withHeader) return askHeader(guess, guess.withHeader, { title, description });
  if (guess.columns.length < 2) return guess.source;
  const answer = await askColumnOf(guess, { title });
  return answer === back ? undefined : answer;
}

/** Which of several lists holds the keys, and then which field of its items. Undefined = the user walked away. */
export async function askList(
  lists: readonly KeyList[],
  form: ListSource,
  { title, description }: { readonly title: string; readonly description: string },
): Promise<KeySource | undefined> {
  const answer = await askChoice<Guess>({
    title,
    placeholder: t('{0} has several lists. Which one holds the keys?', description),
    options: lists.map(({ name, fields, samples }, list) => {
      const { columns, best } = describeColumns(fields, []);
      return {
        label: name === '' ? t('List {0}', list + 1) : visible(name),
        detail: (samples.length > 0 ? samples : fields).map((text) => visible(text)).join(', '),
        icon: new vscode.ThemeIcon('list-flat'),
        value: { source: { ...form, list, field: columns[best]?.name }, columns },
      };
    }),
  });
  return answer === undefined || answer === back ? undefined : askColumn(answer, title, description);
}

/** Whether the first line of the only column is a key or its name. */
async function askHeader(
  plain: Guess,
  named: Guess,
  { title, description }: { readonly title: string; readonly description: string },
): Promise<KeySource | undefined> {
  const name = named.columns[0]?.name ?? '';
  const answer = await askChoice<KeySource>({
    title,
    placeholder: t('{0} begins with “{1}”. Is that a key?', description, name),
    options: [
      { label: t('It is a key'), detail: t('{0} is taken like the other lines', name), value: plain.source },
      { label: t('It is the name of the column'), detail: t('{0} is left out', name), value: named.source },
    ],
  });
  return answer === back ? undefined : answer;
}

/** Asks for the form, whether there is a header, and the column. Undefined = the user walked away. */
export async function askForm(text: string, now: KeySource, title: string): Promise<KeySource | undefined> {
  let form = now;
  let guess: Guess = { source: now, columns: [] };
  const pickForm: Step = async (position) => {
    const answer = await askChoice<KeySource>({
      ...position,
      title,
      placeholder: t('Read it as…'),
      options: forms.map((one) => formOption(one, now)),
    });
    if (answer === undefined || answer === back) return answer;
    guess = await sourceAs(text, answer);
    form = guess.source;
    return true;
  };
  const pickHeader: Step = async (position) => {
    const { source } = guess;
    if (source.format !== 'csv') return true;
    const option = (hasHeader: boolean): Option<Guess> => ({
      label: hasHeader ? t('The first line is a header') : t('The first line has a key already'),
      description: hasHeader === source.hasHeader ? t('likely') : '',
      detail: firstRow(text, source),
      isActive: hasHeader === source.hasHeader,
      value: hasHeader === source.hasHeader ? guess : withHeader(text, source, hasHeader),
    });
    const placeholder = t('Does the first line name the columns?');
    const answer = await askChoice<Guess>({ ...position, title, placeholder, options: [option(true), option(false)] });
    if (answer === undefined || answer === back) return answer;
    guess = answer;
    form = answer.source;
    return true;
  };
  const pickColumn: Step = async (position) => {
    if (guess.columns.length < 2) return true;
    const answer = await askColumnOf(guess, { ...position, title });
    if (answer === undefined || answer === back) return answer;
    form = answer;
    return true;
  };
  return (await askSteps([pickForm, pickHeader, pickColumn])) ? form : undefined;
}

/** The guess comes first. */
async function askColumnOf({ source, columns }: Guess, position: Position): Promise<Answer<KeySource>> {
  if (source.format === 'lines' || source.format === 'separated') return source;
  const isGuess = (column: Column): boolean =>
    source.format === 'csv' ? column.index === source.column : column.name === source.field;
  const options = columns.map((column): Option<Column> => ({
    label: column.name,
    description: isGuess(column) ? t('likely') : '',
    detail: column.samples.map((sample) => visible(sample)).join(', '),
    icon: new vscode.ThemeIcon(isGuess(column) ? 'key' : 'blank'),
    value: column,
  }));
  const answer = await askChoice<Column>({
    ...position,
    isFirstActive: true,
    placeholder: source.format === 'csv' ? t('Which column holds the keys?') : t('Which field holds the keys?'),
    options: options.toSorted((one, other) => Number(isGuess(other.value)) - Number(isGuess(one.value))),
  });
  if (answer === undefined || answer === back) return answer;
  if (isGuess(answer)) return source;
  return source.format === 'csv' ? { ...source, column: answer.index } : { ...source, field: answer.name };
}

const forms: readonly KeySource[] = [
  { format: 'lines' },
  { format: 'separated' },
  ...([',', ';', '\t'] as const).map((delimiter) => ({ format: 'csv' as const, delimiter, hasHeader: true, column: 0 })),
  ...(['json', 'ndjson', 'yaml'] as const).map((format) => ({ format, field: undefined })),
];

function formOption(form: KeySource, now: KeySource): Option<KeySource> {
  const isNow = form.format === now.format && (form.format !== 'csv' || now.format !== 'csv' || form.delimiter === now.delimiter);
  return { label: formName(form), description: isNow ? t('now') : '', detail: exampleOf(form), isActive: isNow, value: form };
}

function exampleOf(form: KeySource): string {
  switch (form.format) {
    case 'lines':
      return t('Each line is a key, whatever is in it');
    case 'separated':
      return "acct-1; acct-2   ('acct-1', 'acct-2')";
    case 'csv':
      return { ',': 'account_id,name', ';': 'account_id;name', '\t': 'account_id ⇥ name' }[form.delimiter];
    case 'json':
      return '["acct-1", "acct-2"]   [{"key": "acct-1"}, …]';
    case 'ndjson':
      return t('One JSON value on each line: {0}', '{"key": "acct-1"}');
    case 'yaml':
      return '- acct-1';
    default:
      return form satisfies never;
  }
}
