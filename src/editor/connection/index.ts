/** Connections and API keys. */
import * as vscode from 'vscode';
import { registerCommands, setContext } from '../command.ts';
import { commands, contextKeys } from '../names.ts';
import type { Log } from '../log.ts';
import type { Store } from '../../operations/learnt.ts';
import type { LastTarget } from '../lastTarget.ts';
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

export interface ConnectionParts extends ApiKeyDeps {
  readonly lastTarget: LastTarget;
  readonly log: Log;
}

export function registerConnection(parts: ConnectionParts): vscode.Disposable {
  const { store, connections, memory, lastTarget, log } = parts;
  const tellContext = (): void => {
    const isInUse = store.inUse() !== undefined;
    void setContext(contextKeys.hasConnection, isInUse);
    void setContext(contextKeys.hasOther, !isInUse && store.all().length > 0);
  };
  tellContext();
  return vscode.Disposable.from(
    store,
    connections,
    store.onDidChange(tellContext),
    showStatusBar(store, lastTarget),
    registerAccounts(store),
    registerCommands(
      {
        [commands.addConnection]: async () => {
          const { addConnection } = await import('./addConnection.ts');
          return () => addConnection(store);
        },
        [commands.switchConnection]: async () => {
          const { switchConnection } = await import('./chooseConnection.ts');
          return () => switchConnection(store);
        },
        [commands.renameConnection]: async () => {
          const { renameConnection } = await import('./editConnection.ts');
          return () => renameConnection(store);
        },
        [commands.editConnection]: async () => {
          const { editConnection } = await import('./editConnection.ts');
          return () => editConnection(store);
        },
        [commands.removeConnection]: async () => {
          const { removeConnection } = await import('./chooseConnection.ts');
          return () => removeConnection(store, memory);
        },
        [commands.exportConnections]: async () => {
          const { exportConnections } = await import('./shareConnections.ts');
          return () => exportConnections(store);
        },
        [commands.importConnections]: async () => {
          const { importConnections } = await import('./shareConnections.ts');
          return () => importConnections(store);
        },
        [commands.addApiKey]: async () => {
          const { addApiKey } = await import('./addApiKey.ts');
          return () => addApiKey(store, connections);
        },
        [commands.useApiKey]: async () => {
          const { useApiKey } = await import('./useApiKey.ts');
          return (keyName) => useApiKey(parts, keyName);
        },
        [commands.removeApiKey]: async () => {
          const { removeApiKey } = await import('./removeApiKey.ts');
          return () => removeApiKey(store);
        },
      },
      log,
    ),
  );
}
