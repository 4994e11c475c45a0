/** Reads the definition in a text, or describes what is wrong with the text. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { tooLarge } from '../../domain/definitions/document/checking.ts';
import type { Known } from '../../domain/definitions/document/known.ts';
import type { Problem } from '../../domain/definitions/document/problem.ts';
import type { AskText } from '../../operations/definitions/text/askText.ts';
import type { TextAnswer } from '../../operations/definitions/text/textAnswers.ts';
import { problemSentence } from '../words/problemWords.ts';

const { t } = vscode.l10n;

export type CheckedText = TextAnswer<'check'>;

/** Returns the definition in a text, and its problems. */
export async function checkText(ask: AskText, text: string, known: Known): Promise<CheckedText> {
  const found = await ask(text, 'check', { known });
  if (typeof found === 'object') return found;
  return { definition: undefined, rolloutStatus: undefined, problems: [tooLarge(text)] };
}

/** Returns the definition, or a sentence with the problem of the text. `name` is the name of the text in that sentence. */
export async function definitionOfText(ask: AskText, text: string, name: string): Promise<FlagDefinition | string> {
  const { definition, problems } = await checkText(ask, text, {});
  return definition ?? problemOf(name, problems.filter(isError));
}

export const isError = ({ severity }: Problem): boolean => severity === 'error';

export function problemOf(name: string, [first, ...more]: readonly Problem[]): string {
  const why = problemSentence(first ?? { code: 'notADefinition' });
  return t('{0} has a problem: {1}', name, more.length > 0 ? t('{0} More problems: {1}.', why, more.length) : why);
}
