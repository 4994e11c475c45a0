/** The call that a sheet would submit, as text to read or run elsewhere. It does not contain the API key, so anybody may see it. */
import * as vscode from 'vscode';
import type { DescribedCall } from '../../api/resources/changeRequests.ts';
import { tellDone } from '../window/notifications.ts';
import type { Sheet } from '../ask/sheet.ts';
import { marked } from '../words/ownText.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import { requestOf, type RequestForm } from './requestForm.ts';

const { t } = vscode.l10n;

/** The variable that must contain the API key when the command line is run. */
const KEY_VARIABLE = 'FLAG_ADMIN_API_KEY';

export function callButtons(form: RequestForm, texts: ReadOnlyText): NonNullable<Sheet['buttons']> {
  const { connected, workspace, environment } = form.proposal;
  const call = () => connected.client.describeSubmission(workspace.id, environment.id, requestOf(form));
  return [
    {
      iconPath: new vscode.ThemeIcon('code'),
      tooltip: t('Show the exact call'),
      run: () =>
        texts.open(t('{0} – the exact call.txt', form.typed.title), marked(callText(call(), connected.keyName)), {
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

/** Returns a command line for a POSIX shell. */
export function asCurl({ method, url, body, authentication }: DescribedCall): string {
  return [
    `curl -X ${method} ${quoted(url)}`,
    `  -H "${apiKeyHeader(authentication)}$${KEY_VARIABLE}"`,
    `  -H 'Content-Type: application/json'`,
    `  --data-binary ${quoted(JSON.stringify(body, undefined, 2))}`,
  ].join(' \\\n');
}

/** Returns the header up to the API key. */
const apiKeyHeader = (authentication: DescribedCall['authentication']): string =>
  authentication === 'x-api-key' ? 'x-api-key: ' : 'Authorization: Bearer ';

/** Quotes a text for the shell. Between single quotes, only a single quote has a special meaning. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
