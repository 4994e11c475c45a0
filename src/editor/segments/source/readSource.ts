/** The text that holds the keys: the file picked in the Explorer, the selection, or the whole active editor. Unsaved text counts. */
import * as vscode from 'vscode';
import { tellRefusal, type NextStep } from '../../tell.ts';

const { t } = vscode.l10n;

export interface Source {
  readonly text: string;
  /** "accounts.csv", or "the selection in accounts.csv". */
  readonly description: string;
  readonly fileName: string;
  readonly languageId: string;
  /** Lines before the text in its document, so that line numbers are those of the document. */
  readonly linesBefore: number;
}

/** Files above this size are not read whole. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Undefined if there is nothing to read; the user was told why. */
export async function readSource(argument: unknown): Promise<Source | undefined> {
  if (argument instanceof vscode.Uri) return readFile(argument);
  const editor = vscode.window.activeTextEditor;
  if (editor) return readEditor(editor);
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // A file that the editor can't show as text: reading it says so better than "nothing is open".
  if (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) return readFile(input.uri);
  tellRefusal(t('Open the file that lists the keys, or select it in the Explorer, and try again.'), openFileStep());
  return undefined;
}

function readEditor({ document, selections }: vscode.TextEditor): Source {
  const selected = selections.filter((selection) => !selection.isEmpty).toSorted((a, b) => a.start.compareTo(b.start));
  const fileName = baseName(document.uri);
  const { languageId } = document;
  const [first] = selected;
  if (!first) return { text: document.getText(), description: fileName, fileName, languageId, linesBefore: 0 };
  return {
    text: selected.map((selection) => document.getText(selection)).join('\n'),
    description: selected.length === 1 ? t('the selection in {0}', fileName) : t('the selections in {0}', fileName),
    fileName,
    languageId,
    // Of several selections, lines can only be counted through.
    linesBefore: selected.length === 1 ? first.start.line : 0,
  };
}

async function readFile(uri: vscode.Uri): Promise<Source | undefined> {
  const fileName = baseName(uri);
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return { text: open.getText(), description: fileName, fileName, languageId: open.languageId, linesBefore: 0 };
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MAX_BYTES) {
    tellRefusal(t('{0} is larger than 50 MB. Split it and upload the parts.', fileName), openFileStep());
    return undefined;
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  // The editor knows the file's encoding; what it can't decode is no text.
  const text = await vscode.workspace.decode(bytes, { uri }).then(
    (decoded) => decoded,
    () => undefined,
  );
  if (text === undefined) {
    tellRefusal(noTextSentence(fileName), openFileStep());
    return undefined;
  }
  return { text, description: fileName, fileName, languageId: '', linesBefore: 0 };
}

const baseName = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/** What to do about a file that can't be used. */
export const openFileStep = (): NextStep => ({
  label: t('Open Another File…'),
  run: () => vscode.commands.executeCommand('workbench.action.files.openFile'),
});

export const noTextSentence = (fileName: string): string =>
  t('{0} is no text. Save the list as plain lines or CSV and try again.', fileName);
