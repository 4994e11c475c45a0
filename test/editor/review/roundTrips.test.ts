/** Tests how many calls the review of a change request makes, and which of them run in parallel. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { usePanels } from './usePanels.ts';

const panels = usePanels({ vocabulary: 'split' });
const { service } = panels;

it('a review reads a flag’s request in two round trips: the request, then its definition and environments at the same time', async () => {
  const id = await panels.requestId(/^New search/);
  const paths = {
    request: `/changeRequests/${id}`,
    workspaces: '/workspaces',
    definition: '/splits/ws/',
    environments: '/environments/ws/',
  };
  /** Each call waits for the other call of its round trip. If they ran one after the other, the review would never appear. */
  const pairs = [
    ['request', 'workspaces'],
    ['definition', 'environments'],
  ] as const;
  const seen = new Map(Object.keys(paths).map((name) => [name, Promise.withResolvers<undefined>()]));
  const calls: string[] = [];
  service.onCall = async ({ method, path }) => {
    const found = Object.entries(paths).find(([, start]) => path.startsWith(start));
    if (method !== 'GET' || !found) return undefined;
    calls.push(found[0]);
    seen.get(found[0])!.resolve(undefined);
    const other = pairs.find((pair) => pair.some((one) => one === found[0]))!.find((one) => one !== found[0])!;
    return seen.get(other)!.promise;
  };
  const page = await panels.openReview(/^New search/);
  assert.ok(page);
  assert.deepEqual(
    calls.toSorted((one, other) => one.localeCompare(other)),
    ['definition', 'environments', 'request', 'workspaces'],
  );
});

it('a review asks fewer than 50 environments at first, and the others when it is read again', async () => {
  const flag = (await service.as('submitter-key').listChangeRequests({})).data.find(({ title }) =>
    title?.startsWith('New search'),
  );
  assert.ok(flag);
  const request = { ...flag, flag: undefined, split: { ...flag.flag, environment: undefined } };
  const environments = Array.from({ length: 60 }, (_, index) => ({ id: `e${index}`, name: `env ${index}`, production: false }));
  const asked: string[] = [];
  service.onCall = ({ path }) => {
    if (path.startsWith('/environments/ws/')) return { status: 200, body: environments };
    if (path.startsWith('/changeRequests/')) return { status: 200, body: request };
    const [, environment] = /\/environments\/(e\d+)$/.exec(path) ?? [];
    if (environment === undefined) return undefined;
    asked.push(environment);
    const body = { ...flag.flag, openChangeRequestId: environment === 'e58' ? flag.id : null };
    return { status: 200, body };
  };
  const page = await panels.openReview(/^New search/);
  assert.ok(service.seen.length < 50 && asked.length > 30, String(service.seen.length));
  service.seen.length = 0;
  page.say({ type: 'action', id: 'refresh' });
  await page.until(() => asked.includes('e58'));
  assert.equal(new Set(asked).size, asked.length, 'none is asked twice');
});
