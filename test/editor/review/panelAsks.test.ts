/** Tests when a review makes calls, and when it doesn't. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';
import { tick } from '../../time/passTime.ts';
import { focusWindow, windowListeners } from '../fakePanel.ts';
import { settings } from '../fakeVscode.ts';
import { shortPause, has, isIdle, isShown, isStale, MINUTE, until, untilSized, usePanels } from './usePanels.ts';

const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');
const panels = usePanels();
const { service, connections, changed, openReview } = panels;

const looks = (): number => service.count('GET', /^\/changeRequests\/[0-9a-f]/);
/** Opens a review, and waits until it makes no more calls. */
async function openQuiet(): Promise<Awaited<ReturnType<typeof openReview>>> {
  const page = await openReview(/VIP accounts/);
  await page.until(() => page.view().forWhom !== undefined);
  service.seen.length = 0;
  return page;
}

describe('a review', () => {
  it('shows the request, but no actions, while the keys of its segment are being read', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const id = await panels.requestId(/VIP accounts/);
    service.onCall = ({ path }) => (path.includes('/keys?limit=1000') ? released : undefined);
    const page = panels.panel();
    attachReview(panels.deps, page.panel, id);
    page.say({ type: 'ready' });
    await page.until(has('keys'));
    const { actions, summary, notices, reason } = page.view();
    // The page stops showing progress when it receives a view.
    const at = (type: string): number => page.posted.findLastIndex((message) => message.type === type);
    assert.ok(at('busy') > at('view'), 'it still says that it is reading');
    assert.deepEqual([isIdle(page.posted), actions, notices, summary.length > 0, reason !== ''], [false, [], [], true, true]);
    release(undefined);
    await page.until(isIdle);
    assert.notDeepEqual(page.view().actions, []);
  });

  it('reads nothing again while it is hidden, and reads once when it is shown', async () => {
    const page = await openQuiet();
    page.setVisible(false);
    for (let times = 0; times < 2; times += 1) for (const listener of changed) listener();
    await shortPause();
    assert.equal(service.seen.length, 0);
    page.posted.length = 0;
    page.setVisible(true);
    page.say({ type: 'ready' });
    await page.until(isShown);
    await shortPause();
    // Until then, the page says that it is reading again.
    assert.equal(looks(), 1);
    assert.ok(has('busy', ({ message }) => message !== undefined)(page.posted));
    service.seen.length = 0;
    page.setVisible(false);
    page.setVisible(true);
    await shortPause();
    assert.equal(service.seen.length, 0);
  });

  it('cancels a reading if a newer one replaces it, or if the panel is hidden', async () => {
    const page = await openReview(/VIP accounts/);
    const signals: AbortSignal[] = [];
    const { inUse: before } = connections;
    connections.inUse = async () => {
      const connected = panels.connectedAs(panels.inUse);
      const readChangeRequest: typeof connected.client.readChangeRequest = async (_id, { signal = assert.fail() } = {}) => {
        signals.push(signal);
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
      };
      return { ...connected, client: { ...connected.client, readChangeRequest } };
    };
    const change = async (): Promise<readonly boolean[]> => {
      for (const listener of changed) listener();
      await shortPause();
      return signals.map(({ aborted }) => aborted);
    };
    try {
      await change();
      assert.deepEqual(await change(), [true, false]);
      page.setVisible(false);
      assert.deepEqual(await change(), [true, true]);
      assert.ok(!has('failure')(page.posted));
    } finally {
      connections.inUse = before;
    }
  });
});

describe('an open review', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() }));

  it('ends with its panel: it makes no further call and leaves no listener', async () => {
    const page = await openReview(/^New search/);
    assert.equal(panels.deps.panels.size, 1);
    await untilSized(page);
    page.close();
    service.seen.length = 0;
    tick(10 * MINUTE);
    await connections.switchTo('lab');
    await shortPause();
    assert.deepEqual([panels.deps.panels.size, changed.size, windowListeners(), service.seen.length], [0, 0, 0, 0]);
  });

  it('checks less and less often while it is in front and the window has the focus, and not otherwise', async () => {
    const page = await openReview(/VIP accounts/);
    /** Returns the minutes in which the panel read the request. */
    const looksIn = async (minutes: number): Promise<readonly number[]> => {
      const found: number[] = [];
      for (let minute = 1; minute <= minutes; minute += 1) {
        service.seen.length = 0;
        tick(MINUTE);
        await shortPause();
        if (looks() > 0) found.push(minute);
      }
      return found;
    };
    assert.deepEqual(await looksIn(6), [1, 3, 6]);
    focusWindow(false);
    assert.deepEqual(await looksIn(4), []);
    focusWindow();
    await shortPause();
    page.setVisible(false);
    assert.deepEqual(await looksIn(4), []);
    page.setVisible(true);
    await shortPause();
    const count = (
      await service.as('submitter-key').readKeys(service.environment('production').id, 'vip-accounts', { offset: 0, limit: 1 })
    ).count;
    service.onCall = ({ path }) =>
      path.includes('/vip-accounts/keys') ? { status: 200, body: { keys: [], count: count + 1 } } : undefined;
    // The window's own reading of the open requests has found a change.
    panels.deps.events.fire({ kind: 'requestsRead', isDifferent: true });
    await page.until(has('view', isStale));
    assert.deepEqual(await looksIn(3), [], 'a review that is known to be out of date is not checked again');
  });

  it('does not check by itself if the user has turned that off', async () => {
    settings['flagAdmin.changeRequests.pollMinutes'] = { user: 0 };
    await openQuiet();
    for (let minute = 0; minute < 12; minute += 1) tick(MINUTE);
    await shortPause();
    delete settings['flagAdmin.changeRequests.pollMinutes'];
    assert.deepEqual(service.seen, []);
  });

  it('waits if the service asks for that, at most an hour, and makes no further call with a refused API key', async () => {
    await openQuiet();
    const answer = { status: 429, body: { code: 429, message: 'no' }, headers: { 'retry-after': '99999999' } };
    service.onCall = () => answer;
    tick(MINUTE);
    await until(() => looks() === 1);
    await shortPause();
    for (let minute = 0; minute < 60; minute += 1) tick(MINUTE);
    await shortPause();
    assert.equal(looks(), 1);
    answer.status = 401;
    for (let minute = 0; minute < 2; minute += 1) tick(MINUTE);
    await until(() => looks() === 2);
    await shortPause();
    for (let minute = 0; minute < 90; minute += 1) tick(MINUTE);
    await shortPause();
    assert.equal(looks(), 2);
  });
});
