/** The commands Switch Connection… and Remove Connection…. */
import * as vscode from 'vscode';
import { forgetApiKey } from '../../operations/learned/keyRecords.ts';
import { askChoice } from '../ask/ask.ts';
import { confirm, tellDone, tellRefusal } from '../window/notifications.ts';
import { commandStep } from '../words/nextSteps.ts';
import type { Services } from '../window/services.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { Connection } from '../window/connected.ts';

const { t } = vscode.l10n;

export async function switchConnection(store: ConnectionStore): Promise<void> {
  const connection = await chooseConnection(store, t('Switch Connection'));
  if (connection) await store.use(connection.id);
}

export async function removeConnection({ memory, definitionDrafts }: Services, store: ConnectionStore): Promise<void> {
  const connection = await chooseConnection(store, t('Remove Connection'));
  if (!connection) return;
  const names = connection.keyNames.join(', ');
  const detail =
    names === ''
      ? t('Nothing changes in the service.')
      : t('The connection’s API keys are also removed from this editor: {0}. Nothing changes in the service.', names);
  // Drafts that can't be read must not prevent the removal.
  const all = await definitionDrafts.open().then(
    (list) => list.all(),
    () => [],
  );
  const { length } = all.filter(({ place }) => place.connectionId === connection.id);
  const left =
    length === 0
      ? ''
      : `\n\n${t('Drafts of flag definitions that are kept in this editor: {0}. You can open them from Source Control, and export them as files.', length)}`;
  if (!(await confirm(t('Remove the connection “{0}”?', connection.name), detail + left, t('Remove')))) return;
  await store.remove(connection.id);
  await forgetApiKey(memory, connection.id);
  tellDone(t('The connection “{0}” was removed. None of its API keys is left in this editor.', connection.name));
}

/** Asks for a connection on behalf of a command that needs one, and says why. */
export async function askForConnection(store: ConnectionStore): Promise<void> {
  if (store.all().length > 0) {
    const connection = await chooseConnection(store, t('No connection is in use. Choose one to continue'));
    return connection && store.use(connection.id);
  }
  const command = await askChoice<string>({
    title: t('There is no connection yet.'),
    placeholder: t('Connect to your service, or try the sandbox'),
    isFirstActive: true,
    options: [
      { label: t('Add Connection…'), icon: new vscode.ThemeIcon('plug'), value: 'flagAdmin.connection.add' },
      {
        label: t('Try the Sandbox'),
        detail: t('Practice service inside this editor'),
        icon: new vscode.ThemeIcon('beaker'),
        value: 'flagAdmin.sandbox.start',
      },
    ],
  });
  if (typeof command === 'string') await vscode.commands.executeCommand(command);
}

/** Asks for a connection. Undefined = the user cancelled, or was told that there is none. */
export async function chooseConnection(store: ConnectionStore, title: string): Promise<Connection | undefined> {
  const inUse = store.inUse()?.id;
  if (store.all().length === 0)
    return tellRefusal(t('There is no connection yet.'), commandStep(t('Add Connection…'), 'flagAdmin.connection.add'));
  const answer = await askChoice<Connection>({
    title,
    placeholder: t('Which connection?'),
    options: store.all().map((connection) => ({
      label: connection.name,
      description: [connection.id === inUse ? t('in use') : '', connection.isReadOnly ? t('read-only') : '']
        .filter(Boolean)
        .join(' · '),
      detail: connection.kind === 'sandbox' ? t('Practice service inside this editor') : connection.baseUrl,
      icon: new vscode.ThemeIcon(connection.kind === 'sandbox' ? 'beaker' : 'plug'),
      isActive: connection.id === inUse,
      value: connection,
    })),
  });
  return typeof answer === 'symbol' ? undefined : answer;
}
