/**
 * Which connections there are, and their API keys. Connections live in the extension's global state, API keys in
 * SecretStorage and nowhere else, each bound to the origin it was entered for.
 */
import * as vscode from 'vscode';

/** A service and the names of the API keys stored for it. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly kind: 'service' | 'sandbox';
  readonly baseUrl: string;
  /** The service's own word for a flag. */
  readonly word: string;
  readonly keyNames: readonly string[];
  readonly keyInUse: string;
}

export interface ConnectionStore extends vscode.Disposable {
  all(): readonly Connection[];
  /** The one in use in this workspace folder, else the one used last anywhere. */
  inUse(): Connection | undefined;
  /** Adds a connection or replaces the one with its id. */
  save(connection: Connection): Promise<void>;
  use(id: string): Promise<void>;
  /** Removes a connection with all its API keys. */
  remove(id: string): Promise<void>;
  /** The API key, or undefined if none is stored or it was entered for another origin. */
  readKey(connection: Connection, keyName: string): Promise<string | undefined>;
  writeKey(connection: Connection, keyName: string, apiKey: string): Promise<void>;
  forgetKey(connection: Connection, keyName: string): Promise<void>;
  /** A connection or an API key changed, in this window or another. */
  readonly onDidChange: vscode.Event<void>;
}

const CONNECTIONS = 'connections';
const IN_USE = 'connectionInUse';
const SECRET = 'apiKey/';

/** The sandbox is one connection, whatever port it gets. */
export const SANDBOX_ID = 'sandbox';

export function createConnectionStore(context: vscode.ExtensionContext): ConnectionStore {
  const { globalState, workspaceState, secrets } = context;
  const changed = new vscode.EventEmitter<void>();
  /** Secrets that this window writes right now: their events tell it nothing. */
  const ownWrites = new Set<string>();
  const otherWindow = secrets.onDidChange(({ key }) => {
    // Every window runs a sandbox of its own; answering another one's keys with ours would never end.
    if (ownWrites.delete(key) || !key.startsWith(SECRET) || key.startsWith(`${SECRET}${SANDBOX_ID}/`)) return;
    changed.fire();
  });
  const all = (): readonly Connection[] => globalState.get<readonly Connection[]>(CONNECTIONS) ?? [];
  const find = (id: string | undefined): Connection | undefined => all().find((connection) => connection.id === id);
  const secretName = (connection: Connection, keyName: string): string => `${SECRET}${connection.id}/${keyName}`;

  const store: ConnectionStore = {
    all,
    inUse: () => find(workspaceState.get<string>(IN_USE)) ?? find(globalState.get<string>(IN_USE)),
    async save(connection) {
      const others = all().filter(({ id }) => id !== connection.id);
      await globalState.update(CONNECTIONS, [...others, connection]);
      changed.fire();
    },
    async use(id) {
      await workspaceState.update(IN_USE, id);
      await globalState.update(IN_USE, id);
      changed.fire();
    },
    async remove(id) {
      const connection = find(id);
      if (!connection) return;
      await Promise.all(connection.keyNames.map((name) => secrets.delete(secretName(connection, name))));
      await globalState.update(
        CONNECTIONS,
        all().filter((other) => other.id !== id),
      );
      changed.fire();
    },
    async readKey(connection, keyName) {
      const secret = parseSecret(await secrets.get(secretName(connection, keyName)));
      return secret?.origin === new URL(connection.baseUrl).origin ? secret.apiKey : undefined;
    },
    async writeKey(connection, keyName, apiKey) {
      const { origin } = new URL(connection.baseUrl);
      const name = secretName(connection, keyName);
      ownWrites.add(name);
      await secrets.store(name, JSON.stringify({ origin, apiKey }));
    },
    async forgetKey(connection, keyName) {
      await secrets.delete(secretName(connection, keyName));
    },
    onDidChange: changed.event,
    dispose() {
      otherWindow.dispose();
      changed.dispose();
    },
  };
  return store;
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
