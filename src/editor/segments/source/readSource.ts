/** The text that holds the keys: picked or dropped files, the selection, the whole active editor, the clipboard. Unsaved text counts. */
import * as vscode from 'vscode';
import { missingText } from '../../texts/openText.ts';
import { isOwnDocument, isOwnText } from '../../texts/ownText.ts';
import { textScheme } from '../../texts/readOnlyText.ts';
import { formatNumber } from '../../formats/requestWords.ts';
import { isObject } from '../../service/target.ts';
import { openFileStep, tellRefusal } from '../../messages/notifications.ts';
import { noFileSentence } from '../../messages/unreadable.ts';
import { isReport } from '../../texts/textLinks.ts';
import { readFile } from './readFile.ts';
import { noteIn, wholeText, type DroppedBytes, type Source, type Stretch } from './source.ts';

const { t } = vscode.l10n;

/** `args` are all that the command was called with. Undefined if there is nothing to read; a message says why. */
export async function readSource(args: readonly unknown[]): Promise<Source | undefined> {
  const { files, isPicked } = filesOf(args);
  const editor = vscode.window.activeTextEditor;
  const [file] = files;
  if (file && (isPicked || !(file instanceof vscode.Uri) || !editor || !isSame(file, editor.document.uri))) {
    return files.length > 1 ? readFiles(files) : readOne(file);
  }
  if (editor) return readEditor(editor);
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // A file that the editor can't show as text: reading it says so better than "nothing is open".
  if (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) return readOne(input.uri);
  return tellRefusal(noFileSentence(), openFileStep());
}

/** Undefined if there is a text of our own in it; a message says so. */
export async function readClipboard(): Promise<Source | undefined> {
  const text = await vscode.env.clipboard.readText();
  const description = t('the clipboard');
  if (isOwnText(text)) return refuseOwn(description);
  return { text, description, fileName: '', languageId: '', lines: wholeText('') };
}

function readEditor({ document, selections }: vscode.TextEditor): Source | undefined {
  const selected = selections.filter((selection) => !selection.isEmpty).toSorted((a, b) => a.start.compareTo(b.start));
  if (selected.length === 0) return readDocument(document);
  const fileName = baseName(document.uri);
  const note = noteOf(document);
  // Lines that were selected are the part that the user wants; what goes on into the note is all that was there.
  if (note && selected.some(({ end }) => document.offsetAt(end) > note.keysEnd)) return refusePart(fileName, note.note);
  return {
    ...joinSelected(
      selected.map((selection) => ({ text: document.getText(selection), line: selection.start.line })),
      { fileName, uri: document.uri.toString() },
    ),
    description: t('the selection in {0}', fileName),
    fileName,
    languageId: document.languageId,
  };
}

function readDocument(document: vscode.TextDocument): Source | undefined {
  const { uri, languageId } = document;
  const fileName = baseName(uri);
  const text = document.getText();
  if (isReport(uri) || isOwnDocument(uri) || isOwnText(text)) return refuseOwn(fileName);
  const note = noteOf(document)?.note ?? (uri.scheme === textScheme && text === missingText() ? text : undefined);
  if (note !== undefined) return refusePart(fileName, note);
  const isInFile = !document.isDirty && !document.isUntitled && uri.scheme !== textScheme;
  const lines = wholeText(fileName, uri.toString());
  return { text, description: fileName, fileName, languageId, lines, ...(isInFile && { fileUri: uri.toString() }) };
}

const noteOf = (document: vscode.TextDocument): ReturnType<typeof noteIn> =>
  document.uri.scheme === textScheme ? noteIn(document.getText()) : undefined;

/** The keys in a plan have signs before them, and the words around them are none. */
const refuseOwn = (description: string): undefined =>
  tellRefusal(
    t('{0} is a text of Flag Admin’s own, such as a receipt: open the file that lists the keys, and try again.', description),
    openFileStep(),
  );

/** What is taken for a whole list may be all that a segment is to keep. */
const refusePart = (fileName: string, note: string): undefined =>
  tellRefusal(
    t(
      '{0} is not the whole list: “{1}” Wait until all keys are read, run Show Keys again, or select the lines to use.',
      fileName,
      note,
    ),
  );

/** The same file again, as it is now. Undefined if it can't be read; a message says why. */
export async function readOne(file: vscode.Uri | DroppedBytes): Promise<Source | undefined> {
  const open = file instanceof vscode.Uri && vscode.workspace.textDocuments.find(({ uri }) => isSame(uri, file));
  if (open) return readDocument(open);
  const fileName = file instanceof vscode.Uri ? baseName(file) : file.name;
  const read = await readFile(file, fileName);
  if (!read.ok) return tellRefusal(read.sentence, openFileStep());
  if (isOwnText(read.text)) return refuseOwn(fileName);
  const { text, big } = read;
  const uri = file instanceof vscode.Uri ? { fileUri: file.toString() } : {};
  const lines = wholeText(fileName, uri.fileUri);
  return { text, ...(big && { big }), description: fileName, fileName, languageId: '', lines, ...uri };
}

/** Several files are one list: keys that stand in more than one of them are sent once. */
async function readFiles(files: readonly (vscode.Uri | DroppedBytes)[]): Promise<Source | undefined> {
  const read: Source[] = [];
  for (const file of files) {
    const one = await readOne(file);
    if (!one) return undefined;
    read.push(one);
  }
  const lines: Stretch[] = [];
  let from = 1;
  for (const { text, big, lines: own } of read) {
    // A file has one stretch: it is read from its first line on.
    lines.push(...own.map((stretch) => ({ ...stretch, from })));
    // No text has more lines than characters: the lines of two files are never mistaken for each other.
    from += (big?.bytes ?? text.length) + 1;
  }
  const description = t('{0} files', formatNumber(read.length));
  return { text: '', files: read, description, fileName: description, languageId: '', lines };
}

const isSame = (one: vscode.Uri, other: vscode.Uri): boolean => one.toString() === other.toString();
const baseName = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/**
 * The Explorer gives the file that was clicked and all that are selected with it; a drop gives `{target, files}`.
 * `isPicked` is false of what the editor's own menu gives: the document that is open, whose selection counts.
 */
function filesOf([first, second]: readonly unknown[]): {
  readonly files: readonly (vscode.Uri | DroppedBytes)[];
  readonly isPicked: boolean;
} {
  const dropped = isObject(first) && Array.isArray(first.files) ? first.files : undefined;
  if (dropped) return { files: unique(dropped.filter(isFile)), isPicked: true };
  if (!isUri(first)) return { files: [], isPicked: false };
  const selected = Array.isArray(second) ? second.filter(isUri) : [];
  return { files: unique(selected.length > 0 ? selected : [first]), isPicked: Array.isArray(second) };
}

function unique<T extends vscode.Uri | DroppedBytes>(files: readonly T[]): readonly T[] {
  return [...new Map(files.map((file, index) => [isUri(file) ? file.toString() : index, file])).values()];
}

const isUri = (value: unknown): value is vscode.Uri => value instanceof vscode.Uri;
const isFile = (value: unknown): value is vscode.Uri | DroppedBytes =>
  isUri(value) || (isObject(value) && typeof value.name === 'string' && value.bytes instanceof Uint8Array);

interface Selected {
  readonly text: string;
  /** From 0, as the editor counts. */
  readonly line: number;
}

/** The selections in the order of the document, each on lines of its own. */
export function joinSelected(
  selected: readonly Selected[],
  place: Omit<Stretch, 'from' | 'line'>,
): { readonly text: string; readonly lines: readonly Stretch[] } {
  let from = 1;
  const texts: string[] = [];
  const lines: Stretch[] = [];
  for (const { text, line } of selected) {
    // A selection that ends at the start of a line has not selected that line.
    const body = text.replace(/(\r\n|\r|\n)$/, '');
    texts.push(body);
    lines.push({ ...place, from, line: line + 1 });
    from += (body.match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
  }
  return { text: texts.join('\n'), lines };
}
