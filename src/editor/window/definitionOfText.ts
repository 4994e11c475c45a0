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

export type TextProblems = TextAnswer<'problems'>;

/**
 * Returns the problems in a text. `by` is the same as in AskText. Undefined = a later question with the same `by` replaced this
 * one.
 */
export async function problemsIn(ask: AskText, text: string, known: Known, by?: string): Promise<TextProblems | undefined> {
  const found = await ask(text, 'problems', { known }, by);
  if (found !== 'late') return found === 'outdated' ? undefined : found;
  return { definition: undefined, rolloutStatus: undefined, problems: [tooLarge(text)] };
}

/** Returns the definition, or a sentence with the problem of the text. `name` is the name of the text in that sentence. */
export async function definitionOfText(ask: AskText, text: string, name: string): Promise<FlagDefinition | string> {
  const { definition, problems } = (await problemsIn(ask, text, {}))!;
  return definition ?? problemOf(name, problems.filter(isError));
}

export const isError = ({ severity }: Problem): boolean => severity === 'error';

export function problemOf(name: string, [first, ...more]: readonly Problem[]): string {
  const why = problemSentence(first ?? { code: 'notADefinition' });
  return t('{0} has a problem: {1}', name, more.length > 0 ? t('{0} And {1} more.', why, more.length) : why);
}
