/** Tests interrupted changes: which keys are sent when they are resumed, also by a different window or with a different API key. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { WindowEvent } from '../../../src/editor/window/events.ts';
import { discardChange } from '../../../src/operations/keys/undo.ts';
import { runChange } from '../../../src/operations/keys/runChange.ts';
import { writePermit } from '../../operations/permits.ts';
import { log } from '../fakeContext.ts';
import { shown } from '../fakeVscode.ts';
import { acceptText, questions } from '../person.ts';
import { answering, submit, fill } from '../scripted.ts';
import {
  keyLines,
  keysIn,
  lastButtons,
  lastMessage,
  openWindow,
  refuseAfter,
  service,
  stopRefusing,
  type Window,
} from './window.ts';

const { readSource } = await import('../../../src/editor/segments/source/readSource.ts');
const { reportFailure } = await import('../../../src/editor/window/notifications.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { registerSegments } = await import('../../../src/editor/segments/index.ts');

const ALL = 'Add 25,000 keys to beta-accounts';
const NOTHING_LEFT = /^There is no unfinished upload or removal\.$/;

/** The first 10,000 of 25,000 keys are sent. The service accepts more from now on. */
async function stopped(t: TestContext): Promise<Window> {
  const window = openWindow(t);
  refuseAfter(1);
  const told = await window.upload(['Upload 25,000 keys'], keyLines(25_000), 'many.txt');
  assert.match(
    told.join(),
    /^Not finished: Add 25,000 keys to beta-accounts in .*10,000 of 25,000 keys are sent\. Changes that are already made are kept\. The service could not accept/,
  );
  assert.equal(lastButtons()[0], 'Resume Upload…');
  stopRefusing();
  service.seen.length = 0;
  return window;
}

/** Reads a file as if it had been copied: no other window finds the keys again. */
const copied: typeof readSource = async (args) => {
  const source = await readSource(args);
  const { fileUri: _, ...text } = source ?? {};
  return source && ({ ...text, description: 'the clipboard' } as typeof source);
};

describe('an interrupted upload', () => {
  it('is not resumed with a changed file, nor through a different connection; a message says why, and it can be discarded there', async (t) => {
    const window = await stopped(t);
    // An interrupted save may have left an empty file. The started upload still waits for it.
    for (const [text, keys] of [
      [keyLines(24_000), '24,000'],
      ['\n\n', '0'],
    ] as const) {
      writeFileSync(path.join(window.folder, 'many.txt'), text);
      // Not even in the window that still has the keys, because the user looks at the file.
      const told = await window.resume([ALL, 'Send the rest: 15,000 keys']);
      const sentence = `many.txt has changed since its keys were read: 25,000 keys then, ${keys} now. Nothing more was sent.`;
      assert.deepEqual([told, lastButtons()], [[sentence], ['Try Again…']]);
    }
    await window.again({ connectionId: 'c2' }).resume([ALL, undefined]);
    const discard = (): string => questions.at(-1)?.options[0] ?? '';
    assert.match(discard(), /A different connection is needed: switch to “Shop” first\. Changes that are already made are kept$/);
    const told = await window.again({ origin: 'https://elsewhere.example' }).resume([ALL, 'Discard the rest']);
    assert.match(
      discard(),
      /This change was started at http:\/\/127\.0\.0\.1:1, but the connection “Shop” now uses https:\/\/elsewhere\.example/,
    );
    assert.deepEqual(told, [`“${ALL}” is discarded.`]);
    assert.equal(service.count('PUT', /./), 0);
  });

  it('says during an outage what was tried, what is sent, and how to continue', async (t) => {
    const window = await stopped(t);
    const change = await window.newest();
    service.onCall = () => ({ status: 503, body: {} });
    const failed = async (act: () => Promise<unknown>): Promise<string> => {
      const error = await act().then(
        () => assert.fail('it succeeded'),
        (thrown: unknown) => thrown,
      );
      reportFailure(error, log);
      return lastMessage();
    };
    assert.match(
      await failed(() => window.resume(['Send the rest: 15,000 keys'], change)),
      /^Not finished: Add 25,000 keys to beta-accounts in Storefront \/ development\. 10,000 of 25,000 keys are sent\. .*\(503\)/,
    );
    assert.equal(lastButtons()[0], 'Resume Upload…');
    assert.match(
      await failed(() => window.upload([], keyLines(3))),
      /^Not done: Add 3 keys to beta-accounts in Storefront \/ development\. .*\(503\)/,
    );
  });

  it('is not resumed with Enter alone, because any extension may run the command and accept its questions', async (t) => {
    const window = await stopped(t);
    const [asked] = await answering([undefined], async () => resumeUpload(window, [{ change: await window.newest() }]));
    assert.equal(asked?.options[0], 'Send the rest: 15,000 keys');
    assert.equal(asked.active, undefined);
  });

  it('is not resumed after it was undone, because its remaining keys are no longer the ones to send', async (t) => {
    const window = await stopped(t);
    const change = await window.newest();
    await window.undo(['Remove 10,000 keys', acceptText], change);
    assert.equal((await keysIn()).length, 12);
    assert.match((await window.resume([])).join(), NOTHING_LEFT);
    assert.match((await window.resume([], change)).join(), NOTHING_LEFT);
  });

  it('is resumed from its file in a different window with a different API key, whose name is then in the receipt, too', async (t) => {
    const one = await stopped(t);
    const change = await one.newest();
    assert.match(await one.receipt(change), /^API key +submitter-key$/m);
    const two = one.again({ keyName: 'release-key' });
    const told = await two.resume([ALL, 'Send the rest: 15,000 keys']);
    assert.match(told.join(), /now contains 25,012 keys, as counted by the service \(25,000 sent, 12 before\)\.$/);
    assert.equal(service.count('PUT', /upload/), 2);
    assert.match(await two.receipt(change), /^API key +submitter-key, release-key$/m);
  });

  it('is reported once if its window was killed, but can’t be resumed while a different window works on it, or after that discarded it', async (t) => {
    const window = await stopped(t);
    const later = window.again();
    assert.deepEqual(await later.offer(), [], 'who saw it stop was told then');
    const [saved = assert.fail()] = await window.journal.list();
    await window.journal.save({ ...saved, state: 'running' });
    const done = '10,000 of 25,000 keys are sent.';
    assert.deepEqual(await later.offer(), [`“${ALL}” in Storefront / development is only partly done: ${done}`]);
    assert.deepEqual(lastButtons(), ['Resume Upload…']);
    assert.deepEqual(await later.offer(), []);
    const { id: change } = saved;
    const lock = await window.journal.lock(change);
    assert.deepEqual(await window.again().offer(), [], 'another window is at it');
    for (const named of [undefined, change])
      assert.match(
        (await window.resume([], named)).join(),
        /^Another command or window is working on this change, .* before you try again\.$/,
      );
    await lock?.release();
    await discardChange(window.journal, change);
    for (const named of [undefined, change]) assert.match((await window.resume([], named)).join(), NOTHING_LEFT);
  });
});

describe('a change whose keys are in no file', () => {
  it('can’t be undone once its window was closed', async (t) => {
    const window = openWindow(t);
    await window.upload(['Upload 2 keys'], 'c-1\nc-2', 'c.txt', copied);
    assert.match(questions[0]?.options[0] ?? '', /^Once this window is closed, this change can’t be resumed or undone$/);
    const told = await window.again().undo([]);
    assert.deepEqual(told, [
      'The keys from the clipboard were only in the memory of an editor window, and are no longer available. The change can’t be continued or undone.',
    ]);
    assert.match((await window.undo(['Remove 2 keys', acceptText])).join(), /now contains 12 keys/);
  });

  it('is not resumed once its window was closed, but the message offers the same operation with a new list', async (t) => {
    const window = openWindow(t);
    refuseAfter(0);
    await window.remove(['Remove 2 keys', acceptText], (await keysIn()).slice(0, 2).join('\n'), 'c.txt', copied);
    stopRefusing();
    const [change = assert.fail()] = await window.journal.list();
    const told = await window.again().resume(['Send the rest: 2 keys'], change.id);
    assert.match(
      told.join(),
      /^The keys from the clipboard were only in the memory of an editor window, and are no longer available\. /,
    );
    assert.deepEqual(lastButtons(), ['Remove Keys…']);
    await window.journal.save({ ...change, state: 'running' });
    const offered = await window.again().offer();
    assert.match(
      offered.join(),
      /^“Remove 2 keys from beta-accounts” .+ The keys from the clipboard were only in the memory of an editor window, and are no longer available\. /,
    );
    assert.deepEqual(lastButtons(), ['Remove Keys…', 'Open Receipt']);
  });
});

/** A window that has submitted the first of two parts, and offers the second one later. */
async function submitFirstPart(t: TestContext): Promise<Window> {
  const window = openWindow(t, { environment: 'production' });
  const words = fill({ comment: 'They signed up.' });
  await window.upload(['Upload 10,001 keys', 'production', ...words, submit], keyLines(10_001));
  const registered = registerSegments(window);
  t.after(() => void registered.dispose());
  return window;
}

describe('an upload by change requests', () => {
  it('does not say that no key is published while it is not known whether its request is decided', async (t) => {
    const window = openWindow(t, { environment: 'production' });
    const words = fill({ comment: 'They signed up.' });
    await window.upload(['Upload 10,001 keys', 'production', ...words, submit], keyLines(10_001));
    await window.decide('APPROVED');
    await window.resume([undefined], await window.newest());
    assert.match(
      questions.at(-1)?.options[0] ?? '',
      /: 0 of 10,001 keys are published; the change request for another 10,000 was open when Flag Admin last read it\. /,
    );
  });

  it('is offered to be resumed once its request is decided in this window, and not before', async (t) => {
    const window = await submitFirstPart(t);
    const submitted = window.fired.find((event) => event.kind === 'request') ?? assert.fail('no request was submitted');
    assert.equal(submitted.state, 'submitted');
    await window.decide('APPROVED');
    shown.length = 0;
    const fire = (state: Extract<WindowEvent, { kind: 'request' }>['state']): void => window.events.fire({ ...submitted, state });
    fire('outdated');
    await setTimeout(800);
    assert.equal(shown.length, 0);
    fire('published');
    for (let tries = 0; tries < 200 && shown.length === 0; tries += 1) await setTimeout(20);
    assert.match(shown[0]?.message ?? '', /^Part 1 of 2 is published\./);
  });

  it('is also offered to be resumed once the watch finds that its request was decided elsewhere', async (t) => {
    const window = await submitFirstPart(t);
    shown.length = 0;
    const calls = service.seen.length;
    window.events.fire({ kind: 'requestsRead', isDifferent: false });
    await setTimeout(300);
    assert.equal(service.seen.length, calls);
    await window.decide('APPROVED');
    window.events.fire({ kind: 'requestsRead', isDifferent: true });
    for (let tries = 0; tries < 200 && shown.length === 0; tries += 1) await setTimeout(20);
    assert.match(shown[0]?.message ?? '', /^Part 1 of 2 is published\./);
  });
});

it('an upload is not sent again from an outdated copy after a different window has sent or undone it', async (t) => {
  const window = openWindow(t);
  await window.upload(['Upload 3 keys'], keyLines(3));
  const [sent = assert.fail()] = await window.journal.list();
  const waiting = { ...sent, state: 'stopped', parts: sent.parts.map((one) => ({ ...one, state: 'waiting' })) } as typeof sent;
  const permit = writePermit(window.target.environment);
  for (const old of [waiting, sent]) {
    if (old === sent) await window.undo(['Remove 3 keys', acceptText]);
    const puts = service.count('PUT', /upload/);
    const { outcome } = await runChange(service.as('submitter-key'), window.journal, old, keyLines(3).split('\n'), { permit });
    assert.deepEqual([outcome, service.count('PUT', /upload/)], ['running', puts]);
  }
});
