/**
 * The confirmation list: a list in which the user confirms a change or a change request. The first row submits it, and is
 * already selected. Below are a row for each value, and what would change. Choosing the row of a value opens a box for it, and
 * then returns to the confirmation list.
 */
import * as vscode from 'vscode';
import { askChoice, askText, type Answer, type ChoiceQuestion, type Option, type Position } from './ask.ts';

const { t } = vscode.l10n;

export interface ConfirmationField {
  /** The name and the value: "Title: Add 42 keys". */
  readonly label: string;
  readonly icon: string;
  /** Why the value can't be sent. Submit opens the first field that has a problem. */
  readonly problem?: string | undefined;
  edit(): Promise<unknown>;
}

export interface ConfirmationList {
  /** Says what Enter does, if it does not submit. */
  readonly placeholder?: string;
  readonly submit: { readonly label: string; readonly description: string; readonly icon: vscode.ThemeIcon };
  /** A remark that the first row shows, for example that an approval is required. Undefined = none. */
  readonly reason?: string | undefined;
  /** Returns the fields with their current values. */
  fields(): readonly ConfirmationField[];
  /** The changes, one line each, with or without headings. */
  readonly lines: readonly (string | { readonly separator: string })[];
  readonly buttons?: NonNullable<ChoiceQuestion<never>['buttons']>;
}

/** Asks to submit. True = submit with the current values; undefined = the user cancelled. */
export async function askConfirmation(
  { placeholder, submit, reason, fields, lines, buttons = [] }: ConfirmationList,
  position: Position,
): Promise<Answer<true>> {
  for (;;) {
    const now = fields();
    const wrong = now.find(({ problem }) => problem !== undefined);
    const detail = [reason, wrong?.problem].filter(Boolean).join(' ');
    const answer = await askChoice<ConfirmationField | 'submit'>({
      ...position,
      isFirstActive: true,
      placeholder: placeholder ?? t('Press Enter to submit, or choose a row to change it'),
      buttons,
      options: [
        { ...submit, ...(detail !== '' && { detail }), value: 'submit' },
        ...now.map(rowOf),
        ...(typeof lines[0] === 'string' ? [{ separator: '' }] : []),
        ...lines.map((line) => (typeof line === 'string' ? { note: line } : line)),
      ],
    });
    if (answer === undefined || typeof answer === 'symbol') return answer;
    // Checks again, because a scheduled time might have passed while the confirmation list was open.
    const problem = fields().find((field) => field.problem !== undefined);
    if (answer !== 'submit') await answer.edit();
    else if (problem) await problem.edit();
    else return true;
  }
}

function rowOf(field: ConfirmationField): Option<ConfirmationField> {
  const { label, icon, problem } = field;
  const isWrong = problem !== undefined;
  return {
    label,
    icon: new vscode.ThemeIcon(isWrong ? 'warning' : icon),
    ...(isWrong && { description: problem }),
    value: field,
  };
}

/** The current texts of a confirmation list's boxes. */
export interface FieldTexts<Name extends string> {
  readonly typed: { [Field in Name]: string };
  readonly heading: string;
  onType(): void;
}

export interface TextField {
  readonly icon: string;
  /** The title of the field's box, if the title of the confirmation list does not say what to type. */
  readonly title?: string;
  readonly prompt: string;
  readonly placeholder?: string;
  label(text: string): string;
  /** Returns the problem of the text; undefined if it is valid. */
  check(text: string): string | undefined;
}

/** Creates a field for a text. The typed text is used even if the user leaves its box with Escape. */
export function textField<Name extends string>(
  { typed, heading, onType }: FieldTexts<NoInfer<Name>>,
  field: Name,
  { icon, label, check, ...box }: TextField,
): ConfirmationField {
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

export const titleField = (typing: FieldTexts<'title'>): ConfirmationField =>
  textField(typing, 'title', {
    icon: 'tag',
    label: (text) => t('Title: {0}', text || '–'),
    prompt: t('Title of the change request'),
    check: (text) => (text === '' ? t('A change request needs a title.') : undefined),
  });

/** Creates the field for the comment. `missing` is the problem of an empty comment; undefined = it may be empty. */
export const commentField = (typing: FieldTexts<'comment'>, prompt: string, missing: string | undefined): ConfirmationField =>
  textField(typing, 'comment', {
    icon: 'comment',
    label: (text) => t('Comment: {0}', text || '–'),
    prompt,
    check: (text) => (text === '' ? missing : undefined),
  });
