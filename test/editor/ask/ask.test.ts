/** Tests which row of a choice Enter takes without moving; and that no invisible character reverses the text of a question. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import '../fakeVscode.ts';
import { currentFake } from '../standIn.ts';

const { askChoice, askSeveral, askText, back } = await import('../../../src/editor/ask/ask.ts');

const { window, QuickInputButtons } = currentFake();

type Row = { readonly label: string };
interface Input {
  readonly [field: string]: unknown;
  value: string;
  items: readonly Row[];
  activeItems?: readonly Row[];
}

/** Shows a question, and returns it while `act` uses it: `fire` runs its handlers. Leaves it afterwards. */
async function using(
  ask: () => Promise<unknown>,
  act: (fire: (event: string, value?: unknown) => void, input: Input) => unknown = () => setTimeout(5),
  value = '',
): Promise<{ readonly input: Input; readonly answer: unknown }> {
  const { createQuickPick, createInputBox } = window!;
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
  window!.createQuickPick = window!.createInputBox = () => input;
  const answered = ask();
  await act(fire, input);
  fire('Hide');
  const answer = await answered;
  Object.assign(window!, { createQuickPick, createInputBox });
  return { input, answer };
}

it('Enter takes the likely row, or the first row that the editor finds if something was typed while the rows were read', async () => {
  const options = [
    { label: 'one', value: '1' },
    { label: 'two', value: '2', isActive: true },
  ];
  const rows = options.map(({ label, value }) => ({ label, value }));
  const question = { title: '', placeholder: '', isFirstActive: true };
  for (const [given, typed, active] of [
    [options, '', 'two'],
    [options, 'o', 'two'],
    [rows, '', 'one'],
    [rows, 'o', undefined],
  ] as const) {
    const { input } = await using(() => askChoice<string>({ ...question, options: Promise.resolve(given) }), undefined, typed);
    assert.equal(input.activeItems?.[0]?.label, active);
  }
});

it('the row for a typed text stays above the rows that arrive later, until the text changes', async () => {
  const { promise: options, resolve } = Promise.withResolvers<readonly { label: string; value: string }[]>();
  const typed = (text: string) => (text === 'three' ? { label: 'Open three', value: '3' } : undefined);
  const ask = () => askChoice<string>({ title: '', placeholder: '', options, typed });
  await using(ask, async (fire, input) => {
    const labels = (): readonly string[] => input.items.map(({ label }) => label);
    fire('ChangeValue', 'three');
    resolve([{ label: 'one', value: '1' }]);
    await setTimeout(5);
    assert.deepEqual([labels(), input.activeItems], [['Open three', 'one'], undefined]);
    fire('ChangeValue', 'four');
    assert.deepEqual(labels(), ['one']);
  });
});

it('a hidden mark that reverses text is shown in a question and its rows, but not in the typed text and the value of a row', async () => {
  const turned = 'a\u202eb';
  const shown = 'a[U+202E]b';
  const row = { label: turned, description: turned, detail: turned, value: turned };
  const shownRow = { label: shown, description: shown, detail: shown, value: turned };
  const position = { title: turned, placeholder: turned };
  const { title, prompt, placeholder, value } = (await using(() => askText({ ...position, prompt: turned, value: turned })))
    .input;
  assert.deepEqual([title, prompt, placeholder, value], [shown, shown, shown, turned]);
  for (const [ask, rows] of [
    [() => askChoice({ ...position, options: [{ separator: turned }, row] }), [{ label: shown, kind: -1 }, shownRow]],
    [() => askSeveral({ ...position, options: [row] }), [shownRow]],
  ] as const) {
    const { input } = await using(ask);
    assert.deepEqual([input['title'], input['placeholder'], input.items], [shown, shown, rows]);
  }
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
    const { answer } = await using(ask, (fire) => {
      fire('Accept');
      fire(leave, QuickInputButtons!['Back']);
    });
    assert.equal(answer, gives);
    await aborted;
  }
});

it('an answered question ignores what is typed and stays open a little, so that the next one can replace it', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const typed: string[] = [];
  let disposals = 0;
  const ask = () => askText({ title: '', prompt: '', value: 'Fine.', onType: (text) => void typed.push(text) });
  const { input, answer } = await using(ask, async (fire, shown) => {
    Object.assign(shown, { dispose: () => (disposals += 1) });
    fire('ChangeValue');
    fire('Accept');
    await Promise.resolve();
    Object.assign(shown, { value: 'Fine. production' });
    fire('ChangeValue');
  });
  assert.deepEqual([answer, typed, input.value, disposals], ['Fine.', ['Fine.'], 'Fine. production', 0]);
  mock.timers.tick(1_000);
  assert.equal(disposals, 1);
});

it('a line of information that is too long for one row is broken after a word, so that its end stays visible', async () => {
  const long =
    'The change request “Prices for wholesale buyers in March” is open on checkout-redesign, a flag that uses this segment.';
  const notes = [{ note: 'short' }, { note: 'first\nsecond '.padEnd(90, 'x') }, { note: long }];
  const { input } = await using(() => askChoice({ title: '', placeholder: '', options: notes }));
  const rows = input.items as readonly (Row & { readonly detail?: string })[];
  assert.deepEqual(
    rows.map(({ label, detail }) => [label, detail]),
    [
      ['short', undefined],
      ['first', 'second '.padEnd(84, 'x')],
      [
        'The change request “Prices for wholesale buyers in March” is open on',
        'checkout-redesign, a flag that uses this segment.',
      ],
    ],
  );
});
