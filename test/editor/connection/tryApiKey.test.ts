/** Tests the messages when an API key is tried with a service that is wrong, down, or not an admin service. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import '../fakeVscode.ts';

const { addressProblem, tryApiKey } = await import('../../../src/editor/connection/tryApiKey.ts');

const API_KEY = 'canary-api-key-7';

async function serve(listener: RequestListener): Promise<{ baseUrl: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function refusalOf(candidate: { baseUrl: string; apiKey: string }): Promise<string> {
  const trial = await tryApiKey(candidate);
  return trial.ok ? assert.fail('it was accepted') : trial.sentence;
}

describe('trying an API key', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  it('reports no problem with a key that the service accepts', async () => {
    const apiKey = sandbox.keys[0]?.key ?? '';
    assert.deepEqual(await tryApiKey({ baseUrl: sandbox.baseUrl, apiKey }), {
      ok: true,
      authentication: 'bearer',
      word: undefined,
    });
    const found = await tryApiKey({ baseUrl: sandbox.baseUrl, apiKey }, { isWordWanted: true });
    assert.deepEqual(found, { ok: true, authentication: 'bearer', word: 'flag' });
  });

  it('says that the service does not accept a wrong one', async () => {
    const said = await refusalOf({ baseUrl: sandbox.baseUrl, apiKey: API_KEY });
    assert.match(said, /does not accept this API key \(401\)/);
  });

  for (const [what, answer, says] of [
    ['HTML', '<!DOCTYPE html><title>Sign in</title>', /no JSON.*Is the base URL that of the service\?/],
    ['JSON of another shape', '{"items":[]}', /a form that this extension does not know/],
    ['nothing', '', /no JSON|a form that this extension does not know/],
  ] as const) {
    it(`says that a different kind of server answers, with ${what}, and does not repeat its answer`, async () => {
      const { baseUrl, server } = await serve((_, response) => response.end(answer));
      const said = await refusalOf({ baseUrl, apiKey: API_KEY });
      server.close();
      assert.match(said, says);
      assert.ok(!said.includes(API_KEY) && !said.includes('Sign in'));
    });
  }

  it('does not follow a redirect with the API key', async () => {
    let reached = 0;
    const other = await serve((_, response) => {
      reached += 1;
      response.end('{}');
    });
    const { baseUrl, server } = await serve((_, response) => response.writeHead(302, { location: other.baseUrl }).end());
    assert.match(await refusalOf({ baseUrl, apiKey: API_KEY }), /redirect \(302\), which is not followed/);
    assert.equal(reached, 0);
    server.close();
    other.server.close();
  });

  it('names the address that has no workspaces, because a 401 without an API key can hide a wrong path', async () => {
    const apiKey = sandbox.keys[0]?.key ?? '';
    const baseUrl = `${sandbox.baseUrl}/elsewhere`;
    assert.equal(await addressProblem(baseUrl), undefined);
    assert.equal(
      await refusalOf({ baseUrl, apiKey }),
      `${baseUrl}/internal/api/v2 answered 404, but not as an admin service does: check the base URL.`,
    );
  });

  it('ends when the user cancels', async () => {
    const left = new AbortController();
    const { baseUrl, server } = await serve(() => left.abort());
    const trial = await tryApiKey({ baseUrl, apiKey: API_KEY }, { signal: left.signal });
    server.closeAllConnections();
    server.close();
    assert.equal(trial.ok, false);
  });
});

describe('trying an address', () => {
  const told = async (status: number, body = '', headers: Readonly<Record<string, string>> = {}) => {
    const seen: { path: string | undefined; authorization: string | undefined }[] = [];
    const { baseUrl, server } = await serve(({ url, headers: { authorization } }, response) => {
      seen.push({ path: url, authorization });
      response.writeHead(status, headers).end(body);
    });
    const said = await addressProblem(baseUrl);
    server.closeAllConnections();
    server.close();
    assert.deepEqual(seen, [{ path: '/internal/api/v2/workspaces?limit=1&offset=0', authorization: undefined }]);
    return said?.replace(baseUrl, 'BASE');
  };

  it('accepts an address that requires an API key, or that answers as the service does', async () => {
    const page = JSON.stringify({ objects: [], offset: 0, limit: 1, totalCount: 0 });
    assert.deepEqual(
      [await told(401), await told(403), await told(429), await told(200, page)],
      [undefined, undefined, undefined, undefined],
    );
  });

  it('reports the answer of any other address, with that address', async () => {
    const notFound = JSON.stringify({ code: 404, message: 'no' });
    assert.equal(
      await told(404, notFound),
      'BASE/internal/api/v2 answered 404, but not as an admin service does: check the base URL.',
    );
    assert.equal(await told(405), 'BASE/internal/api/v2 answered 405, but not as an admin service does: check the base URL.');
    const other = /^BASE\/internal\/api\/v2 answered \d+, but not as an admin service does: check the base URL\.$/;
    assert.match((await told(200, '<!DOCTYPE html><title>Sign in</title>')) ?? '', other);
    assert.match((await told(200, '{"items":[]}')) ?? '', other);
    assert.match((await told(302, '', { location: 'https://admin.example.com/' })) ?? '', other);
    assert.match((await told(503)) ?? '', /^BASE\/internal\/api\/v2: The service failed \(503\).*Try again/);
  });

  it('says which address can’t be reached', async () => {
    const { baseUrl, server } = await serve(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    const said = (await addressProblem(baseUrl)) ?? '';
    assert.ok(said.startsWith(`${baseUrl}/internal/api/v2: The service can’t be reached (ECONNREFUSED)`), said);
  });
});
