/** Shows doubtful keys, which are probably mistakes, in a question: the kind of doubt, its first values, and the remedies. */
import * as vscode from 'vscode';
import { remediesFor, type Doubt, type DoubtKind, type Remedy } from '../../domain/keys/doubts.ts';
import { keyText } from '../words/escape.ts';
import { formatNumber } from '../words/requestWords.ts';
import { askChoice, back, type Option } from './ask.ts';

const { t } = vscode.l10n;

/** The maximum number of keys that a row shows. */
const MAX_SHOWN_KEYS = 3;
/** The maximum number of characters that are shown of a key. */
const MAX_KEY_LENGTH = 24;

/** Returns the first keys as they would be sent: "acct-1 · acct-2 · acct-3 · …". */
export function firstKeys(keys: readonly string[]): string {
  const first = keys.slice(0, MAX_SHOWN_KEYS).map((key) => keyText(key, MAX_KEY_LENGTH));
  return [...first, ...(keys.length > MAX_SHOWN_KEYS ? ['…'] : [])].join(' · ');
}

/** Returns "Invisible characters: 3". */
export const doubtLabel = ({ kind, count }: Doubt): string => `${doubtName(kind)}: ${formatNumber(count)}`;

function doubtName(kind: DoubtKind): string {
  switch (kind) {
    case 'placeholder':
      return t('Placeholders for empty cells');
    case 'guarded':
      return t('Values in the spreadsheet notation for text');
    case 'invisible':
      return t('Invisible characters');
    case 'quoted':
      return t('Quotes around values');
    case 'escaped':
      return t('Backslashes that escape quotes or other backslashes');
    case 'markup':
      return t('Values that contain HTML tags');
    case 'shortened':
    case 'rounded':
      return t('Numbers that a spreadsheet shortened, so different keys might look the same');
    case 'formatted':
      return t('Numbers with decimals or thousands separators');
    case 'grouped':
      return t('Numbers with dots, which may be thousands separators');
    case 'comment':
      return t('Comments');
    case 'code':
      return t('Program code before or after a list');
    case 'note':
      return t('Totals and other lines of a footer');
    case 'separators':
      return t('Values with separators, which may be several keys');
    case 'spaced':
      return t('Values that contain spaces');
    case 'aligned':
      return t('Values with several spaces, which may be several columns');
    case 'narrowRow':
      return t('Skipped rows with fewer cells than the header');
    case 'wideRow':
      return t('Skipped rows with more cells than the header');
    case 'preamble':
      return t('Skipped lines above the table');
    case 'emptyList':
      return t('Other, empty lists in the file');
    default:
      return kind satisfies never;
  }
}

/** Returns the title of a question before keys are sent: "beta in Storefront / production – doubtful values: 3". */
export function titleWithDoubts(title: string, doubts: readonly Doubt[]): string {
  const count = doubts.reduce((sum, doubt) => sum + doubt.count, 0);
  return count === 0 ? title : t('{0} – doubtful values: {1}', title, formatNumber(count));
}

/** Returns the name of a line: "accounts.csv:2" or "line 2". */
type NameLine = (line: number) => string;

/** Returns a row for each value: "accounts.csv:2  ="0001"". */
export const doubtfulRows = ({ values }: Doubt, at: NameLine): readonly (readonly string[])[] =>
  values.map(({ line, value }) => [at(line), keyText(value)]);

export interface DoubtChoice {
  readonly doubt: Doubt;
}

/** Returns a row for each doubt. They come above the rows that send the keys. */
export const doubtOptions = (doubts: readonly Doubt[], at: NameLine): readonly Option<DoubtChoice>[] =>
  doubts.map((doubt) => {
    const first = doubtfulRows({ ...doubt, values: doubt.values.slice(0, MAX_SHOWN_KEYS) }, at);
    const detail = [...first.map((row) => row.join(' ')), ...(doubt.count > MAX_SHOWN_KEYS ? ['…'] : [])].join(' · ');
    return { label: doubtLabel(doubt), detail, icon: new vscode.ThemeIcon('warning'), isAlwaysShown: true, value: { doubt } };
  });

/** Returns the possible remedies for a doubt, the most likely first. */
export function remedyOptions(doubt: Doubt): readonly Option<Remedy>[] {
  const clean = doubt.values.flatMap((one) => (one.clean === undefined ? [] : [{ ...one, clean: one.clean }]));
  const [first] = clean;
  const count = clean.length === doubt.values.length ? doubt.count : clean.length;
  const rows: Readonly<Record<Remedy, Omit<Option<Remedy>, 'value'>>> = {
    cleanUp: {
      label: cleanLabel(keyText(first?.clean ?? '', MAX_KEY_LENGTH), keyText(first?.value ?? '', MAX_KEY_LENGTH), count),
      detail: firstKeys(clean.map((one) => one.clean)),
      icon: new vscode.ThemeIcon('wand'),
    },
    leaveOut: { label: t('Leave them out'), icon: new vscode.ThemeIcon('trash') },
    asTheyAre: { label: t('Use them unchanged'), icon: new vscode.ThemeIcon('check') },
  };
  return remediesFor(doubt).map((value) => ({ ...rows[value], value }));
}

const cleanLabel = (clean: string, value: string, count: number): string =>
  count === 1
    ? t('Clean up the value: {0} becomes {1}', value, clean)
    : t('Clean up {0} values: for example, {1} becomes {2}', formatNumber(count), value, clean);

/** Asks what to do about doubtful values. Undefined = the user cancelled, or wants to go back. */
export async function askRemedy<T extends string>(doubt: Doubt, options: readonly Option<T>[]): Promise<T | undefined> {
  const placeholder = t('What do you want to do with these values?');
  const answer = await askChoice<T>({ title: doubtLabel(doubt), placeholder, canGoBack: true, options });
  return answer === back ? undefined : answer;
}

/** Returns the row that opens the report on the keys or identities that were read. */
export const reportOption = (detail?: string): Option<'report'> => ({
  label: t('Show what was found'),
  ...(detail !== undefined && { detail }),
  icon: new vscode.ThemeIcon('list-flat'),
  value: 'report',
});
