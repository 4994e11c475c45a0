/** Asks for a comment, which can't be empty. */
import * as vscode from 'vscode';
import { askText } from './ask.ts';
import type { KeptText } from './keptText.ts';

const { t } = vscode.l10n;

/**
 * `value` is the initial text if `kept` has no text from an earlier attempt. Returns undefined if the user cancelled; `kept`
 * then has the typed text.
 */
export async function askComment(
  title: string,
  prompt: string,
  value: string,
  kept: Pick<KeptText, 'text' | 'keep'>,
): Promise<string | undefined> {
  const answer = await askText({
    title,
    prompt,
    value: kept.text() ?? value,
    validate: (text) => (text.trim() === '' ? t('A comment is required.') : undefined),
    onType: kept.keep,
  });
  return typeof answer === 'string' ? answer.trim() : undefined;
}
