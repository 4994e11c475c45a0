/** Tests when a review makes calls, and when it doesn't. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setSystemClock, tick } from '../../time/passTime.ts';
import { focusWindow, windowListeners } from '../fakePanel.ts';
import { settings } from '../fakeVscode.ts';
import { aWhile, has, isIdle, isStale, MINUTE, until, untilSized, usePanels } from './usePanels.ts';

const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');
const panels = usePanels();
const { service, connections, changed, openReview } = panels;

const movedKeys = async (environmentId: string): Promise<void> => {
  const client = service.as('submitter-key');
  const { data } = await client.listChangeRequests({});
  const name = data.find(({ title }) => title?.includes('VIP accounts'))?.segment?.name ?? '';
  const held = await client.readKeys(environmentId, name, { offset: 0, limit: 1 });
  service.onCall = ({ method, path }) =>
    method === 'GET' && path.includes(`/${name}/keys`) ? { status: 200, body: { ...held, count: held.count + 1 } } : undefined;
};

describe('a review', () => {
  it('shows the request, but no actions, while the keys of its segment are being read', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const id = await panels.requestId(/VIP accounts/);
    service.onCall = async ({ path }) => {
      if (path.includes('/keys?limit=1000')) await released;
      return undefined;
    };
    const page = panels.panel();
    attachReview(panels.deps, page.panel, id);
    page.say({ type: 'ready' });
    await page.until(has('keys'));
    const { actions, summary, notices, reason } = page.view();
    // The page stops showing progress when it receives a view.
    const at = (type: string): number => page.posted.findLastIndex((message) => message.type === type);
    assert.ok(at('busy') > at('view'), 'it still says that it is reading');
    assert.deepEqual([isIdle(page.posted), actions, notices, summary.length > 0, reason !== ''], [false, [], [], true, true]);
    release();
    await page.until(isIdle);
    assert.notDeepEqual(page.view().actions, []);
  });

  it('ends with its panel: it makes no further call and leaves no listener', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    const page = await openReview(/^New search/);
    assert.equal(panels.deps.panels.size, 1);
    await untilSized(page);
    page.close();
    service.seen.length = 0;
    tick(10 * MINUTE);
    await connections.switchTo('lab');
    await aWhile();
    assert.deepEqual([panels.deps.panels.size, changed.size, windowListeners(), service.seen.length], [0, 0, 0, 0]);
  });

  it('checks less and less often while it is in front and the window has the focus, and not otherwise', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    const page = await openReview(/VIP accounts/);
    const looks = (): number => service.count('GET', /^\/changeRequests\//);
    /** Returns the minutes in which the panel read the request. */
    const looksIn = async (minutes: number): Promise<readonly number[]> => {
      const found: number[] = [];
      for (let minute = 1; minute <= minutes; minute += 1) {
        service.seen.length = 0;
        tick(MINUTE);
        await aWhile();
        if (looks() > 0) found.push(minute);
      }
      return found;
    };
    assert.deepEqual(await looksIn(6), [1, 3, 6]);
    focusWindow(false);
    assert.deepEqual(await looksIn(4), []);
    focusWindow();
    await aWhile();
    page.setVisible(false);
    assert.deepEqual(await looksIn(4), []);
    page.setVisible(true);
    await aWhile();
    const { id } = service.environment('production');
    await movedKeys(id);
    // The window's own reading of the open requests has found a change.
    panels.deps.events.fire({ kind: 'requestsRead', isDifferent: true });
    await page.until(has('view', isStale));
    assert.deepEqual(await looksIn(3), [], 'what is known to have moved is not asked again');
  });

  it('does not check by itself if the user has turned that off', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    settings['flagAdmin.changeRequests.pollMinutes'] = { user: 0 };
    try {
      const page = await openReview(/VIP accounts/);
      await page.until(() => page.view().forWhom !== undefined);
      service.seen.length = 0;
      for (let minute = 0; minute < 12; minute += 1) tick(MINUTE);
      await aWhile();
      assert.deepEqual(service.seen, []);
    } finally {
      delete settings['flagAdmin.changeRequests.pollMinutes'];
    }
  });

  for (const [what, milliseconds] of [
    ['back an hour', -60 * MINUTE],
    ['back a day', -24 * 60 * MINUTE],
    ['forward an hour', 60 * MINUTE],
    ['forward a day', 24 * 60 * MINUTE],
  ] as const) {
    it(`checks once a minute, no sooner and no later, if the system’s clock is set ${what}`, async () => {
      mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
      const page = await openReview(/VIP accounts/);
      await page.until(() => page.view().forWhom !== undefined);
      const looks = (): number => service.count('GET', /^\/changeRequests\//);
      service.seen.length = 0;
      setSystemClock(milliseconds);
      focusWindow();
      await aWhile();
      assert.equal(looks(), 0);
      tick(MINUTE);
      await until(() => looks() === 1);
    });
  }

  it('waits an hour if the service asks for a longer time', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    await openReview(/VIP accounts/);
    const body = { code: 429, message: 'slow down', details: '', transactionId: null };
    service.onCall = () => ({ status: 429, body, headers: { 'retry-after': '99999999' } });
    const looks = (): number => service.count('GET', /^\/changeRequests\//);
    service.seen.length = 0;
    tick(MINUTE);
    await until(() => looks() === 1);
    await aWhile();
    for (let minute = 0; minute < 60; minute += 1) tick(MINUTE);
    await aWhile();
    assert.equal(looks(), 1);
    for (let minute = 0; minute < 2; minute += 1) tick(MINUTE);
    await until(() => looks() === 2);
  });

  it('makes no call while the service asks to wait, and no further call with a refused API key', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    await openReview(/VIP accounts/);
    const body = { code: 429, message: 'slow down', details: '', transactionId: null };
    const answer = { status: 429, body };
    service.onCall = () => answer;
    service.seen.length = 0;
    tick(MINUTE);
    await until(() => service.seen.length > 0);
    await aWhile();
    const first = service.seen.length;
    assert.ok(first > 0);
    answer.status = 401;
    tick(MINUTE);
    await until(() => service.seen.length > first);
    await aWhile();
    const second = service.seen.length;
    assert.ok(second > first);
    tick(5 * MINUTE);
    await aWhile();
    assert.equal(service.seen.length, second);
  });

  it('reads nothing again while it is hidden, and reads once when it is shown', async () => {
    const page = await openReview(/VIP accounts/);
    await page.until(() => page.view().forWhom !== undefined);
    page.setVisible(false);
    service.seen.length = 0;
    for (let times = 0; times < 2; times += 1) for (const listener of changed) listener();
    await aWhile();
    assert.equal(service.seen.length, 0);
    page.posted.length = 0;
    page.setVisible(true);
    page.say({ type: 'ready' });
    await page.until((posted) => has('view')(posted) && isIdle(posted));
    await aWhile();
    // Reads the data once. Until then, the page says that it is reading again.
    assert.equal(service.count('GET', /^\/changeRequests\/[0-9a-f]/), 1);
    assert.ok(page.posted.some((message) => message.type === 'busy' && message.message !== undefined));
    service.seen.length = 0;
    page.setVisible(false);
    page.setVisible(true);
    await aWhile();
    assert.equal(service.seen.length, 0);
  });

  it('cancels a reading if a newer one replaces it, or if the panel is hidden', async () => {
    const page = await openReview(/VIP accounts/);
    const signals: AbortSignal[] = [];
    const { inUse: before } = connections;
    connections.inUse = async () => {
      const connected = panels.connectedAs(panels.inUse);
      const readChangeRequest: typeof connected.client.readChangeRequest = async (_id, { signal } = {}) => {
        signals.push(signal ?? assert.fail('it can not be given up'));
        return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('given up'))));
      };
      return { ...connected, client: { ...connected.client, readChangeRequest } };
    };
    try {
      const change = async (): Promise<void> => {
        for (const listener of changed) listener();
        await aWhile();
      };
      await change();
      await change();
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [true, false],
      );
      page.setVisible(false);
      await change();
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [true, true],
      );
      assert.ok(!has('failure')(page.posted));
    } finally {
      connections.inUse = before;
    }
  });
});
