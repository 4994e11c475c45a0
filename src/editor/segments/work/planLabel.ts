/** A plan in a few words, and what can be chosen of every plan. */
import * as vscode from 'vscode';
import type { KeyPlan } from '../../../domain/keys/keyPlan.ts';
import type { Option } from '../../ask.ts';
import { formatNumber, keysWords } from '../../requestWords.ts';

const { t } = vscode.l10n;

/** "Add 12 keys and remove 3". */
export function planLabel(adding: number, removing: number): string {
  if (removing === 0) return t('Add {0}', keysWords(adding));
  if (adding === 0) return t('Remove {0}', keysWords(removing));
  return t('Add {0} and remove {1}', keysWords(adding), formatNumber(removing));
}

export const requestOption = ({ batches }: KeyPlan, detail: string): Option<'request'> => ({
  label: batches.length === 1 ? t('Submit it as a change request…') : t('Submit it as {0} change requests…', batches.length),
  detail,
  icon: new vscode.ThemeIcon('git-pull-request'),
  value: 'request',
});

export const showOption = (): Option<'plan'> => ({
  label: t('Show the keys'),
  detail: t('Which are added and which are removed'),
  icon: new vscode.ThemeIcon('list-flat'),
  value: 'plan',
});
