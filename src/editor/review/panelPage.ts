/**
 * The HTML page of a panel, and the messages that it sends. The page loads only files of this extension. It runs only scripts
 * with the nonce.
 */
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ActionId, FailureMessage, FromWebview, KeyList, ReviewView, StepButton } from '../../webview/protocol.ts';
import { tellRefusal } from '../window/notifications.ts';
import { displayLanguage } from '../words/displayLanguage.ts';
import type { FailureLog } from '../words/nextSteps.ts';
import { shortLine } from '../words/requestWords.ts';

const { t } = vscode.l10n;

/** The content that a kind of panel puts on the page. The session adds the id and the queue. */
export interface PanelPage {
  readonly title: string;
  readonly view: Omit<ReviewView, 'id' | 'restore'>;
  readonly lists: readonly KeyList[];
}

/** Removes the buttons for decisions, because nobody must decide on outdated content. Keeps the tools, such as Refresh. */
export const viewOnly = ({ view, ...page }: PanelPage): PanelPage => ({
  ...page,
  view: { ...view, actions: view.actions.filter(({ isTool }) => isTool), note: '' },
});

/**
 * Presses the page's button for a decision, or tells the user why the page has none. `shown` is the view, or the failure if the
 * request could not be read. `press` presses a button of the page by its id.
 */
export async function pressDecision(
  shown: PanelPage['view'] | FailureMessage,
  action: ActionId,
  press: (id: ActionId) => Promise<void>,
  log: FailureLog,
): Promise<void> {
  const tell = (text: string, [step]: readonly StepButton[]): void =>
    tellRefusal(text, ...(step ? [{ label: step.label, log, run: () => press(step.id) }] : []));
  if ('type' in shown)
    return tell(t('The change request could not be read, so you can’t decide on it now. {0}', shown.text), shown.steps);
  const { actions, heading, status, note, notices } = shown;
  // An approval can also have the button that uses a different API key.
  const wanted: readonly ActionId[] = action === 'approve' ? ['approve', 'approveWith'] : [action];
  const offered = actions.find(({ id }) => wanted.includes(id));
  if (offered) return press(offered.id);
  // Only the notice that the view is outdated has a button.
  const outdated = notices.find(({ steps }) => steps.length > 0);
  if (outdated) return tell(outdated.text, outdated.steps);
  tellRefusal(note || t('That action isn’t available for “{0}”. Its status is “{1}”.', shortLine(heading), status.label));
}

/** Puts `doubt`, a sentence about what is unknown, before the failure message. Its button Retry becomes Check Again. */
export const withUnknownOutcome = (failure: FailureMessage, doubt: string): FailureMessage => ({
  ...failure,
  text: `${doubt} ${failure.text}`,
  steps: failure.steps.map((step) => (step.id === 'refresh' ? { ...step, label: t('Check Again') } : step)),
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

/** Parses a message of the page. Undefined if the message is not a known one: the page could be compromised. */
export const parseMessage = (message: unknown): FromWebview | undefined => Message.safeParse(message).data;

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
<title>${t('Change Request')}</title>
<link rel="stylesheet" href="${file('media', 'review.css')}">
</head>
<body>
<main id="root"></main>
<script nonce="${nonce}" src="${file('dist', 'review.js')}"></script>
</body>
</html>`;
}

/** Returns the icon of the panel's tab for light and dark themes. Flags and segments have different icons. */
export const panelIcon = (extensionUri: vscode.Uri, object: 'flag' | 'segment'): { light: vscode.Uri; dark: vscode.Uri } => ({
  light: vscode.Uri.joinPath(extensionUri, 'media', `${object}-light.svg`),
  dark: vscode.Uri.joinPath(extensionUri, 'media', `${object}-dark.svg`),
});
