/**
 * Marks rows. Rows of objects that do not exist in their environment are grey. Rows of change requests that the user has read
 * have a tick.
 */
import * as vscode from 'vscode';

const GREY = 'flag-admin-grey';
const READ = 'flag-admin-read';
const colour = new vscode.ThemeColor('disabledForeground');

export function grey(item: vscode.TreeItem, icon: string): void {
  item.iconPath = new vscode.ThemeIcon(icon, colour);
  item.resourceUri = vscode.Uri.from({ scheme: GREY, path: '/' });
}

/** Makes the name grey, but not the icon. Used for a row that may be out of date. */
export function greyOut(item: vscode.TreeItem): void {
  item.resourceUri = vscode.Uri.from({ scheme: GREY, path: '/' });
}

/** Shows that the user has read the change request in its present state. */
export function markRead(item: vscode.TreeItem): void {
  item.resourceUri = vscode.Uri.from({ scheme: READ, path: '/' });
}

/**
 * Makes the names of grey rows grey, and adds the tick to requests that were read. The editor allows both only in a decoration of
 * the row's address.
 */
export const registerRowMarks = (): vscode.Disposable =>
  vscode.window.registerFileDecorationProvider({
    provideFileDecoration({ scheme }) {
      if (scheme === GREY) return { color: colour };
      return scheme === READ
        ? { badge: '✓', tooltip: vscode.l10n.t('You have read this change request in its present state') }
        : undefined;
    },
  });
