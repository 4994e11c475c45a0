/** Tests which row of a choice Enter takes without moving; and that no invisible character reverses the text of a question. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import '../fakeVscode.ts';

const { askChoice, askSeveral, askText, back } = await import('../../../src/editor/ask/ask.ts');

const { window, QuickInputButtons } = (
  globalThis as unknown as { fakeVscode: { window: Record<string, unknown>; QuickInputButtons: { Back: unknown } } }
).fakeVscode;

type Row = { readonly label: string };
interface Input {
  readonly [field: string]: unknown;
  value: string;
  items: readonly Row[];
  activeItems?: readonly Row[];
  busy?: boolean;
}

/** Shows a question, and returns it while `act` uses it: `fire` runs its handlers. Leaves it afterwards. */
async function using(
  ask: () => Promise<unknown>,
  act: (input: Input, fire: (event: string, value?: unknown) => void) => unknown = () => setTimeout(5),
  value = '',
): Promise<{ readonly input: Input; readonly answer: unknown }> {
  const { createQuickPick, createInputBox } = window;
  const handlers: Record<string, ((value?: unknown) => unknown)[]> = {};
  const fire = (event: string, given?: unknown): void => handlers[event]?.forEach((handler) => void handler(given));
  const events = ['Accept', 'ChangeValue', 'ChangeSelection', 'TriggerButton', 'TriggerItemButton', 'Hide'];
  const on = (event: string) => (handler: () => unknown) => void (handlers[event] ??= []).push(handler);
  const input: Input = {
    ...Object.fromEntries(events.map((event) => [`onDid${event}`, on(event)])),
    value,
    items: [],
    selectedItems: [],
    show: () => undefined,
    dispose: () => undefined,
  };
  window.createQuickPick = window.createInputBox = () => input;
  const answered = ask();
  await act(input, fire);
  fire('Hide');
  const answer = await answered;
  Object.assign(window, { createQuickPick, createInputBox });
  return { input, answer };
}

describe('Enter takes', () => {
  const options = [
    { label: 'one', value: '1' },
    { label: 'two', value: '2', isActive: true },
  ];
  const activeIn = async (
    question: Partial<Parameters<typeof askChoice<string>>[0]>,
    typed = '',
  ): Promise<string | undefined> => {
    const ask = () => askChoice<string>({ title: '', placeholder: '', options: [], ...question });
    const { input } = await using(ask, undefined, typed);
    // By default, the editor makes the first row active.
    return (input.activeItems ?? input.items)[0]?.label;
  };

  it('the likely row, if there is one', async () => {
    assert.equal(await activeIn({ options, isFirstActive: true }), 'two');
    assert.equal(await activeIn({ options: Promise.resolve(options) }), 'two');
  });

  it('the first row that the editor finds, if something was typed while the rows were read', async () => {
    const rows = options.map(({ label, value }) => ({ label, value })).toReversed();
    assert.equal(await activeIn({ options: Promise.resolve(rows), isFirstActive: true }, 'two'), 'two');
  });

  it('the row for a text that was typed while the rows were read, which stays above them until the text changes', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof options>();
    const typed = (text: string) => (text === 'three' ? { label: 'Open three', value: '3' } : undefined);
    const ask = () => askChoice<string>({ title: '', placeholder: '', options: promise, typed });
    await using(ask, async (input, fire) => {
      let items: readonly Row[] = [];
      let fills = 0;
      const set = (given: readonly Row[]): void => {
        items = given;
        fills += 1;
      };
      Object.defineProperty(input, 'items', { get: () => items, set });
      const labels = (): readonly string[] => items.map(({ label }) => label);
      fire('ChangeValue', 'three');
      resolve(options);
      await setTimeout(5);
      assert.deepEqual([labels(), input.activeItems], [['Open three', 'one', 'two'], undefined]);
      fire('ChangeValue', 'four');
      assert.deepEqual([labels(), fills], [['one', 'two'], 3]);
      fire('ChangeValue', 'five');
      assert.equal(fills, 3, 'what is shown is not filled again while nothing is made of the typed text');
    });
  });
});

describe('a hidden mark that reverses text is shown', () => {
  const turned = 'a\u202eb';
  const shown = 'a[U+202E]b';
  const row = { label: turned, description: turned, detail: turned, value: turned };
  const shownRow = { label: shown, description: shown, detail: shown, value: turned };
  const position = { title: turned, placeholder: turned };

  it('in the title, the prompt and the placeholder of a box, but not in the typed text', async () => {
    const { title, prompt, placeholder, value } = (await using(() => askText({ ...position, prompt: turned, value: turned })))
      .input;
    assert.deepEqual([title, prompt, placeholder, value], [shown, shown, shown, turned]);
  });

  it('in the title, the placeholder and the rows of a list, but not in the value of a row', async () => {
    for (const [ask, rows] of [
      [() => askChoice({ ...position, options: [{ separator: turned }, row] }), [{ label: shown, kind: -1 }, shownRow]],
      [() => askSeveral({ ...position, options: [row] }), [shownRow]],
    ] as const) {
      const { title, placeholder, items } = (await using(ask)).input;
      assert.deepEqual([title, placeholder, items], [shown, shown, rows]);
    }
  });
});

it('the validation of a text ends with Escape and Back, without waiting for its result', async () => {
  for (const [leave, gives] of [
    ['Hide', undefined],
    ['TriggerButton', back],
  ] as const) {
    let aborted: Promise<unknown> | undefined;
    const check = async (_: string, signal: AbortSignal): Promise<string> => {
      aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await aborted;
      return 'too late';
    };
    const ask = () => askText({ title: '', prompt: '', value: 'typed', check });
    const { answer } = await using(ask, (_, fire) => {
      fire('Accept');
      fire(leave, QuickInputButtons.Back);
    });
    assert.equal(answer, gives);
    await aborted;
  }
});

describe('a list that takes many calls', () => {
  it('is not read further once the question is left', async () => {
    let signal: AbortSignal | undefined;
    const options = (given: AbortSignal): Promise<never> => {
      signal = given;
      return new Promise((_, reject) => given.addEventListener('abort', () => reject(new Error('given up'))));
    };
    const { input } = await using(() => askChoice<string>({ title: '', placeholder: '', options }));
    assert.deepEqual([input.busy, signal?.aborted], [true, true]);
  });

  it('is answered at once if there is nothing to choose', async () => {
    const question = { title: '', placeholder: '', options: async () => [], whenEmpty: 'none' };
    const { input, answer } = await using(() => askChoice<string>(question));
    assert.deepEqual([answer, input.items], ['none', []]);
  });
});
