/**
 * One sheet for what goes out with a change: Submit first and chosen already, as a full sentence; below it each value, and what
 * would change. A row opens its own box and comes back.
 */
import * as vscode from 'vscode';
import { askChoice, type Answer, type ChoiceQuestion, type Option, type Position } from '../prompts/ask.ts';

const { t } = vscode.l10n;

export interface SheetField {
  /** Its name and what it holds: "Title: Add 42 keys". */
  readonly label: string;
  readonly icon: string;
  /** Why it can't be sent as it is: Submit leads there first. */
  readonly problem?: string | undefined;
  edit(): Promise<unknown>;
}

export interface Sheet {
  readonly submit: { readonly label: string; readonly description: string; readonly icon: vscode.ThemeIcon };
  /** Why this is asked; undefined = the user came for it. */
  readonly reason?: string | undefined;
  /** As they are now. */
  fields(): readonly SheetField[];
  /** What would change: a line each. */
  readonly lines: readonly string[];
  readonly buttons: NonNullable<ChoiceQuestion<never>['buttons']>;
}

/** True = submit it as it is; undefined = the user walked away. */
export async function askSheet({ submit, reason, fields, lines, buttons }: Sheet, position: Position): Promise<Answer<true>> {
  for (;;) {
    const now = fields();
    const wrong = now.find(({ problem }) => problem !== undefined);
    const detail = [reason, wrong?.problem].filter(Boolean).join(' ');
    const answer = await askChoice<SheetField | 'submit'>({
      ...position,
      isFirstActive: true,
      placeholder: t('Enter submits it. Choose a row to change it'),
      buttons,
      options: [
        { ...submit, ...(detail !== '' && { detail }), value: 'submit' },
        ...now.map(rowOf),
        ...(lines.length > 0 ? [{ separator: '' }] : []),
        ...lines.map((note) => ({ note })),
      ],
    });
    if (answer === undefined || typeof answer === 'symbol') return answer;
    // Looked at again: a time that lay ahead may have passed meanwhile.
    const problem = fields().find((field) => field.problem !== undefined);
    if (answer !== 'submit') await answer.edit();
    else if (problem) await problem.edit();
    else return true;
  }
}

function rowOf(field: SheetField): Option<SheetField> {
  const { label, icon, problem } = field;
  const isWrong = problem !== undefined;
  return {
    label,
    icon: new vscode.ThemeIcon(isWrong ? 'warning' : icon),
    ...(isWrong && { description: problem }),
    value: field,
  };
}
