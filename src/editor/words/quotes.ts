/**
 * Quotes values that others wrote, so that their beginning and end are visible in a sentence. Also joins lists of such values.
 */
import * as vscode from 'vscode';
import { formatter } from './displayLanguage.ts';
import { keyText } from './escape.ts';
import { formatNumber } from './requestWords.ts';

const { t } = vscode.l10n;

/** Returns “DE”. A quotation mark inside gets a backslash; an invisible character is written as its number. */
export const quoted = (value: string): string => t('“{0}”', keyText(value.replace(/[“”„"\\]/g, '\\$&'), Infinity));

/**
 * Returns a name unchanged if it is a plain word that can't be confused with the words of the sentence; else in quotation marks.
 */
export const nameOf = (name: string): string => (/^[\w.-]+$/.test(name) && !isOurWord(name) ? name : quoted(name));

/** The words next to which names appear in sentences. A translation lists the words of its own sentences. */
const isOurWord = (name: string): boolean =>
  t(
    'key keys in not unless or and is has at above below everybody where meeting condition rule target decides from to of get gets move all nothing none nobody treatment segment version starts ends contains matches with default changed added removed',
  )
    .split(' ')
    .includes(name.toLowerCase());

/**
 * Returns "on, v2 and off". If there are at least two more than `most`, returns only the first ones, and how many others there are.
 */
export function joined(items: readonly string[], type: 'conjunction' | 'disjunction', most = Infinity): string {
  const others = items.length - most;
  const shown = others > 1 ? [...items.slice(0, most), t('{0} others', formatNumber(others))] : items;
  return formatter(type).format(shown);
}

/** Returns "“DE”, “FR” or “IT”". The list may have a million values. */
export function quotedValues(values: readonly string[], most: number): string {
  const others = values.length - most;
  if (others <= 1) return joined(values.map(quoted), 'disjunction');
  return joined([...values.slice(0, most).map(quoted), t('{0} others', formatNumber(others))], 'disjunction');
}
