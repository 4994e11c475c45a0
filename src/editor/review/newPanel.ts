/** Makes the panel for something that is not shown yet. */
import * as vscode from 'vscode';
import { reviewPanel } from '../names.ts';
import type { ReviewDeps } from './index.ts';
import { subjectId, type Subject } from './subject.ts';

/** Undefined if there is one already, which is brought to the front. */
export function newPanel(deps: ReviewDeps, subject: Subject, title: string): vscode.WebviewPanel | undefined {
  const open = deps.panels.get(subjectId(subject));
  if (open) {
    open.reveal();
    return undefined;
  }
  return vscode.window.createWebviewPanel(reviewPanel, title, vscode.ViewColumn.Active, webviewOptions(deps));
}

export function webviewOptions({ extensionUri }: ReviewDeps): vscode.WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist'), vscode.Uri.joinPath(extensionUri, 'media')],
  };
}
