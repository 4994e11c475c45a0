/** A number of keys, for the middle of a label or a sentence. */
import * as vscode from 'vscode';
import { formatNumber } from '../requestWords.ts';

const { t } = vscode.l10n;

/** "1 key", "8 keys". */
export const keysWords = (count: number): string => (count === 1 ? t('1 key') : t('{0} keys', formatNumber(count)));
