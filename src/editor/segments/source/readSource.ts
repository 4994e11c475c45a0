/**
 * Reads the text that contains the keys: picked or dropped files, the current file or its selection, or the clipboard. Includes
 * unsaved text.
 */
import * as vscode from 'vscode';
import { guessSource, sampleOf } from '../../../operations/keys/sources/guessSource.ts';
import { sampleRows } from '../../../operations/keys/sources/tableRows.ts';
import { isOwnText } from '../../words/ownText.ts';
import { formatNumber } from '../../words/requestWords.ts';
import { isObject } from '../../window/target.ts';
import { tellProgress, tellRefusal } from '../../window/notifications.ts';
import { openFileStep } from '../../words/nextSteps.ts';
import { baseName, currentFile, isUserFile, tellNotUserFile } from '../../ask/currentFile.ts';
import { readKeyFile } from './readKeyFile.ts';
import { wholeText, type DroppedBytes, type Source, type LineRange } from './source.ts';

const { t } = vscode.l10n;

/** Reads the source. `args`: all arguments of the command. Undefined if there is nothing to read; a message says why. */
export async function readSource(args: readonly unknown[]): Promise<Source | undefined> {
  const [file, ...others] = pickedFiles(args);
  if (file) return others.length > 0 ? readFiles([file, ...others]) : readFile(file);
  const current = await currentFile(args, {
    label: t('The clipboard'),
    icon: new vscode.ThemeIcon('clippy'),
    value: 'clipboard' as const,
  });
  if (current === 'clipboard') return readClipboard();
  return current?.editor ? readEditor(current.editor) : current && readFile(current.uri);
}

/** Reads the clipboard. Undefined if it contains a text of Flag Admin; a message says so. */
export async function readClipboard(): Promise<Source | undefined> {
  const text = await vscode.env.clipboard.readText();
  const description = t('the clipboard');
  if (isOwnText(text)) return tellOwnText(description);
  return { text, description, fileName: '', languageId: '', lines: wholeText('') };
}

async function readEditor({ document, selections }: vscode.TextEditor): Promise<Source | undefined> {
  const selected = selections.filter((selection) => !selection.isEmpty).toSorted((a, b) => a.start.compareTo(b.start));
  if (selected.length === 0) return readDocument(document);
  const fileName = baseName(document.uri);
  const description = t('the selection in {0}', fileName);
  const joined = joinSelected(
    [
      ...(await headerAbove(document, selected)),
      ...selected.map((selection) => ({ text: document.getText(selection), line: selection.start.line })),
    ],
    { fileName, uri: document.uri.toString() },
  );
  if (isOwnText(joined.text)) return tellOwnText(description);
  return {
    ...joined,
    description,
    fileName,
    languageId: document.languageId,
  };
}

/**
 * Returns the header of a table if whole rows below it are selected, because the header names their columns. Otherwise empty.
 */
async function headerAbove(document: vscode.TextDocument, selected: readonly vscode.Selection[]): Promise<readonly Selected[]> {
  const { sample, isCut } = sampleOf(document.getText());
  const { source: form } = await guessSource(sample, {
    languageId: document.languageId,
    fileName: baseName(document.uri),
    isCut,
  });
  if (form.format !== 'csv' || !form.hasHeader) return [];
  const { start = 1 } = form;
  const header = sampleRows(sample, form, isCut).lines[0] ?? 1;
  const lines = sample.split(/\r\n|\r|\n/);
  // Includes the ruler below the header of a drawn table, because the ruler identifies such a table.
  const text = lines.slice(start - 1, header + (form.isDrawn ? 1 : 0)).join('\n');
  const areWhole = selected.every(
    ({ start: from, end }) =>
      from.line >= header && from.character === 0 && (end.character === 0 || end.character >= (lines[end.line]?.length ?? 0)),
  );
  return areWhole ? [{ text, line: start - 1 }] : [];
}

function readDocument(document: vscode.TextDocument): Source | undefined {
  const { uri, languageId } = document;
  const fileName = baseName(uri);
  const text = document.getText();
  if (isOwnText(text)) return tellOwnText(fileName);
  const isInFile = !document.isDirty && !document.isUntitled && uri.scheme !== 'vscode-notebook-cell';
  const lines = wholeText(fileName, uri.toString());
  return { text, description: fileName, fileName, languageId, lines, ...(isInFile && { fileUri: uri.toString() }) };
}

/**
 * Refuses texts of Flag Admin. Not every line of such a text is a key. For example, a plan has signs in front of its keys, and
 * sentences around them.
 */
const tellOwnText = (description: string): undefined =>
  tellRefusal(
    t('{0} is a text that Flag Admin wrote, such as a receipt. Open the file that lists the keys, and try again.', description),
    openFileStep(),
  );

/** Reads a file, including unsaved changes. Undefined if it can't be read; a message says why. */
export async function readFile(file: vscode.Uri | DroppedBytes): Promise<Source | undefined> {
  if (file instanceof vscode.Uri && !isUserFile(file)) return tellNotUserFile();
  const open = file instanceof vscode.Uri && vscode.workspace.textDocuments.find(({ uri }) => isSame(uri, file));
  if (open) return readDocument(open);
  const fileName = file instanceof vscode.Uri ? baseName(file) : file.name;
  const read = await readKeyFile(file, fileName);
  if (!read.ok) return tellRefusal(read.sentence, openFileStep());
  if (isOwnText(read.text)) return tellOwnText(fileName);
  const { text, big } = read;
  const uri = file instanceof vscode.Uri ? { fileUri: file.toString() } : {};
  const lines = wholeText(fileName, uri.fileUri);
  return { text, ...(big && { big }), description: fileName, fileName, languageId: '', lines, ...uri };
}

/** The number of files that are read at the same time. */
const FILES_AT_ONCE = 4;

/** Reads several files as one list. Keys that are in more than one file are sent once. */
async function readFiles(files: readonly (vscode.Uri | DroppedBytes)[]): Promise<Source | undefined> {
  const description = t('{0} files', formatNumber(files.length));
  const read: (Source | undefined)[] = [];
  const isRead = await tellProgress(
    t('Reading {0}', description),
    async (progress, signal) => {
      let next = 0;
      let isReading = true;
      const readOn = async (): Promise<void> => {
        for (let index = next++; index < files.length && isReading; index = next++) {
          const one = await readFile(files[index]!);
          isReading &&= one !== undefined && !signal.aborted;
          read[index] = one;
          progress.report({ increment: 100 / files.length });
        }
      };
      await Promise.all(Array.from({ length: FILES_AT_ONCE }, readOn));
      return isReading;
    },
    { cancellable: true },
  );
  if (!isRead) return undefined;
  const names = differentNames(files);
  const sources = read.flatMap((one, index) => (one ? [named(one, names[index]!)] : []));
  const lines: LineRange[] = [];
  let from = 1;
  for (const { text, big, lines: own } of sources) {
    // Each file is read from its first line, so its lines have consecutive numbers.
    lines.push(...own.map((lineRange) => ({ ...lineRange, from })));
    // A text never has more lines than characters, so the line numbers of two files don't overlap.
    from += (big?.bytes ?? text.length) + 1;
  }
  return { text: '', files: sources, description, fileName: description, languageId: '', lines };
}

const named = (source: Source, fileName: string): Source => ({
  ...source,
  fileName,
  description: fileName,
  lines: source.lines.map((lineRange) => ({ ...lineRange, fileName })),
});

/**
 * Returns a different name for each file. If files have the same name, their names are the shortest ends of their paths that
 * differ, or else have a number.
 */
function differentNames(files: readonly (vscode.Uri | DroppedBytes)[]): readonly string[] {
  const paths = files.map((file) => (isUri(file) ? file.path : file.name).split('/'));
  const endOf = (path: readonly string[], length: number): string => path.slice(-length).join('/');
  return paths.map((path, index) => {
    for (let length = 1; length <= path.length; length += 1) {
      if (paths.every((other, at) => at === index || endOf(other, length) !== endOf(path, length))) return endOf(path, length);
    }
    const same = paths.slice(0, index).filter((other) => endOf(other, other.length) === endOf(path, path.length));
    return same.length === 0 ? path.at(-1)! : `${path.at(-1)!} (${same.length + 1})`;
  });
}

const isSame = (one: vscode.Uri, other: vscode.Uri): boolean => one.toString() === other.toString();

/**
 * Returns files that were picked outside an editor: a drop passes `{target, files}`, and the Explorer passes one file and a
 * list of all selected files.
 */
function pickedFiles([first, second]: readonly unknown[]): readonly (vscode.Uri | DroppedBytes)[] {
  if (isObject(first) && Array.isArray(first.files)) return unique(first.files.filter(isFile));
  if (!isUri(first) || !Array.isArray(second)) return [];
  const selected = second.filter(isUri);
  return unique(selected.length > 0 ? selected : [first]);
}

function unique<T extends vscode.Uri | DroppedBytes>(files: readonly T[]): readonly T[] {
  return [...new Map(files.map((file, index) => [isUri(file) ? file.toString() : index, file])).values()];
}

const isUri = (value: unknown): value is vscode.Uri => value instanceof vscode.Uri;
const isFile = (value: unknown): value is vscode.Uri | DroppedBytes =>
  isUri(value) || (isObject(value) && typeof value.name === 'string' && value.bytes instanceof Uint8Array);

interface Selected {
  readonly text: string;
  /** The number of the first line, counted from 0. */
  readonly line: number;
}

/** Joins the selections in the order of the document. Each begins on a new line. */
export function joinSelected(
  selected: readonly Selected[],
  place: Omit<LineRange, 'from' | 'line'>,
): { readonly text: string; readonly lines: readonly LineRange[] } {
  let from = 1;
  const texts: string[] = [];
  const lines: LineRange[] = [];
  for (const { text, line } of selected) {
    // A selection that ends at the start of a line does not include that line.
    const body = text.replace(/(\r\n|\r|\n)$/, '');
    texts.push(body);
    lines.push({ ...place, from, line: line + 1 });
    from += (body.match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
  }
  return { text: texts.join('\n'), lines };
}
