/** Finds the file for a command that reads the current file. Asks the user if it is not clear which file that is. */
import * as vscode from 'vscode';
import { tellRefusal } from '../window/notifications.ts';
import { openFileStep } from '../words/nextSteps.ts';
import { definitionScheme } from '../window/names.ts';
import { askChoice, back, type Option } from './ask.ts';
import { textScheme } from '../window/names.ts';

const { t } = vscode.l10n;

/**
 * Schemes of texts that belong to the editor or to Flag Admin. All other schemes can belong to files of the user, for
 * example on a remote disk.
 */
const NON_USER_SCHEMES: ReadonlySet<string> = new Set([
  definitionScheme,
  textScheme,
  // The Output view, with the log of Flag Admin; the debug console, and sources that a debugger loaded.
  'output',
  'debug',
  // Settings, keyboard shortcuts and profiles: the user's, and the default ones.
  'vscode-userdata',
  'vscode-settings',
  'vscode',
  'code-setting',
  // Parts of the workbench that are text editors, too.
  'vscode-scm',
  'comment',
  'chatSessionInput',
  'vscode-chat-code-block',
  'vscode-interactive-input',
  'vscode-terminal',
  'accessible-view',
  'walkThrough',
  'walkThroughSnippet',
  'inmemory',
]);

export const isUserFile = ({ scheme }: vscode.Uri): boolean => !NON_USER_SCHEMES.has(scheme);

export interface CurrentFile {
  readonly uri: vscode.Uri;
  /**
   * An editor that shows the file. The command uses its selection. Absent if the user means the whole file, or if no text
   * editor shows it.
   */
  readonly editor?: vscode.TextEditor;
}

/**
 * Returns the file for a command. The first parameter contains the arguments of the command: the Explorer passes the clicked
 * file and a list of all selected files; the menu of an editor passes its document. Without an argument, returns the active
 * document, or if that does not belong to the user, the only visible file. If several files are visible, or none, asks for
 * an open file, `other`, or a file on the disk. Returns undefined if the user cancelled, or if the given document belongs to
 * the editor or to Flag Admin; a message then says so.
 */
export async function currentFile<Other = never>(
  [given, picked]: readonly unknown[],
  other?: Option<Other>,
): Promise<CurrentFile | Other | undefined> {
  if (given instanceof vscode.Uri) {
    if (!isUserFile(given)) return tellNotUserFile();
    const editor = Array.isArray(picked) ? undefined : vscode.window.activeTextEditor;
    return editor && isSameUri(editor.document.uri, given) ? { uri: given, editor } : { uri: given };
  }
  return likelyFile() ?? askFile(other);
}

/** Returns the file that `currentFile` returns without asking. Undefined if `currentFile` would ask. */
export function likelyFile(): CurrentFile | undefined {
  const front = activeFileUri();
  if (front && isUserFile(front)) return withEditor(front);
  const [only, ...others] = unique(visibleFiles());
  return only && others.length === 0 ? withEditor(only) : undefined;
}

async function askFile<Other>(other: Option<Other> | undefined): Promise<CurrentFile | Other | undefined> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.flatMap(({ input }) => fileOf(input) ?? []));
  const files = unique([...visibleFiles(), ...tabs]);
  const elsewhere = { label: t('Choose a file…'), icon: new vscode.ThemeIcon('folder-opened'), value: 'elsewhere' as const };
  const answer = await askChoice<vscode.Uri | 'elsewhere' | Option<Other>>({
    title: t('Current File'),
    placeholder: activeFileUri()
      ? t('Which file? The active document was created by the editor or by Flag Admin, so it can’t be used')
      : t('Which file?'),
    options: [...files.map(rowOf), ...(other ? [{ ...other, value: other }] : []), elsewhere],
  });
  if (answer === undefined || answer === back) return undefined;
  if (answer instanceof vscode.Uri) return withEditor(answer);
  if (answer !== 'elsewhere') return answer.value;
  const [uri] = (await vscode.window.showOpenDialog({ openLabel: t('Read') })) ?? [];
  return uri && { uri };
}

/** Adds the path, which distinguishes files with the same name. */
function rowOf(uri: vscode.Uri): Option<vscode.Uri> {
  const [label, place] = [baseName(uri), vscode.workspace.asRelativePath(uri)];
  return { label, ...(place !== label && { description: place }), icon: new vscode.ThemeIcon('file'), value: uri };
}

/** Says that the text is not a file of the user, and what to do. */
export const tellNotUserFile = (): undefined =>
  tellRefusal(
    t(
      'This document belongs to the editor or to Flag Admin. Open one of your own files, or select one in the Explorer, and try again.',
    ),
    openFileStep(),
  );

/**
 * Returns the active document. A text editor comes first: the Output view has an editor, but no tab. A file that no text
 * editor can show has only a tab.
 */
const activeFileUri = (): vscode.Uri | undefined =>
  vscode.window.activeTextEditor?.document.uri ??
  selectedCell() ??
  uriOf(vscode.window.tabGroups.activeTabGroup.activeTab?.input);

/** Returns the selected cell of the active notebook. Such a cell has an active text editor only while its text is being edited. */
function selectedCell(): vscode.Uri | undefined {
  const { notebook, selection } = vscode.window.activeNotebookEditor ?? {};
  return notebook && selection && selection.start < notebook.cellCount
    ? notebook.cellAt(selection.start).document.uri
    : undefined;
}

/** Returns the user's files that are visible in an editor. */
const visibleFiles = (): readonly vscode.Uri[] => [
  ...vscode.window.visibleTextEditors.map(({ document }) => document.uri).filter(isUserFile),
  ...vscode.window.tabGroups.all.flatMap(({ activeTab }) => fileOf(activeTab?.input) ?? []),
];

const uriOf = (input: unknown): vscode.Uri | undefined =>
  input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;

function fileOf(input: unknown): vscode.Uri | undefined {
  const uri = uriOf(input);
  return uri && isUserFile(uri) ? uri : undefined;
}

/** Finds an editor for the file. If two editors show it, takes the one in the active group. */
function withEditor(uri: vscode.Uri): CurrentFile {
  const { activeTextEditor, visibleTextEditors, tabGroups } = vscode.window;
  const editors = visibleTextEditors.filter(({ document }) => isSameUri(document.uri, uri));
  const inGroup = editors.find(({ viewColumn }) => viewColumn === tabGroups.activeTabGroup.viewColumn);
  const editor = activeTextEditor && isSameUri(activeTextEditor.document.uri, uri) ? activeTextEditor : (inGroup ?? editors[0]);
  return editor ? { uri, editor } : { uri };
}

const unique = (uris: readonly vscode.Uri[]): readonly vscode.Uri[] => [
  ...new Map(uris.map((uri) => [uri.toString(), uri])).values(),
];
const isSameUri = (one: vscode.Uri, other: vscode.Uri): boolean => one.toString() === other.toString();
export const baseName = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);
