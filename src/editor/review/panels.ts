/** Opens panels: of a change request or a comparison, anew, again, or brought back after a reload. */
import * as vscode from 'vscode';
import { reviewPanel } from '../window/names.ts';
import { labelText } from '../words/escape.ts';
import { attachComparison, comparisonTitle } from './comparison.ts';
import type { ReviewContext } from './context.ts';
import { webviewOptions } from './panelPage.ts';
import { attachReview } from './reviewPanel.ts';
import { panelKey, savedIn, type Bound, type PanelSubject } from './subject.ts';

const { t } = vscode.l10n;

/** Brings to the front what is open of the subject through the connection in use; else fills a new panel. */
export async function openPanel(deps: ReviewContext, subject: PanelSubject): Promise<void> {
  // What fails here is reported in the panel, with what can be done about it.
  const connected = await deps.connections.inUse().catch(() => undefined);
  const bound = connected && { connectionId: connected.connectionId, connectionName: connected.connectionName };
  const key = panelKey(subject, bound);
  const open = [...deps.panels].find((one) => one.key() === key);
  if (open) return open.panel.reveal();
  // Nothing is awaited between the search and this: two clicks open one panel.
  const title = subject.kind === 'request' ? t('Change Request') : comparisonTitle(subject.comparison);
  const options = webviewOptions(deps.context.extensionUri);
  attach(
    deps,
    vscode.window.createWebviewPanel(reviewPanel, labelText(title), vscode.ViewColumn.Active, options),
    subject,
    bound,
  );
}

/** `state` = what the page saved (webview/main.ts). A panel that says nothing of ours is closed. */
export function restorePanel(deps: ReviewContext, panel: vscode.WebviewPanel, state: unknown): void {
  const saved = savedIn(state);
  if (!saved) return panel.dispose();
  panel.webview.options = webviewOptions(deps.context.extensionUri);
  attach(deps, panel, saved.subject, saved.bound);
}

function attach(deps: ReviewContext, panel: vscode.WebviewPanel, subject: PanelSubject, bound: Bound | undefined): void {
  if (subject.kind === 'request') attachReview(deps, panel, subject.id, bound);
  else attachComparison(deps, panel, subject.comparison, bound);
}
