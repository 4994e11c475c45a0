/** Connections and API keys. The status bar shows the connection in use after the extension was first used. */
import * as vscode from 'vscode';
import { registerCommands, setContext } from '../window/command.ts';
import { iconLabel, markdownTooltip, plainText } from '../words/escape.ts';
import { readOnlySentence } from '../words/connectionWords.ts';
import { contextKeys } from '../window/names.ts';
import type { Services } from '../window/services.ts';
import { registerAccounts } from './accounts.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { Connection } from '../window/connected.ts';

const { t } = vscode.l10n;

export { createConnections } from './connections.ts';
export { createConnectionStore } from './connectionStore.ts';

/** Registers the feature. `store` belongs to this feature: no other feature may read API keys. */
export function registerConnection(services: Services, store: ConnectionStore): vscode.Disposable {
  const { memory, log } = services;
  const updateContext = (): void => {
    const isInUse = store.inUse() !== undefined;
    void setContext(contextKeys.hasConnection, isInUse);
    void setContext(contextKeys.lacksConnection, store.all().length === 0);
    void setContext(contextKeys.hasOther, !isInUse && store.all().length > 0);
  };
  updateContext();
  const typed = { text: '' };
  const edit = async (): Promise<void> => (await import('./editConnection.ts')).editConnection(store, memory);
  return vscode.Disposable.from(
    store.onDidChange(updateContext),
    showStatusBar(store),
    registerAccounts(store),
    registerCommands(
      {
        'flagAdmin.connection.add': async (address) => {
          if (typeof address === 'string') typed.text = address;
          await (await import('./addConnection.ts')).addConnection(store, typed);
        },
        'flagAdmin.connection.switch': async () => (await import('./chooseConnection.ts')).switchConnection(store),
        'flagAdmin.connection.rename': edit,
        'flagAdmin.connection.edit': edit,
        'flagAdmin.connection.remove': async () => (await import('./chooseConnection.ts')).removeConnection(services, store),
        'flagAdmin.connection.export': async () => (await import('./shareConnections.ts')).exportConnections(store, log),
        'flagAdmin.connection.import': async () => (await import('./shareConnections.ts')).importConnections(store),
        'flagAdmin.apiKey.add': async () => (await import('./apiKeys.ts')).addApiKey(services, store),
        'flagAdmin.apiKey.use': async (keyName) => (await import('./apiKeys.ts')).useApiKey(services, store, keyName),
        'flagAdmin.apiKey.remove': async () => (await import('./apiKeys.ts')).removeApiKey(store),
      },
      log,
    ),
  );
}

export function showStatusBar(store: ConnectionStore): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('flagAdmin.connection', vscode.StatusBarAlignment.Left, 0);
  const name = t('Flag Admin Connection');
  item.name = name;
  item.command = 'flagAdmin.apiKey.use';
  const update = (): void => {
    const connection = store.inUse();
    if (!connection) return item.hide();
    item.text = textOf(connection);
    const lines = linesOf(connection);
    item.tooltip = markdownTooltip(lines);
    item.accessibilityInformation = {
      label: plainText([name, ...lines].map((line) => line.replace(/\.?$/, '.')).join(' ')),
      role: 'button',
    };
    item.show();
  };
  update();
  return vscode.Disposable.from(store.onDidChange(update), item);
}

function textOf({ kind, name, keyInUse, isReadOnly }: Connection): string {
  const icon = isReadOnly ? 'lock' : kind === 'sandbox' ? 'beaker' : 'plug';
  const key = keyInUse === '' ? t('no API key') : keyInUse;
  return iconLabel(icon, [name, key, ...(isReadOnly ? [t('read-only')] : [])].join(' · '));
}

function linesOf({ kind, name, baseUrl, keyInUse, isReadOnly }: Connection): string[] {
  return [
    t('{0}: {1}', name, kind === 'sandbox' ? t('Practice service inside this editor') : baseUrl),
    keyInUse === '' ? t('no API key') : t('{0}: {1}', t('API key'), keyInUse),
    ...(isReadOnly ? [readOnlySentence(name)] : []),
    t('Click to choose another API key or connection'),
  ];
}
