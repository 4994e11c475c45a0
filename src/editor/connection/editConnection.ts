/** The command Edit Connection…. */
import * as vscode from 'vscode';
import { renameApiKey } from '../../operations/learned/keyRecords.ts';
import type { Store } from '../../operations/learned/store.ts';
import { askChoice, askText, type Option } from '../ask/ask.ts';
import { tellDone, tellRefusal } from '../window/notifications.ts';
import { commandStep } from '../words/nextSteps.ts';
import { askAddress, askName, emailProblem, labelProblem, linkTemplateProblem, askWord } from './connectionFields.ts';
import { chooseConnection } from './chooseConnection.ts';
import { storeApiKey } from './apiKeys.ts';
import type { ConnectionChange, ConnectionStore } from './connectionStore.ts';
import type { Connection } from '../window/connected.ts';

const { t } = vscode.l10n;

type Field = 'name' | 'baseUrl' | 'word' | 'email' | 'linkTemplate' | 'isReadOnly';
/** What the user chose to edit: a field of the connection, or the label of one of its API keys. */
type EditTarget = Field | { readonly label: string };

export async function editConnection(store: ConnectionStore, memory: Store): Promise<void> {
  const connection = await onlyOrChosen(store, t('Edit Connection'));
  if (!connection) return;
  const part = await askChoice<EditTarget>({
    title: t('Edit {0}', connection.name),
    placeholder: t('What do you want to change?'),
    options: optionsOf(connection),
  });
  if (typeof part === 'string') await changeField(store, connection, part);
  else if (typeof part === 'object') await relabel(store, memory, connection, part.label);
}

/** Returns the only connection, or asks if there are several. */
async function onlyOrChosen(store: ConnectionStore, title: string): Promise<Connection | undefined> {
  const [only, ...others] = store.all();
  return only && others.length === 0 ? only : chooseConnection(store, title);
}

function optionsOf({ kind, name, baseUrl, word, keyNames, email, linkTemplate, isReadOnly }: Connection): Option<EditTarget>[] {
  const icon = (id: string): vscode.ThemeIcon => new vscode.ThemeIcon(id);
  const service: Option<EditTarget>[] = [
    { label: t('Base URL'), description: baseUrl, icon: icon('link'), value: 'baseUrl' },
    { label: t('Word for a flag in the API’s URL paths'), description: word, icon: icon('symbol-string'), value: 'word' },
    ...keyNames.map((label) => ({
      label: t('Label of the API key “{0}”', label),
      icon: icon('key'),
      value: { label },
    })),
  ];
  return [
    { label: t('Name'), description: name, icon: icon('tag'), value: 'name' as const },
    // The sandbox chooses its own address with each start.
    ...(kind === 'sandbox' ? [] : service),
    {
      label: t('Your e-mail address'),
      description: email ?? '',
      detail: t('Change requests that need your personal approval are marked; approve them in the service’s web console.'),
      icon: icon('mail'),
      value: 'email' as const,
    },
    {
      label: t('Link template'),
      description: linkTemplate ?? '',
      detail: t('The address of a flag in the service’s web console. “Open in Browser” uses this address.'),
      icon: icon('link-external'),
      value: 'linkTemplate' as const,
    },
    {
      label: isReadOnly ? t('Allow changes') : t('Make read-only'),
      detail: t('A read-only connection changes nothing, whatever its API keys are allowed to do.'),
      icon: icon(isReadOnly ? 'unlock' : 'lock'),
      value: 'isReadOnly' as const,
    },
  ];
}

/** Asks for one field and saves it in the current version of the connection. */
async function changeField(store: ConnectionStore, connection: Connection, field: Field): Promise<void> {
  const changed = await askField(store, connection, field);
  if (!changed) return;
  const now = store.find(connection.id);
  if (!now || !(await store.change(now.id, () => changed)))
    return tellRefusal(t('The connection “{0}” was removed in the meantime.', connection.name));
  const hasOtherOrigin = changed.baseUrl !== undefined && new URL(changed.baseUrl).origin !== new URL(now.baseUrl).origin;
  if (hasOtherOrigin) {
    tellDone(
      t(
        'The connection “{0}” now uses {1}. Its API keys are not sent to this address, because they were entered for a different address. Enter them again.',
        now.name,
        new URL(changed.baseUrl).origin,
      ),
      commandStep(t('Enter API Key…'), 'flagAdmin.apiKey.add'),
    );
  } else tellDone(changedSentence(changed, now.name));
}

function changedSentence(changed: ConnectionChange, connection: string): string {
  const { name, baseUrl, word, email, linkTemplate, isReadOnly } = changed;
  if (isReadOnly !== undefined)
    return isReadOnly ? t('“{0}” is read-only now.', connection) : t('“{0}” is no longer read-only.', connection);
  if (name !== undefined) return savedSentence(connection, t('Name'), name);
  if (baseUrl !== undefined) return savedSentence(connection, t('Base URL'), baseUrl);
  if (word !== undefined) return savedSentence(connection, t('Word for a flag in the API’s URL paths'), word);
  if ('linkTemplate' in changed) return savedSentence(connection, t('Link template'), linkTemplate ?? t('not set'));
  return savedSentence(connection, t('Your e-mail address'), email ?? t('not set'));
}

const savedSentence = (connection: string, field: string, value: string): string =>
  t('The connection “{0}” was changed. {1}: {2}', connection, field, value);

async function askField(store: ConnectionStore, connection: Connection, field: Field): Promise<ConnectionChange | undefined> {
  const title = t('Edit {0}', connection.name);
  switch (field) {
    case 'name': {
      const name = await askName({ title }, store, connection.name);
      return typeof name === 'string' ? { name } : undefined;
    }
    case 'baseUrl': {
      const baseUrl = await askAddress({
        title,
        value: connection.baseUrl,
      });
      return typeof baseUrl === 'string' ? { baseUrl } : undefined;
    }
    case 'word': {
      const word = await askWord({ title }, connection.word);
      return typeof word === 'string' ? { word } : undefined;
    }
    case 'email': {
      const answer = await askText({
        title,
        prompt: t('Your e-mail address at this service. Leave the field empty to remove the address'),
        placeholder: 'maria@example.com',
        value: connection.email ?? '',
        validate: emailProblem,
      });
      return typeof answer === 'string' ? { email: answer.trim() || undefined } : undefined;
    }
    case 'linkTemplate': {
      const answer = await askText({
        title,
        prompt: t(
          'Address of a flag in the web console. It must contain {0} or {1}, and can also contain {2} and {3}. Leave the field empty to remove the address.',
          '{id}',
          '{name}',
          '{workspaceId}',
          '{environmentId}',
        ),
        value: connection.linkTemplate ?? '',
        validate: linkTemplateProblem,
      });
      return typeof answer === 'string' ? { linkTemplate: answer.trim() || undefined } : undefined;
    }
    case 'isReadOnly':
      return { isReadOnly: connection.isReadOnly !== true };
    default:
      return field satisfies never;
  }
}

/** Stores the API key under a different label. Even after a failure, the API key is stored under the old or the new label. */
async function relabel(store: ConnectionStore, memory: Store, connection: Connection, label: string): Promise<void> {
  const answer = await askText({
    title: t('Edit {0}', connection.name),
    prompt: t('Label of the API key, as it is shown in this editor. The service does not see it.'),
    value: label,
    validate: (text) => labelProblem(text, store.find(connection.id)?.keyNames.filter((name) => name !== label) ?? []),
  });
  const wanted = typeof answer === 'string' ? answer.trim() : label;
  if (wanted === label) return;
  const now = store.find(connection.id);
  const isRemoved = (): boolean => !store.find(connection.id)?.keyNames.includes(label);
  const tellRemoved = (): void => tellRefusal(t('The API key “{0}” was removed in the meantime.', label));
  if (!now || isRemoved()) return tellRemoved();
  const apiKey = await store.readKey(now, label);
  if (apiKey !== undefined && !(await storeApiKey(store, now, wanted, apiKey))) return;
  // The keyring may have waited for its password.
  if (isRemoved()) {
    await store.forgetKey(now, wanted);
    return tellRemoved();
  }
  await store.change(now.id, ({ keyNames, keyInUse }) => ({
    keyNames: keyNames.map((name) => (name === label ? wanted : name)),
    keyInUse: keyInUse === label ? wanted : keyInUse,
  }));
  await renameApiKey(memory, now.id, label, wanted);
  await store.forgetKey(now, label);
  tellDone(savedSentence(now.name, t('Label of the API key “{0}”', label), wanted));
}
