/** Texts of Flag Admin's own that name keys and are no lists of them: their first line says so, also when they are saved as files. */
import * as vscode from 'vscode';
import { withoutMark } from '../../domain/keys/keySource.ts';
import { textScheme } from './readOnlyText.ts';

/** In no language: a file may be read in another one than it was saved in. */
const MARK = '# Flag Admin: ';

/** The text of a receipt, a plan, a report, an exact call or an explanation, marked as one. */
export const marked = (text: string, title = vscode.l10n.t('for reading, not for upload')): string =>
  `${MARK}${title}\n\n${text}`;

/** True of what `marked` gave. */
export const isOwnText = (text: string): boolean => withoutMark(text).startsWith(MARK);

/** True of a document that shows a text of ours which is no list: lists have the connection, or the side of a comparison, as their query. */
export const isOwnDocument = ({ scheme, query }: vscode.Uri): boolean => scheme === textScheme && query === '';
