/** What is true of a killed flag: what everybody gets, by name where that is known. */
import * as vscode from 'vscode';

const { t } = vscode.l10n;

export const killedSentence = (name: string, where: string, treatment: string | undefined): string =>
  treatment
    ? t('{0} is killed in {1}: everybody gets its default treatment “{2}”.', name, where, treatment)
    : t('{0} is killed in {1}: everybody gets its default treatment.', name, where);
