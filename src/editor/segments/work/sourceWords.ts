/** Whether the keys can be had again once the window is gone, in words. */
import * as vscode from 'vscode';
import type { Source } from '../source/source.ts';

const { t } = vscode.l10n;

/** What has to be known before a work begins whose keys are in no file; '' of a file. */
export function notKeptSentence(kind: Source['kept']['kind']): string {
  switch (kind) {
    case 'file':
      return '';
    case 'clipboard':
      return t('If this window closes half way, it can’t be resumed: the clipboard is not kept');
    case 'selection':
      return t('If this window closes half way, it can’t be resumed: a selection is not kept');
    case 'unsaved':
      return t('If this window closes half way, it can’t be resumed unless you save the file first');
    case 'files':
      return t('If this window closes half way, it can’t be resumed: several files are not kept together');
    default:
      return kind satisfies never;
  }
}
