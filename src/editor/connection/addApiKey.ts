/** Add API Key…: another named API key for the connection in use, or the same one again where it was refused or lost. */
import * as vscode from 'vscode';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import type { Store } from '../../operations/serviceFacts.ts';
import { askText } from '../prompts/ask.ts';
import { tellDone, tellRefusal } from '../messages/notifications.ts';
import type { OwnConnections } from './connections.ts';
import { keepApiKey } from './keepApiKey.ts';
import { suggestLabel } from './label.ts';
import { apiKeyProblem, tellOwnKeys } from './sentences.ts';
import type { Connection, ConnectionStore } from './store.ts';
import { tryApiKey } from './tryApiKey.ts';

const { t } = vscode.l10n;

export async function addApiKey(store: ConnectionStore, connections: OwnConnections, memory: Store): Promise<void> {
  const connection = store.inUse();
  if (!connection) {
    await connections.orAsk();
    return;
  }
  if (connection.kind === 'sandbox') {
    tellOwnKeys();
    return;
  }
  const isReplaced = await isMissingOrRefused(connections);
  // The other API keys go on being sent as they are: only where there is none another way is looked for.
  const others = connection.keyNames.filter((name) => !isReplaced || name !== connection.keyInUse);
  const known = others.length > 0 ? (connection.authentication ?? 'bearer') : undefined;
  let authentication = known;
  const apiKey = await askText({
    title: t('Add API Key to {0}', connection.name),
    prompt:
      isReplaced && connection.keyInUse !== ''
        ? t('API key “{0}”. It replaces the one that is stored under this name.', connection.keyInUse)
        : t('Admin API key. It is kept in the editor’s secret storage and sent to {0} only.', new URL(connection.baseUrl).origin),
    isSecret: true,
    validate: apiKeyProblem,
    check: async (text, signal) => {
      const { baseUrl } = connection;
      const trial = await tryApiKey({ baseUrl, apiKey: text.trim(), ...(known && { authentications: [known] }) }, { signal });
      if (!trial.ok) return trial.sentence;
      authentication = trial.authentication;
      return undefined;
    },
  });
  if (typeof apiKey !== 'string') return;

  // It may have been changed or removed while the questions were open; at another address nobody has entered the API key.
  const now = store.find(connection.id);
  if (now?.baseUrl !== connection.baseUrl) {
    tellRefusal(t('“{0}” was removed or given another address meanwhile, so the API key was not kept.', connection.name));
    return;
  }
  const keyName =
    (await labelOf(store, now, apiKey.trim())) ??
    (isReplaced && now.keyInUse !== '' ? now.keyInUse : suggestLabel(apiKey.trim(), now.keyNames));
  if (!(await keepApiKey(store, now, keyName, apiKey.trim()))) return;
  createKeyAbilities(memory).forget(now.id, keyName);
  await store.change(now.id, ({ keyNames }) => ({
    authentication: authentication === 'bearer' ? undefined : authentication,
    keyNames: [...new Set([...keyNames, keyName])],
    keyInUse: keyName,
  }));
  tellDone(t('The API key “{0}” is in use for {1}.', keyName, now.name));
}

/** True if the API key in use has to be entered again: it is lost, can't be read, or the service has refused it. */
const isMissingOrRefused = async (connections: OwnConnections): Promise<boolean> =>
  connections.inUse().then(
    () => false,
    () => true,
  );

/** The label that the same API key has already. */
async function labelOf(store: ConnectionStore, connection: Connection, apiKey: string): Promise<string | undefined> {
  for (const keyName of connection.keyNames) {
    const stored = await store.readKey(connection, keyName).catch(() => undefined);
    if (stored === apiKey) return keyName;
  }
  return undefined;
}
