/** Rows of what is not in their environment: icon and name are grey. */
import * as vscode from 'vscode';

const GREY = 'flag-admin-grey';
const colour = new vscode.ThemeColor('disabledForeground');

export function grey(item: vscode.TreeItem, icon: string): void {
  item.iconPath = new vscode.ThemeIcon(icon, colour);
  item.resourceUri = vscode.Uri.from({ scheme: GREY, path: '/' });
}

/** Only the name, whatever the row is about: it may be out of date. */
export function greyOut(item: vscode.TreeItem): void {
  item.resourceUri = vscode.Uri.from({ scheme: GREY, path: '/' });
}

/** Only a mark on the address of a row gives its name a colour. */
export const markGreyRows = (): vscode.Disposable =>
  vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme }) => (scheme === GREY ? { color: colour } : undefined),
  });
