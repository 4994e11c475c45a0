/** Quotes values that others wrote, so that a reader sees where they begin and end in a sentence. Also joins such values. */
import * as vscode from 'vscode';
import { formatter } from './displayLanguage.ts';
import { keyText } from './escape.ts';
import { formatNumber } from './requestWords.ts';

const { t } = vscode.l10n;

/**
 * Returns the value in quotation marks: “DE”. A quotation mark inside the value gets a backslash. An invisible character is
 * written as its number.
 */
export const quoted = (value: string): string => t('“{0}”', keyText(value.replace(/[“”„"\\]/g, '\\$&'), Infinity));

/** Returns a name unchanged if it is a plain word that can't be confused with the words of a sentence. Otherwise quotes it. */
export const nameOf = (name: string): string => (/^[\w.-]+$/.test(name) && !isSentenceWord(name) ? name : quoted(name));

/**
 * True if the name is one of the words that stand next to names in sentences. Each translation lists the words of its own
 * sentences.
 */
const isSentenceWord = (name: string): boolean =>
  t(
    'key keys in not unless or and is has at above below everybody where meeting condition rule target decides from to of get gets move all nothing none nobody treatment segment version starts ends contains matches with default changed added removed',
  )
    .split(' ')
    .includes(name.toLowerCase());

/**
 * Returns for example "on, v2 and off". If there are at least two items more than `most`, returns the first `most` items and
 * the number of the others.
 */
export function joined(items: readonly string[], type: 'conjunction' | 'disjunction', most = Infinity): string {
  const others = items.length - most;
  const shown = others > 1 ? [...items.slice(0, most), t('{0} others', formatNumber(others))] : items;
  return formatter(type).format(shown);
}

/**
 * Returns for example "“DE”, “FR” or “IT”". Only the values that are shown are quoted, because the list can have a million
 * values.
 */
export function quotedValues(values: readonly string[], most: number): string {
  if (values.length === 0) return t('nothing');
  const others = values.length - most;
  if (others <= 1) return joined(values.map(quoted), 'disjunction');
  return joined([...values.slice(0, most).map(quoted), t('{0} others', formatNumber(others))], 'disjunction');
}
