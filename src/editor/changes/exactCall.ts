/**
 * Shows or copies the call that submits a change request, as a text. The text does not contain the API key, so it can be
 * shared.
 */
import * as vscode from 'vscode';
import type { DescribedCall } from '../../api/resources/changeRequests.ts';
import { tellDone } from '../window/notifications.ts';
import type { ConfirmationList } from '../ask/confirmationList.ts';
import { withOwnMark } from '../words/ownText.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import { requestOf, type RequestForm } from './requestForm.ts';

const { t } = vscode.l10n;

/** The name of the environment variable from which the command line takes the API key. */
const KEY_VARIABLE = 'FLAG_ADMIN_API_KEY';

export function callButtons(form: RequestForm, texts: ReadOnlyText): NonNullable<ConfirmationList['buttons']> {
  const { connected, workspace, environment } = form.proposal;
  const call = () => connected.client.describeSubmission(workspace.id, environment.id, requestOf(form));
  return [
    {
      iconPath: new vscode.ThemeIcon('code'),
      tooltip: t('Show the exact call'),
      run: () =>
        texts.open(t('{0} – API call.txt', form.typed.title), withOwnMark(callText(call(), connected.keyName)), {
          viewColumn: vscode.ViewColumn.Beside,
        }),
    },
    {
      iconPath: new vscode.ThemeIcon('copy'),
      tooltip: t('Copy as curl, without the API key'),
      async run() {
        await vscode.env.clipboard.writeText(asCurl(call()));
        tellDone(
          t(
            'The command is copied without an API key. Set the variable {0} to an API key before you run the command.',
            KEY_VARIABLE,
          ),
        );
      },
    },
  ];
}

function callText({ method, url, body, authentication }: DescribedCall, keyName: string): string {
  return [
    `${method} ${url}`,
    `${apiKeyHeader(authentication)}(${t('{0}: {1}', t('API key'), keyName)})`,
    'Content-Type: application/json',
    '',
    JSON.stringify(body, undefined, 2),
    '',
  ].join('\n');
}

/** Returns the call as a curl command for a POSIX shell. */
export function asCurl({ method, url, body, authentication }: DescribedCall): string {
  return [
    `curl -X ${method} ${quoted(url)}`,
    `  -H "${apiKeyHeader(authentication)}$${KEY_VARIABLE}"`,
    `  -H 'Content-Type: application/json'`,
    `  --data-binary ${quoted(JSON.stringify(body, undefined, 2))}`,
  ].join(' \\\n');
}

/** Returns the header of the call up to the API key. */
const apiKeyHeader = (authentication: DescribedCall['authentication']): string =>
  authentication === 'x-api-key' ? 'x-api-key: ' : 'Authorization: Bearer ';

/** Quotes a text for the shell. Inside single quotes, only a single quote needs an escape. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
