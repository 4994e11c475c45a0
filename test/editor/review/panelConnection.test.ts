/** Tests that a review stays with the connection in which it was opened. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made } from '../fakePanel.ts';
import { has, usePanels } from './usePanels.ts';

const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');
const { openReview: openRequest } = await import('../../../src/editor/review/openReview.ts');

const panels = usePanels();
const { service, connections, requestId } = panels;

describe('a review', () => {
  it('belongs to its connection: it uses no other one, says so, and offers to switch', async () => {
    const page = panels.panel();
    panels.inUse = 'lab';
    service.seen.length = 0;
    panels.isDown = true;
    attachReview(panels.deps, page.panel, 'some-id', { connectionId: 'shop', connectionName: 'Shop as it was called' });
    page.say({ type: 'ready' });
    await page.until(has('failure'));
    assert.deepEqual(service.seen, []);
    const failure = page.posted.findLast(({ type }) => type === 'failure');
    assert.deepEqual(failure, {
      type: 'failure',
      text: 'This belongs to the connection “Shop”: switch to it first.',
      tone: 'info',
      steps: [{ id: 'switchConnection', label: 'Switch to “Shop”' }],
    });
    panels.isDown = false;
    page.say({ type: 'action', id: 'switchConnection' });
    await page.until(() => service.seen.length > 0);
    assert.equal(panels.inUse, 'shop');
    await page.until(has('failure', ({ steps }) => steps[0]?.label === 'Retry'));
  });

  it('whose connection was removed says that, and makes no call', async () => {
    const page = panels.panel();
    service.seen.length = 0;
    attachReview(panels.deps, page.panel, 'some-id', { connectionId: 'gone', connectionName: 'Old' });
    page.say({ type: 'ready' });
    await page.until(has('failure', ({ text }) => text.includes('“Old”, which has been removed')));
    assert.deepEqual(service.seen, []);
  });

  it('is separate for each connection, because a different service may have a request with the same ID', async () => {
    const id = await requestId(/VIP accounts/);
    await openRequest(panels.deps, id);
    await openRequest(panels.deps, id);
    assert.deepEqual([made.length, made[0]?.reveals()], [1, 1]);
    made[0]?.say({ type: 'action', id: 'keepOpen' });
    await connections.switchTo('lab');
    await openRequest(panels.deps, id);
    assert.equal(made.length, 2);
    await connections.switchTo('shop');
    await Promise.all([openRequest(panels.deps, id), openRequest(panels.deps, id)]);
    assert.deepEqual([made.length, made[0]?.reveals(), made[1]?.reveals()], [2, 3, 0]);
  });

  it('that was opened without a connection belongs to the connection that it got later', async () => {
    const id = await requestId(/VIP accounts/);
    panels.isDown = true;
    await openRequest(panels.deps, id);
    const [page] = made;
    page?.say({ type: 'ready' });
    await page?.until(has('failure'));
    panels.isDown = false;
    page?.say({ type: 'action', id: 'refresh' });
    await page?.until(has('keys'));
    await openRequest(panels.deps, id);
    assert.deepEqual([made.length, page?.reveals(), panels.deps.panels.size], [1, 1, 1]);
    page?.close();
    assert.equal(panels.deps.panels.size, 0);
  });
});
