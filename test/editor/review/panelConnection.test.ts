/** Tests that a review stays with the connection in which it was opened, and that nothing is decided through a different one. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { made } from '../fakePanel.ts';
import { answerNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { has, press, until, usePanels } from './usePanels.ts';

const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');
const { openReview: openRequest } = await import('../../../src/editor/review/openReview.ts');

const panels = usePanels();
const { service, connections, connectedAs, requestId } = panels;

describe('a review', () => {
  it('whose connection was removed says that, and makes no call', async () => {
    const page = panels.panel();
    attachReview(panels.deps, page.panel, 'some-id', { connectionId: 'gone', connectionName: 'Old' });
    page.say({ type: 'ready' });
    await page.until(has('failure', ({ text }) => text.includes('“Old” is needed, but it was removed')));
    assert.deepEqual(service.seen, []);
  });

  it('is separate for each connection, also if it got that later, because a different service may have a request with the same ID', async () => {
    const id = await requestId(/VIP accounts/);
    panels.isDown = true;
    await openRequest(panels.deps, id);
    const page = made[0]!;
    page.say({ type: 'ready' });
    await page.until(has('failure'));
    panels.isDown = false;
    await press(page, 'refresh', has('keys'));
    await openRequest(panels.deps, id);
    assert.deepEqual([made.length, page.reveals(), panels.deps.panels.size], [1, 1, 1]);
    page.say({ type: 'action', id: 'keepOpen' });
    await connections.switchTo('lab');
    await openRequest(panels.deps, id);
    assert.equal(made.length, 2);
    await connections.switchTo('shop');
    await Promise.all([openRequest(panels.deps, id), openRequest(panels.deps, id)]);
    assert.deepEqual([made.length, page.reveals(), made[1]?.reveals()], [2, 3, 0]);
  });
});

describe('a decision', () => {
  const { window } = (globalThis as unknown as { fakeVscode: { window: { createInputBox: () => object } } }).fakeVscode;
  const { createInputBox } = window;
  beforeEach(() => {
    // Each connection has its own client.
    panels.connectedAs = (id) => ({ ...connectedAs(id), client: service.as(id === 'shop' ? 'submitter-key' : 'release-key') });
    answerNext('not needed');
  });
  afterEach(() => {
    panels.connectedAs = connectedAs;
    window.createInputBox = createInputBox;
  });
  const decisions = (): number => service.count('PUT', /./);
  /** From now on, the user switches the connection while the box with this number is open. */
  function switchInBox(number: number): void {
    const { createInputBox: answered } = window;
    let boxes = 0;
    window.createInputBox = () => {
      boxes += 1;
      if (boxes === number) panels.inUse = 'lab';
      return answered();
    };
  }

  it('is not made after a switch of the connection: the review names its connection, and offers to switch to it', async () => {
    const page = await panels.openReview(/VIP accounts/);
    panels.inUse = 'lab';
    await press(
      page,
      'withdraw',
      has('failure', ({ text }) => text === 'A different connection is needed: switch to “Shop” first.'),
    );
    const failure = page.posted.find(({ type }) => type === 'failure');
    assert.ok(failure?.type === 'failure' && failure.tone === 'info');
    assert.deepEqual(failure.steps, [{ id: 'switchConnection', label: 'Switch to “Shop”' }]);
    assert.equal(decisions(), 0);
    await press(page, 'switchConnection');
    assert.equal(panels.inUse, 'shop');
  });

  for (const [action, title, answers] of [
    ['reject', /VIP accounts/, ['no']],
    ['approve', /^New search/, ['Seen.', 'production']],
  ] as const)
    it(`(${action}) is not made if the connection is switched during the last question, and a message says so`, async () => {
      const page = await panels.openReview(title);
      const before = shown.length;
      await answering(answers, async () => {
        switchInBox(answers.length);
        page.say({ type: 'action', id: action });
        await until(() => shown.length > before || decisions() > 0);
      });
      assert.match(shown.at(-1)?.message ?? '', /^Nothing was decided: a different connection or API key is now in use/);
      assert.equal(decisions(), 0);
    });
});
