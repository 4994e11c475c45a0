/** Tests how many calls the review of a change request makes, and which of them run in parallel. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { press, textsOf, usePanels } from './usePanels.ts';

const panels = usePanels({ vocabulary: 'split' });
const { service, openReview } = panels;

it('a review reads a flag’s request in two round trips: the request, then its definition and environments at the same time', async () => {
  const id = await panels.requestId(/^New search/);
  /** Each call waits for the other call of its round trip. If they ran one after the other, the review would never appear. */
  const roundTrips = [
    [`/changeRequests/${id}`, '/workspaces'],
    ['/splits/ws/', '/environments/ws/'],
  ];
  const starts = roundTrips.flat();
  const seen = new Map(starts.map((start) => [start, Promise.withResolvers<undefined>()]));
  const calls: string[] = [];
  service.onCall = ({ method, path }) => {
    const found = starts.find((start) => path.startsWith(start));
    if (method !== 'GET' || found === undefined) return undefined;
    calls.push(found);
    seen.get(found)!.resolve(undefined);
    const [one, other] = roundTrips.find((pair) => pair.includes(found))!;
    return seen.get(found === one ? other! : one!)!.promise;
  };
  await openReview(/^New search/);
  assert.deepEqual(new Set(calls), new Set(starts));
  assert.equal(calls.length, 4);
});

it('a review asks fewer than 50 environments at first, and the others when it is read again', async () => {
  const { data } = await service.as('submitter-key').listChangeRequests({});
  const { flag, ...request } = data.find(({ title }) => title?.startsWith('New search'))!;
  const environments = Array.from({ length: 60 }, (_, index) => ({ id: `e${index}`, name: `env ${index}`, production: false }));
  const asked: string[] = [];
  service.onCall = ({ path }) => {
    if (path.startsWith('/environments/ws/')) return { status: 200, body: environments };
    const body = { ...request, split: { ...flag, environment: undefined } };
    if (path.startsWith('/changeRequests/')) return { status: 200, body };
    const [, environment] = /\/environments\/(e\d+)$/.exec(path) ?? [];
    if (environment === undefined) return undefined;
    asked.push(environment);
    return { status: 200, body: { ...flag, openChangeRequestId: environment === 'e58' ? request.id : null } };
  };
  const page = await openReview(/^New search/);
  assert.ok(service.seen.length < 50 && asked.length > 30, String(service.seen.length));
  await press(page, 'refresh', () => asked.includes('e58'));
  assert.equal(new Set(asked).size, asked.length, 'none is asked twice');
});

it('a review names other open requests that touch it, from the list that was read, without reading it again', async () => {
  await catalogOf(panels.connectedAs('shop').client).requests().read({ count: 100 });
  const lists = (): number => service.count('GET', /^\/changeRequests(?:\?|$)/);
  const before = lists();
  for (const [title, sentence] of [
    [/^Kill the rec/, /^The change request “.*VIP accounts” is open on vip-accounts, a segment that this flag uses\.$/],
    [/VIP accounts/, /^The change request “Kill the recommendation engine” is open on .*, a flag that uses this segment\.$/],
  ] as const) {
    const page = await openReview(title);
    await page.until(() => textsOf(page.view().notices).some((text) => sentence.test(text)));
  }
  // The test itself lists the requests twice, to find their ids.
  assert.equal(lists(), before + 2);
});
