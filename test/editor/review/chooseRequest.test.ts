/** Tests Review Change Request… from the palette: page by page, and any request by its ID or a link. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { ReviewContext } from '../../../src/editor/review/reviewContext.ts';
import { panelKey } from '../../../src/editor/review/subject.ts';
import { useService } from '../../operations/service.ts';
import { passTime } from '../../time/passTime.ts';
import { connectedTo, connectionsOf, reviewContextOf } from '../connected.ts';
import '../fakePanel.ts';
import { executed } from '../fakeVscode.ts';
import { answering, type Answer, type Asked } from '../scripted.ts';

const { openReview, requestIdIn } = await import('../../../src/editor/review/openReview.ts');

const service = useService();
const MORE = 'Load more…';
const ID = '73f32061-754e-4c22-8f40-a77b65f9e708';
/** Requests on a page. */
const LIMIT = 4;
let deps: ReviewContext;
const opened = (): readonly string[] => [...deps.panels].map(({ key }) => key());
const keyOf = (id: string): string => panelKey({ kind: 'request', id }, { connectionId: 'c1', connectionName: 'Shop' });
const choosing = (...answers: readonly Answer[]): Promise<readonly Asked[]> =>
  answering(answers, () => openReview(deps, undefined));

beforeEach(() => {
  const plain = service.as('submitter-key');
  const listChangeRequests: typeof plain.listChangeRequests = (query, options) =>
    plain.listChangeRequests({ ...query, limit: LIMIT }, options);
  const connected = connectedTo(service, 'submitter-key', { client: { ...plain, listChangeRequests } });
  deps = reviewContextOf({ connections: connectionsOf(() => connected) });
});

afterEach(() => mock.restoreAll());

describe('Review Change Request…', () => {
  it('reads a page on demand, describes each row by its environment and object, and opens a request of any page', async () => {
    const pages = (): number => service.count('GET', /^\/changeRequests\?/);
    const [{ options } = assert.fail()] = await choosing(undefined);
    assert.deepEqual([pages(), options.length, options.at(-1)], [1, 5, MORE]);
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const { id, title } = data.at(-1)!;
    const [, second, third] = await choosing(MORE, MORE, { typed: 'a word of it', take: title ?? '' });
    assert.equal(pages(), 4, 'the first page is known, and the test has read the list');
    assert.deepEqual(opened(), [keyOf(id)]);
    assert.ok(second?.options[4]?.startsWith(second.active ?? '?'), 'Enter takes the first new row');
    assert.equal(new Set(third?.options).size, 9);
    assert.ok(!third?.options.includes(MORE));
    assert.ok(third?.options.some((row) => /^New search.* · production.* · new-search$/.test(row)));
    assert.ok(third?.options.some((row) => /^Remove ended trials · environment unknown.* · trial-accounts$/.test(row)));
  });

  it('keeps the typed text when it reads a further page, and then lets the text decide which row is first', async () => {
    const [, , third] = await choosing(MORE, { typed: 'trial', take: MORE }, undefined);
    assert.equal(third?.value, 'trial');
    assert.equal(third?.active, undefined);
  });

  it('lists requests that were submitted more than a minute after a view had read the list', async () => {
    const body = { data: [], nextMarker: null, previousMarker: null, limit: 4, count: 0 };
    service.onCall = ({ path }) => (path.startsWith('/changeRequests?') ? { status: 200, body } : undefined);
    const [before] = await choosing(undefined);
    assert.equal(before?.options.length, 0);
    service.onCall = () => undefined;
    passTime(61_000);
    const [now] = await choosing(undefined);
    assert.equal(now?.options.length, LIMIT + 1);
    // A view may show more than one page of the list.
    await choosing(MORE, undefined);
    passTime(61_000);
    const [again] = await choosing(undefined);
    assert.equal(again?.options.length, 2 * LIMIT + 1);
  });

  it('opens a pasted link, which may lead to a different service, and does not use only its ID', async () => {
    const link = `vscode://flag-admin.flag-admin/open?origin=https%3A%2F%2Fother.example&kind=changeRequest&id=${ID}`;
    await choosing({ typed: link });
    assert.deepEqual(executed.at(-1), ['flagAdmin.link.open', link]);
    assert.deepEqual(opened(), []);
  });

  it('says that no request is open, and still accepts an ID', async () => {
    const body = { data: [], nextMarker: null, previousMarker: null, limit: 4, count: 0 };
    service.onCall = ({ path }) => (path.startsWith('/changeRequests?') ? { status: 200, body } : undefined);
    const [asked] = await choosing({ typed: ID });
    assert.deepEqual(opened(), [keyOf(ID)]);
    assert.match(asked?.separators.join() ?? '', /No change request is open/);
  });
});

it('the ID in a pasted text is the one after “change requests”, otherwise the last one', () => {
  const other = '00000000-0000-4000-8000-000000000001';
  const page = 'https://app.example.com';
  for (const text of [
    ` ${ID}\n`,
    ID.toUpperCase(),
    `"${ID}"`,
    `${page}/${other}/${ID}`,
    `${page}/org/${other}/ws/${other}/change-requests/${ID}?tab=${other}`,
    ...['change-request/', 'changeRequests/', '?changeRequest='].map((way) => `${page}/${way}${ID}/${other}`),
  ])
    assert.equal(requestIdIn(text), ID, text);
  for (const text of ['', 'beta-accounts', '73f32061-754e-4c22-8f40', `${page}/change-requests/12`])
    assert.equal(requestIdIn(text), undefined);
});
