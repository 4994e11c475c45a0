/**
 * Which connections there are, and their API keys. Connections live in the extension's global state, API keys in
 * SecretStorage and nowhere else, each bound to the origin it was entered for.
 */
import * as vscode from 'vscode';
import { checkBaseUrl } from '../../api/network/baseUrl.ts';
import type { Store } from '../../operations/learned/store.ts';
import type { Connection } from '../window/connected.ts';
import { secretStorageFailed } from '../words/connectionErrors.ts';

/** Fields of a connection as they should be; what is undefined is taken out. */
export type ConnectionChange = { readonly [Field in keyof Connection]?: Connection[Field] | undefined };

export interface ConnectionStore extends vscode.Disposable {
  all(): readonly Connection[];
  /** The one in use in this workspace folder, else the one used last anywhere. */
  inUse(): Connection | undefined;
  /** Adds a connection. */
  save(connection: Connection): Promise<void>;
  /**
   * Changes the connection as it is now, not as it was when a question about it was asked; false if it was removed since.
   * What is undefined in the change is taken out.
   */
  change(id: string, changeOf: (now: Connection) => ConnectionChange): Promise<boolean>;
  find(id: string): Connection | undefined;
  use(id: string): Promise<void>;
  /** What is in use here stays so, whatever another window uses from now on. */
  pin(): Promise<void>;
  /** Removes a connection with all its API keys. */
  remove(id: string): Promise<void>;
  /** The API key, or undefined if none is stored or it was entered for another origin. */
  readKey(connection: Connection, keyName: string): Promise<string | undefined>;
  /** Throws SecretStorageFailed where the editor can't keep it. `isForSession` keeps it in this window's memory only. */
  writeKey(connection: Connection, keyName: string, apiKey: string, how?: { readonly isForSession: boolean }): Promise<void>;
  /** With what is known of it. */
  forgetKey(connection: Connection, keyName: string): Promise<void>;
  /** A connection or an API key changed, in this window or another. */
  readonly onDidChange: vscode.Event<void>;
}

const CONNECTIONS = 'connections';
const IN_USE = 'connectionInUse';
const SECRET = 'apiKey/';
/** No secret: written with each change of a connection, because no other event of the editor reaches other windows. */
const SIGNAL = 'connectionsChanged';

/** The sandbox is one connection, whatever port it gets. */
export const SANDBOX_ID = 'sandbox';

/** Both states are made by `createMemory`. */
export function createConnectionStore(
  { secrets }: Pick<vscode.ExtensionContext, 'secrets'>,
  globalState: Store,
  workspaceState: Store,
): ConnectionStore {
  const changed = new vscode.EventEmitter<void>();
  /** Secrets that this window writes right now: their events tell it nothing. */
  const ownWrites = new Set<string>();
  const otherWindow = secrets.onDidChange(({ key }) => {
    if (ownWrites.has(key)) return;
    if (key !== SIGNAL && !key.startsWith(SECRET)) return;
    forSession.delete(key);
    changed.fire();
  });
  const all = (): readonly Connection[] => globalState.get<readonly Connection[]>(CONNECTIONS) ?? [];
  const find = (id: string | undefined): Connection | undefined => all().find((connection) => connection.id === id);
  /** API keys that the keyring could not take, until the window is closed. */
  const forSession = new Map<string, string>();
  const secretName = (connection: Connection, keyName: string): string => `${SECRET}${connection.id}/${keyName}`;

  /** The event of a write comes before the write is done, and not at all where nothing changed. */
  async function asOwn(name: string, write: () => Thenable<void>): Promise<void> {
    ownWrites.add(name);
    try {
      await orFailed(write());
    } finally {
      ownWrites.delete(name);
    }
  }

  /** Nothing is awaited between reading and writing. */
  async function write(change: (now: readonly Connection[]) => readonly ConnectionChange[]): Promise<void> {
    await globalState.update(CONNECTIONS, change(all()));
  }

  async function notifyAll(id: string): Promise<void> {
    changed.fire();
    // Without a keyring, other windows see the change when they next use a connection.
    if (id !== SANDBOX_ID) await asOwn(SIGNAL, () => secrets.store(SIGNAL, crypto.randomUUID())).catch(() => undefined);
  }

  const store: ConnectionStore = {
    all,
    inUse: () => find(workspaceState.get<string>(IN_USE)) ?? find(globalState.get<string>(IN_USE)),
    async save(connection) {
      await write((now) => [...now.filter(({ id }) => id !== connection.id), connection]);
      await notifyAll(connection.id);
    },
    find,
    async change(id, changeOf) {
      if (!find(id)) return false;
      await write((now) => now.map((one) => (one.id === id ? { ...one, ...changeOf(one) } : one)));
      await notifyAll(id);
      return true;
    },
    async pin() {
      const id = store.inUse()?.id;
      // The one that was pinned may have been removed since.
      const isPinned = find(workspaceState.get<string>(IN_USE)) !== undefined;
      if (!isPinned && id !== undefined) await workspaceState.update(IN_USE, id);
    },
    async use(id) {
      await workspaceState.update(IN_USE, id);
      await globalState.update(IN_USE, id);
      await notifyAll(id);
    },
    async remove(id) {
      const connection = find(id);
      if (!connection) return;
      await Promise.all(connection.keyNames.map((name) => store.forgetKey(connection, name)));
      await write((now) => now.filter((other) => other.id !== id));
      await notifyAll(id);
    },
    async readKey(connection, keyName) {
      const name = secretName(connection, keyName);
      const secret = parseSecret(forSession.get(name) ?? (await orFailed(secrets.get(name))));
      const address = checkBaseUrl(connection.baseUrl);
      return address.ok && secret?.origin === address.origin ? secret.apiKey : undefined;
    },
    async writeKey(connection, keyName, apiKey, { isForSession } = { isForSession: false }) {
      const { origin } = new URL(connection.baseUrl);
      const name = secretName(connection, keyName);
      const secret = JSON.stringify({ origin, apiKey });
      forSession.delete(name);
      if (isForSession) return void forSession.set(name, secret);
      await asOwn(name, () => secrets.store(name, secret));
    },
    async forgetKey(connection, keyName) {
      const name = secretName(connection, keyName);
      forSession.delete(name);
      const { forgetKey } = await import('../../operations/learned/keyRecords.ts');
      await asOwn(name, () => secrets.delete(name));
      await forgetKey(globalState, connection.id, keyName);
    },
    onDidChange: changed.event,
    dispose() {
      otherWindow.dispose();
      changed.dispose();
    },
  };
  return store;
}

/** A connection's API keys without one of them; the first of the others comes into use for it. */
export function withoutKey({ keyNames, keyInUse }: Connection, keyName: string): Pick<Connection, 'keyNames' | 'keyInUse'> {
  const left = keyNames.filter((name) => name !== keyName);
  return { keyNames: left, keyInUse: left.includes(keyInUse) ? keyInUse : (left[0] ?? '') };
}

/** The keyring of the system may be locked, missing or broken; what it says goes to the log, never the secret. */
async function orFailed<T>(work: Thenable<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw secretStorageFailed(error);
  }
}

function parseSecret(text: string | undefined): { origin: string; apiKey: string } | undefined {
  if (text === undefined) return undefined;
  try {
    const { origin, apiKey } = JSON.parse(text) as { origin?: unknown; apiKey?: unknown };
    return typeof origin === 'string' && typeof apiKey === 'string' ? { origin, apiKey } : undefined;
  } catch {
    // Not ours, or damaged: as good as no API key, and the user is asked for it again.
    return undefined;
  }
}
