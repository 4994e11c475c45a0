/** The current file: which document a command reads that takes "the current file". */
import * as vscode from 'vscode';
import { tellRefusal } from '../window/notifications.ts';
import { openFileStep } from '../words/nextSteps.ts';
import { definitionScheme } from '../window/names.ts';
import { askChoice, back, type Option } from './ask.ts';
import { textScheme } from '../window/names.ts';

const { t } = vscode.l10n;

/** Schemes of texts that the editor or Flag Admin wrote. All other schemes can hold files of the user, such as a remote disk. */
const NOT_OF_THE_USER: ReadonlySet<string> = new Set([
  definitionScheme,
  textScheme,
  // The Output view, with our own log; the debug console, and sources that a debugger loaded.
  'output',
  'debug',
  // Settings, keyboard shortcuts and profiles: those of the user, and the default ones.
  'vscode-userdata',
  'vscode-settings',
  'vscode',
  'code-setting',
  // Boxes and pages of the workbench that are text editors, too.
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

export const isOfTheUser = ({ scheme }: vscode.Uri): boolean => !NOT_OF_THE_USER.has(scheme);

export interface CurrentFile {
  readonly uri: vscode.Uri;
  /** Shows the file, and its selection counts. Absent if the whole file is meant, or if no text editor shows it. */
  readonly editor?: vscode.TextEditor;
}

/**
 * The file that the user means. `args` are all that the command was called with: the Explorer gives the file that was clicked and a
 * list of all that are selected there, and the menu of an editor gives its document. Without one, it is the document in front; if
 * that is not a file of the user, the only file that is in sight; else the user is asked for an open file, `other`, or a file on the
 * disk. Undefined if the user walked away, or if the text given belongs to the editor, and a message says so.
 */
export async function currentFile<Other = never>(
  [given, picked]: readonly unknown[],
  other?: Option<Other>,
): Promise<CurrentFile | Other | undefined> {
  if (given instanceof vscode.Uri) {
    if (!isOfTheUser(given)) return refuseForeign();
    const editor = Array.isArray(picked) ? undefined : vscode.window.activeTextEditor;
    return editor && isSame(editor.document.uri, given) ? { uri: given, editor } : { uri: given };
  }
  return likelyFile() ?? askFile(other);
}

/** The file that `currentFile` takes without a question; undefined if it asks, or if there is none. */
export function likelyFile(): CurrentFile | undefined {
  const front = inFront();
  if (front && isOfTheUser(front)) return shown(front);
  const [only, ...others] = unique(inSight());
  return only && others.length === 0 ? shown(only) : undefined;
}

async function askFile<Other>(other: Option<Other> | undefined): Promise<CurrentFile | Other | undefined> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.flatMap(({ input }) => fileOf(input) ?? []));
  const files = unique([...inSight(), ...tabs]);
  const elsewhere = { label: t('Choose a file…'), icon: new vscode.ThemeIcon('folder-opened'), value: 'elsewhere' as const };
  const answer = await askChoice<vscode.Uri | 'elsewhere' | Option<Other>>({
    title: t('Current File'),
    placeholder: inFront() ? t('Which file? The text in front belongs to the editor or to Flag Admin') : t('Which file?'),
    options: [...files.map(rowOf), ...(other ? [{ ...other, value: other }] : []), elsewhere],
  });
  if (answer === undefined || answer === back) return undefined;
  if (answer instanceof vscode.Uri) return shown(answer);
  if (answer !== 'elsewhere') return answer.value;
  const [uri] = (await vscode.window.showOpenDialog({ openLabel: t('Read') })) ?? [];
  return uri && { uri };
}

/** The path tells files of one name apart. */
function rowOf(uri: vscode.Uri): Option<vscode.Uri> {
  const [label, place] = [baseName(uri), vscode.workspace.asRelativePath(uri)];
  return { label, ...(place !== label && { description: place }), icon: new vscode.ThemeIcon('file'), value: uri };
}

/** Says that the text is not a file of the user, and what to do. */
export const refuseForeign = (): undefined =>
  tellRefusal(
    t('This text belongs to the editor or to Flag Admin. Open a file of your own, or select it in the Explorer, and try again.'),
    openFileStep(),
  );

/** A text editor comes first: the Output view has one, but no tab. A file that no text editor can show has a tab only. */
const inFront = (): vscode.Uri | undefined =>
  vscode.window.activeTextEditor?.document.uri ??
  selectedCell() ??
  uriOf(vscode.window.tabGroups.activeTabGroup.activeTab?.input);

/** The cell that is selected in the notebook in front, while nobody types into it. */
function selectedCell(): vscode.Uri | undefined {
  const { notebook, selection } = vscode.window.activeNotebookEditor ?? {};
  return notebook && selection && selection.start < notebook.cellCount
    ? notebook.cellAt(selection.start).document.uri
    : undefined;
}

/** Files of the user that are not hidden behind another tab. */
const inSight = (): readonly vscode.Uri[] => [
  ...vscode.window.visibleTextEditors.map(({ document }) => document.uri).filter(isOfTheUser),
  ...vscode.window.tabGroups.all.flatMap(({ activeTab }) => fileOf(activeTab?.input) ?? []),
];

const uriOf = (input: unknown): vscode.Uri | undefined =>
  input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;

function fileOf(input: unknown): vscode.Uri | undefined {
  const uri = uriOf(input);
  return uri && isOfTheUser(uri) ? uri : undefined;
}

/** Of two editors that show the file, the one in the group in front. */
function shown(uri: vscode.Uri): CurrentFile {
  const { activeTextEditor, visibleTextEditors, tabGroups } = vscode.window;
  const editors = visibleTextEditors.filter(({ document }) => isSame(document.uri, uri));
  const inGroup = editors.find(({ viewColumn }) => viewColumn === tabGroups.activeTabGroup.viewColumn);
  const editor = activeTextEditor && isSame(activeTextEditor.document.uri, uri) ? activeTextEditor : (inGroup ?? editors[0]);
  return editor ? { uri, editor } : { uri };
}

const unique = (uris: readonly vscode.Uri[]): readonly vscode.Uri[] => [
  ...new Map(uris.map((uri) => [uri.toString(), uri])).values(),
];
const isSame = (one: vscode.Uri, other: vscode.Uri): boolean => one.toString() === other.toString();
export const baseName = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);
