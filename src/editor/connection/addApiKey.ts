/** Add API Key…: another named API key for the connection in use, or the same one again where it was refused or lost. */
import * as vscode from 'vscode';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import type { Store } from '../../operations/learnt.ts';
import { askSteps, askText } from '../ask.ts';
import { tellDone, tellRefusal } from '../tell.ts';
import { askKeyName } from './askKeyName.ts';
import type { OwnConnections } from './connections.ts';
import { keepApiKey } from './keepApiKey.ts';
import { apiKeyProblem, tellOwnKeys } from './sentences.ts';
import type { ConnectionStore } from './store.ts';
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
  const title = t('Add API Key to {0}', connection.name);
  // A keyring that can't be read has no API key to offer.
  const isMissing = (await store.readKey(connection, connection.keyInUse).catch(() => undefined)) === undefined;
  const draft = { keyName: isMissing ? connection.keyInUse : '', apiKey: '' };

  const isAnswered = await askSteps([
    async (position) => {
      const answer = await askKeyName({ ...position, title }, draft.keyName);
      if (typeof answer !== 'string') return answer;
      draft.keyName = answer;
      return true;
    },
    async (position) => {
      const answer = await askText({
        ...position,
        title,
        prompt: connection.keyNames.includes(draft.keyName)
          ? t('API key “{0}”. It replaces the one that is stored under this name.', draft.keyName)
          : t(
              'API key “{0}”. It is kept in the editor’s secret storage and sent to {1} only.',
              draft.keyName,
              new URL(connection.baseUrl).origin,
            ),
        isSecret: true,
        validate: apiKeyProblem,
        check: (apiKey) => tryApiKey({ ...connection, apiKey: apiKey.trim() }),
      });
      if (typeof answer !== 'string') return answer;
      draft.apiKey = answer.trim();
      return true;
    },
  ]);
  if (!isAnswered) return;

  // It may have been changed or removed while the questions were open; at another address nobody has entered the API key.
  const now = store.find(connection.id);
  if (now?.baseUrl !== connection.baseUrl) {
    tellRefusal(t('“{0}” was removed or given another address meanwhile, so the API key was not kept.', connection.name));
    return;
  }
  if (!(await keepApiKey(store, now, draft.keyName, draft.apiKey))) return;
  const { keyName } = draft;
  createKeyAbilities(memory).forget(now.id, keyName);
  await store.change(now.id, ({ keyNames }) => ({ keyNames: [...new Set([...keyNames, keyName])], keyInUse: keyName }));
  tellDone(t('The API key “{0}” is in use for {1}.', draft.keyName, connection.name));
}
