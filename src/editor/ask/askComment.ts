/** Asks for a comment, which can't be empty. */
import * as vscode from 'vscode';
import { askText } from './ask.ts';
import type { KeptText } from './keptText.ts';

const { t } = vscode.l10n;

/** `value`: the initial text, if nothing is kept from an earlier attempt. Undefined = the user left; `kept` has the typed text. */
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
    validate: (text) => (text.trim() === '' ? t('Write a word or two.') : undefined),
    onType: kept.keep,
  });
  return typeof answer === 'string' ? answer.trim() : undefined;
}
