/** Why keys are removed: the service keeps it in the segment's audit log. */
import * as vscode from 'vscode';
import { askText } from '../../ask.ts';

const { t } = vscode.l10n;

/** Undefined = the user walked away. */
export async function askRemovalComment(title: string, segment: string, suggestion: string): Promise<string | undefined> {
  const answer = await askText({
    title,
    prompt: t('Why are they removed? The comment goes into the audit log of {0}', segment),
    value: suggestion,
    validate: (text) => (text.trim() === '' ? t('Write a word or two: the comment is kept in the audit log.') : undefined),
  });
  return typeof answer === 'string' ? answer.trim() : undefined;
}
