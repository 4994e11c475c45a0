/** Draws rows of objects that are not in their environment: icon and name are grey. */
import * as vscode from 'vscode';

const GREY = 'flag-admin-grey';
const colour = new vscode.ThemeColor('disabledForeground');

export function grey(item: vscode.TreeItem, icon: string): void {
  item.iconPath = new vscode.ThemeIcon(icon, colour);
  item.resourceUri = vscode.Uri.from({ scheme: GREY, path: '/' });
}

/** Makes only the name grey, because the row may be out of date. */
export function greyOut(item: vscode.TreeItem): void {
  item.resourceUri = vscode.Uri.from({ scheme: GREY, path: '/' });
}

/** Colours the names of grey rows: only a decoration of a row's address can do that. */
export const markGreyRows = (): vscode.Disposable =>
  vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme }) => (scheme === GREY ? { color: colour } : undefined),
  });
