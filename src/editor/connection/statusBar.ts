/** The connection and API key in use, in the status bar, once the extension is in use. */
import * as vscode from 'vscode';
import type { LastTarget } from '../lastTarget.ts';
import type { Connection, ConnectionStore } from './store.ts';

const { t } = vscode.l10n;

export function showStatusBar(store: ConnectionStore, lastTarget: LastTarget): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('flagAdmin.connection', vscode.StatusBarAlignment.Left, 0);
  item.name = t('Flag Admin Connection');
  item.command = 'flagAdmin.apiKey.use';
  const update = (): void => {
    const connection = store.inUse();
    if (!connection) {
      item.hide();
      return;
    }
    const target = lastTarget.of(connection.id);
    const isProduction = target?.environment.isProduction === true;
    item.text = textOf(connection, isProduction);
    // What was chosen last, whether or not it was gone on with, is offered first the next time: production looks different, and the text says so.
    item.backgroundColor = isProduction ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    const lines = linesOf(connection, target && `${target.workspace.name} / ${target.environment.name}`);
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
  return vscode.Disposable.from(store.onDidChange(update), lastTarget.onDidChange(update), item);
}

function textOf({ kind, name, keyInUse, isReadOnly }: Connection, isProduction: boolean): string {
  const icon = isReadOnly ? 'lock' : kind === 'sandbox' ? 'beaker' : 'plug';
  const key = keyInUse === '' ? t('no API key') : keyInUse;
  return [
    `$(${icon}) ${name}`,
    key,
    ...(isReadOnly ? [t('read-only')] : []),
    ...(isProduction ? [t('last target: production')] : []),
  ].join(' · ');
}

function linesOf({ kind, name, baseUrl, keyInUse, isReadOnly }: Connection, environment: string | undefined): string[] {
  return [
    kind === 'sandbox' ? t('Service: {0}, inside this editor', name) : t('Service: {0}, {1}', name, baseUrl),
    keyInUse === '' ? t('API key: none yet') : t('API key: {0}', keyInUse),
    ...(environment === undefined ? [] : [t('Last target of keys: {0}', environment)]),
    ...(isReadOnly ? [t('Read-only: nothing is changed through this connection')] : []),
    t('Click to use another API key'),
  ];
}
