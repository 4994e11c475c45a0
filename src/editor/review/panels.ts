/** Opens panels of change requests and comparisons, brings open ones to the front, and restores them after a reload. */
import * as vscode from 'vscode';
import { reviewPanel } from '../window/names.ts';
import { labelText } from '../words/escape.ts';
import { attachComparison, comparisonTitle } from './comparison.ts';
import type { ReviewContext } from './reviewContext.ts';
import { webviewOptions } from './panelPage.ts';
import { attachReview } from './reviewPanel.ts';
import { panelKey, savedIn, type PanelSubject, type Saved } from './subject.ts';

const { t } = vscode.l10n;

/**
 * Brings the panel of the subject to the front if the connection in use has one. Otherwise, shows the subject in a panel that the
 * user does not keep open, or in a new panel.
 */
export async function openPanel(deps: ReviewContext, subject: PanelSubject): Promise<void> {
  // If this fails, the panel itself reports the failure together with the next steps.
  const connected = await deps.connections.inUse().catch(() => undefined);
  const bound = connected && { connectionId: connected.connectionId, connectionName: connected.connectionName };
  const key = panelKey(subject, bound);
  const open = [...deps.panels].find((one) => one.key() === key);
  if (open) return open.panel.reveal();
  // No await separates the search for an open panel from the creation of a new one, so that two clicks open only one panel.
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

/** Restores a panel. `state`: what the page saved (webview/main.ts). Closes the panel if the state is unknown. */
export function restorePanel(deps: ReviewContext, panel: vscode.WebviewPanel, state: unknown): void {
  const saved = savedIn(state);
  if (!saved) return panel.dispose();
  panel.webview.options = webviewOptions(deps.context.extensionUri);
  attach(deps, panel, saved);
}

function attach(deps: ReviewContext, panel: vscode.WebviewPanel, { subject, bound, isKept }: Saved): void {
  if (subject.kind === 'request') attachReview(deps, panel, subject.id, bound, { isKept });
  else attachComparison(deps, panel, subject.comparison, bound);
}
