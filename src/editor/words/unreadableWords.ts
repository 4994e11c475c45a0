/** Explains why a text that contains keys or identities can't be read, and what to do. */
import * as vscode from 'vscode';
import type { UnreadableText } from '../../domain/keys/keysFound.ts';
import { formatNumber } from './requestWords.ts';

const { t } = vscode.l10n;

/** Says that a file or another source is not text. `name` is for example "accounts.csv" or "the clipboard". */
export const noTextSentence = (name: string): string => t('{0} can’t be read as text. Save it as CSV and try again.', name);

/** Says that some characters could not be decoded. `place` is the name of a file, sometimes with a line: "accounts.csv:14". */
export const undecodedSentence = (place: string): string =>
  t('{0} has characters that could not be read. Reopen it with the encoding it was saved in, or save it as UTF-8.', place);

/**
 * Explains why a text can't be read. If the text is a part of a document, `lineOf` converts a line number of the text into that
 * of the document.
 */
export function unreadableSentence(refusal: UnreadableText, name: string, lineOf = (line: number): number => line): string {
  switch (refusal.code) {
    case 'binary':
      return noTextSentence(name);
    case 'malformed':
    case 'unterminatedQuote':
    case 'recordTooLong': {
      const place = [lineOf(refusal.line), ...('column' in refusal ? [refusal.column] : [])].join(':');
      return t('{0} can’t be read from line {1} on. Fix that line and try again.', name, place);
    }
    case 'tooDeep':
      return t('{0} is nested too deeply to be read. Save it as CSV.', name);
    case 'tooLarge':
      return t('{0} is over {1} MB. Save it as CSV, for which the limit is higher.', name, formatNumber(refusal.megabytes));
    default:
      return refusal satisfies never;
  }
}
