/** Questions: text, a secret, a choice, several in steps. `undefined` = the user walked away; `back` = to the step before. */
import * as vscode from 'vscode';
import { back, place, answered, toItem, type Answer, type Option, type Options, type Position } from './quickInput.ts';
import { labelText, messageText } from '../words/escape.ts';

export { back, type Answer, type Option, type Position };

export interface TextQuestion extends Position {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** True hides what is typed. */
  readonly isSecret?: boolean;
  /** A sentence that says what is wrong, or undefined if the text is fine. Called while typing and before accepting. */
  validate?(text: string): string | undefined;
  /** Told of each change, so that what was typed can be kept even if the user walks away. */
  onType?(text: string): void;
  /** A slower check of what is accepted (it may call the service), while the box stays open; aborted when it is left. */
  check?(text: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface ChoiceQuestion<T> extends Position {
  readonly placeholder: string;
  /** Of what takes many calls a function: its signal aborts when the question is answered or left. */
  readonly options: Options<T> | Promise<Options<T>> | ((signal: AbortSignal) => Promise<Options<T>>);
  /** The answer where there is nothing to choose. */
  readonly whenEmpty?: T;
  /**
   * Enter takes the first row (or the one that is active) at once: only where a choice says what or where, and changes nothing
   * yet. Without it no row is active until one is gone to, so that a second Enter can't change what nobody has read.
   */
  readonly isFirstActive?: boolean;
  /** In its title bar; the question stays open. */
  readonly buttons?: readonly (vscode.QuickInputButton & { run(): Promise<unknown> })[];
  /** What can be chosen because it was typed; it stands above the others. */
  typed?(text: string): Option<T> | undefined;
}

/** Asks for a line of text. */
export async function askText(question: TextQuestion): Promise<Answer<string>> {
  const box = vscode.window.createInputBox();
  place(box, question);
  box.prompt = messageText(question.prompt);
  box.value = question.value ?? '';
  box.placeholder = labelText(question.placeholder ?? '');
  box.password = question.isSecret ?? false;
  const validate = (): boolean => {
    const wrong = question.validate?.(box.value);
    box.validationMessage = wrong === undefined ? undefined : messageText(wrong);
    return box.validationMessage === undefined || box.validationMessage === '';
  };
  return answered<string>(box, (answer, _, left) => {
    // An empty box is not yet wrong: the sentence comes when something was typed, or when it is accepted.
    box.onDidChangeValue(() => {
      question.onType?.(box.value);
      if (box.value === '') box.validationMessage = undefined;
      else validate();
    });
    box.onDidAccept(async () => {
      if (box.busy || !validate()) return;
      const { value } = box;
      if (question.check) {
        box.busy = true;
        box.enabled = false;
        const problem = await question.check(value, left).finally(() => {
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

/** Asks to choose one of several; options that are still being read show a busy list. */
export async function askChoice<T>(question: ChoiceQuestion<T>): Promise<Answer<T>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: T }>();
  place(pick, question);
  pick.placeholder = labelText(question.placeholder);
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  return answered(pick, (answer, fail, left) => {
    pick.busy = true;
    let given: readonly vscode.QuickPickItem[] = [];
    let made: Option<T> | undefined;
    const fill = (): void => {
      pick.items = made ? [toItem({ ...made, isAlwaysShown: true }), ...given] : given;
    };
    if (question.typed) {
      pick.onDidChangeValue((text) => {
        const before = made;
        made = question.typed?.(text);
        if (made ?? before) fill();
      });
    }
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
    const read = typeof question.options === 'function' ? question.options(left) : question.options;
    Promise.resolve(read).then((options) => {
      if (options.length === 0 && question.whenEmpty !== undefined) return answer(question.whenEmpty);
      given = options.map(toItem);
      fill();
      if (!made) {
        const active = pick.items.filter((_, index) => (options[index] as Partial<Option<T>>).isActive);
        const first = question.isFirstActive ? pick.items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator) : [];
        // What was typed while the rows were read has its own first row.
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

/** One of several that can be ticked. */
export interface Tick<T> extends Option<T> {
  /** Ticked already; not to be changed where it `isFixed`, as what is so before the question. */
  readonly isTicked?: boolean;
  readonly isFixed?: boolean;
  /** It is listed for information, and can't be ticked. */
  readonly isBarred?: boolean;
}

/** Asks to tick some of several; gives those that are ticked and not fixed, and stays open as long as there is none. */
export async function askSeveral<T>(
  question: Position & { readonly placeholder: string; readonly options: readonly Tick<T>[] },
): Promise<Answer<readonly T[]>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: T }>();
  place(pick, question);
  pick.placeholder = labelText(question.placeholder);
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  const items = question.options.map((option) => ({ item: toItem(option), ...option }));
  const fixed = items.filter(({ isFixed }) => isFixed).map(({ item }) => item);
  const barred = items.filter(({ isBarred }) => isBarred).map(({ item }) => item);
  return answered(pick, (answer) => {
    pick.items = items.map(({ item }) => item);
    pick.selectedItems = items.filter(({ isTicked, isFixed }) => isTicked || isFixed).map(({ item }) => item);
    pick.activeItems = items.filter(({ isActive }) => isActive).map(({ item }) => item);
    pick.onDidChangeSelection((ticked) => {
      if (fixed.some((item) => !ticked.includes(item)) || barred.some((item) => ticked.includes(item)))
        pick.selectedItems = [...new Set([...fixed, ...ticked])].filter((item) => !barred.includes(item));
    });
    pick.onDidAccept(() => {
      const ticked = items.filter(({ item, isFixed }) => !isFixed && pick.selectedItems.includes(item));
      if (ticked.length > 0) answer(ticked.map(({ value }) => value));
    });
  });
}

/** One question of a flow: it keeps its answer in the flow's state. */
export type Step = (position: {
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}) => Promise<Answer<true>>;

/** A question that is not always to be asked: whether it is may depend on the answers before it. */
export interface ConditionalStep {
  applies(): boolean;
  readonly ask: Step;
}

/** Asks one step after another; Back returns to the one before. False = the user walked away. */
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
    // With nothing before it to go back to, the first question is asked again.
    if (!isForward && !steps.slice(0, index).some(applies)) isForward = true;
    else index += isForward ? 1 : -1;
  }
  return true;
}
