/**
 * Marks rows: the name of an object that does not exist in its environment is grey, and a change request that was read has a
 * tick.
 */
import * as vscode from 'vscode';

const GREY = 'flag-admin-grey';
const READ = 'flag-admin-read';
const colour = new vscode.ThemeColor('disabledForeground');

export function grey(item: vscode.TreeItem, icon: string): void {
  item.iconPath = new vscode.ThemeIcon(icon, colour);
  item.resourceUri = vscode.Uri.from({ scheme: GREY, path: '/' });
}

/** Makes the name of a row grey, but not its icon. Used for rows that might be outdated. */
export function greyOut(item: vscode.TreeItem): void {
  item.resourceUri = vscode.Uri.from({ scheme: GREY, path: '/' });
}

/** Adds a tick to the row of a change request that the user has read and that has not changed since. */
export function markRead(item: vscode.TreeItem): void {
  item.resourceUri = vscode.Uri.from({ scheme: READ, path: '/' });
}

/** Registers the file decorations that make names grey and add ticks. The editor decorates rows only by their addresses. */
export const registerRowMarks = (): vscode.Disposable =>
  vscode.window.registerFileDecorationProvider({
    provideFileDecoration({ scheme }) {
      if (scheme === GREY) return { color: colour };
      return scheme === READ
        ? { badge: '✓', tooltip: vscode.l10n.t('You have read the current version of this change request') }
        : undefined;
    },
  });
