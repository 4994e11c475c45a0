/** The keys of a source in a form, without asking: of a text at once, of a big file piece by piece with progress and Cancel. */
import * as vscode from 'vscode';
import { keysFromText, type KeySource, type KeysResult } from '../../../domain/keys/keysFromText.ts';
import { formatNumber } from '../../requestWords.ts';
import { tellProgress } from '../../tell.ts';
import type { BigFile, Source } from './source.ts';

const { t } = vscode.l10n;

const MEGABYTE = 1024 * 1024;

/** Undefined = cancelled. */
export async function keysOf({ text, big, fileName }: Source, form: KeySource): Promise<KeysResult | undefined> {
  return big ? keysOfBig(big, fileName, form) : keysFromText(text, form);
}

async function keysOfBig(big: BigFile, fileName: string, form: KeySource): Promise<KeysResult | undefined> {
  const all = formatNumber(Math.ceil(big.bytes / MEGABYTE));
  return tellProgress(
    t('Reading {0}', fileName),
    async (progress, signal) => {
      const pieces: string[] = [];
      let shown = 0;
      try {
        await big.read((piece, bytesRead) => {
          pieces.push(piece);
          const increment = ((bytesRead - shown) / big.bytes) * 100;
          shown = bytesRead;
          progress.report({ message: t('{0} of {1} MB', formatNumber(Math.floor(bytesRead / MEGABYTE)), all), increment });
          return true;
        }, signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
      return keysFromText(pieces.join(''), form);
    },
    { cancellable: true },
  );
}
