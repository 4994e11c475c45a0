/** Edit Connection… and Rename Connection…. */
import * as vscode from 'vscode';
import { checkBaseUrl } from '../../api/baseUrl.ts';
import { askChoice, askText } from '../ask.ts';
import { commands } from '../names.ts';
import { commandStep, tellDone, tellRefusal } from '../tell.ts';
import { askName } from './askName.ts';
import { askWord } from './askWord.ts';
import { chooseConnection } from './chooseConnection.ts';
import { baseUrlSentence, emailProblem } from './sentences.ts';
import type { Change, Connection, ConnectionStore } from './store.ts';

const { t } = vscode.l10n;

type Field = 'name' | 'baseUrl' | 'word' | 'email' | 'isReadOnly';

export async function renameConnection(store: ConnectionStore): Promise<void> {
  const connection = await chooseConnection(store, t('Rename Connection'), t('Which connection should be renamed?'));
  if (connection) await change(store, connection, 'name');
}

export async function editConnection(store: ConnectionStore): Promise<void> {
  const connection = await chooseConnection(store, t('Edit Connection'), t('Which connection should be changed?'));
  if (!connection) return;
  const field = await askChoice<Field>({
    title: t('Edit {0}', connection.name),
    placeholder: t('What is to be changed?'),
    options: optionsOf(connection),
  });
  if (typeof field === 'string') await change(store, connection, field);
}

function optionsOf({ kind, name, baseUrl, word, email, isReadOnly }: Connection) {
  const icon = (id: string): vscode.ThemeIcon => new vscode.ThemeIcon(id);
  const service: { label: string; description: string; icon: vscode.ThemeIcon; value: Field }[] = [
    { label: t('Base URL'), description: baseUrl, icon: icon('link'), value: 'baseUrl' },
    { label: t('Word for a flag'), description: word, icon: icon('symbol-string'), value: 'word' },
  ];
  return [
    { label: t('Name'), description: name, icon: icon('tag'), value: 'name' as const },
    // The sandbox chooses its own address with each start.
    ...(kind === 'sandbox' ? [] : service),
    {
      label: t('Your e-mail address'),
      description: email ?? t('not given'),
      detail: t('Change requests that wait for you as a person are pointed out; you approve those in the service’s own pages.'),
      icon: icon('mail'),
      value: 'email' as const,
    },
    {
      label: isReadOnly ? t('Allow changes') : t('Make read-only'),
      description: isReadOnly ? t('read-only now') : t('changes are allowed now'),
      detail: t('Through a read-only connection nothing is changed, whatever its API keys may do.'),
      icon: icon(isReadOnly ? 'unlock' : 'lock'),
      value: 'isReadOnly' as const,
    },
  ];
}

/** Asks for the one field and saves it into the connection as it is by then. */
async function change(store: ConnectionStore, connection: Connection, field: Field): Promise<void> {
  const changed = await ask(store, connection, field);
  if (!changed) return;
  const now = store.find(connection.id);
  if (!now || !(await store.change(now.id, () => changed))) {
    tellRefusal(t('The connection “{0}” was removed meanwhile.', connection.name));
    return;
  }
  const isElsewhere = changed.baseUrl !== undefined && new URL(changed.baseUrl).origin !== new URL(now.baseUrl).origin;
  if (isElsewhere) {
    tellDone(
      t(
        'The connection “{0}” goes to {1} now. Its API keys were entered for another address and are not sent there: enter them again.',
        now.name,
        new URL(changed.baseUrl).origin,
      ),
      commandStep(t('Enter API Key…'), commands.addApiKey),
    );
  } else tellDone(t('The connection “{0}” is changed.', changed.name ?? now.name));
}

async function ask(store: ConnectionStore, connection: Connection, field: Field): Promise<Change | undefined> {
  const title = t('Edit {0}', connection.name);
  switch (field) {
    case 'name': {
      const name = await askName({ title: t('Rename {0}', connection.name) }, store, connection.name);
      return typeof name === 'string' ? { name } : undefined;
    }
    case 'baseUrl': {
      const answer = await askText({
        title,
        prompt: t('Base URL of the admin service. API keys are bound to their address: at another one they are asked for again.'),
        value: connection.baseUrl,
        validate: (text) => {
          const checked = checkBaseUrl(text);
          return checked.ok ? undefined : baseUrlSentence(checked.refusal);
        },
      });
      const checked = checkBaseUrl(typeof answer === 'string' ? answer : '');
      return checked.ok ? { baseUrl: checked.baseUrl } : undefined;
    }
    case 'word': {
      const word = await askWord({ title }, connection.word);
      return typeof word === 'string' ? { word } : undefined;
    }
    case 'email': {
      const answer = await askText({
        title,
        prompt: t('Your e-mail address at this service; leave it empty to forget it'),
        placeholder: 'maria@example.com',
        value: connection.email ?? '',
        validate: emailProblem,
      });
      return typeof answer === 'string' ? { email: answer.trim() || undefined } : undefined;
    }
    case 'isReadOnly':
      return { isReadOnly: connection.isReadOnly !== true };
    default:
      return field satisfies never;
  }
}
