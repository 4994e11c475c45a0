/** Connections and API keys; the one in use stands in the status bar, once the extension is in use. */
import * as vscode from 'vscode';
import { registerCommands, setContext } from '../window/command.ts';
import { iconLabel, markdownTooltip, plainText } from '../words/escape.ts';
import { contextKeys } from '../window/names.ts';
import type { Log } from '../window/log.ts';
import type { Store } from '../../operations/learned/store.ts';
import { registerAccounts } from './accounts.ts';
import type { OwnConnections } from './connections.ts';
import type { ConnectionStore, Connection } from './connectionStore.ts';

const { t } = vscode.l10n;

export { createConnections } from './connections.ts';
export { createConnectionStore } from './connectionStore.ts';

export interface ApiKeyDeps {
  readonly store: ConnectionStore;
  readonly connections: OwnConnections;
  /** Stores what is known of API keys. */
  readonly memory: Store;
}

export type CountDrafts = (connectionId: string) => Promise<number>;

export interface ConnectionParts extends ApiKeyDeps {
  readonly log: Log;
  /** How many drafts of definitions there are of a connection. */
  readonly countDrafts: CountDrafts;
}

export function registerConnection(parts: ConnectionParts): vscode.Disposable {
  const { store, connections, memory, log, countDrafts } = parts;
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
    store,
    connections,
    store.onDidChange(updateContext),
    showStatusBar(store),
    registerAccounts(store),
    registerCommands(
      {
        'flagAdmin.connection.add': async () => (await import('./addConnection.ts')).addConnection(store, typed),
        'flagAdmin.connection.switch': async () => (await import('./chooseConnection.ts')).switchConnection(store),
        'flagAdmin.connection.rename': edit,
        'flagAdmin.connection.edit': edit,
        'flagAdmin.connection.remove': async () =>
          (await import('./chooseConnection.ts')).removeConnection(store, memory, countDrafts),
        'flagAdmin.connection.export': async () => (await import('./shareConnections.ts')).exportConnections(store, log),
        'flagAdmin.connection.import': async () => (await import('./shareConnections.ts')).importConnections(store),
        'flagAdmin.apiKey.add': async () => (await import('./apiKeys.ts')).addApiKey(store, connections, memory),
        'flagAdmin.apiKey.use': async (keyName) => (await import('./apiKeys.ts')).useApiKey(parts, keyName),
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
    ...(isReadOnly ? [t('The connection “{0}” is read-only: nothing is changed through it.', name)] : []),
    t('Click for another API key or connection'),
  ];
}
