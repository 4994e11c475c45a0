/** Browsing works in any window; changing a service needs a window that the user trusts. */
import * as vscode from 'vscode';
import { tellRefusal } from './messages/notifications.ts';

const { t } = vscode.l10n;

/** False in an untrusted window, after telling the user what to do. */
export function requireTrust(): boolean {
  if (vscode.workspace.isTrusted) return true;
  tellRefusal(t('This window is in restricted mode, where Flag Admin only shows things. Trust the workspace to make changes.'), {
    label: t('Manage Trust'),
    run: () => vscode.commands.executeCommand('workbench.trust.manage'),
  });
  return false;
}
