/**
 * Texts of Flag Admin that contain keys but are not lists of keys. Their first line marks them, even after they are saved as files.
 */
import * as vscode from 'vscode';
import { withoutMark } from '../../domain/keys/keySource.ts';

/** Not translated, because a file may be read in a different language than it was saved in. */
const MARK = '# Flag Admin: ';

/** Marks the text of a receipt, a plan, a report, an exact call or an explanation. */
export const marked = (text: string, title = vscode.l10n.t('for reading, not for upload')): string =>
  `${MARK}${title}\n\n${text}`;

/** True for a text that `marked` returned. */
export const isOwnText = (text: string): boolean => withoutMark(text).startsWith(MARK);
