/** Connections and API keys. */
import * as vscode from 'vscode';
import { registerCommands, setContext } from '../command.ts';
import { commands, contextKeys } from '../names.ts';
import type { Log } from '../log.ts';
import type { OwnConnections } from './connections.ts';
import { showStatusBar } from './statusBar.ts';
import type { ConnectionStore } from './store.ts';

export { createConnections } from './connections.ts';
export { createConnectionStore } from './store.ts';

export function registerConnection(store: ConnectionStore, connections: OwnConnections, log: Log): vscode.Disposable {
  const tellContext = (): void => void setContext(contextKeys.hasConnection, store.inUse() !== undefined);
  tellContext();
  return vscode.Disposable.from(
    store,
    connections,
    store.onDidChange(tellContext),
    showStatusBar(store),
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
        [commands.removeConnection]: async () => {
          const { removeConnection } = await import('./chooseConnection.ts');
          return () => removeConnection(store);
        },
        [commands.addApiKey]: async () => {
          const { addApiKey } = await import('./addApiKey.ts');
          return () => addApiKey(store, connections);
        },
        [commands.useApiKey]: async () => {
          const { useApiKey } = await import('./useApiKey.ts');
          return (keyName) => useApiKey(store, connections, keyName);
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
