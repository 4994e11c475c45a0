/** Asks for a comment, which can't be empty. */
import * as vscode from 'vscode';
import { askText } from './ask.ts';

const { t } = vscode.l10n;

/** `value`: the initial text. Undefined = the user left. */
export async function askComment(title: string, prompt: string, value: string): Promise<string | undefined> {
  const answer = await askText({
    title,
    prompt,
    value,
    validate: (text) => (text.trim() === '' ? t('Write a word or two.') : undefined),
  });
  return typeof answer === 'string' ? answer.trim() : undefined;
}
