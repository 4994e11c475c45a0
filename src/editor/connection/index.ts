/** Connections and API keys. */
import * as vscode from 'vscode';
import { registerCommandTable, setContext } from '../command.ts';
import { contextKeys } from '../names.ts';
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

export type CountDrafts = (connectionId: string) => Promise<number>;

export interface ConnectionParts extends ApiKeyDeps {
  readonly lastTarget: LastTarget;
  readonly log: Log;
  /** How many drafts of definitions there are of a connection. */
  readonly countDrafts: CountDrafts;
}

export function registerConnection(parts: ConnectionParts): vscode.Disposable {
  const { store, connections, lastTarget, log } = parts;
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
    showStatusBar(store, lastTarget),
    registerAccounts(store),
    registerCommandTable(
      [
        'connection.add',
        'connection.switch',
        'connection.rename',
        'connection.edit',
        'connection.remove',
        'connection.export',
        'connection.import',
        'apiKey.add',
        'apiKey.use',
        'apiKey.remove',
      ],
      async () => (await import('./commandTable.ts')).connectionCommands(parts, typed),
      log,
    ),
  );
}
