/** A panel keeps to its connection, shows what it has without asking again, and says when that is no longer so. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createLearnt } from '../../src/operations/learnt.ts';
import type { Connected, Connections } from '../../src/editor/connected.ts';
import type { ReviewDeps } from '../../src/editor/review/index.ts';
import type { ReviewView, ToWebview } from '../../src/webview/protocol.ts';
import { sendable, useService } from '../operations/service.ts';
import { fakePanel, focusWindow, made, windowListeners, type FakePanel } from './fakePanel.ts';
import { answerNext } from './fakeVscode.ts';
import { log, Memento } from './fakeContext.ts';

const { attachReview } = await import('../../src/editor/review/reviewPanel.ts');
const { openReview: openRequest } = await import('../../src/editor/review/openReview.ts');
const { attachComparison } = await import('../../src/editor/review/comparisonPanel.ts');

const service = useService();
const changed = new Set<() => unknown>();
let inUse = 'shop';
let isDown = false;
let deps: ReviewDeps;
let open: FakePanel[] = [];
const names = new Map([
  ['shop', 'Shop'],
  ['lab', 'Lab'],
]);

function connectedAs(connectionId: string): Connected {
  const client = service.as('submitter-key');
  const connectionName = names.get(connectionId) ?? '';
  const keys = { keyName: 'submitter-key', keyNames: ['submitter-key', 'release-key'], email: undefined };
  return { connectionId, connectionName, origin: client.origin, isSandbox: false, isReadOnly: false, ...keys, client };
}

const connections = {
  async inUse() {
    if (isDown) throw new Error('The sandbox did not start.');
    return connectedAs(inUse);
  },
  chosen: () => ({ id: inUse, name: names.get(inUse) ?? '' }),
  nameOf: (id: string) => names.get(id),
  async switchTo(id: string) {
    inUse = id;
    for (const listener of changed) listener();
  },
  tryAgain: () => false,
  onDidChange(listener: () => unknown) {
    changed.add(listener);
    return { dispose: () => void changed.delete(listener) };
  },
} as unknown as Connections;

const has =
  <Type extends ToWebview['type']>(type: Type, is: (message: Extract<ToWebview, { type: Type }>) => boolean = () => true) =>
  (posted: readonly ToWebview[]): boolean =>
    posted.some((message) => message.type === type && is(message as Extract<ToWebview, { type: Type }>));
/** Long enough for a call that should not be made. */
const aWhile = (): Promise<void> => setTimeout(100);
/** Until what should come has come, however slow the machine; what should not is the assertion's after it. */
async function until(isThere: () => boolean): Promise<void> {
  for (let rests = 0; rests < 100 && !isThere(); rests += 1) await setTimeout(50);
}
const MINUTE = 60_000;
const isStale = ({ view }: { readonly view: ReviewView }): boolean =>
  view.notices.some(({ steps }) => steps.some(({ id }) => id === 'showChanges'));
const isIdle = (posted: readonly ToWebview[]): boolean => {
  const last = posted.findLast(({ type }) => type === 'busy');
  return last?.type === 'busy' && last.message === undefined;
};

async function requestId(title: RegExp): Promise<string> {
  const { data } = await service.as('submitter-key').listChangeRequests({});
  return data.find((request) => title.test(request.title ?? ''))?.id ?? assert.fail(String(title));
}

async function openReview(title: RegExp): Promise<FakePanel> {
  const page = fakePanel();
  open.push(page);
  attachReview(deps, page.panel, await requestId(title));
  page.say({ type: 'ready' });
  await page.until((posted) => has('keys')(posted) && isIdle(posted));
  return page;
}

const movedDefinition = async (): Promise<void> => {
  const { id } = service.environment('production');
  const live = await service.as('submitter-key').readDefinition(service.workspace('Storefront'), 'new-search', id);
  service.onCall = ({ method, path }) =>
    method === 'GET' && path.includes('/new-search/environments/')
      ? { status: 200, body: { ...live, trafficAllocation: 60 } }
      : undefined;
};

const movedKeys = async (environmentId: string): Promise<void> => {
  const client = service.as('submitter-key');
  const { data } = await client.listChangeRequests({});
  const name = data.find(({ title }) => title?.includes('VIP accounts'))?.segment?.name ?? '';
  const held = await client.readKeys(environmentId, name, { offset: 0, limit: 1 });
  service.onCall = ({ method, path }) =>
    method === 'GET' && path.includes(`/${name}/keys`) ? { status: 200, body: { ...held, count: held.count + 1 } } : undefined;
};

async function withdrawnId(title: RegExp): Promise<string | undefined> {
  const { data } = await service.as('submitter-key').listChangeRequests({ status: 'WITHDRAWN' });
  return data.find((request) => title.test(request.title ?? ''))?.id;
}

beforeEach(() => {
  inUse = 'shop';
  isDown = false;
  made.length = 0;
  names.set('shop', 'Shop');
  const store = new Memento();
  deps = {
    connections,
    learnt: createLearnt(store),
    memory: store,
    log,
    refresh: () => undefined,
    panels: new Set(),
  } as never;
});
afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
  for (const page of [...open, ...made]) page.close();
  open = [];
});

describe('a review', () => {
  it('gives a page that begins anew what it showed, and asks the service nothing within a minute', async () => {
    const page = await openReview(/^New search/);
    const view = page.view();
    service.seen.length = 0;
    page.posted.length = 0;
    page.say({ type: 'ready' });
    await page.until(has('keys'));
    focusWindow();
    await aWhile();
    assert.deepEqual(page.view(), view);
    assert.deepEqual(service.seen, []);
  });

  it('says after a minute that something moved, leaves the page as it is, and shows what changed when asked', async () => {
    const page = await openReview(/^New search/);
    const before = page.view();
    await movedDefinition();
    const later = Date.now() + 61_000;
    mock.method(Date, 'now', () => later);
    focusWindow();
    await page.until(has('view', ({ view }) => view.notices.some(({ steps }) => steps.some(({ id }) => id === 'showChanges'))));
    assert.deepEqual(page.view().summary, before.summary);
    assert.deepEqual(page.view().sections, before.sections);
    assert.ok(
      page
        .view()
        .actions.filter(({ id }) => id === 'approveWith' || id === 'withdraw')
        .every(({ isEnabled }) => !isEnabled),
    );
    const count = service.seen.length;
    focusWindow();
    await aWhile();
    assert.equal(service.seen.length, count, 'one look is enough');
    page.say({ type: 'action', id: 'showChanges' });
    await page.until(has('view', ({ view }) => view.sections.some(({ id }) => id === 'since-live-settings')));
    assert.deepEqual(
      page.view().sections[0]?.rows.map(({ before: [was], after: [is] }) => [was, is]),
      [['50%', '60%']],
    );
    assert.match(page.view().notices[0]?.text ?? '', /The live definition/);
  });

  it('looks at nothing for a minute after it was read, and two calls do for a look', async () => {
    const page = await openReview(/VIP accounts/);
    service.seen.length = 0;
    const later = Date.now() + 61_000;
    mock.method(Date, 'now', () => later);
    focusWindow();
    await aWhile();
    assert.deepEqual(
      service.seen.map(({ method }) => method),
      ['GET', 'GET'],
    );
    assert.ok(page.view().notices.every(({ steps }) => steps.length === 0));
  });

  it('belongs to its connection: it asks no other, says so, and offers to switch', async () => {
    const page = fakePanel();
    open.push(page);
    inUse = 'lab';
    service.seen.length = 0;
    isDown = true;
    attachReview(deps, page.panel, 'some-id', { connectionId: 'shop', connectionName: 'Shop as it was called' });
    page.say({ type: 'ready' });
    await page.until(has('failure'));
    assert.deepEqual(service.seen, []);
    const failure = page.posted.findLast(({ type }) => type === 'failure');
    assert.deepEqual(failure, {
      type: 'failure',
      message: 'This belongs to the connection “Shop”, and “Lab” is in use. Switch the connection.',
      tone: 'info',
      retry: '',
      step: { id: 'switchConnection', label: 'Switch to “Shop”' },
    });
    isDown = false;
    page.say({ type: 'action', id: 'switchConnection' });
    await page.until(() => service.seen.length > 0);
    assert.equal(inUse, 'shop');
    await page.until(has('failure', ({ retry }) => retry === 'Retry'));
  });

  it('whose connection was removed says that, and asks nobody', async () => {
    const page = fakePanel();
    open.push(page);
    service.seen.length = 0;
    attachReview(deps, page.panel, 'some-id', { connectionId: 'gone', connectionName: 'Old' });
    page.say({ type: 'ready' });
    await page.until(has('failure', ({ message }) => message.includes('“Old”, which has been removed')));
    assert.deepEqual(service.seen, []);
  });

  it('ends with its panel: nothing is read, listened to or kept', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    const page = await openReview(/^New search/);
    assert.equal(deps.panels.size, 1);
    page.close();
    service.seen.length = 0;
    mock.timers.tick(10 * MINUTE);
    await connections.switchTo('lab');
    await aWhile();
    assert.deepEqual([deps.panels.size, changed.size, windowListeners(), service.seen.length], [0, 0, 0, 0]);
  });

  it('looks once a minute while it is in front and the window has the focus, and not otherwise', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    const page = await openReview(/VIP accounts/);
    const looks = (): number => service.count('GET', /^\/changeRequests\//);
    const looksIn = async (minutes: number, expected: number): Promise<number> => {
      service.seen.length = 0;
      for (let passed = 0; passed < minutes; passed += 1) {
        mock.timers.tick(MINUTE);
        await until(() => looks() >= Math.min(passed + 1, expected));
        await aWhile();
      }
      return looks();
    };
    assert.equal(await looksIn(2, 2), 2);
    focusWindow(false);
    assert.equal(await looksIn(2, 0), 0);
    focusWindow();
    await aWhile();
    page.setVisible(false);
    assert.equal(await looksIn(2, 0), 0);
    page.setVisible(true);
    await aWhile();
    const { id } = service.environment('production');
    await movedKeys(id);
    await looksIn(1, 1);
    await page.until(has('view', isStale));
    assert.equal(await looksIn(2, 0), 0, 'what is known to have moved is not asked again');
  });

  it('does not ask before the service said that it may, and not again with an API key that is refused', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    await openReview(/VIP accounts/);
    const body = { code: 429, message: 'slow down', details: '', transactionId: null };
    const answer = { status: 429, body };
    service.onCall = () => answer;
    service.seen.length = 0;
    mock.timers.tick(MINUTE);
    await until(() => service.seen.length > 0);
    await aWhile();
    const first = service.seen.length;
    assert.ok(first > 0);
    answer.status = 401;
    mock.timers.tick(MINUTE);
    await until(() => service.seen.length > first);
    await aWhile();
    const second = service.seen.length;
    assert.ok(second > first);
    mock.timers.tick(5 * MINUTE);
    await aWhile();
    assert.equal(service.seen.length, second);
  });

  it('is told at once of what was decided beside it, and looks when it comes to the front', async () => {
    const [page, hidden] = [await openReview(/VIP accounts/), await openReview(/^New search/)];
    hidden.setVisible(false);
    for (const title of [/VIP accounts/, /^New search/])
      await service.as('submitter-key').decideChangeRequest(await requestId(title), { status: 'WITHDRAWN', comment: 'no' });
    for (const { look } of deps.panels) look();
    await page.until(has('view', isStale));
    await aWhile();
    assert.ok(!has('view', isStale)(hidden.posted));
    hidden.setVisible(true);
    await hidden.until(has('view', isStale));
  });

  it('tells all when it has decided, and reads itself once', async () => {
    const page = await openReview(/VIP accounts/);
    const told: string[] = [];
    deps = Object.assign(deps, {
      refresh: () => {
        told.push('refresh');
        deps.panels.forEach(({ look }) => look());
      },
      decided: (id: string) => told.push(id),
    });
    service.seen.length = 0;
    answerNext('not needed');
    page.say({ type: 'action', id: 'withdraw' });
    await page.until(has('view', ({ view }) => view.status.label === 'Withdrawn'));
    await aWhile();
    assert.deepEqual(told, ['refresh', await withdrawnId(/VIP accounts/)]);
    // Before the decision; and afterwards for the review: what it is, and what is shown of it.
    assert.equal(service.count('GET', /^\/changeRequests\/[0-9a-f]/), 3);
  });

  it('offers no withdrawal any more once the API key was refused it, and says why', async () => {
    const page = await openReview(/VIP accounts/);
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 403, body: { code: 403, message: 'read-only' } } : undefined);
    const withdraw = () => page.view().actions.find(({ id }) => id === 'withdraw');
    assert.equal(withdraw()?.isEnabled, true);
    answerNext('not needed');
    page.say({ type: 'action', id: 'withdraw' });
    await page.until(has('view', ({ view }) => view.actions.some(({ id, isEnabled }) => id === 'withdraw' && !isEnabled)));
    assert.match(withdraw()?.reason ?? '', /refused “submitter-key” this withdrawal \(403\)/);
    // Reading again says the same of the same API key.
    page.posted.length = 0;
    page.say({ type: 'action', id: 'refresh' });
    await page.until((posted) => has('view')(posted) && isIdle(posted));
    assert.equal(withdraw()?.isEnabled, false);
  });

  it('reads nothing again while nobody sees it, and once when it comes to the front', async () => {
    const page = await openReview(/VIP accounts/);
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
    // Both what it is and what is shown of it, once; and what the page shows until then is said to be read again.
    assert.equal(service.count('GET', /^\/changeRequests\/[0-9a-f]/), 2);
    assert.ok(page.posted.some((message) => message.type === 'busy' && message.message !== undefined));
    service.seen.length = 0;
    page.setVisible(false);
    page.setVisible(true);
    await aWhile();
    assert.equal(service.seen.length, 0);
  });

  it('gives up a reading that another takes the place of, or that nobody sees any more', async () => {
    const page = await openReview(/VIP accounts/);
    const signals: AbortSignal[] = [];
    const { inUse: before } = connections;
    connections.inUse = async () => {
      const connected = connectedAs(inUse);
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

  it('points out what others changed after its own decision, though the reading right after that failed', async () => {
    const page = await openReview(/VIP accounts/);
    const id = await requestId(/VIP accounts/);
    let isDecided = false;
    service.onCall = ({ method, path }) => {
      if (method === 'PUT') isDecided = true;
      return isDecided && method === 'GET' && path.startsWith('/changeRequests/')
        ? { status: 403, body: { code: 403, message: 'no' } }
        : undefined;
    };
    answerNext('not needed');
    page.say({ type: 'action', id: 'withdraw' });
    await page.until(has('failure'));
    // By then it is in another state again.
    const client = service.as('submitter-key');
    isDecided = false;
    const now = await client.readChangeRequest(id);
    assert.equal(now.status, 'WITHDRAWN');
    const said = { comment: 'opened again', user: 'somebody', role: 'APPROVER', timestamp: Date.now() };
    const body = { ...now, status: 'REQUESTED', comments: [...now.comments, said] };
    service.onCall = ({ method, path }) =>
      method === 'GET' && path === `/changeRequests/${id}` ? { status: 200, body } : undefined;
    page.posted.length = 0;
    page.say({ type: 'retry' });
    await page.until((posted) => has('view')(posted) && isIdle(posted));
    assert.match(
      page
        .view()
        .notices.map(({ text }) => text)
        .join(' '),
      /changed|moved/i,
    );
  });

  it('is one for each connection: another service may have a request of the same id', async () => {
    const id = await requestId(/VIP accounts/);
    await openRequest(deps, id);
    await openRequest(deps, id);
    assert.deepEqual([made.length, made[0]?.reveals()], [1, 1]);
    await connections.switchTo('lab');
    await openRequest(deps, id);
    assert.equal(made.length, 2);
    await connections.switchTo('shop');
    await Promise.all([openRequest(deps, id), openRequest(deps, id)]);
    assert.deepEqual([made.length, made[0]?.reveals(), made[1]?.reveals()], [2, 3, 0]);
  });

  it('that was opened before there was a connection is found under the one that it then got', async () => {
    const id = await requestId(/VIP accounts/);
    isDown = true;
    await openRequest(deps, id);
    const [page] = made;
    page?.say({ type: 'ready' });
    await page?.until(has('failure'));
    isDown = false;
    page?.say({ type: 'retry' });
    await page?.until(has('keys'));
    await openRequest(deps, id);
    assert.deepEqual([made.length, page?.reveals(), deps.panels.size], [1, 1, 1]);
    page?.close();
    assert.equal(deps.panels.size, 0);
  });

  it('of a request that was decided elsewhere says so, and keeps showing what it was about', async () => {
    const page = await openReview(/VIP accounts/);
    assert.deepEqual(
      page.keys().map(({ id, keys }) => [id, keys.length]),
      [
        ['added', 25],
        ['unchanged', 3],
      ],
    );
    const [client, id] = [service.as('submitter-key'), await requestId(/VIP accounts/)];
    await (client as unknown as { decideChangeRequest(id: string, decision: object): Promise<unknown> }).decideChangeRequest(id, {
      status: 'WITHDRAWN',
      comment: 'no',
    });
    page.posted.length = 0;
    page.say({ type: 'action', id: 'refresh' });
    await page.until((posted) => has('keys')(posted) && isIdle(posted));
    assert.match(page.view().notices[0]?.text ?? '', /The request: Waiting for approval → Withdrawn/);
    assert.equal(page.view().words.summary, 'What it would have changed');
    assert.deepEqual(
      page.keys().map(({ title }) => title),
      ['Keys that would have been added', 'Keys that changed nothing'],
    );
  });
});

describe('a comparison', () => {
  const side = (name: string) => ({ kind: 'environment', environment: service.environment(name) }) as const;
  const compare = async (flagName: string, before: string, after: string): Promise<FakePanel> => {
    const page = fakePanel();
    open.push(page);
    const workspace = { id: service.workspace('Storefront'), name: 'Storefront' };
    attachComparison(deps, page.panel, { workspace, flagName, before: side(before), after: side(after) });
    page.say({ type: 'ready' });
    await page.until((posted) => has('view')(posted) && isIdle(posted));
    return page;
  };

  it('says how one environment differs from the other, and decides nothing', async () => {
    const { panel, view } = await compare('checkout-redesign', 'staging', 'production');
    assert.equal(panel.title, 'checkout-redesign · staging ↔ production');
    assert.deepEqual(
      view().summary.map(({ text }) => text),
      ['Default rule: on 50% → 0%, off 50% → 100%.', 'Rule 2 is only in production.'],
    );
    assert.deepEqual([view().words.before, view().words.after], ['staging', 'production']);
    assert.ok(view().actions.every(({ isTool }) => isTool));
    assert.ok(
      view()
        .sections.flatMap(({ rows }) => rows)
        .every(({ changeLabel }) => !/added|removed/.test(changeLabel)),
    );
  });

  it('says where there is no definition', async () => {
    const { view } = await compare('dark-mode', 'staging', 'pre-production');
    assert.deepEqual(
      view().notices.map(({ text }) => text),
      ['dark-mode has no definition in pre-production, or this API key may not see it.'],
    );
    assert.equal(view().summary[0]?.text, 'Only staging has a definition.');
  });

  it('of a definition with itself finds nothing', async () => {
    const { view } = await compare('new-search', 'production', 'production');
    assert.deepEqual(
      view().summary.map(({ text }) => text),
      ['They are the same.'],
    );
    assert.deepEqual([view().words.before, view().words.after], ['production (left)', 'production (right)']);
  });

  it('takes a draft through the door of the drafts', async () => {
    const { id } = service.environment('production');
    const live = await service.as('submitter-key').readDefinition(service.workspace('Storefront'), 'new-search', id);
    const read = async (name: string) => (name === 'mine' ? { ...live, ...sendable(live), trafficAllocation: 75 } : undefined);
    const workspace = { id: service.workspace('Storefront'), name: 'Storefront' };
    const page = fakePanel();
    open.push(page);
    const comparison = {
      workspace,
      flagName: 'new-search',
      before: side('production'),
      after: { kind: 'draft', id: 'mine', label: 'your draft' },
    } as const;
    attachComparison({ ...deps, drafts: { read } }, page.panel, comparison);
    page.say({ type: 'ready' });
    await page.until(has('view'));
    assert.deepEqual(
      page.view().summary.map(({ text }) => text),
      ['Traffic allocation 50% → 75%.'],
    );
  });
});
