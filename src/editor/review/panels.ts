/** Opens panels of reviews and comparisons, and restores them after a reload. */
import * as vscode from 'vscode';
import { reviewPanel } from '../window/names.ts';
import { labelText } from '../words/escape.ts';
import { attachComparison, comparisonTitle } from './comparison.ts';
import type { ReviewContext } from './reviewContext.ts';
import { webviewOptions } from './panelPage.ts';
import { attachReview } from './reviewPanel.ts';
import { panelKey, savedPanelIn, type PanelSubject, type SavedPanel } from './subject.ts';

const { t } = vscode.l10n;

/**
 * Shows a review or comparison. Brings its panel to the front if there is one for the connection in use. Otherwise, a review
 * replaces the review in a panel that the user does not keep open. If there is no such panel, opens a new one.
 */
export async function openPanel(deps: ReviewContext, subject: PanelSubject): Promise<void> {
  // If no connection can be used, the panel itself shows the failure.
  const connected = await deps.connections.inUse().catch(() => undefined);
  const bound = connected && { connectionId: connected.connectionId, connectionName: connected.connectionName };
  const key = panelKey(subject, bound);
  const open = [...deps.panels].find((one) => one.key() === key);
  if (open) return open.panel.reveal();
  // There is no await between the search for an open panel and the creation of a new one. Otherwise a double click could open
  // two panels.
  const free = subject.kind === 'request' && [...deps.panels].find(({ refill, isKept }) => refill && !isKept);
  if (free) {
    free.refill?.(subject.id, bound);
    return free.panel.reveal();
  }
  const title = subject.kind === 'request' ? t('Change Request') : comparisonTitle(subject.comparison);
  const options = webviewOptions(deps.context.extensionUri);
  const panel = vscode.window.createWebviewPanel(reviewPanel, labelText(title), vscode.ViewColumn.Active, options);
  attach(deps, panel, { subject, bound });
}

/**
 * Restores a panel after a reload. `state` is what its page saved (webview/main.ts). Closes the panel if the state can't be
 * read.
 */
export function restorePanel(deps: ReviewContext, panel: vscode.WebviewPanel, state: unknown): void {
  const saved = savedPanelIn(state);
  if (!saved) return panel.dispose();
  panel.webview.options = webviewOptions(deps.context.extensionUri);
  attach(deps, panel, saved);
}

function attach(deps: ReviewContext, panel: vscode.WebviewPanel, { subject, bound, isKept }: SavedPanel): void {
  if (subject.kind === 'request') attachReview(deps, panel, subject.id, bound, { isKept });
  else attachComparison(deps, panel, subject.comparison, bound);
}
