/** A file on this host's disk that is too big to be held, in pieces of text: in the encoding that the editor would read it in. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { fileEncoding } from '../../settings.ts';
import { encodingOf } from './encoding.ts';
import type { BigFile } from './source.ts';

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
