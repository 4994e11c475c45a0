/** The definition that a text says, wherever it came from: also one that could not be submitted. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { ProblemCode } from '../../domain/definitions/document/problem.ts';
import { tellRefusal } from '../tell.ts';
import { problemSentence } from './problemWords.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

/** What of a text's problems says that it can't be read at all. */
const UNREADABLE: ReadonlySet<ProblemCode['code']> = new Set(['syntax', 'tooLong', 'tooDeep', 'tooSlow']);
const TOO_SLOW = { definition: undefined, problems: [{ code: 'tooSlow', severity: 'error' }] } as const;

/** Undefined, and the user is told, where the text of this name says none. */
export async function definitionIn(room: Room, text: string, name: string): Promise<FlagDefinition | undefined> {
  const asked = await room.ask(text, 'problems', { known: {} });
  const { definition, problems } = typeof asked === 'string' ? TOO_SLOW : asked;
  if (definition) return definition;
  const problem = problems.find(({ code }) => UNREADABLE.has(code)) ??
    problems.find(({ severity }) => severity === 'error') ?? { code: 'notADefinition' };
  tellRefusal(t('{0} can’t be read as a definition: {1}', name, problemSentence(problem)));
  return undefined;
}
