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
      return t('Once this window closes, it can’t be resumed or undone: the clipboard is not kept');
    case 'selection':
      return t('Once this window closes, it can’t be resumed or undone: a selection is not kept');
    case 'unsaved':
      return t('Once this window closes, it can’t be resumed or undone, unless you save the file first');
    case 'files':
      return t('Once this window closes, it can’t be resumed or undone: several files are not kept together');
    default:
      return kind satisfies never;
  }
}
