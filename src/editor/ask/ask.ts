/**
 * Questions: text, a secret, a choice, several steps. `undefined` = the user cancelled; `back` = the user wants the previous step.
 */
import * as vscode from 'vscode';
import {
  back,
  applyPosition,
  showUntilAnswered,
  toItem,
  type Answer,
  type Option,
  type Options,
  type Position,
} from './quickInput.ts';
import { labelText, messageText } from '../words/escape.ts';

export { back, type Answer, type Option, type Position };

export interface TextQuestion extends Position {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** True hides the typed text. */
  readonly isSecret?: boolean;
  /**
   * Returns a sentence with the problem of the text, or undefined if it is valid. Called while the user types, and before
   * accepting.
   */
  validate?(text: string): string | undefined;
  /** Called for each change, so that the typed text can be saved even if the user cancels. */
  onType?(text: string): void;
  /**
   * A slower check of the accepted text, which may call the service. The box stays open during the check. `signal` aborts when
   * the box closes.
   */
  check?(text: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface ChoiceQuestion<T> extends Position {
  readonly placeholder: string;
  /**
   * The rows. If reading them needs many calls, this is a function, and its signal aborts when the question is answered or
   * closed.
   */
  readonly options: Options<T> | Promise<Options<T>> | ((signal: AbortSignal) => Promise<Options<T>>);
  /** The answer if there are no options. */
  readonly whenEmpty?: T;
  /**
   * True = the first row, or one with `isActive`, is active from the start, so that Enter takes it. Only for choices that
   * change nothing yet. If false, no row is active until the user moves to a row, so that pressing Enter twice can't confirm a
   * change that the user has not read.
   */
  readonly isFirstActive?: boolean;
  /** Buttons in the title bar. The question stays open when the user presses a button. */
  readonly buttons?: readonly (vscode.QuickInputButton & { run(): Promise<unknown> })[];
  /** Returns a row for the typed text. It is shown above the others. */
  typed?(text: string): Option<T> | undefined;
  /** The text that is in the search field at first. */
  readonly text?: string;
  /** Called for each change of the text, so that a question that is asked again can start with it. */
  onType?(text: string): void;
}

/** Asks for a line of text. */
export async function askText(question: TextQuestion): Promise<Answer<string>> {
  const box = vscode.window.createInputBox();
  applyPosition(box, question);
  box.prompt = messageText(question.prompt);
  box.value = question.value ?? '';
  box.placeholder = labelText(question.placeholder ?? '');
  box.password = question.isSecret ?? false;
  const validate = (): boolean => {
    const wrong = question.validate?.(box.value);
    box.validationMessage = wrong === undefined ? undefined : messageText(wrong);
    return box.validationMessage === undefined || box.validationMessage === '';
  };
  return showUntilAnswered<string>(box, (answer, _, closed) => {
    // An empty box is not an error yet: the message appears after typing, or when the user accepts.
    box.onDidChangeValue(() => {
      if (closed.aborted) return;
      question.onType?.(box.value);
      if (box.value === '') box.validationMessage = undefined;
      else validate();
    });
    box.onDidAccept(async () => {
      if (closed.aborted || box.busy || !validate()) return;
      const { value } = box;
      if (question.check) {
        box.busy = true;
        box.enabled = false;
        const problem = await question.check(value, closed).finally(() => {
          box.busy = false;
          box.enabled = true;
        });
        if (problem !== undefined) {
          box.validationMessage = messageText(problem);
          return;
        }
      }
      answer(value);
    });
  });
}

/** Asks to choose one of several options. Shows a busy list while the options are being read. */
export async function askChoice<T>(question: ChoiceQuestion<T>): Promise<Answer<T>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: T }>();
  applyPosition(pick, question);
  pick.placeholder = labelText(question.placeholder);
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  return showUntilAnswered(pick, (answer, fail, closed) => {
    pick.busy = true;
    let given: readonly vscode.QuickPickItem[] = [];
    let made: Option<T> | undefined;
    const fill = (): void => {
      pick.items = made ? [toItem({ ...made, isAlwaysShown: true }), ...given] : given;
    };
    if (question.text !== undefined) pick.value = question.text;
    pick.onDidChangeValue((text) => {
      if (closed.aborted) return;
      question.onType?.(text);
      const before = made;
      made = question.typed?.(text);
      if (made ?? before) fill();
    });
    if (question.buttons) {
      pick.buttons = [...pick.buttons, ...question.buttons];
      pick.onDidTriggerButton(
        (button) =>
          void question.buttons
            ?.find((one) => one === button)
            ?.run()
            .catch(fail),
      );
    }
    const read = typeof question.options === 'function' ? question.options(closed) : question.options;
    Promise.resolve(read).then((options) => {
      if (options.length === 0 && question.whenEmpty !== undefined) return answer(question.whenEmpty);
      given = options.map(toItem);
      fill();
      if (!made) {
        const active = pick.items.filter((_, index) => (options[index] as Partial<Option<T>>).isActive);
        const first = question.isFirstActive ? pick.items.filter((item) => 'value' in item) : [];
        // If the user typed while the rows were being read, the typed text decides which row comes first.
        if (active.length > 0 || !question.isFirstActive || pick.value === '')
          pick.activeItems = active.length > 0 ? active : first.slice(0, 1);
      }
      pick.busy = false;
    }, fail);
    pick.onDidAccept(() => {
      const item = pick.selectedItems[0];
      if (item && 'value' in item) answer(item.value as T);
    });
  });
}

/** Like `askChoice`, but if there is only one option, returns it without asking. Undefined = the user cancelled. */
export async function askUnlessOne<T extends object>(
  question: ChoiceQuestion<T> & { readonly options: readonly Option<T>[] },
): Promise<T | undefined> {
  const answer = question.options.length === 1 ? question.options[0]!.value : await askChoice(question);
  return answer === back ? undefined : answer;
}

/** An option that can be ticked. */
export interface TickOption<T> extends Option<T> {
  /** True = ticked from the start. */
  readonly isTicked?: boolean;
  /** True = ticked from the start, and the user can't untick it, because it describes the current state. */
  readonly isFixed?: boolean;
  /** Listed for information only; can't be ticked. */
  readonly isDisabled?: boolean;
}

/**
 * Asks to tick some of several options. Returns those that are ticked and not fixed. Stays open until the user has ticked at
 * least one.
 */
export async function askSeveral<T>(
  question: Position & { readonly placeholder: string; readonly options: readonly TickOption<T>[] },
): Promise<Answer<readonly T[]>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: T }>();
  applyPosition(pick, question);
  pick.placeholder = labelText(question.placeholder);
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  const items = question.options.map((option) => ({ item: toItem(option), ...option }));
  const fixed = items.filter(({ isFixed }) => isFixed).map(({ item }) => item);
  const disabled = items.filter(({ isDisabled }) => isDisabled).map(({ item }) => item);
  return showUntilAnswered(pick, (answer) => {
    pick.items = items.map(({ item }) => item);
    pick.selectedItems = items.filter(({ isTicked, isFixed }) => isTicked || isFixed).map(({ item }) => item);
    pick.activeItems = items.filter(({ isActive }) => isActive).map(({ item }) => item);
    pick.onDidChangeSelection((ticked) => {
      if (fixed.some((item) => !ticked.includes(item)) || disabled.some((item) => ticked.includes(item)))
        pick.selectedItems = [...new Set([...fixed, ...ticked])].filter((item) => !disabled.includes(item));
    });
    pick.onDidAccept(() => {
      const ticked = items.filter(({ item, isFixed }) => !isFixed && pick.selectedItems.includes(item));
      if (ticked.length > 0) answer(ticked.map(({ value }) => value));
    });
  });
}

/** One of several questions. It stores its answer in a variable of the caller. */
export type Step = (position: {
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}) => Promise<Answer<true>>;

/** A question that is asked only if `applies` returns true, which may depend on earlier answers. */
export interface ConditionalStep {
  applies(): boolean;
  readonly ask: Step;
}

/** Asks one step after another; Back returns to the previous one. False = the user cancelled. */
export async function askSteps(steps: readonly (Step | ConditionalStep)[]): Promise<boolean> {
  const applies = (step: Step | ConditionalStep): boolean => typeof step === 'function' || step.applies();
  let index = 0;
  let isForward = true;
  while (index < steps.length) {
    const step = steps[index]!;
    if (applies(step)) {
      const before = steps.slice(0, index).filter(applies).length;
      const ask = typeof step === 'function' ? step : step.ask;
      const answer = await ask({ step: before + 1, totalSteps: steps.filter(applies).length, canGoBack: before > 0 });
      if (answer === undefined) return false;
      isForward = answer !== back;
    }
    // If no earlier question applies, Back asks this question again.
    if (!isForward && !steps.slice(0, index).some(applies)) isForward = true;
    else index += isForward ? 1 : -1;
  }
  return true;
}
