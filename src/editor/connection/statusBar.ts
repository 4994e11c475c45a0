/** The connection and API key in use, in the status bar, once the extension is in use. */
import * as vscode from 'vscode';
import type { Connection, ConnectionStore } from './store.ts';

const { t } = vscode.l10n;

export function showStatusBar(store: ConnectionStore): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('flagAdmin.connection', vscode.StatusBarAlignment.Left, 0);
  item.name = t('Flag Admin Connection');
  item.command = 'flagAdmin.apiKey.use';
  const update = (): void => {
    const connection = store.inUse();
    if (!connection) {
      item.hide();
      return;
    }
    item.text = textOf(connection);
    const lines = linesOf(connection);
    const tooltip = new vscode.MarkdownString();
    for (const [index, line] of lines.entries()) {
      if (index > 0) tooltip.appendMarkdown('\n\n');
      tooltip.appendText(line);
    }
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: t('Flag Admin. {0}', lines.join('. ')), role: 'button' };
    item.show();
  };
  update();
  return vscode.Disposable.from(store.onDidChange(update), item);
}

function textOf({ kind, name, keyInUse, isReadOnly }: Connection): string {
  const icon = isReadOnly ? 'lock' : kind === 'sandbox' ? 'beaker' : 'plug';
  const key = keyInUse === '' ? t('no API key') : keyInUse;
  return [`$(${icon}) ${name}`, key, ...(isReadOnly ? [t('read-only')] : [])].join(' · ');
}

function linesOf({ kind, name, baseUrl, keyInUse, isReadOnly }: Connection): string[] {
  return [
    kind === 'sandbox' ? t('Service: {0}, inside this editor', name) : t('Service: {0}, {1}', name, baseUrl),
    keyInUse === '' ? t('API key: none yet') : t('API key: {0}', keyInUse),
    ...(isReadOnly ? [t('Read-only: nothing is changed through this connection')] : []),
    t('Click to use another API key'),
  ];
}
