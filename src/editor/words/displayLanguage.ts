/** The language that a reader gets, for `Intl`: numbers, dates and lists are written as the sentences around them are. */
import * as vscode from 'vscode';

/**
 * The editor's display language where these sentences are translated to it, else English. Never the system's: a German date in
 * an English sentence helps nobody.
 */
export function displayLanguage(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}
