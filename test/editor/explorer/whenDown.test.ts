/** Tests both views while the service is down, and how often a refresh reads the open change requests. */
import assert from 'node:assert/strict';
import { after, beforeEach, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { setSystemClock } from '../../time/passTime.ts';
import { settings, views } from '../fakeVscode.ts';
import { focusWindow } from '../fakePanel.ts';
import { connected, returnToWindow, service, testState, until } from './requestsViewSetup.ts';

const { formatTime } = await import('../../../src/editor/words/requestWords.ts');
const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { registerExplorer } = await import('../../../src/editor/explorer/index.ts');

const handlers = new Map<string, (...of: unknown[]) => Promise<unknown>>();
const { commands } = (globalThis as unknown as { fakeVscode: { commands: Record<string, unknown> } }).fakeVscode;
commands['registerCommand'] = (id: string, run: (...of: unknown[]) => Promise<unknown>) => {
  handlers.set(id, run);
  return { dispose: () => handlers.delete(id) };
};

type Provider = (typeof views)[number];
let own: Connected;
let explorer: { dispose(): void } | undefined;
let [workspaces, requests]: readonly Provider[] = [];

beforeEach(() => {
  explorer?.dispose();
  own = connected();
  const connections = {
    ...testState.parts.connections,
    inUse: async () => own,
    onDidChange: () => ({ dispose: () => undefined }),
  };
  explorer = registerExplorer({ ...testState.parts, connections });
  [workspaces, requests] = views.slice(-2) as [Provider, Provider];
});
after(() => explorer?.dispose());

const childrenOf = async (view: Provider | undefined, node?: TreeNode): Promise<readonly TreeNode[]> =>
  ((await view?.getChildren?.(node)) ?? []) as readonly TreeNode[];
const row = async (view: Provider | undefined, node: TreeNode) => view!.getTreeItem(node);
const labelled = async (view: Provider | undefined, nodes: readonly TreeNode[], start: string): Promise<TreeNode> => {
  for (const node of nodes) if (String((await row(view, node)).label).startsWith(start)) return node;
  return assert.fail(start);
};
const segmentsIn = async (environments: readonly TreeNode[]): Promise<readonly TreeNode[]> => {
  const [segments] = await childrenOf(workspaces, environments[0]);
  return childrenOf(workspaces, segments);
};
const refresh = async (): Promise<unknown> => handlers.get('flagAdmin.view.refresh')!();

it('while the service is down, a refresh keeps the rows of a view in grey, with the time of their reading and a Retry button, until they can be read again', async () => {
  // The monotonic clock stands still while the computer sleeps, so it is behind the system clock.
  setSystemClock(3 * 3_600_000);
  const times = [formatTime(Date.now())];
  const before = await childrenOf(workspaces);
  const payments = await childrenOf(workspaces, await labelled(workspaces, before, 'Payments'));
  times.push(formatTime(Date.now()));
  setSystemClock(4 * 3_600_000);
  const storefront = await labelled(workspaces, before, 'Storefront');
  const inside = await childrenOf(workspaces, storefront);
  assert.ok(inside.length > 2);
  const segments = await segmentsIn(inside);
  service.onCall = () => 403;
  await refresh();
  const now = await childrenOf(workspaces);
  const rows = await Promise.all(now.map(async (node) => row(workspaces, node)));
  const label = String(rows[0]!.label);
  assert.ok(
    times.some((time) => label === `As of ${time}`),
    label,
  );
  assert.match(String(rows[0]!.description), /403/);
  assert.ok(rows.some(({ label }) => label === 'Retry'));
  const greyed = rows.filter(({ resourceUri }) => resourceUri?.scheme === 'flag-admin-grey').map(({ label }) => label);
  assert.deepEqual(greyed, before.length > 0 ? ['Storefront', 'Payments'] : []);
  // Each expanded level below stays as well. It repeats neither the next steps nor the same time.
  const below = await childrenOf(workspaces, await labelled(workspaces, now, 'Storefront'));
  assert.equal(below.length, inside.length + 1);
  assert.match(String((await row(workspaces, below[0]!)).label), /^As of /);
  const paymentsBelow = await childrenOf(workspaces, await labelled(workspaces, now, 'Payments'));
  if (times[0] === times[1]) assert.equal(paymentsBelow.length, payments.length);
  // The heading between two levels is not old itself.
  assert.ok((await segmentsIn(below.slice(1))).length <= segments.length + 1);
  service.onCall = () => undefined;
  assert.equal(now[0]!.contextValue, 'failure');
  await (now[0] as unknown as { reload(): Promise<void> }).reload();
  const again = await childrenOf(workspaces);
  assert.equal(again.length, before.length);
  for (const node of again) assert.equal((await row(workspaces, node)).resourceUri, undefined);
});

it('a refresh reads the open change requests once, for both views and the badge', async () => {
  let news = 0;
  testState.parts.events.on(['requestsRead'], () => (news += 1));
  focusWindow();
  await Promise.all([childrenOf(workspaces), childrenOf(requests)]);
  while (news === 0) await setTimeout(5);
  await setTimeout(100);
  news = 0;
  service.seen.length = 0;
  await refresh();
  const storefront = await labelled(workspaces, await childrenOf(workspaces), 'Storefront');
  await Promise.all([childrenOf(requests), childrenOf(workspaces, storefront)]);
  while (news === 0) await setTimeout(5);
  await setTimeout(100);
  assert.equal(service.count('GET', /^\/changeRequests(\?(?!.*(environmentId|status)=)|$)/), 1);
});

const outage = (): void => void (service.onCall = () => 'loseRequest');
const isDown = async (view: Provider | undefined): Promise<boolean> =>
  (await childrenOf(view)).some(({ contextValue }) => contextValue === 'failure');
/** Counts how often a view reads itself again. */
function redraws(view: Provider | undefined): () => number {
  let count = 0;
  view?.onDidChangeTreeData?.(() => (count += 1));
  return () => count;
}
/** Shows the views, and waits until the watch has read the requests. */
async function showBoth(): Promise<void> {
  let checks = 0;
  testState.parts.events.on(['requestsRead'], () => (checks += 1));
  focusWindow();
  await Promise.all([childrenOf(workspaces), childrenOf(requests)]);
  await until(() => checks > 0);
}
/** The service answers again, and the next automatic check finds that out. */
async function endOutage(): Promise<void> {
  let checks = 0;
  testState.parts.events.on(['requestsRead'], () => (checks += 1));
  service.onCall = () => undefined;
  returnToWindow();
  await until(() => checks > 0);
}

it('both views show the current state after an outage, as soon as an automatic check succeeds', async () => {
  await showBoth();
  outage();
  await refresh();
  assert.deepEqual([await isDown(workspaces), await isDown(requests)], [true, true]);
  const counts = [redraws(workspaces), redraws(requests)];
  await endOutage();
  assert.ok(counts.every((count) => count() > 0));
  assert.deepEqual([await isDown(workspaces), await isDown(requests)], [false, false]);
});

it('a level that failed during an outage is read again alone', async () => {
  await showBoth();
  const storefront = await labelled(workspaces, await childrenOf(workspaces), 'Storefront');
  outage();
  assert.equal((await childrenOf(workspaces, storefront))[0]!.contextValue, 'failure');
  const changed: unknown[] = [];
  workspaces?.onDidChangeTreeData?.((nodes: unknown) => changed.push(nodes));
  await endOutage();
  assert.deepEqual(changed[0], [storefront]);
  assert.notEqual((await childrenOf(workspaces, storefront))[0]!.contextValue, 'failure');
});

it('without automatic checks, all levels recover as soon as the user reads one of them again', async () => {
  settings['flagAdmin.changeRequests.pollMinutes'] = { user: 0 };
  try {
    focusWindow();
    const first = await childrenOf(workspaces);
    const [storefront, payments] = [
      await labelled(workspaces, first, 'Storefront'),
      await labelled(workspaces, first, 'Payments'),
    ];
    await childrenOf(requests);
    outage();
    const [failure] = await childrenOf(workspaces, storefront);
    assert.equal((await childrenOf(workspaces, payments))[0]!.contextValue, 'failure');
    catalogOf(own.client).requests().expire();
    assert.equal(await isDown(requests), true);
    service.onCall = () => undefined;
    const changed: unknown[] = [];
    const failed = new Map<unknown, string>([
      [storefront, 'Storefront'],
      [payments, 'Payments'],
    ]);
    workspaces?.onDidChangeTreeData?.((nodes) => changed.push(...[nodes].flat().flatMap((node) => failed.get(node) ?? [])));
    const count = redraws(requests);
    await (failure as unknown as { reload(): Promise<void> }).reload();
    assert.notEqual((await childrenOf(workspaces, storefront))[0]!.contextValue, 'failure');
    assert.deepEqual([changed, count()], [['Storefront', 'Payments'], 1]);
    assert.notEqual((await childrenOf(workspaces, payments))[0]!.contextValue, 'failure');
    assert.equal(await isDown(requests), false);
    assert.deepEqual([changed.length, count()], [2, 1], 'each level is read again once');
  } finally {
    delete settings['flagAdmin.changeRequests.pollMinutes'];
  }
});

it('an automatic check reads nothing again that the service refused', async () => {
  focusWindow();
  service.onCall = ({ path }) => (path.startsWith('/workspaces') ? 403 : undefined);
  await childrenOf(requests);
  assert.equal(await isDown(workspaces), true);
  const count = redraws(workspaces);
  testState.parts.events.fire({ kind: 'requestsRead', isDifferent: false });
  assert.equal(count(), 0);
});

for (const name of ['Workspaces', 'Change Requests'])
  it(`the ${name} view recovers by itself if the service was down when it was first shown`, async () => {
    const view = name === 'Workspaces' ? workspaces : requests;
    focusWindow();
    outage();
    assert.equal(await isDown(view), true);
    const count = redraws(view);
    await until(() => testState.warned.length > 1);
    await endOutage();
    assert.ok(count() > 0);
    assert.equal(await isDown(view), false);
  });
