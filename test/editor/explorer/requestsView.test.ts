/** Tests the whole Change Requests view: each connection has its own filter, and disposing the view stops everything. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { rememberRead } from '../../../src/operations/learned/markedAsRead.ts';
import { passTime } from '../../time/passTime.ts';
import { focusWindow, windowListeners } from '../fakePanel.ts';
import { executed, settings, views } from '../fakeVscode.ts';
import { createRoot } from './treeRoot.ts';
import { connected, fake, lookNow, openCount, openView, rows, service, show, shows, stage, view } from './requestsViewStage.ts';
import { answering } from '../scripted.ts';

const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { extendQueue } = await import('../../../src/editor/review/queue.ts');
const { registerExplorer } = await import('../../../src/editor/explorer/index.ts');

describe('the Change Requests view', () => {
  it('has a filter for each connection, and says which one is in force', async () => {
    const made = openView();
    const all = await openCount();
    await answering(['Segments'], () => made.filter());
    const some = await openCount();
    assert.ok(Number(some) > 0 && Number(some) < Number(all));
    assert.deepEqual([view().message, view().description], ['Only Segments', 'shop']);
    stage.inUse = 'lab';
    made.startOver();
    assert.equal(view().description, '');
    assert.equal(view().message, undefined);
    assert.equal(await openCount(), all);
    assert.deepEqual([view().message, view().description], [undefined, 'lab']);
    stage.inUse = 'shop';
    made.startOver();
    assert.equal(await openCount(), some);
    assert.equal(view().message, 'Only Segments');
    await made.clearFilter();
    assert.equal(await openCount(), all);
    assert.deepEqual(executed.at(-1), ['setContext', 'flagAdmin.isFiltered', false]);
    made.dispose();
  });

  it('lists open requests in the order of the review, as the Workspaces view does, and moves no row until the user refreshes', async () => {
    const client = { ...service.as('release-key') };
    const approver = { ...connected(), keyName: 'release-key', client };
    Object.assign(stage.parts.connections, { inUse: async () => approver });
    const made = openView();
    const titles = async (): Promise<readonly unknown[]> => {
      const group = (await rows()).find((node) => /wait for me|Waiting/.test(String(node.toTreeItem().label)));
      const waiting = ((await views.at(-1)?.getChildren?.(group)) ?? []) as readonly TreeNode[];
      return waiting.map((node) => node.toTreeItem().label);
    };
    const before = await titles();
    assert.match(String(before[0]), /^(Kill|Remove)/);
    const queue = { ids: [] };
    extendQueue({ ...stage.parts, queue } as never, approver);
    const open = catalogOf(client).requests();
    assert.deepEqual(
      queue.ids.map((id) => open.get(id)?.title),
      before,
    );
    const [storefront] = await createRoot(approver, undefined, stage.parts).nodes();
    const node = (await storefront?.children?.())?.find(({ contextValue }) => contextValue === 'changeRequests');
    const here = (await node?.children?.())?.map((row) => row.toTreeItem().label);
    assert.ok(here && here.length > 1);
    assert.deepEqual(
      here.filter((title) => before.includes(title)),
      before.filter((title) => here.some((one) => one === title)),
    );
    // Now it is known to concern an environment that is not production.
    const { data } = await client.listChangeRequests({ limit: 100 });
    const kill = data.find(({ title }) => title === before[0]) ?? assert.fail(String(before[0]));
    const staging = { id: 'e2', name: 'staging', isProduction: false };
    await stage.parts.serviceFacts.rememberRequest(connected().origin, kill.id, staging);
    assert.deepEqual(await titles(), before);
    settings['flagAdmin.changeRequests.order'] = { user: 'age' };
    const byAge = await titles();
    assert.notDeepEqual(byAge, before);
    delete settings['flagAdmin.changeRequests.order'];
    made.refresh();
    assert.notEqual((await titles())[0], before[0]);
  });

  it('ticks a request that the user has read in its present state', async () => {
    openView();
    const all = async (): Promise<readonly TreeNode[]> => {
      const group = (await rows()).find((node) => node.toTreeItem().label === 'All open');
      return ((await views.at(-1)?.getChildren?.(group)) ?? []) as readonly TreeNode[];
    };
    const ticked = async (): Promise<readonly unknown[]> =>
      (await all()).map((node) => node.toTreeItem()).flatMap(({ label, resourceUri }) => (resourceUri ? [label] : []));
    assert.deepEqual(await ticked(), []);
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    await rememberRead(stage.parts.memory, 'shop', data[1]!, undefined);
    assert.deepEqual(await ticked(), [data[1]!.title]);
  });

  it('checks nothing after it is disposed, even if that happens before the first check', async () => {
    const made = openView();
    made.start();
    made.dispose();
    await setTimeout(50);
    assert.equal(windowListeners(), 0);
    const other = openView();
    other.start();
    while (windowListeners() === 0) await setTimeout(5);
    assert.equal(windowListeners(), 1);
    other.dispose();
    assert.equal(windowListeners(), 0);
  });

  it('shows new requests as soon as it becomes visible again', async () => {
    const made = openView();
    await openCount();
    await setTimeout(50);
    const own = fake.window.view as { visible: boolean };
    let changes = 0;
    views.at(-1)?.onDidChangeTreeData?.(() => (changes += 1));
    own.visible = false;
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const mine = data.find(({ comments }) => comments[0]?.user === 'submitter-key') ?? assert.fail('none is mine');
    await service.as('submitter-key').decideChangeRequest(mine.id, { status: 'WITHDRAWN', comment: 'no' });
    service.seen.length = 0;
    lookNow();
    while (service.seen.length === 0) await setTimeout(5);
    await setTimeout(50);
    assert.equal(changes, 0);
    own.visible = true;
    show();
    while (changes === 0) await setTimeout(5);
    assert.equal(changes, 1);
    show();
    assert.equal(changes, 1, 'once is enough');
    made.dispose();
    assert.equal(shows.size, 0);
  });

  it('finds the environments of requests with one listing for each environment, once', async () => {
    openView();
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const placeIn = (id: string): string | undefined => stage.parts.serviceFacts.environmentOf(connected().origin, id)?.name;
    const ofSegments = data.filter(({ segment }) => segment);
    service.seen.length = 0;
    await rows();
    while (!ofSegments.every(({ id }) => placeIn(id))) await setTimeout(5);
    const trials = ofSegments.find(({ title }) => title?.startsWith('Remove ended trials'));
    assert.equal(placeIn(trials?.id ?? ''), 'pre-production');
    const workspaces = new Set(ofSegments.map(({ workspace }) => workspace?.id)).size;
    const environments = service.count('GET', /environmentId=/) - workspaces;
    assert.ok(environments <= 4 * workspaces, `${environments} of ${workspaces}`);
    assert.equal(service.count('GET', /^\/segments/), 0);
    service.seen.length = 0;
    await rows();
    assert.equal(service.count('GET', /environmentId=/), 0, 'known');
  });

  it('notifies the window of changed open requests even if the view is hidden, because they lock documents', async () => {
    let reads = 0;
    stage.parts.events.on(['requestsRead'], ({ isDifferent }) => (reads += Number(isDifferent)));
    const made = openView();
    await openCount();
    await setTimeout(50);
    (fake.window.view as { visible: boolean }).visible = false;
    lookNow();
    await setTimeout(50);
    assert.equal(reads, 0, 'nothing is different');
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const mine = data.find(({ comments }) => comments[0]?.user === 'submitter-key') ?? assert.fail('none is mine');
    await service.as('submitter-key').decideChangeRequest(mine.id, { status: 'WITHDRAWN', comment: 'no' });
    mock.restoreAll();
    focusWindow(false);
    passTime(200_000);
    focusWindow();
    while (reads === 0) await setTimeout(5);
    made.dispose();
  });

  describe('the view redraws its rows without a call', () => {
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await setTimeout(5);
    };
    /** The requests in the group of all open ones, and the rows that were redrawn since. */
    async function openGroup(): Promise<{ readonly requests: readonly TreeNode[]; readonly redrawn: unknown[] }> {
      openView();
      // No environment is read in the background from a failing service.
      service.onCall = ({ path }) => (path.includes('environmentId=') ? 500 : undefined);
      const group = (await rows()).find((node) => node.toTreeItem().label === 'All open') ?? assert.fail('no group');
      const requests = ((await views.at(-1)?.getChildren?.(group)) ?? []) as readonly TreeNode[];
      await until(() => stage.warned.length > 0);
      const redrawn: unknown[] = [];
      const draw = (nodes: readonly TreeNode[]): void => nodes.forEach((node) => void views.at(-1)?.getTreeItem?.(node));
      draw(requests);
      views.at(-1)?.onDidChangeTreeData?.((changed: unknown) => {
        redrawn.push(changed);
        draw(changed as readonly TreeNode[]);
      });
      return { requests, redrawn };
    }

    it('once a minute while it is visible, because the rows show ages', async () => {
      const ticks: [() => void, number][] = [];
      mock.method(globalThis, 'setInterval', (tick: () => void, milliseconds: number) => {
        ticks.push([tick, milliseconds]);
        return { unref: () => undefined };
      });
      const { requests, redrawn } = await openGroup();
      await until(() => ticks.length > 0);
      const [tick, milliseconds] = ticks[0]!;
      assert.equal(milliseconds, 60_000);
      const one = requests.find((node) => String(node.toTreeItem().description).includes('maria')) ?? assert.fail('none');
      const ages = requests.map((node) => node.toTreeItem().description);
      service.seen.length = 0;
      let now = Date.now() + 3 * 86_400_000;
      mock.method(Date, 'now', () => now);
      tick();
      const others = requests.filter((node, index) => node.toTreeItem().description !== ages[index]);
      assert.ok(others.includes(one) && others.length < requests.length, 'one says a month ago, as before');
      assert.deepEqual(redrawn, [others]);
      tick();
      show();
      assert.equal(redrawn.length, 1, 'they say the same: a click on one that is drawn anew is lost');
      now += 86_400_000;
      (fake.window.view as { visible: boolean }).visible = false;
      tick();
      assert.equal(redrawn.length, 1);
      (fake.window.view as { visible: boolean }).visible = true;
      show();
      assert.equal(redrawn.length, 2, 'it is caught up with when it comes into sight');
      assert.equal(service.seen.length, 0);
    });

    it('as soon as the environment of a request becomes known', async () => {
      const { requests, redrawn } = await openGroup();
      await until(() => shows.size > 1);
      const isUnknown = (node: TreeNode): boolean => String(node.toTreeItem().description).includes('environment not read yet');
      const one = requests.find(isUnknown) ?? assert.fail('all are known');
      const id = one.copyable?.id ?? '';
      service.seen.length = 0;
      const production = { id: 'e1', name: 'production', isProduction: true };
      await stage.parts.serviceFacts.rememberRequest(connected().origin, id, production);
      assert.deepEqual(redrawn, [[one]]);
      const { description, iconPath } = one.toTreeItem();
      assert.match(String(description), /^production /);
      assert.equal((iconPath as { id: string }).id, 'shield');
      await stage.parts.serviceFacts.rememberRequest(connected().origin, id, production);
      assert.equal(redrawn.length, 1, 'known already');
      assert.equal(service.seen.length, 0);
    });
  });
});

describe('the views', () => {
  it('read all visible parts again, even if the first tree is hidden', async () => {
    let read = 0;
    const connections = { ...stage.parts.connections, onDidChange: () => ({ dispose: () => undefined }) };
    const { createTreeView } = fake.window as { createTreeView: (...of: unknown[]) => { visible: boolean } };
    const made: { visible: boolean }[] = [];
    fake.window.createTreeView = (...of: unknown[]) => {
      const one = createTreeView(...of);
      made.push(one);
      return one;
    };
    const explorer = registerExplorer({ ...stage.parts, connections });
    const refresh = (): void => stage.parts.events.fire({ kind: 'sandbox' });
    stage.parts.events.on(['workspacesRead'], () => (read += 1));
    fake.window.createTreeView = createTreeView;
    refresh();
    // The row is visible, so its environment is read and reported.
    assert.equal(read, 0);
    made[0]!.visible = false;
    refresh();
    assert.equal(read, 1);
    explorer.dispose();
  });
});
