/** Messages for two cases: something belongs to a different connection than the one in use, or a connection is read-only. */
import * as vscode from 'vscode';

const { t } = vscode.l10n;

/** Returns the message for an object of a different connection. `connectionName` is the last known name of that connection. */
export function wrongConnectionMessage(
  connections: { nameOf(connectionId: string): string | undefined },
  { connectionId, connectionName }: { readonly connectionId: string; readonly connectionName: string },
): string {
  const name = connections.nameOf(connectionId);
  return name === undefined
    ? t('The connection “{0}” is needed, but it was removed or is not set up in this editor.', connectionName)
    : switchFirstSentence(name);
}

export const switchFirstSentence = (connectionName: string): string =>
  t('A different connection is needed: switch to “{0}” first.', connectionName);

export const readOnlySentence = (connectionName: string): string =>
  t('The connection “{0}” is read-only: nothing is changed through it.', connectionName);
