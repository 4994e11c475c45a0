/**
 * Words for an archived flag. The service's operation ARCHIVE is something else: it removes a definition. No sentence calls
 * that "archive".
 */
import * as vscode from 'vscode';

const { t } = vscode.l10n;

export const archivedWord = (): string => t('archived');

export const archivedSentence = (flag: string): string =>
  t('{0} is archived: applications get “control” in every environment, whatever its definitions say.', flag);

export const whereToUnarchive = (): string => t('The flag can only be unarchived in the service’s web console.');
