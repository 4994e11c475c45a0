/** Keeps an API key that was tried; where the editor's secret storage fails, the user may go on for this session only. */
import * as vscode from 'vscode';
import { setContext } from '../command.ts';
import { isSecretStorageFailed } from '../service/connected.ts';
import { milestones } from '../names.ts';
import { confirm } from '../messages/notifications.ts';
import type { Connection, ConnectionStore } from './store.ts';

const { t } = vscode.l10n;

/** False if it could not be kept and the user did not want it for this session only. */
export async function keepApiKey(
  store: ConnectionStore,
  connection: Connection,
  keyName: string,
  apiKey: string,
): Promise<boolean> {
  const isKept = await keep(store, connection, keyName, apiKey);
  // The sandbox brings its own: whoever enters one has a service.
  if (isKept) void setContext(milestones.hasOwnService, true);
  return isKept;
}

async function keep(store: ConnectionStore, connection: Connection, keyName: string, apiKey: string): Promise<boolean> {
  try {
    await store.writeKey(connection, keyName, apiKey);
    return true;
  } catch (error) {
    if (!isSecretStorageFailed(error)) throw error;
    const sentence = t('The editor’s secret storage can’t keep the API key “{0}”.', keyName);
    const detail = t(
      'It says: {0}. Unlock the system’s keyring and enter the API key again, or use it until this window is closed; it is then kept in memory only.',
      error.message.replace(/\.$/, ''),
    );
    if (!(await confirm(sentence, detail, t('Use for This Session Only')))) return false;
    await store.writeKey(connection, keyName, apiKey, { isForSession: true });
    return true;
  }
}
