/** Tests the whole Change Requests view: each connection has its own filter, and disposing the view stops everything. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { rememberSubmission } from '../../../src/operations/learned/keyRecords.ts';
import { rememberRead } from '../../../src/operations/learned/markedAsRead.ts';
import { passTime } from '../../time/passTime.ts';
import { focusWindow, windowListeners } from '../fakePanel.ts';
import { executed, settings, views } from '../fakeVscode.ts';
import {
  connected,
  fake,
  returnToWindow,
  openCount,
  openView,
  rowsIn,
  service,
  show,
  shows,
  testState,
  until,
  view,
} from './requestsViewSetup.ts';
import { answering } from '../scripted.ts';

const { registerExplorer } = await import('../../../src/editor/explorer/index.ts');

const setVisible = (isVisible: boolean): void => void Object.assign(fake.window.view, { visible: isVisible });
/** Withdraws an own request, so that the open requests change. */
async function withdrawMine(): Promise<void> {
  const client = service.as('submitter-key');
  const { data } = await client.listChangeRequests({ limit: 100 });
  const { id } = data.find(({ comments }) => comments[0]?.user === 'submitter-key') ?? assert.fail('none is mine');
  await client.decideChangeRequest(id, { status: 'WITHDRAWN', comment: 'no' });
}
const labelsOf = (nodes: readonly TreeNode[]): readonly unknown[] => nodes.map((node) => node.toTreeItem().label);

/** The user comes back to the window after a while, so the watch reads at once. */
function comeBack(): void {
  mock.restoreAll();
  focusWindow(false);
  passTime(200_000);
  focusWindow();
}

/** Returns how often the watch has read the requests. */
const checks = (): number => testState.parts.fired.filter(({ kind }) => kind === 'requestsRead').length;
/** Like `comeBack`, but the times of all calls add up. Waits until the watch has read. */
async function comeBackAndCheck(): Promise<void> {
  const before = checks();
  focusWindow(false);
  passTime(200_000);
  focusWindow();
  await until(() => checks() > before);
}

describe('the Change Requests view', () => {
  it('has a filter for each connection, and says which one is in force', async () => {
    const made = openView();
    const all = await openCount();
    await answering(['Segments'], () => made.filter());
    const some = await openCount();
    assert.ok(Number(some) > 0 && Number(some) < Number(all));
    assert.deepEqual([view().message, view().description], ['Only Segments', 'shop']);
    const use = async (connection: string): Promise<readonly unknown[]> => {
      testState.inUse = connection;
      made.startOver();
      return [view().message, view().description, await openCount(), view().description];
    };
    assert.deepEqual(await use('lab'), [undefined, '', all, 'lab']);
    assert.deepEqual((await use('shop'))[2], some);
    assert.equal(view().message, 'Only Segments');
    await made.clearFilter();
    assert.equal(await openCount(), all);
    assert.deepEqual(executed.at(-1), ['setContext', 'flagAdmin.isFiltered', false]);
  });

  it('lists the waiting requests in the order of the review, and moves no row until the user refreshes', async () => {
    const client = { ...service.as('release-key') };
    Object.assign(testState.parts.connections, { inUse: async () => ({ ...connected(), keyName: 'release-key', client }) });
    const made = openView();
    const titles = async (): Promise<readonly unknown[]> => labelsOf(await rowsIn(/wait for me|Waiting/));
    const before = await titles();
    assert.match(String(before[0]), /^(Kill|Remove)/);
    // Now it is known to concern an environment that is not production.
    const { data } = await client.listChangeRequests({ limit: 100 });
    const kill = data.find(({ title }) => title === before[0]) ?? assert.fail(String(before[0]));
    const staging = { id: 'e2', name: 'staging', isProduction: false };
    await testState.parts.serviceFacts.rememberRequest(connected().origin, kill.id, staging);
    assert.deepEqual(await titles(), before);
    settings['flagAdmin.changeRequests.order'] = { user: 'age' };
    assert.notDeepEqual(await titles(), before);
    delete settings['flagAdmin.changeRequests.order'];
    made.refresh();
    assert.notEqual((await titles())[0], before[0]);
  });

  it('ticks a request that the user has read in its present state', async () => {
    openView();
    const ticked = async (): Promise<readonly unknown[]> =>
      labelsOf((await rowsIn(/^All open$/)).filter((node) => node.toTreeItem().resourceUri));
    assert.deepEqual(await ticked(), []);
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    await rememberRead(testState.parts.memory, 'shop', data[1]!, undefined);
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
    await until(() => windowListeners() === 1);
    other.dispose();
    assert.equal(windowListeners(), 0);
  });

  it('shows new requests as soon as it becomes visible again, but notifies the window at once, because they lock documents', async () => {
    let reads = 0;
    testState.parts.events.on(['requestsRead'], ({ isDifferent }) => (reads += Number(isDifferent)));
    const made = openView();
    await openCount();
    await setTimeout(50);
    let changes = 0;
    views.at(-1)?.onDidChangeTreeData?.(() => (changes += 1));
    setVisible(false);
    returnToWindow();
    await setTimeout(50);
    assert.equal(reads, 0, 'nothing is different');
    await withdrawMine();
    comeBack();
    await until(() => reads > 0);
    assert.equal(changes, 0);
    setVisible(true);
    show();
    await until(() => changes === 1);
    show();
    assert.equal(changes, 1, 'once is enough');
    made.dispose();
    assert.equal(shows.size, 0);
  });

  it('shows a request that was decided elsewhere among the decided ones, even if those were read before', async () => {
    let reads = 0;
    testState.parts.events.on(['requestsRead'], ({ isDifferent }) => (reads += Number(isDifferent)));
    openView();
    const withdrawn = async (): Promise<number> =>
      (await rowsIn(/^Withdrawn$/)).filter(({ target }) => target?.kind === 'changeRequest').length;
    const before = await withdrawn();
    returnToWindow();
    await until(() => testState.parts.fired.some(({ kind }) => kind === 'requestsRead'));
    await withdrawMine();
    comeBack();
    await until(() => reads > 0);
    assert.equal(await withdrawn(), before + 1);
  });

  it('shows an own scheduled request among the published ones once it is published, though the open ones stay the same', async () => {
    const published = async (): Promise<number> =>
      (await rowsIn(/^Published$/)).filter(({ target }) => target?.kind === 'changeRequest').length;
    const { workspaceId, environmentId } = service.place('production');
    const { id } = await service.as('submitter-key').submitChangeRequest(workspaceId, environmentId, {
      operationType: 'CREATE',
      segment: { name: 'beta-accounts', keys: ['one-more'] },
      title: 'One more',
      comment: 'please',
      approvers: [],
    });
    await rememberSubmission(testState.parts.memory, connected(), id);
    openView().start();
    await until(() => checks() > 0);
    const approved = await service.as('release-key').decideChangeRequest(id, { status: 'APPROVED', comment: 'yes' });
    let isScheduled = true;
    service.onCall = ({ path }) => {
      if (path.endsWith(id)) return { status: 200, body: { ...approved, status: isScheduled ? 'SCHEDULED' : 'PUBLISHED' } };
      return isScheduled && path.includes('status=PUBLISHED') ? { status: 200, body: { data: [] } } : undefined;
    };
    await comeBackAndCheck();
    assert.equal(await published(), 0);
    isScheduled = false;
    await comeBackAndCheck();
    assert.notEqual(await published(), 0);
  });

  it('shows a scheduled request of somebody else among the published ones once it is published, and stops reading then', async () => {
    const isIn = async (label: RegExp, id: string): Promise<boolean> =>
      (await rowsIn(label)).some(({ target }) => target?.kind === 'changeRequest' && target.id === id);
    const [request] = (await connected().client.listChangeRequests({})).data;
    const wire = { ...request, id: 'theirs', scheduledFor: Date.now() + 300_000 };
    let status = 'SCHEDULED';
    service.onCall = ({ path }) => {
      const listed = /status=(SCHEDULED|PUBLISHED)/.exec(path)?.[1];
      return listed ? { status: 200, body: { data: listed === status ? [{ ...wire, status }] : [] } } : undefined;
    };
    openView().start();
    await until(() => checks() > 0);
    assert.deepEqual([await isIn(/^Scheduled$/, 'theirs'), await isIn(/^Published$/, 'theirs')], [true, false]);
    await comeBackAndCheck();
    service.seen.length = 0;
    assert.equal(await isIn(/^Scheduled$/, 'theirs'), true);
    assert.equal(service.count('GET', /status=/), 0, 'it is not due yet');
    await comeBackAndCheck();
    assert.equal(await isIn(/^Scheduled$/, 'theirs'), true, 'the service is a little late');
    status = 'PUBLISHED';
    await comeBackAndCheck();
    assert.deepEqual([await isIn(/^Scheduled$/, 'theirs'), await isIn(/^Published$/, 'theirs')], [false, true]);
    status = 'SCHEDULED'; // a service that can't publish the request
    openView().refresh();
    await comeBackAndCheck();
    assert.equal(await isIn(/^Scheduled$/, 'theirs'), true);
    await comeBackAndCheck();
    await isIn(/^Scheduled$/, 'theirs');
    service.seen.length = 0;
    await comeBackAndCheck();
    await isIn(/^Scheduled$/, 'theirs');
    assert.equal(service.count('GET', /status=/), 0);
  });

  it('shows what changed before its window was first in front', async () => {
    focusWindow(false);
    openView();
    await openCount();
    await until(() => windowListeners() === 1);
    let changes = 0;
    views.at(-1)?.onDidChangeTreeData?.(() => (changes += 1));
    await withdrawMine();
    focusWindow();
    await until(() => testState.parts.fired.some(({ kind }) => kind === 'requestsRead'));
    assert.equal(changes, 1);
  });

  describe('redraws its rows without a call', () => {
    /** The requests in the group of all open ones, and the rows that were redrawn since. */
    async function openGroup(): Promise<{ readonly requests: readonly TreeNode[]; readonly redrawn: unknown[] }> {
      openView();
      // No environment is read in the background from a failing service.
      service.onCall = ({ path }) => (path.includes('environmentId=') ? 500 : undefined);
      const requests = await rowsIn(/^All open$/);
      await until(() => testState.warned.length > 0);
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
      const ages = requests.map((node) => node.toTreeItem().description);
      const one = requests.find((_, index) => String(ages[index]).includes('maria')) ?? assert.fail('none');
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
      setVisible(false);
      tick();
      assert.equal(redrawn.length, 1);
      setVisible(true);
      show();
      assert.equal(redrawn.length, 2, 'it is caught up with when it comes into sight');
      assert.equal(service.seen.length, 0);
    });

    it('as soon as the environment of a request becomes known', async () => {
      const { requests, redrawn } = await openGroup();
      await until(() => shows.size > 1);
      const isUnknown = (node: TreeNode): boolean => String(node.toTreeItem().description).includes('environment not read yet');
      const one = requests.find(isUnknown) ?? assert.fail('all are known');
      service.seen.length = 0;
      const production = { id: 'e1', name: 'production', isProduction: true };
      // The second time, the environment is known already.
      for (let times = 0; times < 2; times += 1)
        await testState.parts.serviceFacts.rememberRequest(connected().origin, one.copyable?.id ?? '', production);
      assert.deepEqual(redrawn, [[one]]);
      const { description, iconPath } = one.toTreeItem();
      assert.match(String(description), /^production /);
      assert.equal((iconPath as { id: string }).id, 'shield');
      assert.equal(service.seen.length, 0);
    });
  });
});

it('the views read all visible parts again, even if the first tree is hidden', () => {
  let read = 0;
  const { createTreeView } = fake.window as { createTreeView: (...of: unknown[]) => { visible: boolean } };
  const made: { visible: boolean }[] = [];
  fake.window.createTreeView = (...of: unknown[]) => {
    made.push(createTreeView(...of));
    return made.at(-1);
  };
  const connections = { ...testState.parts.connections, onDidChange: () => ({ dispose: () => undefined }) };
  const explorer = registerExplorer({ ...testState.parts, connections });
  fake.window.createTreeView = createTreeView;
  const refresh = (): void => testState.parts.events.fire({ kind: 'sandbox' });
  testState.parts.events.on(['workspacesRead'], () => (read += 1));
  refresh();
  // The row is visible, so its environment is read and reported.
  assert.equal(read, 0);
  made[0]!.visible = false;
  refresh();
  assert.equal(read, 1);
  explorer.dispose();
});

it('the Workspaces view redraws its open change requests when they change elsewhere', async (test) => {
  const connections = { ...testState.parts.connections, onDidChange: () => ({ dispose: () => undefined }) };
  const explorer = registerExplorer({ ...testState.parts, connections });
  test.after(() => explorer.dispose());
  const tree = views.at(-2) ?? assert.fail('no view');
  const [storefront] = (await tree.getChildren()) as readonly TreeNode[];
  const nodes = (await tree.getChildren(storefront)) as readonly TreeNode[];
  const group = nodes.find(({ contextValue }) => contextValue === 'changeRequests') ?? assert.fail('no group');
  const labelNow = (): string => (tree.getTreeItem(group) as { label: string }).label;
  const countNow = (): number => Number(/\((\d+)\)$/.exec(labelNow())?.[1]);
  const before = countNow();
  await until(() => testState.parts.fired.some(({ kind }) => kind === 'requestsRead'));
  const redrawn: unknown[] = [];
  tree.onDidChangeTreeData?.((changed: unknown) => redrawn.push(changed));
  await withdrawMine();
  returnToWindow();
  await until(() => testState.parts.fired.some((event) => event.kind === 'requestsRead' && event.isDifferent));
  assert.deepEqual(redrawn, [[group]]);
  assert.equal(countNow(), before - 1);
  assert.equal(((await tree.getChildren(group)) as readonly TreeNode[]).length, before - 1);
});
