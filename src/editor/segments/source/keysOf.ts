/** The keys of a source in a form, without asking: of a text in slices, of a big file piece by piece with progress and Cancel. */
import * as vscode from 'vscode';
import { createKeyReader } from '../../../domain/keys/keyReader.ts';
import type { KeySource, KeysResult } from '../../../domain/keys/keysFromText.ts';
import { keysInText } from '../../../operations/keysInText.ts';
import { formatNumber } from '../../requestWords.ts';
import { tellProgress } from '../../tell.ts';
import type { BigFile, Source } from './source.ts';

const { t } = vscode.l10n;

const MEGABYTE = 1024 * 1024;

/** Undefined = cancelled. */
export async function keysOf({ text, big, fileName }: Source, form: KeySource): Promise<KeysResult | undefined> {
  return big ? keysOfBig(big, fileName, form) : keysInText(text, form);
}

async function keysOfBig(big: BigFile, fileName: string, form: KeySource): Promise<KeysResult | undefined> {
  const all = formatNumber(Math.ceil(big.bytes / MEGABYTE));
  return tellProgress(
    t('Reading {0}', fileName),
    async (progress, signal) => {
      const reader = createKeyReader(form, { encoder: new TextEncoder() });
      let shown = 0;
      try {
        await big.read((piece, bytesRead) => {
          reader.push(piece);
          if (bytesRead - shown >= MEGABYTE) {
            const message = t('{0} of {1} MB', formatNumber(Math.floor(bytesRead / MEGABYTE)), all);
            progress.report({ message, increment: ((bytesRead - shown) / big.bytes) * 100 });
            shown = bytesRead;
          }
          return !reader.isFull;
        }, signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
      return reader.end();
    },
    { cancellable: true },
  );
}
