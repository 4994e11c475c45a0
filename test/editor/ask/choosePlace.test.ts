/** Tests the list of places, which all flows use to ask where something is. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagTarget, SegmentTarget } from '../../../src/editor/window/target.ts';
import { useService } from '../../operations/service.ts';
import { connectedTo, connectionsOf, reviewContextOf } from '../connected.ts';
import { Memento } from '../fakeContext.ts';
import { made } from '../fakePanel.ts';
import { executed, shown } from '../fakeVscode.ts';
import { answering, type Answer, type Asked } from '../scripted.ts';
import { currentFake } from '../standIn.ts';

const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { chooseFlagPlace, flagOfDocument, chooseSegmentPlace } = await import('../../../src/editor/ask/choosePlace.ts');
const { find } = await import('../../../src/editor/explorer/find.ts');
const { placeWords } = await import('../../../src/editor/words/placeWords.ts');
const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');
const { compareDefinitions } = await import('../../../src/editor/review/compare.ts');
const { createFilterStore } = await import('../../../src/editor/explorer/changeRequests/requestFilter.ts');

const window = currentFake().window!;
const service = useService();
const connected = () => connectedTo(service);
const connections = connectionsOf(connected);
const place = (memory = new Memento()) => ({ connected: connected(), memory, title: 'Kill Flag' });

/** Asks for a place with this answer. Returns the question and the chosen place. */
async function choose(answer: Answer, ask: typeof chooseSegmentPlace | typeof chooseFlagPlace, asking = place()) {
  let chosen: unknown;
  const [asked] = await answering([answer], async () => (chosen = await ask(asking)));
  return { ...asked!, chosen: chosen as FlagTarget | SegmentTarget };
}
/** The service answers each list of segments with these. */
const listSegments = (objects: readonly object[], totalCount: number): void => {
  const body = { objects, offset: 0, limit: 200, totalCount };
  service.onCall = ({ path }) => (path.startsWith('/segments/ws/') ? { status: 200, body } : undefined);
};

describe('the list of places', () => {
  it('asks once for a flag, its environment and its workspace, and names production', async () => {
    const { options, chosen } = await choose('new-search · staging · Storefront', chooseFlagPlace);
    assert.ok(options.includes('new-search · production · Storefront'), options.join('\n'));
    assert.ok(options.some((row) => row.endsWith(' · Payments')));
    const workspace = { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false };
    const environment = { ...service.environment('staging'), isProduction: false };
    assert.deepEqual(chosen, { kind: 'flag', workspace, environment, name: 'new-search' });
    assert.equal(placeWords({ name: 'live-eu', isProduction: true }, { name: 'Shop' }), 'live-eu · production · Shop');
    assert.equal(placeWords({ name: 'Production', isProduction: true }, { name: 'Shop' }), 'Production · Shop');
  });

  it('accepts a typed flag even if the service lists only others, because a listing may be incomplete', async () => {
    const { chosen } = await choose({ typed: 'not-listed', take: '“not-listed” · staging · Storefront' }, chooseFlagPlace);
    assert.equal(chosen.name, 'not-listed');
  });

  it('offers the last choice for this connection first', async () => {
    const memory = new Memento();
    const [vip, beta] = ['vip-accounts · staging · Storefront', 'beta-accounts · production · Storefront'];
    const ask = (answer: Answer, more: object = {}) => choose(answer, chooseSegmentPlace, { ...place(memory), ...more });
    await ask(vip);
    await ask(beta);
    const { options, separators, active } = await ask(undefined);
    assert.deepEqual([options.slice(0, 2), separators, active], [[beta, vip], ['recent', ''], undefined]);
    assert.equal(options.filter((row) => row === vip).length, 1);
    const other = { ...connected(), connectionId: 'other' };
    assert.deepEqual((await ask(undefined, { connected: other })).separators, []);
  });

  it('finds every name in a long list, shows 200 rows, and says how many more there are', async () => {
    service.onCall = ({ path }) => {
      const { pathname, searchParams } = new URL(path, 'http://service.example');
      if (!pathname.startsWith('/segments/ws/')) return undefined;
      const offset = Number(searchParams.get('offset'));
      const objects = Array.from({ length: 200 }, (_, index) => ({ name: `segment-${offset + index}` }));
      return { status: 200, body: { objects, offset, limit: 200, totalCount: 10_000 } };
    };
    const { options, chosen } = await choose({ typed: 'PAY segment-9876' }, chooseSegmentPlace);
    const hidden = service.sandbox.environments.length * 10_000 - 200;
    assert.deepEqual([options.length, options.at(-1)], [201, `… and ${hidden.toLocaleString('en')} more`]);
    assert.deepEqual([chosen.name, chosen.workspace.name], ['segment-9876', 'Payments']);
  });

  it('looks up the place of a definition with one call for its workspace and one for its environment', async () => {
    const workspace = { name: 'Storefront', type: 'workspace', id: service.workspace('Storefront') };
    const objects = [workspace, ...Array.from({ length: 199 }, (_, id) => ({ ...workspace, id: `w${id}` }))];
    const body = { objects, offset: 0, limit: 200, totalCount: 900 };
    service.onCall = ({ path }) => (path.startsWith('/workspaces?') ? { status: 200, body } : undefined);
    const environment = service.environment('staging');
    const target = await flagOfDocument(
      connected(),
      definitionUri({
        connectionId: 'c1',
        connectionName: '',
        flagName: 'new-search',
        workspace: { id: workspace.id, name: '' },
        environment,
      }),
    );
    assert.deepEqual([target?.workspace.name, target?.environment.id], ['Storefront', environment.id]);
    assert.equal(service.seen.length, 2);
  });

  it('names a workspace that can’t be read, and says that there is nothing to choose only if all could be read', async () => {
    service.onCall = ({ path }) => (path.includes('/ws/') ? { status: 403, body: {} } : undefined);
    const nothing = answering([], () => chooseSegmentPlace(place()));
    await assert.rejects(nothing, { kind: 'service', status: 403 });
    listSegments([], 7);
    const unread = ['No match in the lists that could be read', 'Workspaces that could not be read: Storefront, Payments'];
    assert.deepEqual((await choose(undefined, chooseSegmentPlace)).options, unread);
    catalogOf(connected().client).expire();
    listSegments([], 0);
    assert.deepEqual((await choose(undefined, chooseSegmentPlace)).options, ['This API key has no access to any segment']);
  });
});

it('Find… opens a segment, a flag or an open change request from one list', async () => {
  const found = async (row: string): Promise<readonly unknown[] | undefined> => {
    await answering([row], () => find(reviewContextOf({ connections })));
    return executed.at(-1);
  };
  const [command, argument] = (await found('beta-accounts · production · Storefront')) ?? [];
  assert.deepEqual([command, (argument as { target: SegmentTarget }).target.kind], ['flagAdmin.segment.showKeys', 'segment']);
  assert.equal((await found('new-search · staging · Storefront'))?.[0], 'flagAdmin.flag.open');
  const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
  const search = data.find(({ title }) => title?.startsWith('New search')) ?? assert.fail('none');
  assert.deepEqual(await found(search.title ?? ''), ['flagAdmin.changeRequest.open', search.id]);
});

it('Find… says that not all change requests were read', async () => {
  const page = await service.as('submitter-key').listChangeRequests({ limit: 1 });
  const body = { ...page, nextMarker: 'more' };
  service.onCall = ({ path }) => (path.startsWith('/changeRequests?') ? { status: 200, body } : undefined);
  const [asked] = await answering([undefined], () => find(reviewContextOf({ connections })));
  assert.equal(asked?.options.at(-1), 'Not all change requests were read');
});

it('Find… finds segments and flags with an API key that can’t list change requests', async () => {
  service.onCall = ({ path }) => (path.startsWith('/changeRequests?') ? { status: 403, body: {} } : undefined);
  const [asked] = await answering(['beta-accounts · production · Storefront'], () => find(reviewContextOf({ connections })));
  assert.equal(executed.at(-1)?.[0], 'flagAdmin.segment.showKeys');
  assert.ok(asked?.options.includes('Not all change requests were read'));
});

describe('the question for a place', () => {
  const WHICH = 'Compare new-search in staging with which environment?';
  const comparing = (answers: readonly Answer[], given?: unknown): Promise<readonly Asked[]> =>
    answering(answers, () => compareDefinitions(reviewContextOf({ connections }), given));

  it('is asked for both sides of a comparison, without offering to compare a definition with itself', async () => {
    const [, second] = await comparing(['new-search · staging · Storefront', 'production']);
    assert.equal(second?.prompt, WHICH);
    assert.ok(!second.options.includes('staging'));
    assert.equal(made.length, 1);
  });

  it('is not asked for the first side of a comparison if the active editor shows a definition', async () => {
    const uriOf = (connectionId: string, flagName: string) => {
      const workspace = { id: service.workspace('Storefront'), name: 'Storefront' };
      return definitionUri({
        connectionId,
        connectionName: 'Shop',
        workspace,
        environment: service.environment('staging'),
        flagName,
      });
    };
    const promptFor = async (active: unknown, given?: unknown): Promise<string | undefined> => {
      Object.assign(window, { activeTextEditor: { document: { uri: active } } });
      const [asked] = await comparing([undefined], given).finally(() => Object.assign(window, { activeTextEditor: undefined }));
      return asked?.prompt;
    };
    assert.equal(await promptFor(uriOf('c1', 'new-search')), WHICH);
    assert.equal(await promptFor(uriOf('c1', 'another'), uriOf('c1', 'new-search')), WHICH);
    assert.match((await promptFor(uriOf('another', 'new-search'))) ?? '', /^Which flag\? Type/);
  });

  it('ends with a message if there is no second environment to compare with', async () => {
    const { id, name } = service.environment('staging');
    const body = [{ id, name, production: false }];
    service.onCall = ({ path }) => (path.startsWith('/environments/ws/') ? { status: 200, body } : undefined);
    await comparing(['new-search · staging · Storefront']);
    assert.equal(shown.at(-1)?.message, 'The workspace “Storefront” has no other environment that this API key can see.');
  });

  it('is asked for a filter, which can also include all places', async () => {
    const filters = createFilterStore(new Memento(), () => undefined);
    const [first, second, third] = await answering(['Workspace and environment…', 'Storefront', 'staging'], () =>
      filters.ask(connections),
    );
    assert.equal(first?.active, 'Workspace and environment…');
    assert.deepEqual([second?.prompt, second?.options.at(-1)], ['Which workspace?', 'All workspaces']);
    assert.deepEqual([third?.prompt, third?.options[0]], ['Which environment?', 'All environments']);
    assert.deepEqual(filters.of('c1'), {
      workspace: { id: service.workspace('Storefront'), name: 'Storefront' },
      environment: { id: service.environment('staging').id, name: 'staging' },
    });
  });
});
