/**
 * One sheet for what goes out with a change: Submit first and chosen already, as a full sentence; below it each value, and what
 * would change. A row opens its own box and comes back.
 */
import * as vscode from 'vscode';
import { askChoice, askText, type Answer, type ChoiceQuestion, type Option, type Position } from './ask.ts';

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
  /** What Enter does, where that is not to submit. */
  readonly placeholder?: string;
  readonly submit: { readonly label: string; readonly description: string; readonly icon: vscode.ThemeIcon };
  /** Why this is asked; undefined = the user came for it. */
  readonly reason?: string | undefined;
  /** As they are now. */
  fields(): readonly SheetField[];
  /** What would change: a line each, also below headings. */
  readonly lines: readonly (string | { readonly separator: string })[];
  readonly buttons?: NonNullable<ChoiceQuestion<never>['buttons']>;
}

/** True = submit it as it is; undefined = the user walked away. */
export async function askSheet(
  { placeholder, submit, reason, fields, lines, buttons = [] }: Sheet,
  position: Position,
): Promise<Answer<true>> {
  for (;;) {
    const now = fields();
    const wrong = now.find(({ problem }) => problem !== undefined);
    const detail = [reason, wrong?.problem].filter(Boolean).join(' ');
    const answer = await askChoice<SheetField | 'submit'>({
      ...position,
      isFirstActive: true,
      placeholder: placeholder ?? t('Enter submits it. Choose a row to change it'),
      buttons,
      options: [
        { ...submit, ...(detail !== '' && { detail }), value: 'submit' },
        ...now.map(rowOf),
        ...(typeof lines[0] === 'string' ? [{ separator: '' }] : []),
        ...lines.map((line) => (typeof line === 'string' ? { note: line } : line)),
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

/** What the boxes of a sheet hold, changed as it is typed. */
export interface Typing<Name extends string> {
  readonly typed: { [Field in Name]: string };
  readonly heading: string;
  onType(): void;
}

export interface TextField {
  readonly icon: string;
  /** Of its box, where that of the sheet does not say what is asked. */
  readonly title?: string;
  readonly prompt: string;
  readonly placeholder?: string;
  label(text: string): string;
  /** What is wrong with it. */
  check(text: string): string | undefined;
}

/** What is typed counts also where its box is left by Escape. */
export function textField<Name extends string>(
  { typed, heading, onType }: Typing<NoInfer<Name>>,
  field: Name,
  { icon, label, check, ...box }: TextField,
): SheetField {
  const text = typed[field].trim();
  const take = (value: string): void => {
    typed[field] = value;
    onType();
  };
  return {
    icon,
    label: label(text),
    problem: check(text),
    async edit() {
      const validate = (value: string): string | undefined => check(value.trim());
      const answer = await askText({ title: heading, ...box, canGoBack: true, value: typed[field], validate, onType: take });
      if (typeof answer === 'string') take(answer);
    },
  };
}

export const titleField = (typing: Typing<'title'>): SheetField =>
  textField(typing, 'title', {
    icon: 'tag',
    label: (text) => t('Title: {0}', text || '–'),
    prompt: t('Title of the change request'),
    check: (text) => (text === '' ? t('A change request needs a title.') : undefined),
  });

/** `missing` = what is wrong with none. */
export const commentField = (typing: Typing<'comment'>, prompt: string, missing: string | undefined): SheetField =>
  textField(typing, 'comment', {
    icon: 'comment',
    label: (text) => t('Comment: {0}', text || '–'),
    prompt,
    check: (text) => (text === '' ? missing : undefined),
  });
