/** Answers the questions of a command one after the other, and records questions and messages. */
import assert from 'node:assert/strict';
import './fakeDocuments.ts';
import { shown } from './fakeVscode.ts';
import { isNamed } from './scripted.ts';

export interface Question {
  readonly title: string;
  /** The prompt of a box, the placeholder of a list. */
  readonly text: string;
  /** The labels of a list, with their details: "Upload 3 keys: From keys.txt". */
  readonly options: readonly string[];
  /** The descriptions next to the labels. Empty if there are none. */
  readonly descriptions: readonly string[];
}

interface Input {
  title?: string;
  prompt?: string;
  placeholder?: string;
  value: string;
  validationMessage?: unknown;
  items: readonly { readonly label: string; readonly detail?: string; readonly description?: string }[];
}

/**
 * The next answers. Undefined = Escape. A label answers a list, and a text answers a box. `{keep: true}` accepts the current
 * text.
 */
export type Reply = string | undefined | { readonly keep: true };

const replies: Reply[] = [];
let problem: Error | undefined;
export const questions: Question[] = [];

/** Answers the questions. `told` returns the messages since then. Throws if there are more or fewer questions than answers. */
export async function withReplies(script: readonly Reply[], act: () => Promise<unknown>): Promise<readonly string[]> {
  const before = shown.length;
  replies.splice(0, replies.length, ...script);
  questions.length = 0;
  problem = undefined;
  await act();
  if (problem) throw problem as Error;
  assert.deepEqual(replies, [], `not asked for; the last question was ${JSON.stringify(questions.at(-1))}`);
  return shown.slice(before).map(({ message }) => message);
}

/** A box or a list, answered as soon as it is shown with its items. */
function question(isList: boolean): object {
  const handlers: Record<'accept' | 'hide', (() => void)[]> = { accept: [], hide: [] };
  const listen = (event: 'accept' | 'hide') => (handler: () => void) => {
    handlers[event].push(handler);
    return { dispose: () => undefined };
  };
  const fire = (event: 'accept' | 'hide'): void => handlers[event].forEach((handler) => handler());
  const none = () => ({ dispose: () => undefined });
  let items: Input['items'] = [];
  let busy = false;
  let isAnswered = false;
  /** A list is answered when it has all its rows. */
  const answerList = (): void => {
    if (!isList || isAnswered || busy) return;
    isAnswered = true;
    answer();
  };
  const input = {
    value: '',
    selectedItems: [] as readonly object[],
    activeItems: [],
    buttons: [],
    get busy() {
      return busy;
    },
    set busy(is) {
      busy = is;
      if (!is) queueMicrotask(answerList);
    },
    onDidAccept: listen('accept'),
    onDidHide: listen('hide'),
    onDidTriggerButton: none,
    onDidChangeValue: none,
    get items() {
      return items;
    },
    set items(given) {
      items = given;
      if (isList) queueMicrotask(answerList);
    },
    show: () => {
      if (!isList) queueMicrotask(answer);
    },
    dispose: () => undefined,
  } as Input & { selectedItems: readonly object[] };

  /** A question without an answer is cancelled, so that the command ends. */
  function answer(): void {
    try {
      reply();
    } catch (error) {
      problem ??= error as Error;
      replies.length = 0;
      fire('hide');
    }
  }

  function reply(): void {
    questions.push({
      title: input.title ?? '',
      text: (isList ? input.placeholder : input.prompt) ?? '',
      options: items.map(({ label, detail }) => (detail === undefined ? label : `${label}: ${detail}`)),
      descriptions: items.map(({ description }) => description ?? ''),
    });
    assert.ok(replies.length > 0, `one question too many: ${JSON.stringify(questions.at(-1))}`);
    const given = replies.shift();
    if (given === undefined) return fire('hide');
    if (isList) {
      const chosen = items.filter((item) => typeof given === 'string' && isNamed(item, given));
      assert.equal(chosen.length, 1, `“${String(given)}” is not to be chosen once among ${JSON.stringify(questions.at(-1))}`);
      input.selectedItems = chosen;
    } else if (typeof given === 'string') input.value = given;
    fire('accept');
    assert.ok(!input.validationMessage, `“${String(given)}” was not taken: ${String(input.validationMessage)}`);
  }

  return input;
}

const { fakeVscode } = globalThis as unknown as {
  fakeVscode: { window: Record<string, unknown>; workspace: { isTrusted: boolean } };
};
/** True if the user trusts the workspace. */
export const setTrusted = (isTrusted: boolean): void => void (fakeVscode.workspace.isTrusted = isTrusted);
fakeVscode.window.createQuickPick = () => question(true);
fakeVscode.window.createInputBox = () => question(false);
