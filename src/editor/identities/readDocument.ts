/** The file that lists the identities: the one picked in the Explorer, or the active editor's. Unsaved text counts. */
import * as vscode from 'vscode';
import { tellRefusal, type NextStep } from '../messages/notifications.ts';

const { t } = vscode.l10n;

export interface SourceFile {
  readonly document: vscode.TextDocument;
  readonly name: string;
  /** As it is now: what is sent, and what must be unchanged for a retry. */
  readonly text: string;
}

/** Undefined if there is nothing to read; the user was told why. */
export async function readDocument(argument: unknown): Promise<SourceFile | undefined> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const inTab = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
  const uri = argument instanceof vscode.Uri ? argument : (vscode.window.activeTextEditor?.document.uri ?? inTab);
  if (!uri) {
    tellRefusal(t('Open the file that lists the identities, or select it in the Explorer, and try again.'), openFileStep());
    return undefined;
  }
  const name = nameOf(uri);
  // The editor opens no document that is no text, or larger than 50 MB.
  const document = await vscode.workspace.openTextDocument(uri).then(
    (opened) => opened,
    () => undefined,
  );
  if (!document) {
    tellRefusal(
      t('{0} can’t be opened as a text. Save it as CSV or JSON, of at most 50 MB, and try again.', name),
      openFileStep(),
    );
    return undefined;
  }
  return { document, name, text: document.getText() };
}

/** Whether the file still has the text that was read. */
export async function isUnchanged({ document, text }: SourceFile): Promise<boolean> {
  if (!document.isClosed) return document.getText() === text;
  if (document.isUntitled) return false;
  return vscode.workspace.openTextDocument(document.uri).then(
    (opened) => opened.getText() === text,
    () => false,
  );
}

const nameOf = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);

export const openFileStep = (): NextStep => ({
  label: t('Open a File…'),
  run: () => vscode.commands.executeCommand('workbench.action.files.openFile'),
});
