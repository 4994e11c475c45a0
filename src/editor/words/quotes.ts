/** Values of others inside our sentences: quoted, so that it shows where each begins and ends; and lists of them. */
import * as vscode from 'vscode';
import { displayLanguage } from './displayLanguage.ts';
import { keyText } from './escape.ts';
import { formatNumber } from './requestWords.ts';

const { t } = vscode.l10n;

/** “DE”. A quotation mark inside has a backslash before it; what can’t be seen stands there by its number. */
export const quoted = (value: string): string => t('“{0}”', keyText(value.replace(/[“”„"\\]/g, '\\$&'), Infinity));

/** A name as it is, if it is a plain word that can't be taken for one of ours; else quoted. */
export const nameOf = (name: string): string => (/^[\w.-]+$/.test(name) && name !== t('key') ? name : quoted(name));

/** "on, v2 and off"; of more than `most`, only the first, and how many more there are. */
export function joined(items: readonly string[], type: 'conjunction' | 'disjunction', most = Infinity): string {
  const shown = items.length > most ? [...items.slice(0, most), t('{0} others', formatNumber(items.length - most))] : items;
  return new Intl.ListFormat(displayLanguage(), { type }).format(shown);
}

/** "“DE”, “FR” or “IT”". There may be a million. */
export function quotedValues(values: readonly string[], most: number): string {
  const shown = values.slice(0, most).map(quoted);
  const others = values.length - shown.length;
  return joined(others > 0 ? [...shown, t('{0} others', formatNumber(others))] : shown, 'disjunction');
}
