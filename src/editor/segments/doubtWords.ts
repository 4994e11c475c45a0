/** What the keys look like before they are sent: the first of them, and which values are doubtful, with what can be done about them. */
import * as vscode from 'vscode';
import { remediesFor, type Doubt, type DoubtKind, type Remedy } from '../../domain/keys/doubts.ts';
import { askChoice, type Option } from '../ask/ask.ts';
import { keyText } from '../words/escape.ts';
import { formatNumber } from '../words/requestWords.ts';
import { lineWords } from './source/foundWords.ts';
import type { FoundKeys } from './source/source.ts';

const { t } = vscode.l10n;

/** Keys that are shown, and characters of each. */
const MAX_KEYS = 3;
const WIDTH = 24;

/** As they would be sent: "acct-1 · acct-2 · acct-3 · …". */
export function firstKeys(keys: readonly string[]): string {
  const first = keys.slice(0, MAX_KEYS).map((key) => keyText(key, WIDTH));
  return [...first, ...(keys.length > MAX_KEYS ? ['…'] : [])].join(' · ');
}

/** "Marks of a spreadsheet: 3". */
export const doubtLabel = ({ kind, count }: Doubt): string => `${doubtName(kind)}: ${formatNumber(count)}`;

function doubtName(kind: DoubtKind): string {
  switch (kind) {
    case 'placeholder':
      return t('Placeholders for empty cells');
    case 'guarded':
      return t('Marks of a spreadsheet around values');
    case 'invisible':
      return t('Invisible characters');
    case 'quoted':
      return t('Quotes around values');
    case 'escaped':
      return t('Backslashes before quotes or backslashes');
    case 'markup':
      return t('Tags of a web page');
    case 'shortened':
    case 'rounded':
      return t('Numbers shortened by a spreadsheet: different accounts may have become one');
    case 'formatted':
      return t('Numbers with decimals or thousands separators');
    case 'comment':
      return t('Comments');
    case 'code':
      return t('Code around a list');
    case 'note':
      return t('Totals and other lines of a footer');
    case 'separators':
      return t('Values with separators, which may be several keys');
    case 'spaced':
      return t('Values with spaces, unlike the others');
    case 'narrowRow':
      return t('Rows with fewer cells than the header, left out');
    case 'wideRow':
      return t('Rows with more cells than the header, left out');
    case 'preamble':
      return t('Lines above the table, left out');
    default:
      return kind satisfies never;
  }
}

/** "beta in Storefront / production – 3 doubtful": the title of a question before keys are sent. */
export function titleWithDoubts(title: string, { doubts }: FoundKeys): string {
  const count = doubts.reduce((sum, doubt) => sum + doubt.count, 0);
  return count === 0 ? title : t('{0} – {1} doubtful', title, formatNumber(count));
}

/** "accounts.csv:2  ="0001"" for each value. */
export const doubtfulRows = ({ values }: Doubt, source: FoundKeys['source']): readonly (readonly string[])[] =>
  values.map(({ line, value }) => [lineWords(source, line), keyText(value)]);

export type SourceChoice = 'report' | 'readAs' | { readonly doubt: Doubt };

/** A row for each doubt, above the ways to send the keys. */
export const doubtOptions = ({ doubts, source }: FoundKeys): readonly Option<SourceChoice>[] =>
  doubts.map((doubt) => {
    const first = doubtfulRows({ ...doubt, values: doubt.values.slice(0, MAX_KEYS) }, source);
    const detail = [...first.map((row) => row.join(' ')), ...(doubt.count > MAX_KEYS ? ['…'] : [])].join(' · ');
    return { label: doubtLabel(doubt), detail, icon: new vscode.ThemeIcon('warning'), isAlwaysShown: true, value: { doubt } };
  });

export type DoubtAnswer = Remedy | 'separated' | 'readAs' | 'report';

/** Asks what to do about doubtful values. Undefined = the user walked away. */
export async function askRemedy(doubt: Doubt, found: FoundKeys): Promise<DoubtAnswer | undefined> {
  const answer = await askChoice<DoubtAnswer>({
    title: doubtLabel(doubt),
    placeholder: t('What do you want to do with these values?'),
    canGoBack: true,
    options: remedyOptions(doubt, found),
  });
  return typeof answer === 'string' ? answer : undefined;
}

/** What is possible for a doubt, the most likely first. */
export function remedyOptions(doubt: Doubt, found: FoundKeys): readonly Option<DoubtAnswer>[] {
  const { kind, values, count } = doubt;
  const clean = values.flatMap((one) => (one.clean === undefined ? [] : [{ ...one, clean: one.clean }]));
  const [first] = clean;
  const rows: Readonly<Record<DoubtAnswer, Omit<Option<DoubtAnswer>, 'value'>>> = {
    cleanUp: {
      label: cleanLabel(
        keyText(first?.clean ?? '', WIDTH),
        keyText(first?.value ?? '', WIDTH),
        clean.length === values.length ? count : clean.length,
      ),
      detail: firstKeys(clean.map((one) => one.clean)),
      icon: new vscode.ThemeIcon('wand'),
    },
    leaveOut: { label: t('Leave them out'), icon: new vscode.ThemeIcon('trash') },
    asTheyAre: { label: t('Take them as they are'), icon: new vscode.ThemeIcon('check') },
    separated: {
      label: t('Take each value as a key: quotes, brackets and separators around it are no part of it'),
      icon: new vscode.ThemeIcon('list-flat'),
    },
    readAs: { label: t('Read it as…'), detail: found.formWords, icon: new vscode.ThemeIcon('symbol-key') },
    report: { label: t('Show what was found'), icon: new vscode.ThemeIcon('list-flat') },
  };
  const isSeparable = (kind === 'quoted' || kind === 'separators') && isList(found);
  const answers = [...(isSeparable ? (['separated'] as const) : []), ...remediesFor(doubt), 'readAs', 'report'] as const;
  return answers.map((value) => ({ ...rows[value], value }));
}

const cleanLabel = (clean: string, value: string, count: number): string =>
  count === 1
    ? t('Clean it up: {0} instead of {1}', clean, value)
    : t('Clean them up: {0} instead of {1}, in {2} lines', clean, value, formatNumber(count));

/** A list whose values may be read as separated keys; in a table or a document a different column or field is likelier. */
const isList = ({ form, columns }: FoundKeys): boolean =>
  form.format === 'csv'
    ? !form.hasHeader && columns.filter(({ samples }) => samples.length > 0).length < 2
    : form.format === 'lines';
