/** A file that is not open, as text: decoded as the editor would, and piece by piece where it is too big to be held. */
import * as vscode from 'vscode';
import { openBigFile } from './bigFile.ts';
import type { DroppedBytes } from './commandFiles.ts';
import type { BigFile } from './source.ts';

const { t } = vscode.l10n;

export type FileText =
  { readonly ok: true; readonly text: string; readonly big?: BigFile } | { readonly ok: false; readonly sentence: string };

const MEGABYTE = 1024 * 1024;
/** Above it, a file on this host's disk is read piece by piece. */
const MAX_HELD_BYTES = 50 * MEGABYTE;
/** What comes through the editor comes at once; above it, nothing is read. */
const MAX_READ_BYTES = 150 * MEGABYTE;

export async function readFile(file: vscode.Uri | DroppedBytes, fileName: string): Promise<FileText> {
  if (!(file instanceof vscode.Uri)) {
    return file.bytes.length > MAX_READ_BYTES
      ? { ok: false, sentence: tooLargeSentence(fileName) }
      : decoded(file.bytes, {}, fileName);
  }
  try {
    return await readAddressed(file, fileName);
  } catch {
    return { ok: false, sentence: t('{0} can’t be read. It may have been moved, deleted or locked.', fileName) };
  }
}

async function readAddressed(file: vscode.Uri, fileName: string): Promise<FileText> {
  const stat = await vscode.workspace.fs.stat(file);
  if (stat.type & vscode.FileType.Directory)
    return { ok: false, sentence: t('{0} is a folder. Choose the files in it that list the keys.', fileName) };
  if (stat.size > MAX_HELD_BYTES && file.scheme === 'file') {
    const big = await openBigFile(file, stat.size);
    if (big === 'binary') return { ok: false, sentence: noTextSentence(fileName) };
    if (big) return { ok: true, text: '', big };
  }
  if (stat.size > MAX_READ_BYTES) {
    return { ok: false, sentence: tooLargeSentence(fileName) };
  }
  return decoded(await vscode.workspace.fs.readFile(file), { uri: file }, fileName);
}

async function decoded(bytes: Uint8Array, how: { uri?: vscode.Uri }, fileName: string): Promise<FileText> {
  // The editor knows the file's encoding; what it can't decode is no text.
  const { uri } = how;
  const text = await (uri ? vscode.workspace.decode(bytes, { uri }) : vscode.workspace.decode(bytes)).then(
    (all) => all,
    () => undefined,
  );
  return text === undefined ? { ok: false, sentence: noTextSentence(fileName) } : { ok: true, text };
}

const tooLargeSentence = (fileName: string): string =>
  t(
    '{0} is larger than {1} MB, and only files on this computer’s own disk, in a common encoding, are read piece by piece. Save it there as UTF-8, or split it.',
    fileName,
    MAX_READ_BYTES / MEGABYTE,
  );

export const noTextSentence = (fileName: string): string =>
  t('{0} is no text. Save the list as plain lines or CSV and try again.', fileName);
