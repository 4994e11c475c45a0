/** Tests what the client does if a service lacks an undocumented call. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { hasStatus, isApiError, isCancelled } from '../../src/api/errors.ts';
import { failureOf, firstPage, json, openStage, type Stage } from './stage.ts';

const place = { workspaceId: 'w', flagName: 'f', environmentId: 'e' };
const definition = { name: 'f' };

/** Each call that a service may lack, with its result in that case. */
const calls: Readonly<Record<string, readonly [call: (client: Client) => Promise<unknown>, gives: unknown]>> = {
  listTrafficTypes: [(client) => client.listTrafficTypes('w'), [{ id: 't', name: 'user' }]],
  listActiveSegments: [(client) => client.listActiveSegments('w', 'e', firstPage), undefined],
  deactivateSegment: [(client) => client.deactivateSegment('e', 's'), undefined],
  uploadKeysWithComment: [
    (client) => client.uploadKeysWithComment('e', 's', { keys: ['a'], comment: 'c' }),
    { definition: { name: 's' }, isCommentKept: false },
  ],
  'uploadKeysWithComment, replacing': [
    (client) => client.uploadKeysWithComment('e', 's', { keys: ['a'], isReplacement: true }),
    undefined,
  ],
  listFlags: [(client) => client.listFlags('w', firstPage), undefined],
  readFlag: [(client) => client.readFlag('w', 'f'), undefined],
  listDefinitions: [(client) => client.listDefinitions('w', 'e', firstPage), undefined],
  createDefinition: [(client) => client.createDefinition(place, definition), undefined],
  replaceDefinition: [(client) => client.replaceDefinition(place, definition), undefined],
  deleteDefinition: [(client) => client.deleteDefinition(place), undefined],
  killFlag: [(client) => client.killFlag(place), undefined],
  restoreFlag: [(client) => client.restoreFlag(place), undefined],
};

/** The calls in admin-api.md, answered as if all objects existed. */
// prettier-ignore
const DOCUMENTED: readonly (readonly [method: string, path: RegExp, answer: unknown])[] = [
  ['GET', /^\/environments\/ws\/w$/, [{ id: 'e0', name: 'development' }, { id: 'e', name: 'production' }]],
  ['GET', /^\/flags\/ws\/w\/f\/environments\/e$/, definition],
  ['GET', /^\/segments\/e\/s\/keys\?/, { keys: [], count: 0 }],
  ['GET', /^\/segments\/ws\/w\?/, { objects: [{ name: 's', trafficType: { id: 't', name: 'user' } }], totalCount: 1 }],
  ['PUT', /^\/segments\/e\/s\/upload$/, { name: 's' }],
];

/** A service that has only these calls if the objects exist, and answers all others with `status`. */
async function openDocumented(status: number, isThere: boolean): Promise<Stage> {
  return openStage((response, { method, url }) => {
    const path = url.replace('/internal/api/v2', '');
    const found = isThere && DOCUMENTED.find(([verb, pattern]) => verb === method && pattern.test(path));
    if (found) json(response, found[2]);
    else json(response, { code: 404, message: 'nothing here' }, url.includes('/environments/e0') ? 404 : status);
  });
}

for (const [name, [call, gives]] of Object.entries(calls)) {
  describe(`a service without ${name}`, () => {
    for (const status of [404, 405]) {
      it(`(${status}) is asked once, and again after a refresh`, async () => {
        const stage = await openDocumented(status, true);
        assert.deepEqual(await call(stage.client), gives);
        const [first] = stage.received;
        const asked = (): number =>
          stage.received.filter(({ method, url }) => method === first?.method && url === first.url).length;
        assert.deepEqual(await call(stage.client), gives);
        assert.equal(asked(), 1);
        stage.client.forgetAbsent();
        assert.deepEqual(await call(stage.client), gives);
        assert.equal(asked(), 2);
        await stage.close();
      });
    }

    it('is distinguished from one whose objects are missing or hidden from this API key', async () => {
      const stage = await openDocumented(404, false);
      for (let i = 0; i < 2; i += 1) {
        const error = await failureOf(call(stage.client));
        assert.ok(isApiError(error) && error.kind === 'service' && error.status === 404);
        // The call itself gets this answer, not the request that looks for its object.
        assert.equal(
          `/internal/api/v2${new URL(error.path, 'http://x').pathname}`,
          `/internal/api/v2${new URL(stage.received[0]?.url ?? '', 'http://x').pathname}`,
        );
      }
      await stage.close();
    });
  });
}

describe('the documented replacement for a missing call', () => {
  it('finds traffic types in the segments that have one', async () => {
    const objects = [{ name: 'a' }, { name: 'b', trafficType: { id: 't', name: 'user' } }, { name: 'c', trafficType: null }];
    const stage = await openStage((response, { url }) => {
      if (url.includes('/segments/')) json(response, { objects, totalCount: 3 });
      else json(response, {}, 405);
    });
    assert.deepEqual(await stage.client.listTrafficTypes('w'), [{ id: 't', name: 'user' }]);
    await stage.close();
  });

  it('stops reading segments after 2,000 pages, or when it is cancelled', async () => {
    const cancelled = new AbortController();
    let most = Infinity;
    let pages = 0;
    const stage = await openStage((response, { url }) => {
      if (!url.includes('/segments/')) return json(response, {}, 405);
      pages += 1;
      if (pages >= most) cancelled.abort();
      json(response, { objects: [{ name: `s${pages}`, trafficType: { id: 't', name: 'user' } }], totalCount: 1e9 });
    });
    assert.deepEqual(await stage.client.listTrafficTypes('w'), [{ id: 't', name: 'user' }]);
    assert.equal(pages, 2000);
    most = pages + 3;
    await assert.rejects(stage.client.listTrafficTypes('w', { signal: cancelled.signal }), isCancelled);
    assert.equal(pages, 2003);
    await stage.close();
  });
});

describe('the knowledge that a service lacks a call', () => {
  it('applies only to the place in the path if it comes from a 404', async () => {
    const stage = await openStage((response, { url }) => {
      if (url.includes('/environments/ws/')) json(response, []);
      else if (url.includes('/flags/ws/w1')) json(response, {}, 404);
      else json(response, { objects: [], totalCount: 0 });
    });
    assert.equal(await stage.client.listFlags('w1', firstPage), undefined);
    assert.equal((await stage.client.listFlags('w2', firstPage))?.totalCount, 0);
    await stage.close();
  });

  it('applies to every place if it comes from a 405', async () => {
    const stage = await openStage((response) => json(response, {}, 405));
    assert.equal(await stage.client.listFlags('w1', firstPage), undefined);
    assert.equal(await stage.client.listFlags('w2', firstPage), undefined);
    assert.equal(stage.received.length, 1);
    await stage.close();
  });

  it('does not come from a 404 to a call that has worked before, because that 404 is about the object', async () => {
    const stage = await openStage((response, _, number) => {
      if (number === 1) json(response, { objects: [], totalCount: 0 });
      else json(response, {}, 404);
    });
    await stage.client.listFlags('w1', firstPage);
    const error = await failureOf(stage.client.listFlags('w2', firstPage));
    assert.ok(isApiError(error) && error.kind === 'service' && error.status === 404);
    assert.equal(stage.received.length, 2);
    await stage.close();
  });

  it('can come from a 404 to a call that has worked before, after a refresh', async () => {
    const stage = await openStage((response, { url }, number) => {
      if (number === 1) json(response, { objects: [], totalCount: 0 });
      else json(response, [], url.includes('/environments/ws/') ? 200 : 404);
    });
    assert.equal((await stage.client.listFlags('w', firstPage))?.totalCount, 0);
    stage.client.forgetAbsent();
    assert.equal(await stage.client.listFlags('w', firstPage), undefined);
    await stage.close();
  });

  for (const status of [401, 403, 409]) {
    it(`does not come from a refusal (${status})`, async () => {
      const stage = await openStage((response) => json(response, {}, status));
      await failureOf(stage.client.listFlags('w1', firstPage));
      await failureOf(stage.client.listFlags('w1', firstPage));
      assert.equal(stage.received.length, 2);
      await stage.close();
    });
  }

  it('remains unchanged if the search for the object fails, and that failure is reported', async () => {
    const stage = await openStage((response, { url }) => json(response, {}, url.includes('/environments/ws/') ? 403 : 404));
    const error = await failureOf(stage.client.listFlags('w1', firstPage));
    assert.ok(isApiError(error) && error.kind === 'service' && error.status === 403);
    await failureOf(stage.client.listFlags('w1', firstPage));
    assert.equal(stage.received.length, 4);
    await stage.close();
  });

  const missing: readonly (readonly [string, readonly string[], (client: Client) => Promise<unknown>])[] = [
    ['a flag that has no definition anywhere', [], async (client) => client.readFlag('w', 'f')],
    ['a definition for a flag that is not there', [], async (client) => client.createDefinition(place, definition)],
    [
      'a definition in an environment that is not there',
      ['other'],
      async (client) => client.createDefinition({ ...place, environmentId: 'gone' }, definition),
    ],
  ];
  for (const [what, environments, call] of missing) {
    it(`does not come from a 404 for ${what}`, async () => {
      const stage = await openStage((response, { method, url }) => {
        if (url.includes('/environments/ws/'))
          json(response, [
            { id: 'e', name: 'e' },
            { id: 'other', name: 'o' },
          ]);
        else if (method === 'GET' && environments.some((id) => url.endsWith(`/f/environments/${id}`))) json(response, definition);
        else json(response, {}, 404);
      });
      for (let i = 0; i < 2; i += 1) assert.ok(hasStatus(await failureOf(call(stage.client)), 404));
      await stage.close();
    });
  }

  it('remains unchanged if the API key may not read the flag’s definitions, and that refusal is reported', async () => {
    const stage = await openStage((response, { url }) => {
      if (url.includes('/environments/ws/'))
        json(response, [
          { id: 'e', name: 'e' },
          { id: 'other', name: 'o' },
        ]);
      else json(response, definition, url.endsWith('/environments/e') ? 403 : url.endsWith('/environments/other') ? 200 : 404);
    });
    assert.ok(hasStatus(await failureOf(stage.client.readFlag('w', 'f')), 403));
    await stage.close();
  });
});
