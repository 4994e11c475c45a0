/**
 * Marks texts of Flag Admin that contain keys but are not lists of keys, such as a report. The mark is in the first line, so
 * that it is kept if the text is saved as a file.
 */
import * as vscode from 'vscode';
import { withoutMark } from '../../domain/keys/keySource.ts';

/** Not translated, because a saved file can be opened in an editor with a different language. */
const MARK = '# Flag Admin: ';

/** Adds the mark to a text, such as a receipt, a plan, a report or an explanation. */
export const withOwnMark = (text: string, title = vscode.l10n.t('for reading, not for upload')): string =>
  `${MARK}${title}\n\n${text}`;

/** True if the text begins with the mark that `withOwnMark` adds. */
export const isOwnText = (text: string): boolean => withoutMark(text).startsWith(MARK);
