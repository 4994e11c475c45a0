/** Characters that the editor could not read are in the text as U+FFFD: a key with one in it is nobody's key. */
import * as vscode from 'vscode';
import { placeOf, type Source } from './source.ts';

const { t } = vscode.l10n;

const REPLACEMENT = '\uFFFD';

/** Undefined if every key was read as it was written. Columns that are not asked for may have what they like. */
export function undecodedSentence(keys: readonly string[], source: Source): string | undefined {
  const key = keys.find((one) => one.includes(REPLACEMENT));
  if (key === undefined) return undefined;
  const index = source.text.indexOf(key);
  const where =
    index === -1
      ? source.description
      : t('Line {0} of {1}', placeOf(source, lineAt(source.text, index)).line, source.description);
  return t(
    '{0} has characters that could not be read: {1}. Reopen it with the encoding it was saved in, or save it as UTF-8.',
    where,
    key,
  );
}

const lineAt = (text: string, index: number): number => (text.slice(0, index).match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
