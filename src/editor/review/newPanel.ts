/** Shows something in the panel that it has already, or in a new one. */
import * as vscode from 'vscode';
import { reviewPanel } from '../names.ts';
import type { ReviewDeps } from './index.ts';
import { panelKey, type Bound, type Subject } from './subject.ts';
import { unturned } from '../unturned.ts';

/**
 * Brings to the front what is open of the subject through the connection in use; else `attach` fills a new panel. `bound` undefined
 * = no connection is to be had, and the panel says so.
 */
export async function showPanel(
  deps: ReviewDeps,
  subject: Subject,
  title: string,
  attach: (panel: vscode.WebviewPanel, bound: Bound | undefined) => void,
): Promise<void> {
  // What fails here is told in the panel, with what can be done about it.
  const connected = await deps.connections.inUse().catch(() => undefined);
  const bound = connected && { connectionId: connected.connectionId, connectionName: connected.connectionName };
  const key = panelKey(subject, bound);
  const open = [...deps.panels].find((one) => one.key() === key);
  if (open) {
    open.panel.reveal();
    return;
  }
  // Nothing is awaited between the look and this: two clicks open one panel.
  attach(vscode.window.createWebviewPanel(reviewPanel, unturned(title), vscode.ViewColumn.Active, webviewOptions(deps)), bound);
}

export function webviewOptions({ extensionUri }: ReviewDeps): vscode.WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist'), vscode.Uri.joinPath(extensionUri, 'media')],
  };
}
