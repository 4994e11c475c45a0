/** A file that is not open, as text: decoded as the editor would, and piece by piece where it is too big to be held. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import { fileEncoding } from '../../settings.ts';
import type { BigFile, DroppedBytes } from './source.ts';

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

const HEAD_BYTES = 1024 * 1024;
const PIECE_BYTES = 256 * 1024;

/** Undefined if its encoding is one that only the editor can read. */
export async function openBigFile(
  uri: vscode.Uri,
  bytes: number,
  pieceBytes = PIECE_BYTES,
): Promise<BigFile | 'binary' | undefined> {
  const start = await readStart(uri.fsPath);
  const encoding = encodingOf(start, fileEncoding(uri));
  if (encoding === undefined) return undefined;
  const head = new TextDecoder(encoding).decode(start, { stream: true });
  if (head.includes('\0')) return 'binary';
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

/** The editor's names that differ from TextDecoder's by more than hyphens. */
const NAMES: Readonly<Record<string, string>> = {
  utf8bom: 'utf-8',
  shiftjis: 'shift_jis',
  big5hkscs: 'big5-hkscs',
  macroman: 'macintosh',
};

/**
 * As the editor decides: a byte order mark says it, then NUL bytes at every other place (UTF-16 without a mark), then the
 * setting `files.encoding`. Undefined for what only the editor can decode (cp437 and its like).
 */
export function encodingOf(start: Uint8Array, setting: string): string | undefined {
  const [a, b, c] = start;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const utf16 = utf16Of(start.subarray(0, 512));
  if (utf16 !== undefined) return utf16;
  return NAMES[setting] ?? known(setting);
}

/** Every other byte is NUL and no other: text of the Latin alphabet in UTF-16. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const even = bytes.filter((byte, index) => index % 2 === 0 && byte === 0).length;
  const odd = bytes.filter((byte, index) => index % 2 === 1 && byte === 0).length;
  if (even === 0 && odd > 0 && odd === bytes.length >> 1) return 'utf-16le';
  return odd === 0 && even > 0 && even === (bytes.length + 1) >> 1 ? 'utf-16be' : undefined;
}

/** `windows1252` → `windows-1252`, `iso885915` → `iso-8859-15`, `gb18030`, `eucjp` → `euc-jp`. */
function known(setting: string): string | undefined {
  const spelled = setting
    .replace(/^(utf)(8|16le|16be)$/, '$1-$2')
    .replace(/^(windows)(\d+)$/, '$1-$2')
    .replace(/^iso8859(\d+)$/, 'iso-8859-$1')
    .replace(/^(koi8|euc)(\w+)$/, '$1-$2');
  try {
    return new TextDecoder(spelled).encoding;
  } catch {
    return undefined;
  }
}
