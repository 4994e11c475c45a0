/** A list whose rows depend on the typed text in a way that the editor's own filter can't express. */
import * as vscode from 'vscode';
import { after, type Timer } from '../../time/clock.ts';
import { labelText } from '../words/escape.ts';
import { showUntilAnswered, applyPosition, toItem, type Answer, type Options, type Position } from './quickInput.ts';

/** Milliseconds from the last key stroke until `loadFor` is called. */
const TYPING_PAUSE = 400;

interface SearchQuestion<T> extends Position {
  readonly placeholder: string;
  /** Returns the rows that match the typed text, best first. Called at each key stroke, so it makes no calls. */
  rows(text: string): Options<T>;
  /**
   * Reads the data that the rows still lack. `changed` redraws the rows. The signal aborts when the question is answered or
   * closed.
   */
  load(changed: () => void, signal: AbortSignal): Promise<void>;
  /** Reads further data for the rows of the typed text. Called when the user stops typing. */
  loadFor(text: string, changed: () => void, signal: AbortSignal): Promise<void>;
}

/**
 * Asks for a choice among rows that the caller filters. The editor's own filter looks for the text in one field, so it would
 * not find words that are in different fields.
 */
export async function askSearch<T>(question: SearchQuestion<T>): Promise<Answer<T>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: T }>();
  applyPosition(pick, question);
  pick.placeholder = labelText(question.placeholder);
  pick.matchOnDescription = true;
  return showUntilAnswered(pick, (answer, fail, closed) => {
    const rowsFor = (text: string) =>
      question.rows(text).map((row) => toItem('label' in row ? { ...row, isAlwaysShown: true } : row));
    let drawn: string | undefined;
    const draw = (): void => {
      const active = drawn === pick.value ? pick.activeItems[0] : undefined;
      drawn = pick.value;
      pick.items = rowsFor(pick.value);
      // Rows that arrive above the active row must not change which row Enter takes.
      const again = active && pick.items.find((item) => isSameRow(item, active));
      if (again) pick.activeItems = [again];
      else if (isFirstActive() !== undefined)
        pick.activeItems = pick.items.filter((item) => isFirstActive() && 'value' in item).slice(0, 1);
    };
    /** True if Enter takes the first row before the user has typed or moved to a row. Undefined = the editor decides. */
    const isFirstActive = (): boolean | undefined => {
      const first = pick.value === '' ? question.rows('').find((row) => 'value' in row) : undefined;
      return first && 'isActive' in first ? first.isActive : undefined;
    };
    pick.busy = true;
    draw();
    question
      .load(draw, closed)
      .then(() => {
        draw();
        pick.busy = false;
      })
      .catch(fail);
    let stopped: Timer | undefined;
    pick.onDidChangeValue((text) => {
      if (closed.aborted) return;
      draw();
      stopped?.dispose();
      // A failure is ignored, because `load` also reads this data.
      stopped = after(TYPING_PAUSE, () => void question.loadFor(text, draw, closed).catch(() => undefined));
    });
    closed.addEventListener('abort', () => stopped?.dispose());
    pick.onDidAccept(() => {
      const rows = rowsFor(pick.value);
      const [chosen] = pick.selectedItems;
      // The user may press Enter before the rows for the typed text are shown. If the selected row is not one of them, the
      // first row is taken, unless `isFirstActive` returns false.
      const item =
        rows.find((row) => chosen && isSameRow(row, chosen)) ??
        (isFirstActive() === false ? undefined : rows.find((row) => 'value' in row));
      if (item && 'value' in item) answer(item.value as T);
    });
  });
}

const isSameRow = (one: vscode.QuickPickItem, other: vscode.QuickPickItem): boolean =>
  one.label === other.label && one.description === other.description;
