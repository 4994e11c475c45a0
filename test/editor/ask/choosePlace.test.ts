/** Tests the list of places, which all flows use to ask where something is. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connected, Connections } from '../../../src/editor/window/connected.ts';
import type { FlagTarget, SegmentTarget } from '../../../src/editor/window/target.ts';
import { createServiceFacts } from '../../../src/operations/learned/serviceFacts.ts';
import { useService } from '../../operations/service.ts';
import { Memento } from '../fakeContext.ts';
import { made } from '../fakePanel.ts';
import { executed, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';

const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { chooseFlagPlace, flagAt, chooseSegmentPlace } = await import('../../../src/editor/ask/choosePlace.ts');
const { find } = await import('../../../src/editor/explorer/find.ts');
const { placeWords } = await import('../../../src/editor/words/placeWords.ts');
const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');
const { compareDefinitions } = await import('../../../src/editor/review/compare.ts');
const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');
const { setPinned } = await import('../../../src/operations/learned/pinnedFlags.ts');
const { createFilterStore } = await import('../../../src/editor/explorer/changeRequests/requestFilter.ts');

const service = useService();
const connected = (): Connected =>
  ({ connectionId: 'c', connectionName: 'Shop', origin: 'x', client: service.as('submitter-key') }) as unknown as Connected;
const connections = {
  inUse: async () => connected(),
  orAsk: async () => connected(),
  onDidChange: () => ({ dispose: () => undefined }),
} as unknown as Connections;
const prompts = (asked: readonly { readonly prompt: string }[]): readonly string[] => asked.map(({ prompt }) => prompt);
const place = (memory = new Memento()) => ({ connected: connected(), memory, title: 'Kill Flag' });
const unlisted = ({ path }: { readonly path: string }) =>
  /^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined;

/** A list into which somebody types, and takes the first row for the typed text. */
function typingPick(typed: Promise<string>): object {
  const listeners: Record<string, (text: string) => void> = {};
  const on = (name: string) => (listener: (text: string) => void) => void (listeners[name] = listener);
  const ignore = (): undefined => undefined;
  const pick = {
    value: '',
    items: [] as readonly { readonly label: string; readonly value?: unknown }[],
    activeItems: [],
    selectedItems: [] as readonly unknown[],
    onDidChangeValue: on('type'),
    onDidAccept: on('accept'),
    onDidHide: ignore,
    onDidTriggerButton: ignore,
    dispose: ignore,
    async show() {
      const text = await typed;
      listeners['type']!((pick.value = text));
      while (pick.items[0]?.label !== text) await new Promise((resolve) => setTimeout(resolve, 20));
      pick.selectedItems = pick.items.slice(0, 1);
      listeners['accept']!('');
    },
  };
  return pick;
}

describe('the list of places', () => {
  it('asks once for a flag, its environment and its workspace, and names production', async () => {
    let chosen: unknown;
    const [asked] = await answering(['new-search · staging · Storefront'], async () => {
      chosen = await chooseFlagPlace(place());
    });
    assert.ok(asked?.options.includes('new-search · production · Storefront'), asked?.options.join('\n'));
    assert.ok(asked?.options.some((row) => row.endsWith(' · Payments')));
    assert.deepEqual(chosen, {
      kind: 'flag',
      workspace: { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false },
      environment: { ...service.environment('staging'), isProduction: false },
      name: 'new-search',
    });
  });

  it('says production if the environment’s name does not', () => {
    const shop = { name: 'Shop' };
    assert.equal(placeWords({ name: 'live-eu', isProduction: true }, shop), 'live-eu · production · Shop');
    assert.equal(placeWords({ name: 'Production', isProduction: true }, shop), 'Production · Shop');
  });

  it('finds a row by parts of its name, its environment and its workspace, in any order', async () => {
    let chosen: unknown;
    await answering([{ typed: 'store beta PROD' }], async () => (chosen = await chooseSegmentPlace(place())));
    const { name, environment } = chosen as SegmentTarget;
    assert.deepEqual([name, environment.name], ['beta-accounts', 'production']);
  });

  it('offers the last choice for this connection first', async () => {
    const memory = new Memento();
    for (const row of ['vip-accounts · staging · Storefront', 'beta-accounts · production · Storefront'])
      await answering([row], () => chooseSegmentPlace(place(memory)));
    const [asked] = await answering([undefined], () => chooseSegmentPlace(place(memory)));
    assert.deepEqual(asked?.options.slice(0, 2), [
      'beta-accounts · production · Storefront',
      'vip-accounts · staging · Storefront',
    ]);
    assert.equal(asked?.options.filter((row) => row === 'vip-accounts · staging · Storefront').length, 1);
    assert.deepEqual(asked?.separators, ['recent', '']);
    assert.equal(asked.active, undefined, 'Enter alone takes no production segment');
    await answering(['vip-accounts · staging · Storefront'], () => chooseSegmentPlace(place(memory)));
    const [staging] = await answering([undefined], () => chooseSegmentPlace(place(memory)));
    assert.equal(staging?.active, 'vip-accounts');
    const other = { ...place(memory), connected: { ...connected(), connectionId: 'other' } };
    const [elsewhere] = await answering([undefined], () => chooseSegmentPlace(other));
    assert.deepEqual(elsewhere?.separators, []);
  });

  it('finds every name in a long list, shows 200 rows, and says how many more there are', async () => {
    service.onCall = ({ path }) => {
      const { pathname, searchParams } = new URL(path, 'http://service.example');
      if (!pathname.startsWith('/segments/ws/')) return undefined;
      const offset = Number(searchParams.get('offset'));
      const objects = Array.from({ length: 200 }, (_, index) => ({ name: `segment-${offset + index}` }));
      return { status: 200, body: { objects, offset, limit: 200, totalCount: 10_000 } };
    };
    let chosen: unknown;
    const typed = { typed: 'segment-9876 payments' };
    const [asked] = await answering([typed], async () => (chosen = await chooseSegmentPlace(place())));
    const hidden = service.sandbox.environments.length * 10_000 - 200;
    assert.deepEqual([asked?.options.length, asked?.options.at(-1)], [201, `… and ${hidden.toLocaleString('en')} more`]);
    assert.deepEqual([(chosen as SegmentTarget).name, (chosen as SegmentTarget).workspace.name], ['segment-9876', 'Payments']);
  });

  it('finds a typed flag before the lists have arrived, with one call for each workspace', async () => {
    const lists = Promise.withResolvers<undefined>();
    const first = service.workspace('Storefront');
    service.onCall = async ({ path }) => {
      if (!/^\/(?:flags|segments)\/ws\/[^/]+\?/.test(path)) return undefined;
      if (!path.includes('name=')) return lists.promise;
      if (path.includes(first)) await new Promise((resolve) => setTimeout(resolve, 200));
      return { status: 200, body: { objects: [{ name: 'new-search' }], offset: 0, limit: 50, totalCount: 1 } };
    };
    const type = Promise.withResolvers<string>();
    const { window } = (globalThis as unknown as { fakeVscode: { window: Record<string, unknown> } }).fakeVscode;
    const before = window['createQuickPick'];
    window['createQuickPick'] = () => typingPick(type.promise);
    const chosen = chooseFlagPlace(place());
    await catalogOf(connected().client).workspaces.read();
    type.resolve('new-search');
    const late = setTimeout(() => lists.resolve(undefined), 5000);
    const { name, workspace } = (await chosen) as FlagTarget;
    clearTimeout(late);
    lists.resolve(undefined);
    window['createQuickPick'] = before;
    assert.deepEqual([name, workspace.id], ['new-search', first]);
    const { items } = catalogOf(connected().client).workspaces;
    assert.equal(service.count('GET', /^\/flags\/ws\/[^/]+\?.*name=new-search/), items.length);
  });

  it('looks up the place of a definition with one call for its workspace and one for its environment', async () => {
    service.onCall = ({ path }) => {
      if (!path.startsWith('/workspaces?')) return undefined;
      const workspace = { name: 'Storefront', type: 'workspace', id: service.workspace('Storefront') };
      const objects = [workspace, ...Array.from({ length: 199 }, (_, id) => ({ ...workspace, id: `w${id}` }))];
      return { status: 200, body: { objects, offset: 0, limit: 200, totalCount: 900 } };
    };
    const of = { workspace: { id: service.workspace('Storefront'), name: '' }, environment: service.environment('staging') };
    const uri = definitionUri({ connectionId: 'c', connectionName: '', flagName: 'new-search', ...of });
    const target = await flagAt(connected(), uri);
    assert.deepEqual([target?.workspace.name, target?.environment.id], ['Storefront', of.environment.id]);
    assert.equal(service.seen.length, 2);
  });

  it('does not say that a name does not exist while a list could not be read as a whole', async () => {
    service.onCall = ({ path }) =>
      path.startsWith('/segments/ws/') ? { status: 200, body: { objects: [], offset: 0, limit: 200, totalCount: 7 } } : undefined;
    const [asked] = await answering([undefined], () => chooseSegmentPlace(place()));
    assert.deepEqual(asked?.options, ['No match in the lists that could be read', 'Could not be read: Storefront, Payments']);
  });

  it('accepts a typed flag even if the service lists only others, because a listing may be incomplete', async () => {
    let chosen: unknown;
    const typed = { typed: 'not-listed', take: '“not-listed” · staging · Storefront' };
    await answering([typed], async () => (chosen = await chooseFlagPlace(place())));
    assert.equal((chosen as FlagTarget).name, 'not-listed');
  });

  it('names a workspace that can’t be read, and offers the others', async () => {
    service.onCall = ({ path }) => (path.includes('/ws/') ? { status: 403, body: {} } : undefined);
    await assert.rejects(
      answering([], () => chooseSegmentPlace(place())),
      { kind: 'service', status: 403 },
    );
    const payments = service.workspace('Payments');
    service.onCall = ({ path }) => (path.includes(payments) ? { status: 403, body: {} } : undefined);
    const [asked] = await answering([undefined], () => chooseSegmentPlace(place()));
    assert.ok(asked?.options.includes('beta-accounts · production · Storefront'));
    assert.equal(asked?.options.at(-1), 'Could not be read: Payments');
  });

  it('says in words that there is nothing to choose', async () => {
    service.onCall = ({ path }) =>
      path.startsWith('/segments/ws/') ? { status: 200, body: { objects: [], offset: 0, limit: 200, totalCount: 0 } } : undefined;
    const [asked] = await answering([undefined], () => chooseSegmentPlace(place()));
    assert.deepEqual(asked?.options, ['This API key can see none here']);
  });
});

describe('Find…', () => {
  const serviceFacts = createServiceFacts(new Memento());

  it('opens a segment, a flag or an open change request from one list', async () => {
    const found = async (row: string): Promise<readonly unknown[] | undefined> => {
      await answering([row], () => find({ connections, memory: new Memento(), serviceFacts } as never));
      return executed.at(-1);
    };
    const [command, argument] = (await found('beta-accounts · production · Storefront')) ?? [];
    assert.deepEqual([command, (argument as { target: SegmentTarget }).target.kind], ['flagAdmin.segment.showKeys', 'segment']);
    assert.equal((await found('new-search · staging · Storefront'))?.[0], 'flagAdmin.flag.open');
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const search = data.find(({ title }) => title?.startsWith('New search')) ?? assert.fail('none');
    assert.deepEqual(await found(search.title ?? ''), ['flagAdmin.changeRequest.open', search.id]);
  });
});

describe('the question for a place', () => {
  it('is asked for both sides of a comparison, without offering to compare a definition with itself', async () => {
    const deps = { ...testServices({ connections }), panels: new Set(), queue: { ids: [] } } as never;
    const asked = await answering(['new-search · staging · Storefront', 'production'], () => compareDefinitions(deps, undefined));
    assert.deepEqual(prompts(asked).slice(1), ['Compare new-search in staging with which environment?']);
    assert.ok(!asked[1]?.options.includes('staging'));
    assert.equal(made.length, 1);
  });

  it('is asked with the pinned flags even if the service can’t list any', async () => {
    const memory = new Memento();
    await setPinned(memory, 'c', service.workspace('Storefront'), 'dark-mode', true);
    service.onCall = unlisted;
    const deps = { ...testServices({ connections, memory }), panels: new Set(), queue: { ids: [] } } as never;
    const compared = await answering([undefined], () => compareDefinitions(deps, undefined));
    const submitted = await answering(['Change a flag …', undefined], () => submitChangeRequestCommand(deps, undefined));
    for (const asked of [compared, submitted]) assert.match(asked.at(-1)?.options[0] ?? '', /^dark-mode · /);
  });

  it('is not asked for the first side of a comparison if the active editor shows a definition', async () => {
    const documentOf = (connectionId: string) => ({
      connectionId,
      connectionName: 'Shop',
      workspace: { id: service.workspace('Storefront'), name: 'Storefront' },
      environment: service.environment('staging'),
      flagName: 'new-search',
    });
    const deps = { ...testServices({ connections }), panels: new Set(), queue: { ids: [] } } as unknown as Parameters<
      typeof compareDefinitions
    >[0];
    const window = (globalThis as unknown as { fakeVscode: { window: object } }).fakeVscode.window;
    const asked = async (connectionId: string, isGiven = false): Promise<readonly string[]> => {
      const uri = definitionUri(documentOf(connectionId));
      const document = { uri: isGiven ? definitionUri({ ...documentOf(connectionId), flagName: 'another' }) : uri };
      Object.defineProperty(window, 'activeTextEditor', { configurable: true, get: () => ({ document }) });
      try {
        return prompts(await answering([undefined], () => compareDefinitions(deps, isGiven ? uri : undefined)));
      } finally {
        Object.defineProperty(window, 'activeTextEditor', { configurable: true, get: () => undefined });
      }
    };
    assert.deepEqual(await asked('c'), ['Compare new-search in staging with which environment?']);
    assert.deepEqual(await asked('c', true), ['Compare new-search in staging with which environment?']);
    assert.match((await asked('another'))[0] ?? '', /^Which flag\? Type/);
  });

  it('ends with a message if there is no second environment to compare with', async () => {
    const { id, name } = service.environment('staging');
    const body = [{ id, name, production: false }];
    service.onCall = ({ path }) => (path.startsWith('/environments/ws/') ? { status: 200, body } : undefined);
    const deps = { ...testServices({ connections }), panels: new Set(), queue: { ids: [] } } as never;
    await answering(['new-search · staging · Storefront'], () => compareDefinitions(deps, undefined));
    assert.equal(shown.at(-1)?.message, 'Storefront has no other environment that this API key may see.');
  });

  it('is asked for a filter, which can also include all places', async () => {
    const store = new Memento();
    const filters = createFilterStore(store, () => undefined);
    const asked = await answering(['Workspace and environment…', 'Storefront', 'staging'], () => filters.ask(connections));
    assert.deepEqual(prompts(asked).slice(1), ['Which workspace?', 'Which environment?']);
    assert.deepEqual([asked[1]?.options.at(-1), asked[2]?.options[0]], ['All workspaces', 'All environments']);
    assert.deepEqual(filters.of('c'), {
      workspace: { id: service.workspace('Storefront'), name: 'Storefront' },
      environment: { id: service.environment('staging').id, name: 'staging' },
    });
  });
});
