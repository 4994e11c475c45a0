/** What can be looked at, or read anew, before keys are sent or removed. */
import * as vscode from 'vscode';
import type { Option } from '../../ask.ts';
import { oddities, type FoundKeys } from './findKeys.ts';

const { t } = vscode.l10n;

export function lookOptions(found: FoundKeys): readonly Option<'report' | 'readAs'>[] {
  const remarks = oddities(found);
  return [
    {
      label: t('Show what was found'),
      detail: remarks === '' ? t('Every line holds a usable key') : remarks,
      icon: new vscode.ThemeIcon('list-flat'),
      value: 'report',
    },
    {
      label: t('Read it as…'),
      detail: t('Now: {0}', found.formWords),
      icon: new vscode.ThemeIcon('symbol-key'),
      value: 'readAs',
    },
  ];
}
