/** Rows that say how long ago something was are drawn again once a minute while they are in sight, and as soon as an environment is learnt. */
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
