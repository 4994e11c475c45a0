/** The question where the journal can't be written. */
import * as vscode from 'vscode';
import { confirm } from '../../tell.ts';

const { t } = vscode.l10n;

/** True if the user goes on, knowing that nothing of it can be resumed or undone. */
export async function confirmUnkept(error: unknown): Promise<boolean> {
  const reason = error instanceof Error ? error.message : String(error);
  return confirm(
    t('How far it comes can’t be written down.'),
    t('{0}\n\nIf it stops half way, it can’t be resumed, and it can’t be undone. The keys can be sent all the same.', reason),
    t('Send All the Same'),
  );
}
