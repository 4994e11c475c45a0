/** The commands that add, use, and remove an API key of the connection in use. */
import * as vscode from 'vscode';
import { askText, askChoice, askSteps } from '../ask/ask.ts';
import { commandStep } from '../words/nextSteps.ts';
import { tellDone, tellRefusal, confirm } from '../window/notifications.ts';
import type { Connections } from '../window/connected.ts';
import { suggestLabel, apiKeyProblem, labelProblem, tellSandboxKeysFixed } from './connectionFields.ts';
import { withoutKey, type ConnectionStore } from './connectionStore.ts';
import type { Connection } from '../window/connected.ts';
import { tryApiKey } from './tryApiKey.ts';
import { setContext } from '../window/command.ts';
import { isSecretStorageFailed } from '../words/connectionErrors.ts';
import { milestones } from '../window/names.ts';
import { abilitiesOf, forgetApiKey, knownApiKey } from '../../operations/learned/keyRecords.ts';
import { abilitySentence, identitySentence } from '../words/abilityWords.ts';
import type { Services } from '../window/services.ts';

const { t } = vscode.l10n;

/** Asks for a new API key and its name. If the API key in use was refused or lost, asks for that API key again. */
export async function addApiKey({ connections, memory }: Services, store: ConnectionStore): Promise<void> {
  const connection = store.inUse();
  if (!connection) return void (await connections.orAsk());
  if (connection.kind === 'sandbox') return tellSandboxKeysFixed();
  const isReplaced = await isMissingOrRefused(connections);
  // If another API key is stored, the way to send API keys to this service is known, so only this way is tried.
  const others = connection.keyNames.filter((name) => !isReplaced || name !== connection.keyInUse);
  const storedKeys = await Promise.all(others.map((name) => store.readKey(connection, name).catch(() => undefined)));
  const known = storedKeys.some((key) => key !== undefined) ? (connection.authentication ?? 'bearer') : undefined;
  let authentication = known;
  const apiKey = await askText({
    title: t('Add API Key to {0}', connection.name),
    prompt:
      isReplaced && connection.keyInUse !== ''
        ? t('API key “{0}”. What you enter replaces the API key that is stored under this name.', connection.keyInUse)
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

  const knownName =
    (await labelOf(store, connection, apiKey.trim())) ??
    (isReplaced && connection.keyInUse !== '' ? connection.keyInUse : undefined);
  const added =
    knownName === undefined ? await askLabelAndUse(store, connection, apiKey.trim()) : { keyName: knownName, isUsed: true };
  if (!added) return;
  const { keyName, isUsed } = added;

  // The connection may have changed or been removed while the questions were open. The user entered the API key for the old
  // address only, so it must not go to a new one.
  const isChangedOrRemoved = (): boolean => store.find(connection.id)?.baseUrl !== connection.baseUrl;
  if (isChangedOrRemoved()) return tellChangedOrRemoved(connection);
  if (!(await storeApiKey(store, connection, keyName, apiKey.trim()))) return;
  // The keyring may have waited for its password.
  const now = store.find(connection.id);
  if (!now || isChangedOrRemoved()) {
    await store.forgetKey(connection, keyName);
    return tellChangedOrRemoved(connection);
  }
  await forgetApiKey(memory, now.id, keyName);
  await store.change(now.id, ({ keyNames, keyInUse }) => ({
    authentication: authentication === 'bearer' ? undefined : authentication,
    keyNames: [...new Set([...keyNames, keyName])],
    keyInUse: isUsed ? keyName : keyInUse,
  }));
  if (isUsed) return tellDone(t('The API key “{0}” is in use for {1}.', keyName, now.name));
  tellDone(
    t('The API key “{0}” is stored. “{1}” is still in use for {2}.', keyName, now.keyInUse, now.name),
    commandStep(t('Use New API Key'), 'flagAdmin.apiKey.use', keyName),
  );
}

function tellChangedOrRemoved({ name }: Connection): void {
  tellRefusal(
    t('The connection “{0}” was removed or given a different address in the meantime, so the API key was not stored.', name),
  );
}

/** Asks for the name of a new API key, and whether to switch to it. The first API key of a connection is used in any case. */
async function askLabelAndUse(
  store: ConnectionStore,
  { id, name, keyInUse, keyNames }: Connection,
  apiKey: string,
): Promise<{ readonly keyName: string; readonly isUsed: boolean } | undefined> {
  const title = t('Add API Key to {0}', name);
  const chosen = { keyName: suggestLabel(apiKey, keyNames), isUsed: true };
  const isAnswered = await askSteps([
    async (position) => {
      const answer = await askText({
        ...position,
        title,
        prompt: t('A name for the API key, such as its name at the service.'),
        value: chosen.keyName,
        validate: (text) => labelProblem(text, store.find(id)?.keyNames ?? [], apiKey),
      });
      if (typeof answer !== 'string') return answer;
      chosen.keyName = answer.trim();
      return true;
    },
    {
      applies: () => keyInUse !== '',
      ask: async (position) => {
        const answer = await askChoice<boolean>({
          ...position,
          title,
          isFirstActive: true,
          placeholder: t('Which API key do you want to use now?'),
          options: [
            { label: t('Use “{0}”', chosen.keyName), icon: new vscode.ThemeIcon('key'), value: true },
            { label: t('Go on with “{0}”', keyInUse), icon: new vscode.ThemeIcon('key'), value: false },
          ],
        });
        if (typeof answer !== 'boolean') return answer;
        chosen.isUsed = answer;
        return true;
      },
    },
  ]);
  return isAnswered ? chosen : undefined;
}

/** True if the user has to enter the API key in use again: it is lost, can't be read, or was refused by the service. */
const isMissingOrRefused = async (connections: Connections): Promise<boolean> =>
  connections.inUse().then(
    () => false,
    () => true,
  );

/** Returns the label under which the same API key is already stored. */
async function labelOf(store: ConnectionStore, connection: Connection, apiKey: string): Promise<string | undefined> {
  for (const keyName of connection.keyNames) {
    const stored = await store.readKey(connection, keyName).catch(() => undefined);
    if (stored === apiKey) return keyName;
  }
  return undefined;
}

/** Stores the API key. Returns false if that failed and the user did not want to use the API key for this session only. */
export async function storeApiKey(
  store: ConnectionStore,
  connection: Connection,
  keyName: string,
  apiKey: string,
): Promise<boolean> {
  const isKept = await storeOrAsk(store, connection, keyName, apiKey);
  // The sandbox has its own API keys, so a user who enters an API key uses a real service.
  if (isKept) void setContext(milestones.hasOwnService, true);
  return isKept;
}

async function storeOrAsk(store: ConnectionStore, connection: Connection, keyName: string, apiKey: string): Promise<boolean> {
  try {
    await store.writeKey(connection, keyName, apiKey);
    return true;
  } catch (error) {
    if (!isSecretStorageFailed(error)) throw error;
    const sentence = t('The editor’s secret storage can’t keep the API key “{0}”.', keyName);
    const detail = t(
      'The secret storage reports: {0}. Unlock the system’s keyring and enter the API key again. Or use the API key for this session only: it is then kept in memory until this window is closed.',
      error.message.replace(/\.$/, ''),
    );
    if (!(await confirm(sentence, detail, t('Use for This Session Only')))) return false;
    await store.writeKey(connection, keyName, apiKey, { isForSession: true });
    return true;
  }
}

/** Switches to an API key. If `keyName` is not given, the user chooses. */
export async function useApiKey({ connections, memory }: Services, store: ConnectionStore, keyName: unknown): Promise<void> {
  const connection = store.inUse();
  if (!connection) return void (await connections.orAsk());
  if (typeof keyName === 'string' && connection.keyNames.includes(keyName)) return connections.useKey(keyName);
  const knownSentence = (keyName: string): string => {
    const key = { connectionId: connection.id, origin: new URL(connection.baseUrl).origin, keyName };
    const { identity } = knownApiKey(memory, { ...key, isSandbox: false });
    return [identitySentence(identity), abilitySentence(abilitiesOf(memory, key))].filter(Boolean).join(' · ');
  };
  const step = (label: string, icon: string, command: string) => ({
    label,
    icon: new vscode.ThemeIcon(icon),
    value: { command },
  });
  const answer = await askChoice<string | { readonly command: string }>({
    title: t('Use API Key'),
    placeholder: t('Which API key of {0}?', connection.name),
    options: [
      ...connection.keyNames.map((name) => ({
        label: name,
        description: name === connection.keyInUse ? t('in use') : '',
        detail: knownSentence(name),
        icon: new vscode.ThemeIcon('key'),
        isActive: name === connection.keyInUse,
        value: name,
      })),
      { separator: '' },
      ...(connection.kind === 'sandbox' ? [] : [step(t('Add API Key…'), 'add', 'flagAdmin.apiKey.add')]),
      store.all().length > 1
        ? step(t('Switch Connection…'), 'plug', 'flagAdmin.connection.switch')
        : step(t('Add Connection…'), 'plug', 'flagAdmin.connection.add'),
    ],
  });
  if (typeof answer === 'object') await vscode.commands.executeCommand(answer.command);
  else if (typeof answer === 'string') await connections.useKey(answer, connection.id);
}

export async function removeApiKey(store: ConnectionStore): Promise<void> {
  const connection = store.inUse();
  if (!connection?.keyInUse) return tellRefusal(t('There is no API key to remove.'));
  if (connection.kind === 'sandbox') return tellSandboxKeysFixed();
  if (connection.keyNames.length < 2)
    return tellRefusal(
      t(
        '“{0}” is the only API key of {1}. Remove the connection instead, or add another API key first.',
        connection.keyInUse,
        connection.name,
      ),
    );
  const keyName = await askChoice<string>({
    title: t('Remove API Key'),
    placeholder: t('Which API key of {0}?', connection.name),
    options: connection.keyNames.map((name) => ({ label: name, icon: new vscode.ThemeIcon('key'), value: name })),
  });
  if (typeof keyName !== 'string') return;
  const detail = t(
    'The API key will be removed from this editor’s secret storage. The service accepts it until an administrator revokes it.',
  );
  if (!(await confirm(t('Remove the API key “{0}”?', keyName), detail, t('Remove')))) return;
  await store.forgetKey(connection, keyName);
  await store.change(connection.id, (now) => withoutKey(now, keyName));
  tellDone(t('The API key “{0}” was removed.', keyName));
}
