/** Values of others inside our sentences: quoted, so that it shows where each begins and ends; and lists of them. */
import * as vscode from 'vscode';
import { formatter } from './displayLanguage.ts';
import { keyText } from './escape.ts';
import { formatNumber } from './requestWords.ts';

const { t } = vscode.l10n;

/** “DE”. A quotation mark inside has a backslash before it; what can’t be seen stands there by its number. */
export const quoted = (value: string): string => t('“{0}”', keyText(value.replace(/[“”„"\\]/g, '\\$&'), Infinity));

/** A name as it is, if it is a plain word that can't be taken for one of ours; else quoted. */
export const nameOf = (name: string): string => (/^[\w.-]+$/.test(name) && !isOurWord(name) ? name : quoted(name));

/** Words beside which names stand in our sentences. A translation lists the words of its own sentences. */
const isOurWord = (name: string): boolean =>
  t(
    'key keys in not unless or and is has at above below everybody where meeting condition rule target decides from to of get gets move all nothing none nobody treatment segment version starts ends contains matches with default changed added removed',
  )
    .split(' ')
    .includes(name.toLowerCase());

/** "on, v2 and off"; if there are at least two more than `most`, only the first, and how many others there are. */
export function joined(items: readonly string[], type: 'conjunction' | 'disjunction', most = Infinity): string {
  const others = items.length - most;
  const shown = others > 1 ? [...items.slice(0, most), t('{0} others', formatNumber(others))] : items;
  return formatter(type).format(shown);
}

/** "“DE”, “FR” or “IT”". There may be a million. */
export function quotedValues(values: readonly string[], most: number): string {
  const others = values.length - most;
  if (others <= 1) return joined(values.map(quoted), 'disjunction');
  return joined([...values.slice(0, most).map(quoted), t('{0} others', formatNumber(others))], 'disjunction');
}
