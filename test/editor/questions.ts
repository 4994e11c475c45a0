/** Boxes and lists that answer themselves. A function answers each question: see scripted.ts and person.ts. */
import assert from 'node:assert/strict';
import { currentFake } from './standIn.ts';

/** The button that leads back to the previous question. */
export const back = Symbol('back');

export type Answer =
  | typeof back
  | string
  | readonly string[]
  | { readonly typed: string; readonly take?: string }
  | { readonly press: string; readonly onRow?: string }
  | undefined;

export interface Asked {
  readonly title: string;
  /** The prompt of a box, or the placeholder of a choice. */
  readonly prompt: string;
  /** The first text of a box, or of the search field of a choice. */
  readonly value?: string;
  /** The options of a choice: "label · description". */
  readonly options: readonly string[];
  /** The rows of the choice as the editor gets them, with the separators. */
  readonly rows: readonly Item[];
  /** The separators between them. */
  readonly separators: readonly string[];
  /** The details below them. */
  readonly details: readonly string[];
  /** The row that Enter would take. */
  readonly active?: string | undefined;
  /** The rows that are ticked at first. */
  readonly ticked?: readonly string[];
  /** The error of a refused answer. The question is then cancelled. */
  readonly refused: string | undefined;
}

export interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly buttons?: readonly { readonly tooltip?: string }[];
}

type Listener = (value: unknown) => void;

/** A label, its beginning as “Submit: …”, or, of rows with one label, “label · description”. */
export function isNamed({ label, description }: Item, name: string): boolean {
  const beginning = name.endsWith('…') ? name.slice(0, -1) : undefined;
  return (
    name === label || name === `${label} · ${description}` || (beginning?.endsWith(' ') === true && label.startsWith(beginning))
  );
}

export type Reply = Answer | Promise<Answer>;

const backButton = (): unknown => currentFake().QuickInputButtons!.Back;

const listeners = () => {
  const all: Record<string, Listener[]> = {};
  const on = (name: string) => (listener: Listener) => void (all[name] ??= []).push(listener);
  const fire = (name: string, value?: unknown) => all[name]?.forEach((listener) => listener(value));
  return { on, fire };
};

/** A box that answers itself. A refused answer leaves it open: it then reports the message, and is cancelled. */
export function createBox(next: (question: Asked) => Answer, refuse: (message: string) => void): object {
  const { on, fire } = listeners();
  const box = {
    title: '',
    prompt: '',
    value: '',
    validationMessage: undefined as string | undefined,
    busy: false,
    onDidAccept: on('accept'),
    onDidHide: on('hide'),
    onDidChangeValue: on('change'),
    onDidTriggerButton: on('button'),
    show() {
      const { title, prompt, value } = box;
      const answer = next({ title, prompt, value, options: [], rows: [], separators: [], details: [], refused: undefined });
      if (answer === back) return fire('button', backButton());
      if (typeof answer === 'object' && 'typed' in answer) fire('change', (box.value = answer.typed));
      if (typeof answer !== 'string') return fire('hide');
      box.value = answer;
      fire('change', answer);
      fire('accept');
      void settle();
    },
    dispose: () => undefined,
  };
  async function settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    while (box.busy) await new Promise((resolve) => setTimeout(resolve, 5));
    if (!box.validationMessage) return;
    refuse(box.validationMessage);
    fire('hide');
  }
  return box;
}

/** A list that answers itself when it has all its rows. */
export function createPick(next: (question: Asked) => Reply): object {
  const { on, fire } = listeners();
  let items: readonly Item[] = [];
  let isTyped = false;
  let isAsked = false;
  let busy = false;
  let isDisposed = false;
  /** Runs when all rows are there. */
  const chooseOnce = (): void => {
    if (isAsked || isTyped || busy) return;
    isAsked = true;
    choose();
  };
  const pick = {
    title: '',
    placeholder: '',
    value: '',
    buttons: [] as readonly { readonly tooltip?: string }[],
    canSelectMany: false,
    selectedItems: [] as readonly Item[],
    activeItems: [] as readonly Item[],
    get busy() {
      return busy;
    },
    set busy(is: boolean) {
      busy = is;
      if (!is) setTimeout(chooseOnce, 0);
    },
    onDidAccept: on('accept'),
    onDidHide: on('hide'),
    onDidChangeValue: on('change'),
    onDidChangeSelection: on('selection'),
    onDidTriggerButton: on('button'),
    onDidTriggerItemButton: on('itemButton'),
    get items() {
      return items;
    },
    set items(given: readonly Item[]) {
      items = given;
      setTimeout(chooseOnce, 0);
    },
    show: () => undefined,
    dispose: () => void (isDisposed = true),
  };
  function choose(): void {
    const separators = items.filter(({ kind }) => kind === -1).map(({ label }) => label);
    const options = items
      .filter(({ kind }) => kind !== -1)
      .map(({ label, description }) => (description ? `${label} · ${description}` : label));
    const details = items.flatMap(({ detail }) => detail ?? []);
    const active = pick.activeItems[0]?.label;
    const reply = next({
      title: pick.title,
      prompt: pick.placeholder,
      value: pick.value,
      options,
      rows: items,
      separators,
      details,
      active,
      ticked: pick.selectedItems.map(({ label }) => label),
      refused: undefined,
    });
    if (reply instanceof Promise) void reply.then((answer) => take(answer, options));
    else take(reply, options);
  }
  function take(answer: Answer, options: readonly string[]): void {
    if (answer === undefined) return fire('hide');
    if (answer === back) return fire('button', backButton());
    if (typeof answer === 'object' && 'press' in answer) {
      const { press, onRow } = answer;
      const row = items.find((item) => onRow !== undefined && isNamed(item, onRow));
      const button = (row?.buttons ?? pick.buttons).find(({ tooltip }) => tooltip === press);
      fire(row ? 'itemButton' : 'button', row ? { item: row, button } : button);
      setTimeout(() => isDisposed || choose(), 10);
      return;
    }
    if (typeof answer === 'object' && 'typed' in answer) {
      isTyped = true;
      pick.value = answer.typed;
      fire('change', answer.typed);
      const { take } = answer;
      pick.selectedItems = items.filter((item) => take === undefined || isNamed(item, take)).slice(0, 1);
      return fire('accept');
    }
    const labels = typeof answer === 'string' ? [answer] : answer;
    for (const label of labels)
      assert.ok(
        items.some((item) => isNamed(item, label)),
        `no ${label} among ${options.join(', ')}`,
      );
    pick.selectedItems = items.filter((item) => labels.some((label) => isNamed(item, label)));
    if (pick.canSelectMany) fire('selection', pick.selectedItems);
    fire('accept');
    // Stays open if nothing new is ticked.
    if (pick.canSelectMany) setTimeout(() => fire('hide'), 0);
  }
  return pick;
}
