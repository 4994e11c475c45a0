/** Tests what the client does if a service lacks an undocumented call. */
import assert from 'node:assert/strict';
import type http from 'node:http';
import { describe, it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { hasStatus } from '../../src/api/errors.ts';
import { calls, NAME, place, variants } from './everyCall.ts';
import { failureOf, firstPage, json, openStubService, type StubService } from './stubService.ts';

/** Each call that a service may lack, with its result in that case. */
const results: Readonly<Record<string, unknown>> = {
  uploadKeysWithComment: { name: NAME },
  ...Object.fromEntries(
    'listTrafficTypes;listActiveSegments;deactivateSegment;listFlags;readFlag;listDefinitions;createDefinition;replaceDefinition;deleteDefinition;killFlag;restoreFlag'
      .split(';')
      .map((name) => [name, undefined]),
  ),
};

/** The calls in admin-api.md, answered as if all objects existed. */
// prettier-ignore
const DOCUMENTED: readonly (readonly [call: RegExp, answer: unknown])[] = [
  [/^GET \/environments\/ws\/w$/, [{ id: 'e0', name: 'development' }, { id: 'e', name: 'production' }]],
  [/^GET \/flags\/ws\/w\/a%2Fb%20c\/environments\/e$/, { name: NAME }],
  [/^GET \/segments\/e\/a%2Fb%20c\/keys\?/, { keys: [], count: 0 }],
  [/^PUT \/segments\/e\/a%2Fb%20c\/upload$/, { name: NAME }],
];

/** A service that has only these calls if the objects exist, and answers all others with `status`. */
async function openDocumented(status: number, isThere: boolean): Promise<StubService> {
  return openStubService((response, { method, url }) => {
    const call = `${method} ${url.replace('/internal/api/v2', '')}`;
    const found = isThere && DOCUMENTED.find(([pattern]) => pattern.test(call));
    if (found) json(response, found[1]);
    else json(response, { code: 404, message: 'nothing here' }, url.includes('/environments/e0') ? 404 : status);
  });
}

for (const [name, gives] of Object.entries(results)) {
  const { make } = (calls as typeof variants)[name] ?? variants[name]!;
  describe(`a service without ${name}`, () => {
    for (const status of [404, 405])
      it(`(${status}) is asked once, and again after a refresh`, async () => {
        await using stub = await openDocumented(status, true);
        assert.deepEqual(await make(stub.client), gives);
        const [first] = stub.received;
        const asked = () => stub.received.filter(({ method, url }) => method === first?.method && url === first.url).length;
        assert.deepEqual(await make(stub.client), gives);
        assert.equal(asked(), 1);
        stub.client.forgetAbsent();
        assert.deepEqual(await make(stub.client), gives);
        assert.equal(asked(), 2);
      });

    it('is distinguished from one whose objects are missing or hidden from this API key', async () => {
      await using stub = await openDocumented(404, false);
      for (let i = 0; i < 2; i += 1) {
        const error = await failureOf(make(stub.client));
        assert.ok(hasStatus(error, 404));
        // The call itself gets this answer, not the request that looks for its object.
        const pathOf = (url: string): string => new URL(url, 'http://x').pathname;
        assert.equal(pathOf((error as { path?: string }).path ?? ''), pathOf(stub.received[0]?.url ?? ''));
      }
    });
  });
}

describe('the knowledge that a service lacks a call', () => {
  const noFlags = { objects: [], totalCount: 0 };

  it('applies to the place in the path if it comes from a 404, and to every place if it comes from a 405', async () => {
    await using stub = await openStubService((response, { url }) => {
      if (url.includes('/environments/ws/')) json(response, []);
      else if (url.includes('/flags/ws/w1')) json(response, {}, 404);
      else json(response, noFlags);
    });
    assert.equal(await stub.client.listFlags('w1', firstPage), undefined);
    assert.equal((await stub.client.listFlags('w2', firstPage))?.totalCount, 0);
    await using other = await openStubService((response) => json(response, {}, 405));
    for (const workspace of ['w1', 'w2']) assert.equal(await other.client.listFlags(workspace, firstPage), undefined);
    assert.equal(other.received.length, 1);
  });

  it('comes from a 404 to a call that has worked before only after a refresh, because that 404 is about the object', async () => {
    await using stub = await openStubService((response, { url }, number) => {
      if (number === 1) json(response, noFlags);
      else json(response, [], url.includes('/environments/ws/') ? 200 : 404);
    });
    await stub.client.listFlags('w1', firstPage);
    assert.ok(hasStatus(await failureOf(stub.client.listFlags('w2', firstPage)), 404));
    assert.equal(stub.received.length, 2);
    stub.client.forgetAbsent();
    assert.equal(await stub.client.listFlags('w1', firstPage), undefined);
  });

  it('does not come from a refusal', async () => {
    for (const status of [401, 403, 409]) {
      await using stub = await openStubService((response) => json(response, {}, status));
      for (let i = 0; i < 2; i += 1) await failureOf(stub.client.listFlags('w1', firstPage));
      assert.equal(stub.received.length, 2);
    }
  });

  /** A workspace with two environments, in which `answer` answers each other call. */
  const openEnvironments = (answer: (response: http.ServerResponse, method: string, url: string) => void): Promise<StubService> =>
    openStubService((response, { method, url }) => {
      if (!url.includes('/environments/ws/')) return answer(response, method, url);
      json(response, ['e', 'other'].map((id) => ({ id, name: id })));
    }); // prettier-ignore
  const create = (client: Client, environmentId: string) => client.createDefinition({ ...place, environmentId }, { name: NAME });

  for (const [what, defined, call] of [
    ['a flag that has no definition anywhere', '', (client) => client.readFlag('w', NAME)],
    ['a definition for a missing flag', '', (client) => create(client, 'e')],
    ['a definition in a missing environment', '/environments/other', (client) => create(client, 'missing')],
  ] as readonly (readonly [string, string, (client: Client) => Promise<unknown>])[])
    it(`does not come from a 404 for ${what}`, async () => {
      await using stub = await openEnvironments((response, method, url) =>
        json(response, { name: NAME }, method === 'GET' && defined && url.endsWith(defined) ? 200 : 404),
      );
      for (let i = 0; i < 2; i += 1) assert.ok(hasStatus(await failureOf(call(stub.client)), 404));
    });

  it('remains unchanged if the API key may not read the flag’s definitions, and that refusal is reported', async () => {
    await using stub = await openEnvironments((response, _, url) =>
      json(response, { name: NAME }, url.endsWith('/environments/e') ? 403 : url.endsWith('/environments/other') ? 200 : 404),
    );
    assert.ok(hasStatus(await failureOf(stub.client.readFlag('w', NAME)), 403));
  });
});
