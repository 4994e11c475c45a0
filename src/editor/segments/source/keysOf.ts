/** The keys of a source in a form, without asking: with progress and Cancel where it takes longer than a moment. */
import * as vscode from 'vscode';
import { MAX_KEYS_PER_SEGMENT } from '../../../domain/keys/keyPlan.ts';
import type { KeysResult } from '../../../domain/keys/keysFound.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';
import { keysInPieces, keysInText } from '../../../operations/keySources/keysInText.ts';
import { formatNumber } from '../../requestWords.ts';
import { tellProgress } from '../../tell.ts';
import type { BigFile, Source } from './source.ts';

const { t } = vscode.l10n;

const MEGABYTE = 1024 * 1024;
/** Characters of YAML that take a moment. */
const LONG_YAML = 100_000;

/** Undefined = cancelled. */
export async function keysOf({ text, big, description }: Source, form: KeySource): Promise<KeysResult | undefined> {
  if (!big && (form.format !== 'yaml' || text.length < LONG_YAML)) return keysInText(text, form);
  return tellProgress(
    t('Reading {0}', description),
    async (progress, signal) => {
      try {
        return await (big
          ? keysInPieces(piecesOf(big, progress, signal), form, { limit: MAX_KEYS_PER_SEGMENT, signal })
          : keysInText(text, form, signal));
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },
    { cancellable: true },
  );
}

type Progress = vscode.Progress<{ readonly message?: string; readonly increment?: number }>;

function piecesOf(big: BigFile, progress: Progress, signal: AbortSignal): AsyncIterable<string> {
  const all = formatNumber(Math.ceil(big.bytes / MEGABYTE));
  let shown = 0;
  return big.pieces((bytesRead) => {
    if (bytesRead - shown < MEGABYTE) return;
    const message = t('{0} of {1} MB', formatNumber(Math.floor(bytesRead / MEGABYTE)), all);
    progress.report({ message, increment: ((bytesRead - shown) / big.bytes) * 100 });
    shown = bytesRead;
  }, signal);
}
