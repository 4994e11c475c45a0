/**
 * The page of the panel, and its messages. The page loads only files of this extension, and runs no script without the nonce.
 * The page needs no fonts, images, connections or style attributes.
 */
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ActionId, FailureMessage, FromWebview, KeyList, ReviewView } from '../../webview/protocol.ts';
import { displayLanguage } from '../words/displayLanguage.ts';

/** The content of the page, except for what the session adds. */
export interface PanelPage {
  readonly title: string;
  readonly view: Omit<ReviewView, 'id' | 'restore'>;
  readonly lists: readonly KeyList[];
}

/** Removes all buttons except the tools, because a decision must not be based on an old reading. */
export const undecidable = ({ view, ...page }: PanelPage): PanelPage => ({
  ...page,
  view: { ...view, actions: view.actions.filter(({ isTool }) => isTool), note: '' },
});

/** Returns the button that the page offers for a decision. An approval may be offered with a different API key. */
export function offeredIn({ actions }: PanelPage['view'], action: ActionId): ActionId | undefined {
  const wanted: readonly ActionId[] = action === 'approve' ? ['approve', 'approveWith'] : [action];
  return actions.find(({ id }) => wanted.includes(id))?.id;
}

/** Puts the sentence about what is unknown before the failure message, and changes its button from Retry to Check Again. */
export const inDoubt = (failure: FailureMessage, doubt: string): FailureMessage => ({
  ...failure,
  text: `${doubt} ${failure.text}`,
  steps: failure.steps.map((step) => (step.id === 'refresh' ? { ...step, label: vscode.l10n.t('Check Again') } : step)),
});

const ACTIONS = [
  'approve',
  'approveWith',
  'withdraw',
  'reject',
  'inverse',
  'history',
  'useKey',
  'refresh',
  'textDiff',
  'copyMarkdown',
  'explain',
  'count',
  'compare',
  'propose',
  'copyLink',
  'copyId',
  'reveal',
  'showChanges',
  'switchConnection',
  'previous',
  'next',
  'keepOpen',
] as const satisfies readonly ActionId[];

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('action'), id: z.enum(ACTIONS), view: z.optional(z.string()) }),
]);

/** Parses a message of the page, which could be compromised. Returns undefined if the message is unknown. */
export const parseFromWebview = (message: unknown): FromWebview | undefined => Message.safeParse(message).data;

export const webviewOptions = (extensionUri: vscode.Uri): vscode.WebviewOptions => ({
  enableScripts: true,
  localResourceRoots: ['dist', 'media'].map((folder) => vscode.Uri.joinPath(extensionUri, folder)),
});

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

/** Returns the icon of the panel's tab: one for flags and one for segments, in each kind of theme. */
export const panelIcon = (extensionUri: vscode.Uri, object: 'flag' | 'segment'): { light: vscode.Uri; dark: vscode.Uri } => ({
  light: vscode.Uri.joinPath(extensionUri, 'media', `${object}-light.svg`),
  dark: vscode.Uri.joinPath(extensionUri, 'media', `${object}-dark.svg`),
});
