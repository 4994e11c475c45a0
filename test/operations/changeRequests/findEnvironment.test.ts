/** Tests finding the environment of a change request: from the request, or from the object that it locks. */
import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import { isApiError } from '../../../src/api/errors.ts';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { findEnvironment } from '../../../src/operations/changeRequests/findEnvironment.ts';
import { passTime } from '../../time/passTime.ts';
import { useService } from '../service.ts';

const service = useService();
afterEach(() => mock.restoreAll());

async function open(title: RegExp): Promise<ChangeRequest> {
  const { data } = await service.as('submitter-key').listChangeRequests({});
  const found = data.find((request) => title.test(request.title ?? ''));
  assert.ok(found, String(title));
  service.seen.length = 0;
  return found;
}

/** A flag request as documented, which does not name its environment. */
const nameless = (request: ChangeRequest): ChangeRequest => ({
  ...request,
  flag: request.flag && { ...request.flag, environment: null },
});

describe('the environment of a request', () => {
  it('is found by the segment or the definition that it has locked', async () => {
    const client = service.as('submitter-key');
    assert.deepEqual(await findEnvironment(client, await open(/VIP accounts/)), service.environment('production'));
    assert.deepEqual([service.count('GET', /^\/segments/), service.seen.length], [4, 5], 'one call for each environment');
    assert.deepEqual(await findEnvironment(client, await open(/^Remove ended trials/)), service.environment('pre-production'));
    assert.deepEqual(await findEnvironment(client, await open(/pilot merchants/)), service.environment('production', 'Payments'));
    assert.deepEqual(await findEnvironment(client, nameless(await open(/^Kill/))), service.environment('production'));
  });

  it('is the one that the request names, which is looked up once to know whether it is production', async () => {
    const request = await open(/^New search/);
    assert.deepEqual(await findEnvironment(service.as('submitter-key'), request), service.environment('production'));
    assert.equal(service.seen.length, 1);
    const vips = await open(/VIP accounts/);
    const { id, name } = service.environment('staging');
    const named = { ...vips, segment: { ...vips.segment!, environment: { id, name } } };
    assert.deepEqual(await findEnvironment(service.as('submitter-key'), named), service.environment('staging'));
  });

  it('counts as production if that can’t be known', async () => {
    const { workspace, ...request } = await open(/^New search/);
    const { id, name } = service.environment('staging');
    const flag = { ...request.flag!, environment: { id, name } };
    assert.deepEqual(await findEnvironment(service.as('submitter-key'), { ...request, flag }), { id, name, isProduction: true });
    const hidden = {
      ...request,
      ...(workspace && { workspace }),
      flag: { ...flag, environment: { id: 'elsewhere', name: 'hidden' } },
    };
    const found = await findEnvironment(service.as('submitter-key'), hidden);
    assert.deepEqual(found, { id: 'elsewhere', name: 'hidden', isProduction: true });
    assert.ok(workspace);
  });

  it('is read again, because it may have just become production; it counts as production if the service does not say', async () => {
    const request = await open(/VIP accounts/);
    const { id, name } = service.environment('production');
    const client = service.as('submitter-key');
    for (const [production, isProduction] of [
      [false, false],
      [true, true],
      [undefined, true],
    ] as const) {
      const body = [{ id, name, production }];
      service.onCall = ({ path }) => (path.startsWith('/environments/') ? { status: 200, body } : undefined);
      assert.deepEqual(await findEnvironment(client, request), { id, name, isProduction });
      passTime(1000);
    }
  });

  it('is unknown if the request is decided, or no object shows it', async () => {
    const client = service.as('submitter-key');
    assert.equal(await findEnvironment(client, { ...(await open(/VIP accounts/)), status: 'PUBLISHED' }), undefined);
    assert.deepEqual(service.seen, []);
    const { workspace, ...homeless } = await open(/VIP accounts/);
    assert.ok(workspace);
    assert.equal(await findEnvironment(client, homeless), undefined);
    assert.equal(await findEnvironment(client, { ...homeless, workspace, id: 'another' }), undefined);
    // A definition that does not exist yet can't be locked.
    assert.equal(await findEnvironment(client, nameless(await open(/^Define dark mode/))), undefined);
  });

  it('is searched in the other environments if the API key can’t see some', async () => {
    const request = await open(/VIP accounts/);
    const { id } = service.environment('development');
    service.onCall = ({ path }) => (path.startsWith(`/segments/${id}`) ? { status: 403, body: {} } : undefined);
    assert.deepEqual(await findEnvironment(service.as('submitter-key'), request), service.environment('production'));
  });

  it('does not count as unknown if the service is down', async () => {
    const request = await open(/VIP accounts/);
    service.onCall = ({ path }) => (path.startsWith('/segments') ? 'loseRequest' : undefined);
    await assert.rejects(findEnvironment(service.as('submitter-key'), request), isApiError);
  });
});
