/** Tests that a change whose answer is lost is sent once: its state is “not known” until Check Again can read it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { log } from '../fakeContext.ts';
import { shown } from '../fakeVscode.ts';

import { answering, fill, submit } from '../scripted.ts';
import { keyLines, openWindow, segmentIn, service, type WindowOptions } from '../segments/window.ts';
import { currentFake } from '../standIn.ts';

const { killFlagCommand } = await import('../../../src/editor/flags/switchFlag.ts');
const { activateSegmentCommand } = await import('../../../src/editor/segments/activateSegment.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');
const { reportFailure } = await import('../../../src/editor/window/notifications.ts');

const changes = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

/**
 * The service loses the answer to the next change, and all answers after it, until the returned function is called. `isDone`: the
 * service makes the change.
 */
function loseAnswers(isDone: boolean): () => void {
  let isLost = false;
  service.onCall = ({ method }) => {
    const isFirst = !isLost && method !== 'GET';
    isLost ||= isFirst;
    return isLost ? (isFirst && isDone ? 'loseAnswer' : 'loseRequest') : undefined;
  };
  return () => (service.onCall = () => undefined);
}

/** Presses a button of the latest message. */
let press: (label: string) => void = () => undefined;
const window = currentFake().window as Record<string, (...texts: string[]) => unknown>;
const shows = Object.entries(window).filter(([name]) => /^show(?:Error|Warning|Information)Message$/.test(name));
before(() => {
  for (const [name, show] of shows)
    window[name] = (...texts) => {
      show(...texts);
      return new Promise<string>((resolve) => (press = resolve));
    };
});
after(() => void Object.assign(window, Object.fromEntries(shows)));

/** Runs the change, and presses Check Again while the service still fails, and once it works. Returns the three messages. */
async function checked(isDone: boolean, act: () => Promise<unknown>): Promise<string> {
  const repair = loseAnswers(isDone);
  await act().catch((error: unknown) => reportFailure(error, log));
  const sent = changes();
  const messages = [shown.at(-1)!.message];
  for (const mend of [() => undefined, repair]) {
    assert.equal(shown.at(-1)?.buttons[0], 'Check Again', messages.at(-1));
    assert.doesNotMatch(messages.at(-1)!, /[Tt]ry again|Nothing was changed/);
    mend();
    const count = shown.length;
    press('Check Again');
    while (shown.length === count) await setTimeout(2);
    messages.push(shown.at(-1)!.message);
  }
  assert.deepEqual([changes(), messages[1]], [sent, messages[0]]);
  return [messages[0], messages[2]].join(' → ');
}

const flagIn = (environment: string) => ({ target: { ...segmentIn(environment), kind: 'flag', name: 'checkout-redesign' } });

describe('a change whose answer is lost, at a service that then fails to answer reads', () => {
  for (const isDone of [true, false]) {
    it(`is reported as unknown, and Check Again later shows that it was ${isDone ? '' : 'not '}made`, async (t) => {
      const window = openWindow(t);
      const upload = (options?: WindowOptions) => () => {
        const one = openWindow(t, options);
        return answering(['Upload 3 keys'], () => uploadKeysCommand(one, one.drop(keyLines(3))));
      };
      const messages = [
        await checked(isDone, () => answering(['It breaks.'], () => killFlagCommand(window, flagIn('development')))),
        await checked(isDone, () =>
          answering(['Kill …', ...fill({ title: 'Stop it' }), submit], () =>
            submitChangeRequestCommand(window, flagIn('production')),
          ),
        ),
        await checked(isDone, () =>
          answering([['development']], () =>
            activateSegmentCommand(window, { target: segmentIn('development', 'wholesale-buyers') }),
          ),
        ),
        await checked(isDone, upload()),
        await checked(isDone, upload({ environment: 'staging', name: 'wholesale-buyers' })),
      ];
      const found = isDone
        ? [/^It is not known .* → Done: Kill/, /^It is not known .* → .*is submitted\./, /^It is not known .* → .* is active in/, /contains 15 /, /→ Done: Activate/] // prettier-ignore
        : [/→ Not done: Kill/, /→ .* is not open: it was not submitted/, /→ .* is not active in/, /contains 12 /, /→ Not done: Activate/]; // prettier-ignore
      for (const [index, message] of messages.entries()) assert.match(message, found[index]!);
    });
  }

  it('is not reported as unfinished by Check Again if it was resumed in the meantime', async (t) => {
    const window = openWindow(t);
    const repair = loseAnswers(false);
    await answering(['Upload 3 keys'], () => uploadKeysCommand(window, window.drop(keyLines(3))));
    const pressEarlier = press;
    repair();
    const change = await window.newest();
    await answering(['Send the rest: 3 keys'], () => resumeUpload(window, [{ change }]));
    const count = shown.length;
    pressEarlier('Check Again');
    while (shown.length === count) await setTimeout(2);
    assert.match(
      shown.at(-1)!.message,
      /^beta-accounts in .* now contains 15 keys, as counted by the service \(3 sent, 12 before\)\.$/,
    );
  });
});
