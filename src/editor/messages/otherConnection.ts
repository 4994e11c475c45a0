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
  return name === undefined
    ? t('This belongs to the connection “{0}”, which has been removed or is not here.', connectionName)
    : switchFirstSentence(name);
}

export const switchFirstSentence = (connectionName: string): string =>
  t('This belongs to the connection “{0}”: switch to it first.', connectionName);
