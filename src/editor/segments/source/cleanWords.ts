/** That nothing was found that speaks against the keys, in words. The lines of a document hold more than its list. */
import * as vscode from 'vscode';
import type { FoundKeys } from './findKeys.ts';

const { t } = vscode.l10n;

type Found = Pick<FoundKeys, 'form' | 'headers'>;

const isDocument = ({ form: { format } }: Found): boolean => format !== 'lines' && format !== 'csv';

/** Without a full stop: it stands among other remarks, and as a line of the report. */
export function cleanWords(found: Found): string {
  if (isDocument(found)) return t('Every value in the list is a usable key');
  return found.headers.length > 0 ? t('Every other line holds a usable key') : t('Every line holds a usable key');
}
