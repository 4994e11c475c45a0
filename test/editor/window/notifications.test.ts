/** Tests that text of other people stays text, and never becomes a link that runs a command. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { NextStep } from '../../../src/editor/words/nextSteps.ts';
import { log } from '../fakeContext.ts';
import { executed, pressNext, progresses, shown, dismissNext } from '../fakeVscode.ts';
import { currentFake } from '../standIn.ts';

const { confirm, tellDone, tellError, tellProgress, tellRefusal } = await import('../../../src/editor/window/notifications.ts');
const { commandStep, openFileStep } = await import('../../../src/editor/words/nextSteps.ts');

/** Shows a text in each kind of message, and returns what the editor gets. */
async function shownAs(text: string): Promise<readonly string[]> {
  tellDone(text);
  tellRefusal(text);
  tellError(text);
  await confirm(text, text, 'Do It');
  await tellProgress(text, async (progress) => progress.report({ message: text }));
  const { title, said } = progresses.at(-1)!;
  return [...shown.slice(-4).map(({ message }) => message), shown.at(-1)?.detail ?? '', title, ...said];
}

describe('a message with text from a service or a colleague', () => {
  it('has no link in it, whatever its kind, and shows marks that reverse text', async () => {
    /** Text that the editor shows as a link in a message. */
    const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)/i;
    const hostile = 'The service said \u202e: [Sign in again](command:workbench.action.terminal.sendSequence?%7B%7D)';
    assert.match(hostile, link);
    for (const text of await shownAs(hostile)) {
      assert.match(text, /said \[U\+202E\]: .*Sign in again/);
      assert.doesNotMatch(text, link);
    }
  });

  it('shows such marks on the buttons, which work as before', async () => {
    const button = 'Use a\u202eb';
    let isRun = false;
    pressNext('Use a[U+202E]b');
    tellDone('It is refused.', { label: button, log, run: () => (isRun = true) });
    await setTimeout(0);
    assert.deepEqual([shown.at(-1)?.buttons, isRun], [['Use a[U+202E]b'], true]);
    pressNext('Use a[U+202E]b');
    assert.equal(await confirm('Which one?', '', button), true);
    pressNext('another');
    assert.equal(await confirm('Which one?', '', button), false);
  });
});

const fail = async (error: Error): Promise<never> => {
  throw error;
};

describe('a button of a message', () => {
  const pressing = async (step: NextStep): Promise<readonly (typeof shown)[number][]> => {
    const before = shown.length;
    pressNext(step.label);
    tellDone('It is saved.', step);
    await setTimeout(50);
    return shown.slice(before + 1);
  };

  it('shows and logs the failure of its action, but not if the user cancelled it', async () => {
    const logged: string[] = [];
    const keeping = {
      warn: (message: string) => void logged.push(`warn ${message}`),
      fault: (name: string, detail: string) => void logged.push(`fault ${name}: ${detail.split('\n')[0]}`),
    };
    const opening = (error: Error): NextStep => ({ label: 'Open', log: keeping, run: () => fail(error) });
    const [told] = await pressing(opening(new RangeError('The file is gone.')));
    assert.match(told?.message ?? '', /The file is gone\./);
    assert.deepEqual(told?.buttons, ['Show Log']);
    await pressing(opening(Object.assign(new Error('no sandbox'), { kind: 'sandboxStopped' })));
    assert.deepEqual(await pressing(opening(Object.assign(new Error('stop'), { name: 'AbortError' }))), []);
    assert.deepEqual(logged, ['fault RangeError: RangeError: The file is gone.', 'warn no sandbox']);
  });

  it('runs a command; if a command of the editor fails, the message does not offer the log, which does not contain that failure', async (t) => {
    assert.deepEqual(await pressing(commandStep('Review', 'flagAdmin.changeRequest.open', 'r1')), []);
    assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', 'r1']);
    t.mock.method(currentFake().commands as { executeCommand(): unknown }, 'executeCommand', () => fail(new Error('not found')));
    const [told] = await pressing(openFileStep());
    assert.match(told?.message ?? '', /Something went wrong: not found\./);
    assert.ok(!told?.buttons.includes('Show Log'));
  });
});

it('a window that closes cancels its messages without a further message, which would be cancelled as well, without end', async () => {
  for (const tell of [tellDone, tellRefusal, tellError]) {
    const before = shown.length;
    dismissNext(20);
    tell('It is saved.', { label: 'Open', log, run: () => undefined });
    await setTimeout(50);
    dismissNext(0);
    assert.equal(shown.length - before, 1);
  }
});
