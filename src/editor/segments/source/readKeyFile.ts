/** Reads a file that is not open as text. Decodes it like the editor, and reads a large file piece by piece. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import { noTextSentence } from '../../words/unreadableWords.ts';
import type { BigFile, DroppedBytes } from './source.ts';

const { t } = vscode.l10n;

export type FileText =
  { readonly ok: true; readonly text: string; readonly big?: BigFile } | { readonly ok: false; readonly sentence: string };

const MEGABYTE = 1024 * 1024;
/**
 * The maximum number of bytes of a file that is read as a whole. Larger files are read piece by piece if they are on the disk
 * of the extension's computer.
 */
const MAX_WHOLE_FILE_BYTES = 50 * MEGABYTE;
/**
 * The maximum number of bytes of a file that only the editor's API can read, because that API returns the whole file. Larger
 * files are not read.
 */
const MAX_READ_BYTES = 150 * MEGABYTE;

export async function readKeyFile(file: vscode.Uri | DroppedBytes, fileName: string): Promise<FileText> {
  if (!(file instanceof vscode.Uri)) {
    return file.bytes.length > MAX_READ_BYTES
      ? { ok: false, sentence: tooLargeSentence(fileName) }
      : decoded(file.bytes, undefined, fileName);
  }
  try {
    return await readFileAt(file, fileName);
  } catch {
    return { ok: false, sentence: t('{0} can’t be read. The file might have been moved, deleted or locked.', fileName) };
  }
}

async function readFileAt(file: vscode.Uri, fileName: string): Promise<FileText> {
  const stat = await vscode.workspace.fs.stat(file);
  if (stat.type & vscode.FileType.Directory)
    return { ok: false, sentence: t('{0} is a folder. Choose the files in it that list the keys.', fileName) };
  if (stat.size > MAX_WHOLE_FILE_BYTES && file.scheme === 'file') {
    const big = await openBigFile(file, stat.size);
    if (big) return { ok: true, text: '', big };
  }
  if (stat.size > MAX_READ_BYTES) return { ok: false, sentence: tooLargeSentence(fileName) };
  return decoded(await vscode.workspace.fs.readFile(file), file, fileName);
}

async function decoded(bytes: Uint8Array, uri: vscode.Uri | undefined, fileName: string): Promise<FileText> {
  try {
    // The editor knows the encoding of the file. If the editor can't decode it, the file is not text.
    return { ok: true, text: await (uri ? vscode.workspace.decode(bytes, { uri }) : vscode.workspace.decode(bytes)) };
  } catch {
    return { ok: false, sentence: noTextSentence(fileName) };
  }
}

const tooLargeSentence = (fileName: string): string =>
  t(
    '{0} is larger than {1} MB. Files of this size must be on a local disk and in UTF-8. Save it that way, or split it.',
    fileName,
    MAX_READ_BYTES / MEGABYTE,
  );

const HEAD_BYTES = 1024 * 1024;
const PIECE_BYTES = 256 * 1024;

/** Opens a file to read it piece by piece. Undefined if only the editor can decode the file. */
export async function openBigFile(uri: vscode.Uri, bytes: number, pieceBytes = PIECE_BYTES): Promise<BigFile | undefined> {
  const start = await readStart(uri.fsPath);
  const encoding = encodingOf(start);
  if (encoding === undefined) return undefined;
  const head = new TextDecoder(encoding).decode(start, { stream: true });
  return {
    bytes,
    head,
    async *pieces(onProgress, signal) {
      const decoder = new TextDecoder(encoding);
      let bytesRead = 0;
      const stream = createReadStream(uri.fsPath, { highWaterMark: pieceBytes, signal });
      // Leaving the loop closes the file.
      for await (const piece of stream as AsyncIterable<Uint8Array>) {
        bytesRead += piece.length;
        yield decoder.decode(piece, { stream: true });
        onProgress(bytesRead);
      }
      yield decoder.decode();
    },
  };
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Returns the encoding that the byte order mark names, or UTF-8 if the bytes are valid UTF-8 without NUL characters. Undefined
 * = unknown here; perhaps the editor knows the encoding.
 */
export function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [a, b] = start;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return text.includes('\0') ? undefined : 'utf-8';
  } catch {
    return undefined;
  }
}
