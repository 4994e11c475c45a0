/** Tests which row of a choice Enter takes without moving; and that no invisible character reverses the text of a question. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import '../fakeVscode.ts';

const { askChoice, askSeveral, askText, back } = await import('../../../src/editor/ask/ask.ts');

const { window } = (globalThis as unknown as { fakeVscode: { window: Record<string, unknown> } }).fakeVscode;

interface Row {
  readonly label: string;
}

/** Returns the label of the active row once the rows are there. `typed`: the text typed while they were read. */
async function activeIn(question: Partial<Parameters<typeof askChoice<string>>[0]>, typed = ''): Promise<string | undefined> {
  let active: readonly Row[] | undefined;
  let hide = (): void => undefined;
  const before = window.createQuickPick;
  const none = (): void => undefined;
  window.createQuickPick = () => ({
    value: typed,
    items: [],
    selectedItems: [],
    // By default, the editor makes the first row active.
    get activeItems() {
      return active ?? this.items.slice(0, 1);
    },
    set activeItems(rows: readonly Row[]) {
      active = rows;
    },
    set busy(isBusy: boolean) {
      if (!isBusy) queueMicrotask(() => ((active ??= this.items.slice(0, 1)), hide()));
    },
    onDidAccept: none,
    onDidChangeValue: none,
    onDidTriggerButton: none,
    onDidHide: (listener: () => void) => (hide = listener),
    show: none,
    dispose: none,
  });
  const options = [{ separator: 'places' }, { label: 'one', value: '1' }, { label: 'two', value: '2' }];
  await askChoice<string>({ title: '', placeholder: '', options, ...question });
  window.createQuickPick = before;
  return active?.[0]?.label;
}

describe('Enter takes', () => {
  it('the likely row, if there is one', async () => {
    const options = [
      { label: 'one', value: '1' },
      { label: 'two', value: '2', isActive: true },
    ];
    assert.equal(await activeIn({ options, isFirstActive: true }), 'two');
    assert.equal(await activeIn({ options: Promise.resolve(options) }), 'two');
  });

  it('the first row that the editor finds, if something was typed while the rows were read', async () => {
    const options = Promise.resolve([
      { label: 'two', value: '2' },
      { label: 'one', value: '1' },
    ]);
    assert.equal(await activeIn({ options, isFirstActive: true }, 'two'), 'two');
  });
});

/** Returns the texts that a question passes to the editor. Leaves it at once. */
async function saidBy(ask: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { createQuickPick, createInputBox } = window;
  const said: Record<string, unknown> = {};
  const none = (): void => undefined;
  const make = (): object => {
    let hide = none;
    const input = {
      onDidAccept: none,
      onDidChangeValue: none,
      onDidChangeSelection: none,
      onDidTriggerButton: none,
      onDidHide: (listener: () => void) => (hide = listener),
      show: () => globalThis.setTimeout(() => (Object.assign(said, input), hide()), 5),
      dispose: none,
    };
    return input;
  };
  window.createQuickPick = make;
  window.createInputBox = make;
  await ask();
  Object.assign(window, { createQuickPick, createInputBox });
  return said;
}

describe('a hidden mark that reverses text is shown', () => {
  const turned = 'a\u202eb';
  const shown = 'a[U+202E]b';
  const row = { label: turned, description: turned, detail: turned, value: turned };

  it('in the title, the prompt and the placeholder of a box, but not in the typed text', async () => {
    const question = { title: turned, prompt: turned, placeholder: turned, value: turned };
    const { title, prompt, placeholder, value } = await saidBy(() => askText(question));
    assert.deepEqual([title, prompt, placeholder, value], [shown, shown, shown, turned]);
  });

  it('in the title, the placeholder and the rows of a list, but not in the value of a row', async () => {
    const question = { title: turned, placeholder: turned, options: [{ separator: turned }, row] };
    const { title, placeholder, items } = await saidBy(() => askChoice(question));
    assert.deepEqual([title, placeholder], [shown, shown]);
    assert.deepEqual(items, [
      { label: shown, kind: -1 },
      { label: shown, description: shown, detail: shown, value: turned },
    ]);
  });

  it('in the title, the placeholder and the rows of a list with several choices', async () => {
    const { title, placeholder, items } = await saidBy(() => askSeveral({ title: turned, placeholder: turned, options: [row] }));
    assert.deepEqual([title, placeholder], [shown, shown]);
    assert.deepEqual(items, [{ label: shown, description: shown, detail: shown, value: turned }]);
  });
});

describe('the validation of a text', () => {
  for (const [what, leave, gives] of [
    ['Escape', 'onDidHide', undefined],
    ['Back', 'onDidTriggerButton', back],
  ] as const)
    it(`ends with ${what}, without waiting for its result`, async () => {
      const handlers: Record<string, (button?: unknown) => unknown> = {};
      const { createInputBox } = window;
      const listen = (event: string) => (handler: () => unknown) => (handlers[event] = handler);
      const events = ['onDidHide', 'onDidTriggerButton', 'onDidAccept', 'onDidChangeValue'];
      window.createInputBox = () => ({
        value: 'typed',
        ...Object.fromEntries(events.map((event) => [event, listen(event)])),
        show: () => queueMicrotask(() => void handlers['onDidAccept']?.()),
        dispose: () => undefined,
      });
      let aborted: Promise<unknown> | undefined;
      const { QuickInputButtons } = (globalThis as unknown as { fakeVscode: { QuickInputButtons: { Back: unknown } } })
        .fakeVscode;
      const answer = await askText({
        title: '',
        prompt: '',
        value: 'typed',
        check: async (_, signal) => {
          aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
          queueMicrotask(() => void handlers[leave]?.(QuickInputButtons.Back));
          await aborted;
          return 'too late';
        },
      });
      window.createInputBox = createInputBox;
      assert.equal(answer, gives);
      await aborted;
    });
});

describe('a list that takes many calls', () => {
  it('is not read further once the question is left', async () => {
    let signal: AbortSignal | undefined;
    const options = (given: AbortSignal): Promise<never> => {
      signal = given;
      return new Promise((_, reject) => given.addEventListener('abort', () => reject(new Error('given up'))));
    };
    const said = await saidBy(() => askChoice<string>({ title: '', placeholder: '', options }));
    assert.deepEqual([said['busy'], signal?.aborted], [true, true]);
  });

  it('is answered at once if there is nothing to choose', async () => {
    const question = { title: '', placeholder: '', options: async () => [], whenEmpty: 'none' };
    let answer: unknown;
    const { items } = await saidBy(async () => (answer = await askChoice<string>(question)));
    assert.deepEqual([answer, items], ['none', undefined]);
  });
});
