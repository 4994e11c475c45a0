/** Asks for a file, and writes a text to it. */
import * as vscode from 'vscode';
import type { FailureLog, NextStep } from '../words/nextSteps.ts';

interface TextToSave extends Pick<vscode.SaveDialogOptions, 'title' | 'filters'> {
  /** The suggested file name. */
  readonly name: string;
  /** The suggested folder if no folder is open. */
  readonly otherFolder?: vscode.Uri;
  /** Returns the text. Called after the user has chosen the file. */
  text(): string;
}

/** Returns the saved file. Undefined = the user cancelled. Throws the errors of the file system. */
export async function saveText({ name, otherFolder, text, ...dialog }: TextToSave): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? otherFolder;
  const file = await vscode.window.showSaveDialog({
    ...dialog,
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (file) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text()));
  return file;
}

/** Returns the button that opens the saved file. Its error is written to `log`. */
export const openSavedStep = (file: vscode.Uri, log: FailureLog): NextStep => ({
  label: vscode.l10n.t('Open'),
  log,
  run: () => vscode.window.showTextDocument(file),
});
