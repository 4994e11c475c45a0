/** Fills a panel that the editor brought back after a reload. */
import type * as vscode from 'vscode';
import { attachComparison } from './comparisonPanel.ts';
import type { ReviewDeps } from './index.ts';
import { webviewOptions } from './newPanel.ts';
import { attachReview } from './reviewPanel.ts';
import { keptIn } from './subject.ts';

/** `state` is what the page kept (webview/main.ts). A panel that says nothing of ours is closed. */
export function restorePanel(deps: ReviewDeps, panel: vscode.WebviewPanel, state: unknown): void {
  const kept = keptIn(state);
  if (!kept) {
    panel.dispose();
    return;
  }
  panel.webview.options = webviewOptions(deps);
  const { subject, bound } = kept;
  if (subject.kind === 'request') attachReview(deps, panel, subject.id, bound);
  else attachComparison(deps, panel, subject.comparison, bound);
}
