/**
 * Stores the connections and their API keys. Connections are in the extension's global state. API keys are only in SecretStorage,
 * each with the origin that it was entered for.
 */
import * as vscode from 'vscode';
import { checkBaseUrl } from '../../api/network/baseUrl.ts';
import type { Store } from '../../operations/learned/store.ts';
import type { Connection } from '../window/connected.ts';
import { secretStorageFailed } from '../words/connectionErrors.ts';

/** New values for fields of a connection. A field that is undefined is removed. */
export type ConnectionChange = { readonly [Field in keyof Connection]?: Connection[Field] | undefined };

export interface ConnectionStore extends vscode.Disposable {
  all(): readonly Connection[];
  /** Returns the connection in use in this workspace folder, or else the connection that any window used last. */
  inUse(): Connection | undefined;
  /** Adds a connection. */
  save(connection: Connection): Promise<void>;
  /**
   * Changes the current version of the connection, which may be newer than the version that a question showed. Fields that are
   * undefined in the change are removed. Returns false if the connection no longer exists.
   */
  change(id: string, changeOf: (now: Connection) => ConnectionChange): Promise<boolean>;
  find(id: string): Connection | undefined;
  use(id: string): Promise<void>;
  /**
   * Stores the connection in use as the connection of this workspace folder, so that other windows can't change it. Does
   * nothing if the folder already has a connection.
   */
  pin(): Promise<void>;
  /** Removes a connection with all its API keys. */
  remove(id: string): Promise<void>;
  /** Returns the API key. Undefined if none is stored, or if it was entered for a different origin. */
  readKey(connection: Connection, keyName: string): Promise<string | undefined>;
  /**
   * Stores an API key. Throws SecretStorageFailed if the editor can't store it. `isForSession`: stores it only in this window's
   * memory.
   */
  writeKey(connection: Connection, keyName: string, apiKey: string, how?: { readonly isForSession: boolean }): Promise<void>;
  /** Removes an API key and everything that is known about it. */
  forgetKey(connection: Connection, keyName: string): Promise<void>;
  /** Fires when a connection or an API key changes, in this or another window. */
  readonly onDidChange: vscode.Event<void>;
}

const CONNECTIONS = 'connections';
const IN_USE = 'connectionInUse';
const SECRET = 'apiKey/';
/**
 * The name of a value that is not a secret. It is written to the secret storage at each change of a connection, because only
 * the event of that storage reaches other windows.
 */
const SIGNAL = 'connectionsChanged';

/** The id of the sandbox's connection. There is only one, whatever port the sandbox gets. */
export const SANDBOX_ID = 'sandbox';

/** `createMemory` creates `globalState` and `workspaceState`. */
export function createConnectionStore(
  { secrets }: Pick<vscode.ExtensionContext, 'secrets'>,
  globalState: Store,
  workspaceState: Store,
): ConnectionStore {
  const changed = new vscode.EventEmitter<void>();
  /** Secrets that this window is writing. Their events are ignored. */
  const ownWrites = new Set<string>();
  const otherWindow = secrets.onDidChange(({ key }) => {
    if (ownWrites.has(key)) return;
    if (key !== SIGNAL && !key.startsWith(SECRET)) return;
    forSession.delete(key);
    changed.fire();
  });
  const all = (): readonly Connection[] => globalState.get<readonly Connection[]>(CONNECTIONS) ?? [];
  const find = (id: string | undefined): Connection | undefined => all().find((connection) => connection.id === id);
  /** API keys that the keyring did not accept. They are stored in memory until the window closes. */
  const forSession = new Map<string, string>();
  const secretName = (connection: Connection, keyName: string): string => `${SECRET}${connection.id}/${keyName}`;

  /** Runs a write, and ignores its event. The event arrives before the write ends, and only if the value changed. */
  async function asOwn(name: string, write: () => Thenable<void>): Promise<void> {
    ownWrites.add(name);
    try {
      await orSecretStorageFailed(write());
    } finally {
      ownWrites.delete(name);
    }
  }

  /** Changes the connections. There is no await between reading and writing, so that no other change is lost. */
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
      // A connection that was pinned earlier might have been removed since then.
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
      const secret = parseSecret(forSession.get(name) ?? (await orSecretStorageFailed(secrets.get(name))));
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
      const { forgetApiKey } = await import('../../operations/learned/keyRecords.ts');
      await asOwn(name, () => secrets.delete(name));
      await forgetApiKey(globalState, connection.id, keyName);
    },
    onDidChange: changed.event,
    dispose() {
      otherWindow.dispose();
      changed.dispose();
    },
  };
  return store;
}

/**
 * Returns the API keys of a connection without one of them. If the removed API key was in use, the first of the others replaces
 * it.
 */
export function withoutKey({ keyNames, keyInUse }: Connection, keyName: string): Pick<Connection, 'keyNames' | 'keyInUse'> {
  const left = keyNames.filter((name) => name !== keyName);
  return { keyNames: left, keyInUse: left.includes(keyInUse) ? keyInUse : (left[0] ?? '') };
}

/**
 * Converts a failure of the system's keyring, which may be locked, missing or broken, to SecretStorageFailed. The error
 * contains the keyring's message, but never the secret.
 */
async function orSecretStorageFailed<T>(work: Thenable<T>): Promise<T> {
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
    // The value was not written by this extension, or is damaged. It is treated as missing, so the user is asked for the API
    // key again.
    return undefined;
  }
}
