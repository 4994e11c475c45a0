/** Which row of a choice Enter takes before one is gone to. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import './fakeVscode.ts';

const { askChoice } = await import('../../src/editor/ask.ts');

const { window } = (globalThis as unknown as { fakeVscode: { window: Record<string, unknown> } }).fakeVscode;

interface Row {
  readonly label: string;
}

/** The label of the row that is active when the rows are there; `typed` is what was typed while they were read. */
async function activeIn(question: Partial<Parameters<typeof askChoice<string>>[0]>, typed = ''): Promise<string | undefined> {
  let active: readonly Row[] | undefined;
  let hide = (): void => undefined;
  const before = window.createQuickPick;
  const none = (): void => undefined;
  window.createQuickPick = () => ({
    value: typed,
    items: [],
    selectedItems: [],
    // The editor makes the first row active by itself, until it is told otherwise.
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
  it('no row of a question that changes something, until one is gone to', async () => {
    assert.equal(await activeIn({}), undefined);
  });

  it('the first row, not a separator, where a choice changes nothing yet', async () => {
    assert.equal(await activeIn({ isFirstActive: true }), 'one');
  });

  it('the row that is likely, where there is one', async () => {
    const options = [
      { label: 'one', value: '1' },
      { label: 'two', value: '2', isActive: true },
    ];
    assert.equal(await activeIn({ options, isFirstActive: true }), 'two');
    assert.equal(await activeIn({ options: Promise.resolve(options) }), 'two');
  });

  it('what the editor finds first, where something was typed while the rows were read', async () => {
    const options = Promise.resolve([
      { label: 'two', value: '2' },
      { label: 'one', value: '1' },
    ]);
    assert.equal(await activeIn({ options, isFirstActive: true }, 'two'), 'two');
  });
});
