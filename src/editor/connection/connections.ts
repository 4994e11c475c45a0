/** Makes the connection in use available to the other features. */
import * as vscode from 'vscode';
import type { Store } from '../../operations/learnt.ts';
import type { Connected, Connections, MissingApiKey, RunningSandbox } from '../connected.ts';
import type { Log } from '../log.ts';
import { commands } from '../names.ts';
import type { Clients } from './clients.ts';
import { SANDBOX_ID, type Connection, type ConnectionStore } from './store.ts';

export interface ConnectionDeps {
  readonly store: ConnectionStore;
  /** Keeps what is learnt of API keys. */
  readonly memory: Store;
  readonly log: Log;
  /** The sandbox, started if it does not run yet. */
  readonly startSandbox: () => Promise<RunningSandbox>;
}

export interface OwnConnections extends Connections, vscode.Disposable {
  /** Makes the running sandbox the connection in use, with its API keys stored. */
  useSandbox(running: RunningSandbox): Promise<void>;
}

export function createConnections({ store, memory, log, startSandbox }: ConnectionDeps): OwnConnections {
  const changed = new vscode.EventEmitter<void>();
  /** Loaded at the first call. */
  let clients: Clients | undefined;
  const storeChange = store.onDidChange(() => {
    void clients?.keepStored(store);
    changed.fire();
  });

  /** `keyName` undefined = the API key in use. */
  async function connectedWith(keyName: string | undefined): Promise<Connected | undefined> {
    const known = store.inUse();
    if (!known) return undefined;
    await store.pin();
    const connection = known.kind === 'sandbox' ? await saveSandbox(await startSandbox(), known.keyInUse) : known;
    const name = keyName ?? connection.keyInUse;
    const apiKey = await store.readKey(connection, name);
    if (apiKey === undefined) throw missingApiKey(connection, name);
    const { createClients } = await import('./clients.ts');
    clients ??= createClients(log, memory, () => changed.fire());
    const client = await clients.get(connection, name, apiKey);
    return {
      connectionId: connection.id,
      connectionName: connection.name,
      origin: client.origin,
      isSandbox: connection.kind === 'sandbox',
      isReadOnly: connection.isReadOnly === true,
      keyName: name,
      keyNames: connection.keyNames,
      email: connection.email,
      client,
    };
  }

  /** The sandbox has another port and other API keys after each start; the connection stays the same one. */
  async function saveSandbox(running: RunningSandbox, keyInUse: string | undefined): Promise<Connection> {
    const before = store.all().find(({ id }) => id === SANDBOX_ID);
    const keyNames = running.keys.map(({ name }) => name);
    const connection: Connection = {
      ...before,
      id: SANDBOX_ID,
      name: before?.name ?? vscode.l10n.t('Sandbox'),
      kind: 'sandbox',
      baseUrl: running.baseUrl,
      word: running.vocabulary,
      keyNames,
      keyInUse: keyInUse !== undefined && keyNames.includes(keyInUse) ? keyInUse : (keyNames[0] ?? ''),
    };
    if (before && before.baseUrl === connection.baseUrl && before.keyInUse === connection.keyInUse) {
      if ((await store.readKey(connection, connection.keyInUse)) !== undefined) return before;
    }
    for (const { name, key } of running.keys) await store.writeKey(connection, name, key);
    await store.save(connection);
    return connection;
  }

  const inUse = (): Promise<Connected | undefined> => connectedWith(undefined);

  return {
    inUse,
    withKey: connectedWith,
    async orAsk() {
      if (!store.inUse()) await vscode.commands.executeCommand(commands.addConnection);
      return inUse();
    },
    async useKey(keyName) {
      const connection = store.inUse();
      if (connection && connection.keyNames.includes(keyName)) await store.save({ ...connection, keyInUse: keyName });
    },
    async useSandbox(running) {
      await saveSandbox(running, store.all().find(({ id }) => id === SANDBOX_ID)?.keyInUse);
      await store.use(SANDBOX_ID);
    },
    tryAgain() {
      const isTried = clients?.tryAgain() ?? false;
      if (isTried) changed.fire();
      return isTried;
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
