/** Characters that the editor could not read are in the text as U+FFFD: a key with one in it is nobody's key. */
import * as vscode from 'vscode';
import { placeOf, type Source } from './source.ts';

const REPLACEMENT = '\uFFFD';

/** Undefined if every key was read as it was written. Columns that are not asked for may have what they like. */
export function undecodedSentence(keys: readonly string[], source: Source): string | undefined {
  const key = keys.find((one) => one.includes(REPLACEMENT));
  if (key === undefined) return undefined;
  const index = source.text.indexOf(key);
  const line = index === -1 ? undefined : placeOf(source, lineAt(source.text, index)).line;
  return line === undefined
    ? vscode.l10n.t(
        '{0} has keys with characters that could not be read: {1}. Reopen it with the encoding it was saved in, or save it as UTF-8.',
        source.description,
        key,
      )
    : vscode.l10n.t(
        'Line {0} of {1} has characters that could not be read: {2}. Reopen it with the encoding it was saved in, or save it as UTF-8.',
        line,
        source.description,
        key,
      );
}

const lineAt = (text: string, index: number): number => (text.slice(0, index).match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
