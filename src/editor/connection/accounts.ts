/**
 * Lists the API keys in the editor's Accounts menu. Each API key is a session of an AuthenticationProvider, so the menu lists
 * it and can sign it out. Any extension may ask for a session. Its `accessToken` is therefore an opaque handle that opens
 * nothing: not the API key, and not derived from it.
 */
import * as vscode from 'vscode';
import { labelText } from '../words/escape.ts';
import { authenticationProvider } from '../window/names.ts';
import { tellDone } from '../window/notifications.ts';
import { withoutKey, type ConnectionStore } from './connectionStore.ts';
import type { Connection } from '../window/connected.ts';

const { t } = vscode.l10n;

export function registerAccounts(store: ConnectionStore): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  /** The handle of each session. Each window creates its own handles, and no code finds an API key by its handle. */
  const handles = new Map<string, string>();
  let known = sessionsOf(store, handles);

  const storeChange = store.onDidChange(() => {
    const before = new Map(known.map((session) => [session.id, session]));
    known = sessionsOf(store, handles);
    const after = new Set(known.map(({ id }) => id));
    const added = known.filter(({ id }) => !before.has(id));
    const removed = [...before.values()].filter(({ id }) => !after.has(id));
    if (added.length > 0 || removed.length > 0) changed.fire({ added, removed, changed: [] });
  });

  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changed.event,
    // No API key has scopes, so a request with scopes finds no session.
    async getSessions(scopes, { account } = {}) {
      if (scopes !== undefined && scopes.length > 0) return [];
      return account === undefined ? known : known.filter((session) => session.account.id === account.id);
    },
    async createSession() {
      const before = new Set(known.map(({ id }) => id));
      await vscode.commands.executeCommand(store.inUse() ? 'flagAdmin.apiKey.add' : 'flagAdmin.connection.add');
      const made = known.find(({ id }) => !before.has(id));
      if (!made) throw new Error(t('No API key was added.'));
      return made;
    },
    async removeSession(id) {
      const found = apiKeysOf(store).find(([connection, keyName]) => idOf(connection, keyName) === id);
      if (!found) return;
      const [connection, keyName] = found;
      await store.forgetKey(connection, keyName);
      await store.change(connection.id, (now) => withoutKey(now, keyName));
      tellDone(t('The API key “{0}” was removed.', keyName));
    },
  };
  return vscode.Disposable.from(
    vscode.authentication.registerAuthenticationProvider(authenticationProvider, 'Flag Admin', provider, {
      supportsMultipleAccounts: true,
    }),
    storeChange,
    changed,
  );
}

/** Returns the API keys of services, without those of the sandbox, which don't belong to an account. */
const apiKeysOf = (store: ConnectionStore): readonly (readonly [Connection, string])[] =>
  store
    .all()
    .filter(({ kind }) => kind === 'service')
    .flatMap((connection) => connection.keyNames.map((keyName) => [connection, keyName] as const));

const idOf = ({ id }: Connection, keyName: string): string => `${id}/${keyName}`;

function sessionsOf(store: ConnectionStore, handles: Map<string, string>): vscode.AuthenticationSession[] {
  return apiKeysOf(store).map(([connection, keyName]) => {
    const id = idOf(connection, keyName);
    const handle = handles.get(id) ?? crypto.randomUUID();
    handles.set(id, handle);
    return { id, accessToken: handle, account: { id, label: labelText(t('{0} at {1}', keyName, connection.name)) }, scopes: [] };
  });
}
