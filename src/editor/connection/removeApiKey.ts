/** Remove API Key…: forgets a stored API key of the connection in use. */
import * as vscode from 'vscode';
import { askChoice } from '../prompts/ask.ts';
import { confirm, tellDone, tellRefusal } from '../messages/notifications.ts';
import { tellOwnKeys } from './sentences.ts';
import { withoutKey, type ConnectionStore } from './store.ts';

const { t } = vscode.l10n;

export async function removeApiKey(store: ConnectionStore): Promise<void> {
  const connection = store.inUse();
  if (!connection?.keyInUse) {
    tellRefusal(t('There is no API key to remove.'));
    return;
  }
  if (connection.kind === 'sandbox') {
    tellOwnKeys();
    return;
  }
  if (connection.keyNames.length < 2) {
    tellRefusal(
      t(
        '“{0}” is the only API key of {1}. Remove the connection instead, or add another API key first.',
        connection.keyInUse,
        connection.name,
      ),
    );
    return;
  }
  const keyName = await askChoice<string>({
    title: t('Remove API Key'),
    placeholder: t('Which API key of {0} should be forgotten?', connection.name),
    options: connection.keyNames.map((name) => ({ label: name, icon: new vscode.ThemeIcon('key'), value: name })),
  });
  if (typeof keyName !== 'string') return;
  const detail = t(
    'It is removed from this editor’s secret storage. The service goes on accepting it until an administrator revokes it there.',
  );
  if (!(await confirm(t('Remove the API key “{0}”?', keyName), detail, t('Remove')))) return;
  await store.forgetKey(connection, keyName);
  await store.change(connection.id, (now) => withoutKey(now, keyName));
  tellDone(t('The API key “{0}” was removed.', keyName));
}
