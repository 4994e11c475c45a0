/** A plan in a few words. */
import * as vscode from 'vscode';
import { formatNumber } from '../../requestWords.ts';

const { t } = vscode.l10n;

/** "Add 12 keys and remove 3". */
export function planLabel(adding: number, removing: number): string {
  const [more, less] = [formatNumber(adding), formatNumber(removing)];
  if (removing === 0) return adding === 1 ? t('Add 1 key') : t('Add {0} keys', more);
  if (adding === 0) return removing === 1 ? t('Remove 1 key') : t('Remove {0} keys', less);
  return adding === 1 ? t('Add 1 key and remove {0}', less) : t('Add {0} keys and remove {1}', more, less);
}
