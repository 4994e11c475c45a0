/** Tests Review What Waits for Me: one panel shows one request after the other. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { rememberSubmission } from '../../../src/operations/learned/keyRecords.ts';
import { savedPanelIn } from '../../../src/editor/review/subject.ts';
import { isRead } from '../../../src/operations/learned/markedAsRead.ts';
import type { KeyName } from '../../operations/service.ts';
import { made, type FakePanel } from '../fakePanel.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { shortPause, has, isIdle, isStale, until, usePanels } from './usePanels.ts';

const { reviewWaiting, stepInQueue } = await import('../../../src/editor/review/reviewWaiting.ts');
const { openReview } = await import('../../../src/editor/review/openReview.ts');

const panels = usePanels({}, 'release-key');
const { service } = panels;

const front = (): FakePanel => made.at(-1) ?? assert.fail('no panel');
/** Waits until the panel shows a request completely, and returns its title and its place in the queue. */
async function seen(page: FakePanel, act: () => unknown): Promise<readonly [string, string | undefined]> {
  page.posted.length = 0;
  await act();
  await page.until((posted) => has('keys')(posted) && isIdle(posted));
  return [page.view().heading, page.view().queue?.label];
}
const begin = async (): Promise<FakePanel> => {
  await reviewWaiting(panels.deps);
  const page = front();
  Object.assign(page.panel, { active: true });
  await seen(page, () => page.say({ type: 'ready' }));
  return page;
};

describe('the queue of reviews', () => {
  it('shows one request after the other in one panel, with its place, stops at both ends, and ignores a button of an earlier page', async () => {
    const page = await begin();
    const { heading: first, id } = page.view();
    const total = panels.deps.queue.ids.length;
    assert.ok(total > 2);
    assert.equal(page.view().queue?.label, `1 of ${total}`);
    const [second, label] = await seen(page, () => stepInQueue(panels.deps, 1));
    assert.deepEqual([label, second !== first], [`2 of ${total}`, true]);
    const asked = await answering([], async () => {
      page.say({ type: 'action', id: 'reject', view: id });
      await shortPause();
    });
    assert.deepEqual(asked, [], 'the user has not seen this request');
    assert.deepEqual(await seen(page, () => stepInQueue(panels.deps, -1)), [first, `1 of ${total}`]);
    page.say({ type: 'action', id: 'next', view: page.view().id });
    assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', panels.deps.queue.ids[1]]);
    await stepInQueue(panels.deps, -1);
    assert.match(shown.at(-1)?.message ?? '', /This is the first of the requests/);
    assert.equal(made.length, 1);
  });

  it('opens the next one after a decision, says how the last one ended, and does not offer that one again', async () => {
    const page = await begin();
    const [id, total, told] = [page.view().id, panels.deps.queue.ids.length, shown.length];
    await answering(['No.'], async () => {
      const [, label] = await seen(page, () => page.say({ type: 'action', id: 'reject', view: id }));
      assert.equal(label, `2 of ${total}`);
    });
    assert.match(shown[told]?.message ?? '', /is now “Rejected”/);
    assert.equal(panels.deps.queue.ids.indexOf(id), 0, 'it keeps its place in the queue');
  });

  it('removes later requests that no longer wait for the user when the user decides on the shown one', async () => {
    const page = await begin();
    const [total, { ids }] = [panels.deps.queue.ids.length, panels.deps.queue];
    await seen(page, () => stepInQueue(panels.deps, 1));
    // Both were submitted with this API key.
    for (const own of [ids[0]!, ids[2]!]) await rememberSubmission(panels.deps.memory, panels.connectedAs('shop'), own);
    const { id } = page.view();
    await answering(['No.'], async () => {
      const [, label] = await seen(page, () => page.say({ type: 'action', id: 'reject', view: id }));
      assert.equal(label, `3 of ${total - 1}`);
    });
    assert.deepEqual(panels.deps.queue.ids, ids.toSpliced(2, 1));
  });

  it('shows the new number of requests when the user starts it again, even if its panel already shows the first request', async () => {
    const page = await begin();
    const total = panels.deps.queue.ids.length;
    // Reading a request shows its environment, on which the order depends.
    for (let place = 2; place <= total; place += 1) await seen(page, () => stepInQueue(panels.deps, 1));
    const [heading] = await seen(page, () => reviewWaiting(panels.deps));
    const [, second] = panels.deps.queue.ids;
    await service.as('release-key').decideChangeRequest(second!, { status: 'REJECTED', comment: 'No.' });
    const catalog = catalogOf(panels.connectedAs('shop').client);
    catalog.expire();
    await catalog.requests().read();
    await shortPause();
    assert.deepEqual(await seen(page, () => reviewWaiting(panels.deps)), [heading, `1 of ${total - 1}`]);
    assert.equal(made.length, 1);
  });

  it('starts with the requests that are open now, however long ago a view has read them', async () => {
    await catalogOf(panels.connectedAs('shop').client).requests().read();
    const { workspaceId, environmentId } = service.place('production');
    const added = await service.as('submitter-key').submitChangeRequest(workspaceId, environmentId, {
      operationType: 'CREATE',
      segment: { name: 'beta-accounts', keys: ['one-more'] },
      title: 'One more',
      comment: 'please',
      approvers: [],
    });
    await begin();
    assert.ok(panels.deps.queue.ids.includes(added.id));
  });

  it('has only requests of the connection in use, even if the user switches while the list is read', async () => {
    let isSwitched = false;
    const { connectedAs } = panels;
    panels.connectedAs = (id) => ({ ...connectedAs(id), client: service.as(id === 'shop' ? 'release-key' : 'submitter-key') });
    service.onCall = async ({ path }) => {
      if (isSwitched || !path.startsWith('/changeRequests?')) return undefined;
      isSwitched = true;
      await panels.connections.switchTo('lab');
      return undefined;
    };
    try {
      await reviewWaiting(panels.deps);
      const { ids } = panels.deps.queue;
      await reviewWaiting(panels.deps);
      assert.deepEqual([isSwitched, ids], [true, panels.deps.queue.ids]);
    } finally {
      panels.connectedAs = connectedAs;
    }
  });

  it('offers another stored API key if no request waits for the one in use, and goes on with that key', async () => {
    const { connectedAs, connections } = panels;
    const { useKey } = connections;
    let inUse: KeyName = 'submitter-key';
    panels.connectedAs = (id) => ({ ...connectedAs(id), keyName: inUse, client: service.as(inUse) });
    Object.assign(connections, { useKey: async (name: KeyName) => (inUse = name) });
    try {
      pressNext('Review with the API Key “release-key”');
      await reviewWaiting(panels.deps);
      assert.match(shown.at(-1)?.message ?? '', /^No change request waits for the API key “submitter-key”\.$/);
      await until(() => made.length > 0);
      assert.deepEqual([inUse, front().panel.visible], ['release-key', true]);
    } finally {
      panels.connectedAs = connectedAs;
      Object.assign(connections, { useKey });
    }
  });

  it('does not say that no request waits if not all open requests were read', async () => {
    let page = 0;
    service.onCall = ({ path }) => {
      if (!path.startsWith('/changeRequests?')) return undefined;
      page += 1;
      const other = { id: `r${page}`, status: 'REQUESTED', operationType: 'KILL', title: 'Other', approvers: ['a@b.example'] };
      const data = [{ ...other, flag: { name: 'x' }, segment: null, comments: [] }];
      return { status: 200, body: { data, nextMarker: `m${page}`, previousMarker: null, limit: 1, count: 1 } };
    };
    await reviewWaiting(panels.deps);
    assert.match(
      shown.at(-1)?.message ?? '',
      /^None of the change requests that were read waits for the API key “release-key”\. Not all open ones were read\.$/,
    );
  });

  it('does not reuse a panel that the user keeps open, also after a reload', async () => {
    const page = await begin();
    const { heading } = page.view();
    const canKeep = (): boolean => page.view().queue!.steps.some(({ id }) => id === 'keepOpen');
    assert.ok(canKeep());
    page.say({ type: 'action', id: 'keepOpen' });
    assert.ok(!canKeep());
    assert.match(page.view().restore, /"isKept":true/);
    await stepInQueue(panels.deps, 1);
    assert.deepEqual([made.length, page.view().heading], [2, heading]);
    await seen(front(), () => front().say({ type: 'ready' }));
    await openReview(panels.deps, panels.deps.queue.ids[2]);
    assert.equal(made.length, 2);
  });

  it('continues if a request can’t be read, and removes the previous one also from a page that was hidden meanwhile', async () => {
    const page = await begin();
    const [, gone] = panels.deps.queue.ids;
    service.onCall = ({ path }) => (path.endsWith(gone!) ? { status: 500, body: {} } : undefined);
    page.posted.length = 0;
    await stepInQueue(panels.deps, 1);
    await page.until(has('failure', ({ steps }) => steps.some(({ id }) => id === 'next')));
    // The page stores this for a reload.
    const restored = page.posted.flatMap((message) => (message.type === 'refill' ? [savedPanelIn(message)] : []));
    const { connectionId, connectionName } = panels.connectedAs('shop');
    assert.deepEqual(restored, [{ subject: { kind: 'request', id: gone }, bound: { connectionId, connectionName } }]);
    assert.ok(!has('view')(page.posted));
    service.onCall = () => undefined;
    page.setVisible(false);
    await stepInQueue(panels.deps, 1);
    await seen(page, () => {
      page.setVisible(true);
      page.say({ type: 'ready' });
    });
    assert.equal(page.posted[0]?.type, 'refill');
  });

  it('approves the request in front by the command without an argument, but only if the page offers that', async () => {
    const page = await begin();
    const asked = await answering([undefined], () => openReview(panels.deps, undefined, 'approve'));
    assert.match(asked[0]?.title ?? '', new RegExp(`^Approve “${page.view().heading}`));
  });

  it('says why nothing can be decided if the request in front can’t be read or has changed, with a button', async () => {
    const page = await begin();
    const { id, heading } = page.view();
    const request = await panels.connectedAs('shop').client.readChangeRequest(id);
    const approve = async (): Promise<(typeof shown)[number] | undefined> => {
      const count = shown.length;
      assert.deepEqual(await answering([], () => openReview(panels.deps, undefined, 'approve')), []);
      return shown.slice(count)[0];
    };
    service.onCall = ({ path }) => (path.endsWith(id) ? { status: 500, body: {} } : undefined);
    page.posted.length = 0;
    page.say({ type: 'action', id: 'refresh' });
    await page.until((posted) => has('failure')(posted) && isIdle(posted));
    const failed = await approve();
    assert.match(failed?.message ?? '', /^The change request could not be read, so you can’t decide on it now\. .*\(500\)/);
    assert.deepEqual(failed?.buttons, ['Retry']);
    service.onCall = () => undefined;
    await seen(page, () => {
      pressNext('Retry');
      return approve();
    });
    service.onCall = ({ path }) => (path.endsWith(id) ? { status: 200, body: { ...request, title: 'Other' } } : undefined);
    panels.deps.events.fire({ kind: 'requestsRead', isDifferent: true });
    await page.until(() => isStale({ view: page.view() }));
    const outdated = await approve();
    assert.match(outdated?.message ?? '', /^Something has changed since this page was loaded\./);
    assert.deepEqual([outdated?.buttons, page.view().heading], [['Show What Changed'], heading]);
  });

  it('remembers which requests were read, until a check finds a change', async () => {
    const page = await begin();
    const { client, connectionId } = panels.connectedAs('shop');
    const request = await client.readChangeRequest(page.view().id);
    const isMarked = (): boolean => isRead(panels.deps.memory, connectionId, request);
    await until(isMarked);
    assert.ok(isMarked());
    service.onCall = ({ path }) =>
      path.endsWith(request.id) ? { status: 200, body: { ...request, title: 'Other' } } : undefined;
    const place = { object: 'flag', workspaceId: 'w', name: 'x' } as const;
    panels.deps.events.fire({ kind: 'object', connection: 'shop', isChanged: false, place });
    await page.until(() => isStale({ view: page.view() }));
    assert.equal(isMarked(), false);
  });

  it('names the new status if the request was decided while its review was open', async () => {
    const page = await begin();
    const { client } = panels.connectedAs('shop');
    const request = await client.readChangeRequest(page.view().id);
    service.onCall = ({ path }) =>
      path.endsWith(request.id) ? { status: 200, body: { ...request, status: 'WITHDRAWN' } } : undefined;
    panels.deps.events.fire({ kind: 'requestsRead', isDifferent: true });
    await page.until(() => isStale({ view: page.view() }));
    const [notice] = page.view().notices;
    assert.match(notice?.text ?? '', /^The status of this request is now “Withdrawn”\./);
  });
});
