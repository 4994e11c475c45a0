/** Provides the connection in use to the other features. */
import * as vscode from 'vscode';
import type { Store } from '../../operations/learned/store.ts';
import type { Connected, Connections, RunningSandbox } from '../window/connected.ts';
import type { MissingApiKey } from '../words/connectionErrors.ts';
import type { Log } from '../window/log.ts';
import type { Clients } from './clients.ts';
import { SANDBOX_ID, type ConnectionStore } from './connectionStore.ts';
import type { Connection } from '../window/connected.ts';

/** The address under which all windows store facts about the API keys of the sandbox. */
const SANDBOX_URL = 'http://127.0.0.1';

export interface ConnectionDeps {
  readonly store: ConnectionStore;
  /** Stores facts about API keys. */
  readonly memory: Store;
  readonly log: Log;
  /** Returns the sandbox. Starts it if it is not running. */
  readonly startSandbox: () => Promise<RunningSandbox>;
}

export function createConnections({ store, memory, log, startSandbox }: ConnectionDeps): Connections & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  /** Created at the first use. */
  let clients: Clients | undefined;
  const storeChange = store.onDidChange(() => {
    void clients?.closeRemoved(store);
    changed.fire();
  });

  /** Returns a connection with one of its API keys. `keyName` undefined = the API key in use. */
  async function connectedWith(known: Connection | undefined, keyName?: string): Promise<Connected | undefined> {
    if (!known) return undefined;
    await store.pin();
    const running = known.kind === 'sandbox' ? await startSandbox() : undefined;
    const connection = running ? await sandboxAs(running) : known;
    const name = keyName ?? connection.keyInUse;
    // The sandbox's API keys exist only in this window. They are never stored.
    const apiKey = running ? running.keys.find((key) => key.name === name)?.key : await store.readKey(connection, name);
    if (apiKey === undefined) throw missingApiKey(connection, name);
    const { createClients } = await import('./clients.ts');
    clients ??= createClients(log, memory, () => changed.fire());
    const client = await clients.get(connection, name, apiKey, running?.baseUrl);
    const { id } = connection;
    return {
      connectionId: id,
      connectionName: connection.name,
      origin: new URL(connection.baseUrl).origin,
      isSandbox: running !== undefined,
      instance: running?.instance,
      // Reads the current value, because the user can make the connection read-only while a command is running.
      get isReadOnly() {
        return store.find(id)?.isReadOnly === true;
      },
      keyName: name,
      keyNames: connection.keyNames,
      email: connection.email,
      client,
    };
  }

  /**
   * Returns the connection of the sandbox. Each window has its own sandbox, with a new port at each start, but all sandboxes
   * share one connection.
   */
  async function sandboxAs({ vocabulary, keys }: RunningSandbox): Promise<Connection> {
    const before = store.find(SANDBOX_ID);
    const keyNames = keys.map(({ name }) => name);
    if (before?.word === vocabulary && before.keyNames.join() === keyNames.join()) return before;
    const keyInUse = before && keyNames.includes(before.keyInUse) ? before.keyInUse : (keyNames[0] ?? '');
    const connection: Connection = {
      name: vscode.l10n.t('Sandbox'),
      ...before,
      id: SANDBOX_ID,
      kind: 'sandbox',
      baseUrl: SANDBOX_URL,
      word: vocabulary,
      keyNames,
      keyInUse,
    };
    await store.save(connection);
    return connection;
  }

  const inUse = (): Promise<Connected | undefined> => connectedWith(store.inUse());

  return {
    inUse,
    all: () => store.all(),
    chosen: () => store.inUse(),
    withKey: (keyName, connectionId) => connectedWith(store.find(connectionId), keyName),
    async orAsk() {
      if (!store.inUse()) await (await import('./chooseConnection.ts')).askForConnection(store);
      return inUse();
    },
    async useKey(keyName, connectionId) {
      const connection = connectionId === undefined ? store.inUse() : store.find(connectionId);
      if (connection?.keyNames.includes(keyName)) await store.change(connection.id, () => ({ keyInUse: keyName }));
    },
    nameOf: (connectionId) => store.find(connectionId)?.name,
    async switchTo(connectionId) {
      if (store.find(connectionId)) await store.use(connectionId);
    },
    async useSandbox(running) {
      await sandboxAs(running);
      await store.use(SANDBOX_ID);
    },
    tryAgain() {
      const hasRefused = clients?.tryAgain() ?? false;
      if (hasRefused) changed.fire();
      return hasRefused;
    },
    onDidChange: changed.event,
    dispose() {
      storeChange.dispose();
      clients?.close();
      changed.dispose();
    },
  };
}

function missingApiKey(connection: Connection, keyName: string): MissingApiKey {
  const error = new Error(`no API key is stored for ${connection.name}`);
  return Object.assign(error, { kind: 'missingApiKey' as const, connectionName: connection.name, keyName });
}
