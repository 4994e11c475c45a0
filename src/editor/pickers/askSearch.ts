/** A choice of many rows, which come while the list is open already. */
import * as vscode from 'vscode';
import { place, shown, toItem, type Answer, type Options, type Position } from '../prompts/quickInput.ts';
import { escapeBidi } from '../formats/escapeBidi.ts';

export interface SearchQuestion<T> extends Position {
  readonly placeholder: string;
  /** The rows that fit what is typed, best first. Called at each key stroke, so it asks nobody. */
  rows(text: string): Options<T>;
  /** Reads what is not there yet; `changed` draws the rows again. The signal aborts when the question is answered or left. */
  load(changed: () => void, signal: AbortSignal): Promise<void>;
}

/** The caller filters the rows: the editor looks for what is typed in one field, and finds nothing for a word of each. */
export async function askSearch<T>(question: SearchQuestion<T>): Promise<Answer<T>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: T }>();
  place(pick, question);
  pick.placeholder = escapeBidi(question.placeholder);
  pick.matchOnDescription = true;
  return shown(pick, (answer, fail, left) => {
    const rowsFor = (text: string) =>
      question.rows(text).map((row) => toItem('label' in row ? { ...row, isAlwaysShown: true } : row));
    let drawn: string | undefined;
    const draw = (): void => {
      const active = drawn === pick.value ? pick.activeItems[0] : undefined;
      drawn = pick.value;
      pick.items = rowsFor(pick.value);
      // Rows that come in above it must not push another row under Enter.
      const again = active && pick.items.find((item) => isSameRow(item, active));
      if (again) pick.activeItems = [again];
    };
    pick.busy = true;
    draw();
    question
      .load(draw, left)
      .then(() => {
        draw();
        pick.busy = false;
      })
      .catch(fail);
    pick.onDidChangeValue(draw);
    pick.onDidAccept(() => {
      const rows = rowsFor(pick.value);
      const [chosen] = pick.selectedItems;
      // Enter may be quicker than the rows for what was just typed.
      const item = rows.find((row) => chosen && isSameRow(row, chosen)) ?? rows.find((row) => 'value' in row);
      if (item && 'value' in item) answer(item.value as T);
    });
  });
}

const isSameRow = (one: vscode.QuickPickItem, other: vscode.QuickPickItem): boolean =>
  one.label === other.label && one.description === other.description;
