/** Draws rows with ages again once a minute while they are visible, and when the environment of a change request becomes known. */
import * as vscode from 'vscode';
import type { ServiceFacts } from '../../operations/serviceFacts.ts';
import type { Tree } from './tree.ts';

const MINUTE = 60_000;

/** A view, and the tree in it. */
export interface AgingView {
  readonly view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>;
  readonly tree: Pick<Tree, 'redrawAging'>;
}

/** Asks the service for nothing. */
export function keepAges(views: readonly AgingView[], serviceFacts: ServiceFacts): vscode.Disposable {
  const redraw = (): void => {
    for (const { view, tree } of views) if (view.visible) tree.redrawAging();
  };
  const timer = setInterval(redraw, MINUTE);
  return vscode.Disposable.from(...views.map(({ view }) => view.onDidChangeVisibility(redraw)), serviceFacts.onDidLearn(redraw), {
    dispose: () => clearInterval(timer),
  });
}
