/** Texts of Flag Admin's own that name keys and are no lists of them: their first line says so, also when they are saved as files. */
import * as vscode from 'vscode';
import { withoutMark } from '../../domain/keys/keySource.ts';

/** In no language: a file may be read in another one than it was saved in. */
const MARK = '# Flag Admin: ';

/** The text of a receipt, a plan, a report, an exact call or an explanation, marked as one. */
export const marked = (text: string, title = vscode.l10n.t('for reading, not for upload')): string =>
  `${MARK}${title}\n\n${text}`;

/** True of what `marked` gave. */
export const isOwnText = (text: string): boolean => withoutMark(text).startsWith(MARK);
