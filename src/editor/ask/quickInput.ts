/** What all questions share: their title and position, their rows, and how they end. */
import * as vscode from 'vscode';
import { after } from '../../time/clock.ts';
import { labelText } from '../words/escape.ts';
import { MAX_ROW } from '../words/requestWords.ts';
import { pressRowButton, rowButtons, type RowSubject } from './rowButtons.ts';

/** The answer if the user wants to go back to the previous step. */
export const back: unique symbol = Symbol('back');
export type Back = typeof back;
export type Answer<T> = T | Back | undefined;

/** The title of a question, and its position among several questions. */
export interface Position {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
}

export interface Option<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly icon?: vscode.ThemeIcon;
  readonly isActive?: boolean;
  /** True = the row stays visible whatever the user types, for example a row that opens a different question. */
  readonly isAlwaysShown?: boolean;
  /** The subject of the row, for its buttons. */
  readonly subject?: RowSubject;
  readonly value: T;
}

/** Information that can't be selected. A text that is too long for one line gets a second one. */
export interface Note {
  readonly note: string;
  readonly isWarning?: boolean;
}

export type Options<T> = readonly (Option<T> | { readonly separator: string } | Note)[];

export function applyPosition(input: vscode.QuickInput, { title, step, totalSteps, canGoBack }: Position): void {
  input.title = labelText(title);
  input.ignoreFocusOut = true;
  // A single question shows no "(1/1)".
  if (totalSteps !== undefined && totalSteps > 1) {
    input.step = step;
    input.totalSteps = totalSteps;
  }
  if (canGoBack) (input as vscode.InputBox).buttons = [vscode.QuickInputButtons.Back];
}

/**
 * Milliseconds for which an answered input stays open, unless the next question replaces it. If it closed at once, the editor
 * would move the focus to the active tab. A webview in that tab may take the focus only after the next question has appeared.
 * The question would then not receive what the user types.
 */
const TIME_FOR_NEXT_QUESTION = 200;

/**
 * Shows an input until the user answers it, closes it, or presses Back. Then aborts `closed`. An answered input is disposed of a
 * little later, so its listeners must ignore events after the abort.
 */
export async function showUntilAnswered<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  listen: (answer: (value: T) => void, fail: (error: unknown) => void, closed: AbortSignal) => void,
): Promise<Answer<T>> {
  const closed = new AbortController();
  let answer: Answer<T>;
  try {
    answer = await new Promise<Answer<T>>((resolve, reject) => {
      listen(resolve, reject, closed.signal);
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) resolve(back);
      });
      if ('onDidTriggerItemButton' in input)
        input.onDidTriggerItemButton(({ button }) => pressRowButton(button, () => resolve(undefined)));
      input.onDidHide(() => resolve(undefined));
      input.show();
    });
    return answer;
  } finally {
    closed.abort();
    after(answer === undefined ? 0 : TIME_FOR_NEXT_QUESTION, () => input.dispose());
  }
}

const SHIELD = [
  '<svg',
  'xmlns="http://www.w3.org/2000/svg"',
  'width="16"',
  'height="16"',
  'fill="none"',
  'stroke="COLOUR">',
  '<path',
  'd="M8 1.5 13.5 3.3V7.5C13.5 10.8 11.3 13.2 8 14.5 4.7 13.2 2.5 10.8 2.5 7.5V3.3ZM8 5V9M8 10V11.2"/>',
  '</svg>',
].join(' ');

/** Returns a shield as an image, because a list ignores the colour of an icon, but not that of an image. */
function redShield(): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const picture = (colour: string): vscode.Uri =>
    vscode.Uri.from({ scheme: 'data', path: `image/svg+xml;base64,${btoa(SHIELD.replace('COLOUR', colour))}` });
  return { light: picture('#e51400'), dark: picture('#f14c4c') };
}

/** Breaks a text after a word if it is too long for one line, because the editor would cut off its end. */
function inTwoLines(text: string): string {
  if (text.length <= MAX_ROW || text.includes('\n')) return text;
  return text.replace(new RegExp(`^(.{1,${MAX_ROW}}) `, 'u'), '$1\n');
}

export function toItem<T>(option: Options<T>[number]): vscode.QuickPickItem & { value?: T } {
  if ('separator' in option) return { label: labelText(option.separator), kind: vscode.QuickPickItemKind.Separator };
  if ('note' in option) {
    const [label = '', ...rest] = inTwoLines(option.note).split('\n');
    const detail = labelText(rest.join('\n'));
    return {
      label: labelText(label),
      ...(detail && { detail }),
      iconPath: new vscode.ThemeIcon(option.isWarning ? 'warning' : 'info'),
      alwaysShow: true,
    };
  }
  const { label, description, detail, icon, isAlwaysShown, subject, value } = option;
  return {
    label: labelText(label),
    value,
    ...(description === undefined ? {} : { description: labelText(description) }),
    ...(detail === undefined ? {} : { detail: labelText(detail) }),
    ...(icon === undefined ? {} : { iconPath: icon.id === 'shield' ? redShield() : icon }),
    ...(isAlwaysShown === true ? { alwaysShow: true } : {}),
    ...(subject === undefined ? {} : { buttons: rowButtons(subject) }),
  };
}
