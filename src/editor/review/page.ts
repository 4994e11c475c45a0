/** The page of the review panel: no source but our own files, no script without the nonce. */
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import { displayLanguage } from '../displayLanguage.ts';

export function reviewPage(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (...path: string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${displayLanguage()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${vscode.l10n.t('Change Request')}</title>
<link rel="stylesheet" href="${file('media', 'review.css')}">
</head>
<body>
<main id="root"></main>
<script nonce="${nonce}" src="${file('dist', 'review.js')}"></script>
</body>
</html>`;
}
