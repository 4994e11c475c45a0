/** Why a text with keys or identities can't be read, and what to do about it. */
import * as vscode from 'vscode';
import type { UnreadableText } from '../../domain/keys/keysFound.ts';
import { formatNumber } from '../formats/requestWords.ts';

const { t } = vscode.l10n;

/** `name`: "accounts.csv", "the clipboard". */
export const noTextSentence = (name: string): string => t('{0} is not a text file. Save it as CSV and try again.', name);

/** `lineOf` gives the line in its document. */
export function unreadableSentence(refusal: UnreadableText, name: string, lineOf = (line: number): number => line): string {
  switch (refusal.code) {
    case 'binary':
      return noTextSentence(name);
    case 'malformed':
      return t('{0} can’t be read from line {1}, column {2} on.', name, lineOf(refusal.line), refusal.column);
    case 'unterminatedQuote':
    case 'recordTooLong':
      return t('{0} can’t be read from line {1} on. Mend it there and try again.', name, lineOf(refusal.line));
    case 'tooDeep':
      return t('{0} is nested too deeply to be read. Save it as CSV.', name);
    case 'tooLarge':
      return t('{0} is over {1} MB. Save it as CSV, which may be larger.', name, formatNumber(refusal.megabytes));
    default:
      return refusal satisfies never;
  }
}
