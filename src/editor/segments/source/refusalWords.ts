/** Why there are no keys to be had, and what to do about it. */
import * as vscode from 'vscode';
import type { KeysFound, KeysRefusal } from '../../../domain/keys/keysFound.ts';
import { formatNumber } from '../../formats/requestWords.ts';
import { tellRefusal } from '../../messages/notifications.ts';
import { noTextSentence } from './readFile.ts';
import { openFileStep } from './readSource.ts';
import { placeOf, type Source } from './source.ts';

const { t } = vscode.l10n;

export function refuse(refusal: KeysRefusal, source: Source): undefined {
  tellRefusal(refusalSentence(refusal, source), openFileStep());
}

/** True of what another form may not have. */
export function isOfForm({ code }: KeysRefusal): boolean {
  return !['empty', 'binary', 'tooManyKeys', 'tooLarge', 'severalLists'].includes(code);
}

function refusalSentence(refusal: KeysRefusal, source: Source): string {
  const { description } = source;
  const at = (line: number): number => placeOf(source, line).line;
  switch (refusal.code) {
    case 'empty':
      return t('{0} is empty. Put one key on each line, or open another file.', description);
    case 'binary':
      return noTextSentence(description);
    case 'malformed':
      return t(
        '{0} can’t be read: it goes wrong in line {1}, column {2}. Mend it there and try again.',
        description,
        at(refusal.line),
        refusal.column,
      );
    case 'tooDeep':
      return t('{0} is nested too deeply to be read. Save it as lines or CSV.', description);
    case 'tooLarge':
      return t(
        '{0} has more than {1} MB, which is too much in this form. Save it as lines or CSV.',
        description,
        formatNumber(refusal.megabytes),
      );
    case 'noList':
      return t('There is no list of keys in {0}. Put one key on each line, or read it in another form.', description);
    case 'tooManyKeys':
      return t(
        '{0} has more than {1} different keys, which is more than a segment holds. Nothing was sent.',
        description,
        formatNumber(refusal.limit),
      );
    case 'unterminatedQuote':
    case 'recordTooLong':
      return t(
        'The row that begins in line {0} of {1} has no end. Close its quote, or mend it, and try again.',
        at(refusal.line),
        description,
      );
    case 'severalLists':
      return t('{0} has several lists. Select the one with the keys, or save it by itself, and try again.', description);
    case 'noKeys':
      return t('There is no usable key in {0}. Put one key on each line.', description);
    default:
      return refusal satisfies never;
  }
}

const REPLACEMENT = '\uFFFD';

/**
 * Characters that the editor could not read are in the text as U+FFFD: a key with one in it is nobody's key. Undefined if every key was
 * read as it was written. Columns that are not asked for may have what they like.
 */
export function undecodedSentence({ keys, lines }: Pick<KeysFound, 'keys' | 'lines'>, source: Source): string | undefined {
  const index = keys.findIndex((one) => one.includes(REPLACEMENT));
  if (index === -1) return undefined;
  return t(
    '{0} has characters that could not be read: {1}. Reopen it with the encoding it was saved in, or save it as UTF-8.',
    t('Line {0} of {1}', placeOf(source, lines[index]!).line, source.description),
    keys[index]!,
  );
}
