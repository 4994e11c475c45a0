/** Connections and API keys. */
import * as vscode from 'vscode';
import { registerCommands, setContext } from '../command.ts';
import { contextKeys } from '../names.ts';
import type { Log } from '../log.ts';
import type { Store } from '../../operations/serviceFacts.ts';
import { registerAccounts } from './accounts.ts';
import type { OwnConnections } from './connections.ts';
import { showStatusBar } from './statusBar.ts';
import type { ConnectionStore } from './store.ts';

export { createConnections } from './connections.ts';
export { createConnectionStore } from './store.ts';

export interface ApiKeyDeps {
  readonly store: ConnectionStore;
  readonly connections: OwnConnections;
  /** Keeps what was learnt of API keys. */
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
  const tellContext = (): void => {
    const isInUse = store.inUse() !== undefined;
    void setContext(contextKeys.hasConnection, isInUse);
    void setContext(contextKeys.hasOther, !isInUse && store.all().length > 0);
  };
  tellContext();
  const typed = { text: '' };
  return vscode.Disposable.from(
    store,
    connections,
    store.onDidChange(tellContext),
    showStatusBar(store),
    registerAccounts(store),
    registerCommands(
      {
        'flagAdmin.connection.add': async () => (await import('./addConnection.ts')).addConnection(store, typed),
        'flagAdmin.connection.switch': async () => (await import('./chooseConnection.ts')).switchConnection(store),
        'flagAdmin.connection.rename': async () => (await import('./editConnection.ts')).renameConnection(store),
        'flagAdmin.connection.edit': async () => (await import('./editConnection.ts')).editConnection(store, memory),
        'flagAdmin.connection.remove': async () =>
          (await import('./chooseConnection.ts')).removeConnection(store, memory, countDrafts),
        'flagAdmin.connection.export': async () => (await import('./shareConnections.ts')).exportConnections(store),
        'flagAdmin.connection.import': async () => (await import('./shareConnections.ts')).importConnections(store),
        'flagAdmin.apiKey.add': async () => (await import('./addApiKey.ts')).addApiKey(store, connections, memory),
        'flagAdmin.apiKey.use': async (keyName) => (await import('./useApiKey.ts')).useApiKey(parts, keyName),
        'flagAdmin.apiKey.remove': async () => (await import('./removeApiKey.ts')).removeApiKey(store),
      },
      log,
    ),
  );
}
