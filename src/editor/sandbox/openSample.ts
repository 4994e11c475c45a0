/** Open a Sample List of Keys: accounts of the sandbox as an untitled document, for a first upload by somebody who has no list at hand. */
import * as vscode from 'vscode';
import { commandStep, tellDone } from '../messages/notifications.ts';

const { t } = vscode.l10n;

/** As an export of accounts looks: a header, other columns, a row that stands there twice. Some are in beta-accounts already. */
const SAMPLE = `account_id,plan,country
acct-00041,enterprise,DE
acct-00046,team,GB
acct-00056,business,US
acct-00077,free,NL
acct-00084,team,FR
acct-00091,business,DE
acct-00098,free,US
acct-00105,enterprise,JP
acct-00112,team,CA
acct-00119,business,GB
acct-00126,team,ES
acct-00105,enterprise,JP
acct-00133,free,DE
acct-00140,business,SE
acct-00147,team,US
acct-00161,enterprise,US
acct-00168,business,IT
acct-00175,free,GB
acct-00182,team,AT
acct-00203,business,DE
`;

export async function openSample(): Promise<void> {
  // Asked for again, the one that is open is shown: each more would ask to be saved.
  const open = vscode.workspace.textDocuments.find((document) => document.isUntitled && document.getText() === SAMPLE);
  const document = open ?? (await vscode.workspace.openTextDocument({ content: SAMPLE }));
  await vscode.window.showTextDocument(document, { preview: false });
  tellDone(
    t('These are accounts of the sandbox, as an export would list them. Upload them to a segment, such as beta-accounts.'),
    commandStep(t('Upload Keys from Current File…'), 'flagAdmin.segment.uploadKeys'),
  );
}
