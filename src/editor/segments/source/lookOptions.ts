/** What can be looked at, or read anew, before keys are sent or removed. */
import * as vscode from 'vscode';
import type { Option } from '../../ask.ts';
import { doubtSentences } from '../doubtWords.ts';
import type { FoundKeys } from './findKeys.ts';
import { cleanWords, oddities } from './foundWords.ts';
import { headerWords } from './headerWords.ts';

const { t } = vscode.l10n;

export function lookOptions(found: FoundKeys): readonly Option<'report' | 'readAs'>[] {
  const doubts = doubtSentences(found.keys);
  const odd = [...doubts, oddities(found)].filter((words) => words !== '').join('. ');
  const remarks = [headerWords(found), odd === '' ? cleanWords(found) : odd];
  return [
    {
      label: t('Show what was found'),
      detail: remarks.filter(Boolean).join('. '),
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
