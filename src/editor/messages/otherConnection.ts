/** Says that something belongs to another connection than the one in use. */
import * as vscode from 'vscode';
import type { Connections } from '../service/connected.ts';

const { t } = vscode.l10n;

/** `connectionName` is the last known name of the connection. */
export function wrongConnectionMessage(
  connections: Connections,
  { connectionId, connectionName }: { readonly connectionId: string; readonly connectionName: string },
): string {
  const name = connections.nameOf(connectionId);
  if (name === undefined)
    return t('This belongs to the connection “{0}”, which has been removed or is not here.', connectionName);
  const chosen = connections.chosen();
  return chosen
    ? t('This belongs to the connection “{0}”, and “{1}” is in use. Switch the connection.', name, chosen.name)
    : t('This belongs to the connection “{0}”, and no connection is in use.', name);
}
