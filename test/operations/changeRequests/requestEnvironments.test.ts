/** Tests finding the environments of open requests, and how many calls that takes. */
import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import {
  createRequestEnvironments,
  type RequestEnvironments,
} from '../../../src/operations/changeRequests/requestEnvironments.ts';
import { passTime } from '../../time/passTime.ts';
import { useService } from '../service.ts';

const service = useService({ vocabulary: 'split' });
afterEach(() => mock.restoreAll());

function usePlaces(): { readonly places: RequestEnvironments; readonly found: Map<string, string> } {
  const found = new Map<string, string>();
  const places = createRequestEnvironments(service.as('submitter-key'), {
    isKnown: ({ id }) => found.has(id),
    remember: async ({ name }, ids) => ids.forEach((id) => found.set(id, name)),
  });
  return { places, found };
}
const open = async (): Promise<readonly ChangeRequest[]> => {
  const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
  service.seen.length = 0;
  return data;
};

describe('the environments of open requests', () => {
  it('need at most 50 calls in ten seconds; the others follow at the next attempt', async () => {
    const [request] = await open();
    const wire = { ...request, split: request!.flag ?? null, flag: undefined };
    const environments = Array.from({ length: 90 }, (_, index) => ({ id: `e${index}`, name: `env ${index}`, production: false }));
    service.onCall = ({ path }) => {
      const query = new URL(path, 'http://service.example').searchParams.get('environmentId');
      if (path.startsWith('/environments/ws/')) return { status: 200, body: environments };
      if (query === null) return undefined;
      return {
        text: JSON.stringify({ data: query === 'e80' ? [wire] : [], nextMarker: null, previousMarker: null }),
      };
    };
    const { places, found } = usePlaces();
    await places.findAll([request!]);
    await places.findAll([request!]);
    assert.deepEqual([service.seen.length, found.size, places.wasSearched(request!.id)], [50, 0, false]);
    passTime(10_001);
    await places.findAll([request!]);
    assert.equal(found.get(request!.id), 'env 80');
    assert.ok(service.seen.length <= 100, String(service.seen.length));
  });

  it('are also found for a request that was submitted after the environments were listed', async () => {
    const before = await open();
    const { places, found } = usePlaces();
    await places.findAll(before);
    assert.ok(found.size > 0);
    const { workspaceId, environmentId } = service.place('production');
    const added = await service.as('release-key').submitChangeRequest(workspaceId, environmentId, {
      operationType: 'CREATE',
      segment: { name: 'beta-accounts', keys: ['one-more'] },
      title: 'One more',
      approvers: [],
    });
    service.onCall = ({ path }) => (path.includes('environmentId=') ? 500 : undefined);
    await assert.rejects(places.findAll([...before, added]), { status: 500 });
    assert.equal(places.wasSearched(added.id), false, 'an old list proves nothing');
    service.onCall = () => undefined;
    await places.findAll([...before, added]);
    assert.deepEqual([found.get(added.id), places.wasSearched(added.id)], ['production', false]);
    service.seen.length = 0;
    await places.findAll([...before, added]);
    assert.equal(service.seen.length, 0, 'nothing is new');
  });

  it('are looked for again after a refresh, also if a search was in progress at that time', async () => {
    const requests = await open();
    const { places, found } = usePlaces();
    service.onCall = ({ path }) => {
      if (!path.includes('environmentId=')) return undefined;
      places.forgetNotFound();
      return 403;
    };
    await places.findAll(requests);
    assert.equal(found.size, 0);
    service.onCall = () => undefined;
    await places.findAll(requests);
    assert.equal(found.size, requests.length);
  });

  it('are only looked up for an opened request if the service can’t list requests by environment', async () => {
    const requests = await open();
    service.onCall = ({ path }) =>
      path.includes('environmentId=') ? { text: JSON.stringify({ data: [requests[0]] }) } : undefined;
    const { places, found } = usePlaces();
    await places.findAll(requests);
    assert.deepEqual([service.seen.length, found.size], [1, 0]);
    const vip = requests.find(({ segment }) => segment?.name === 'vip-accounts') ?? assert.fail('none');
    await places.find(vip);
    assert.equal(found.get(vip.id), 'production');
    const lost = { ...vip, id: 'elsewhere' };
    await places.find(lost);
    assert.equal(places.wasSearched(lost.id), true);
  });
});
