/** A panel keeps to its connection, shows what it has without asking again, and says when that is no longer so. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createLearnt } from '../../src/operations/learnt.ts';
import type { Connected, Connections } from '../../src/editor/connected.ts';
import type { ReviewDeps } from '../../src/editor/review/index.ts';
import type { ToWebview } from '../../src/webview/protocol.ts';
import { sendable, useService } from '../operations/service.ts';
import { fakePanel, focusWindow, type FakePanel } from './fakePanel.ts';
import { log, Memento } from './fakeContext.ts';

const { attachReview } = await import('../../src/editor/review/reviewPanel.ts');
const { attachComparison } = await import('../../src/editor/review/comparisonPanel.ts');

const service = useService();
const changed = new Set<() => unknown>();
let inUse = 'shop';
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
  inUse: async () => connectedAs(inUse),
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

beforeEach(() => {
  inUse = 'shop';
  names.set('shop', 'Shop');
  const store = new Memento();
  deps = {
    connections,
    learnt: createLearnt(store),
    memory: store,
    log,
    refresh: () => undefined,
    panels: new Map(),
  } as never;
});
afterEach(() => {
  mock.restoreAll();
  for (const page of open) page.close();
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
    attachReview(deps, page.panel, 'some-id', { connectionId: 'shop', connectionName: 'Shop as it was called' });
    page.say({ type: 'ready' });
    await page.until(has('failure'));
    assert.deepEqual(service.seen, []);
    const failure = page.posted.findLast(({ type }) => type === 'failure');
    assert.deepEqual(failure, {
      type: 'failure',
      message: 'This belongs to the connection “Shop”, and “Lab” is in use.',
      tone: 'info',
      retry: '',
      step: { id: 'switchConnection', label: 'Switch to “Shop”' },
    });
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
    const page = await openReview(/^New search/);
    assert.equal(deps.panels.size, 1);
    page.close();
    service.seen.length = 0;
    await connections.switchTo('lab');
    await aWhile();
    assert.deepEqual([deps.panels.size, changed.size, service.seen.length], [0, 0, 0]);
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
