/** The Change Requests view as a whole: its filter is that of its connection, and nothing of it outlives it. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected, Connections } from '../../src/editor/service/connected.ts';
import type { ExplorerParts } from '../../src/editor/explorer/treeNode.ts';
import type { TreeNode } from '../../src/editor/explorer/treeNode.ts';
import { createServiceFacts } from '../../src/operations/serviceFacts.ts';
import { useService } from '../operations/service.ts';
import { passTime } from '../time/passTime.ts';
import { log, Memento } from './fakeContext.ts';
import { focusWindow, windowListeners } from './fakePanel.ts';
import { executed, views } from './fakeVscode.ts';
import { answering } from './scripted.ts';

const { registerExplorer } = await import('../../src/editor/explorer/index.ts');
const { createRequestsView } = await import('../../src/editor/explorer/changeRequests/requestsView.ts');

const service = useService();
let inUse: string;
let parts: ExplorerParts;
let warned: string[];
const shows = new Set<() => unknown>();
const view = (): { readonly message?: string; readonly description?: string } => fake.window.view;
const fake = (globalThis as unknown as { fakeVscode: { window: { view: object; createTreeView: unknown } } }).fakeVscode;
fake.window.createTreeView = (_id: string, { treeDataProvider }: { treeDataProvider: (typeof views)[number] }) => {
  views.push(treeDataProvider);
  const onDidChangeVisibility = (listener: () => unknown): object => {
    shows.add(listener);
    return { dispose: () => void shows.delete(listener) };
  };
  const never = () => ({ dispose: () => undefined });
  const events = { onDidExpandElement: never, onDidCollapseElement: never, onDidChangeVisibility };
  fake.window.view = { visible: true, dispose: () => undefined, ...events };
  return fake.window.view;
};

/** The view comes into sight, or goes out of it. */
const show = (): void => shows.forEach((listener) => void listener());
/** Whoever comes back to the window after a while finds it as it is now. */
function lookNow(): void {
  focusWindow(false);
  passTime(61_000);
  focusWindow();
}

const connected = (): Connected => ({
  connectionId: inUse,
  connectionName: inUse,
  origin: `https://${inUse}.example`,
  isSandbox: false,
  isReadOnly: false,
  keyName: 'submitter-key',
  keyNames: ['submitter-key'],
  email: undefined,
  client: { ...service.as('submitter-key') },
});

beforeEach(() => {
  inUse = 'shop';
  warned = [];
  const memory = new Memento();
  const connections = {
    inUse: async () => connected(),
    orAsk: async () => connected(),
    chosen: () => ({ id: inUse, name: inUse }),
    tryAgain: () => false,
  } as unknown as Connections;
  const warn = (message: string): unknown => warned.push(message);
  const given = {
    connections,
    memory,
    workspaceMemory: new Memento(),
    serviceFacts: createServiceFacts(memory),
    log: { ...log, warn, dispose: () => undefined },
  };
  parts = { ...given, onRead: () => undefined, onRequestsRead: () => undefined, draftOf: () => undefined };
});

const opened: { dispose(): void }[] = [];
const openView = (): ReturnType<typeof createRequestsView> => {
  const made = createRequestsView(parts);
  opened.push(made);
  return made;
};
afterEach(() => {
  mock.restoreAll();
  for (const made of opened.splice(0)) made.dispose();
});

const rows = async (): Promise<readonly TreeNode[]> => ((await views.at(-1)?.getChildren?.()) ?? []) as readonly TreeNode[];
const openCount = async (): Promise<unknown> =>
  (await rows()).map((node) => node.toTreeItem()).find(({ label }) => label === 'All open')?.description;

describe('the Change Requests view', () => {
  it('has a filter for each connection, and says which one is in force', async () => {
    const made = openView();
    const all = await openCount();
    await answering(['Segments'], () => made.filter());
    const some = await openCount();
    assert.ok(Number(some) > 0 && Number(some) < Number(all));
    assert.deepEqual([view().message, view().description], ['Only Segments', 'shop']);
    inUse = 'lab';
    made.startOver();
    assert.equal(view().description, '');
    assert.equal(view().message, undefined);
    assert.equal(await openCount(), all);
    assert.deepEqual([view().message, view().description], [undefined, 'lab']);
    inUse = 'shop';
    made.startOver();
    assert.equal(await openCount(), some);
    assert.equal(view().message, 'Only Segments');
    await made.clearFilter();
    assert.equal(await openCount(), all);
    assert.deepEqual(executed.at(-1), ['setContext', 'flagAdmin.isFiltered', false]);
    made.dispose();
  });

  it('watches nothing once it is gone, though it was gone before the watch was there', async () => {
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

  it('shows what came while it was hidden as soon as it is shown', async () => {
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

  it('reads where requests are by one listing for each environment, once', async () => {
    openView();
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const placeIn = (id: string): string | undefined => parts.serviceFacts.environmentOf(connected().origin, id)?.name;
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

  describe('of requests whose environment is not known', () => {
    const placeIn = (id: string): string | undefined => parts.serviceFacts.environmentOf(connected().origin, id)?.name;

    it('passes over one that fails, draws once for each, and asks again', async () => {
      openView();
      const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
      const ofSegments = data.filter(({ segment }) => segment);
      let draws = 0;
      parts.serviceFacts.onDidLearn(() => (draws += 1));
      const { id } = service.environment('pre-production');
      service.onCall = ({ path }) => (path.includes(`environmentId=${id}`) ? 500 : undefined);
      const one = connected();
      parts.connections.inUse = async () => one;
      await rows();
      while (warned.length === 0) await setTimeout(5);
      const places = ofSegments.map((request) => placeIn(request.id));
      assert.ok(places.includes('production') && places.includes(undefined), places.join());
      assert.ok(draws < 8, 'no more than environments');
      service.onCall = () => undefined;
      await rows();
      while (!ofSegments.every((request) => placeIn(request.id))) await setTimeout(5);
    });

    it('asks no more once another connection is in use', async () => {
      openView();
      let asked = 0;
      service.onCall = ({ path }) => {
        if (!path.includes('environmentId=') || path.includes('limit=1&') || path.endsWith('limit=1')) return;
        asked += 1;
        inUse = 'other';
      };
      await rows();
      while (asked === 0) await setTimeout(5);
      await setTimeout(100);
      assert.equal(asked, 1);
    });
  });

  it('tells the window that other requests are open than before, though the view is hidden: documents are locked by them', async () => {
    let reads = 0;
    parts = { ...parts, onRequestsRead: (isDifferent) => (reads += Number(isDifferent)) };
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

  describe('draws its rows again without asking the service', () => {
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await setTimeout(5);
    };
    /** The requests of the group of all that are open, with the rows that were drawn again since. */
    async function openGroup(): Promise<{ readonly requests: readonly TreeNode[]; readonly redrawn: unknown[] }> {
      openView();
      // Of a service that fails, no environment is learnt by itself.
      service.onCall = ({ path }) => (path.includes('environmentId=') ? 500 : undefined);
      const group = (await rows()).find((node) => node.toTreeItem().label === 'All open') ?? assert.fail('no group');
      const requests = ((await views.at(-1)?.getChildren?.(group)) ?? []) as readonly TreeNode[];
      await until(() => warned.length > 0);
      const redrawn: unknown[] = [];
      const draw = (nodes: readonly TreeNode[]): void => nodes.forEach((node) => void views.at(-1)?.getTreeItem?.(node));
      draw(requests);
      views.at(-1)?.onDidChangeTreeData?.((changed: unknown) => {
        redrawn.push(changed);
        draw(changed as readonly TreeNode[]);
      });
      return { requests, redrawn };
    }

    it('once a minute while it is in sight, for the ages in them', async () => {
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
      const later = Date.now() + 3 * 86_400_000;
      mock.method(Date, 'now', () => later);
      tick();
      const others = requests.filter((node, index) => node.toTreeItem().description !== ages[index]);
      assert.ok(others.includes(one) && others.length < requests.length, 'one says a month ago, as before');
      assert.deepEqual(redrawn, [others]);
      tick();
      show();
      assert.equal(redrawn.length, 1, 'they say the same: a click on one that is drawn anew is lost');
      mock.method(Date, 'now', () => later + 86_400_000);
      (fake.window.view as { visible: boolean }).visible = false;
      tick();
      assert.equal(redrawn.length, 1);
      (fake.window.view as { visible: boolean }).visible = true;
      show();
      assert.equal(redrawn.length, 2, 'it is caught up with when it comes into sight');
      assert.equal(service.seen.length, 0);
    });

    it('as soon as the environment of one is learnt', async () => {
      const { requests, redrawn } = await openGroup();
      await until(() => shows.size > 1);
      const isUnknown = (node: TreeNode): boolean => String(node.toTreeItem().description).includes('environment unknown');
      const one = requests.find(isUnknown) ?? assert.fail('all are known');
      const id = one.copyable?.id ?? '';
      service.seen.length = 0;
      const production = { id: 'e1', name: 'production', isProduction: true };
      await parts.serviceFacts.rememberRequest(connected().origin, id, production);
      assert.deepEqual(redrawn, [[one]]);
      const { label, iconPath } = one.toTreeItem();
      assert.match(String(label), /^production · /);
      assert.equal((iconPath as { id: string }).id, 'shield');
      await parts.serviceFacts.rememberRequest(connected().origin, id, production);
      assert.equal(redrawn.length, 1, 'known already');
      assert.equal(service.seen.length, 0);
    });

    it('and not once it is disposed', async () => {
      await openGroup();
      await until(() => shows.size > 1);
      for (const made of opened.splice(0)) made.dispose();
      let looks = 0;
      Object.defineProperty(fake.window.view, 'visible', { get: () => (looks += 1) > 0 });
      await parts.serviceFacts.rememberRequest(connected().origin, 'r1', { id: 'e1', name: 'production', isProduction: true });
      assert.equal(looks, 0);
    });
  });

  describe('counts in its badge what waits', () => {
    const badge = (): { readonly value: number } | undefined => (fake.window.view as { badge?: { value: number } }).badge;
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await setTimeout(5);
    };
    const approver = (): Connected => ({ ...connected(), keyName: 'release-key', client: { ...service.as('release-key') } });

    it('and no more once the API key is refused and nobody looks again', async () => {
      Object.assign(parts.connections, { inUse: async () => approver() });
      const made = openView();
      made.start();
      await until(() => (badge()?.value ?? 0) > 0);
      service.onCall = () => ({ status: 401, body: { code: 401, message: 'no' } });
      lookNow();
      await until(() => warned.length > 0);
      assert.equal(badge(), undefined);
    });

    it('but not what an old look finds after another connection is in use', async () => {
      let inUseNow: Connected | undefined = approver();
      Object.assign(parts.connections, { inUse: async () => inUseNow });
      const memory = parts.memory as Memento;
      const { update } = memory;
      const held: (() => void)[] = [];
      memory.update = async (key, value) => {
        await update(key, value);
        await new Promise<void>((resolve) => held.push(resolve));
      };
      const made = openView();
      made.start();
      await until(() => held.length > 0);
      inUseNow = undefined;
      made.startOver();
      memory.update = update;
      for (const go of held) go();
      await setTimeout(50);
      assert.equal(badge(), undefined);
    });
  });

  it('logs what fails where nobody waits for it', async () => {
    Object.assign(parts, { memory: { get: () => undefined, update: async () => undefined } });
    const own = fake as unknown as { commands: { executeCommand: unknown } };
    const before = own.commands.executeCommand;
    own.commands.executeCommand = async () => Promise.reject(new Error('no such key'));
    const made = openView();
    await openCount();
    await setTimeout(50);
    own.commands.executeCommand = before;
    assert.deepEqual(warned, ['Error: no such key']);
    made.dispose();
  });
});

describe('the views', () => {
  it('have all else read again that may be seen, where the tree that reads first is not', async () => {
    let read = 0;
    const connections = { ...parts.connections, onDidChange: () => ({ dispose: () => undefined }) };
    const { createTreeView } = fake.window as { createTreeView: (...of: unknown[]) => { visible: boolean } };
    const made: { visible: boolean }[] = [];
    fake.window.createTreeView = (...of: unknown[]) => {
      const one = createTreeView(...of);
      made.push(one);
      return one;
    };
    const explorer = registerExplorer({ ...parts, connections, onRead: () => (read += 1) });
    fake.window.createTreeView = createTreeView;
    explorer.refresh();
    // It is seen: whoever draws it has it read, and told of.
    assert.equal(read, 0);
    made[0]!.visible = false;
    explorer.refresh();
    assert.equal(read, 1);
    explorer.dispose();
  });
});
