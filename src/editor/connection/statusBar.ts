/** The connection and API key in use, in the status bar, once the extension is in use. */
import * as vscode from 'vscode';
import { commands } from '../names.ts';
import type { ConnectionStore } from './store.ts';

const { t } = vscode.l10n;

export function showStatusBar(store: ConnectionStore): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('flagAdmin.connection', vscode.StatusBarAlignment.Left, 0);
  item.name = t('Flag Admin Connection');
  item.command = commands.useApiKey;
  const update = (): void => {
    const connection = store.inUse();
    if (!connection) {
      item.hide();
      return;
    }
    item.text = `$(${connection.kind === 'sandbox' ? 'beaker' : 'plug'}) ${connection.name} · ${connection.keyInUse}`;
    const tooltip = new vscode.MarkdownString();
    tooltip.appendText(t('Flag Admin: {0} with the API key “{1}”.', connection.name, connection.keyInUse));
    tooltip.appendText('\n');
    tooltip.appendText(t('Click to use another API key.'));
    item.tooltip = tooltip;
    item.accessibilityInformation = {
      label: t('Flag Admin: {0}, API key {1}', connection.name, connection.keyInUse),
      role: 'button',
    };
    item.show();
  };
  update();
  return vscode.Disposable.from(store.onDidChange(update), item);
}
