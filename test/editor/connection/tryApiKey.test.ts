/** Tests the messages when an API key is tried with a service that is wrong, down, or not an admin service. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import '../fakeVscode.ts';
import { EMPTY_PAGE, serve } from './server.ts';

const { addressProblem, tryApiKey } = await import('../../../src/editor/connection/tryApiKey.ts');

const API_KEY = 'canary-api-key-7';

async function refusalOf(baseUrl: string, apiKey = API_KEY): Promise<string> {
  const trial = await tryApiKey({ baseUrl, apiKey });
  return trial.ok ? assert.fail('it was accepted') : trial.sentence;
}
async function refusedBy(listener: RequestListener): Promise<string> {
  const { baseUrl, close } = await serve(listener);
  const said = await refusalOf(baseUrl);
  close();
  return said;
}

describe('trying an API key', () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());

  it('reports no problem with a key that the service accepts, and the word of the service on request', async () => {
    const candidate = { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys[0]!.key };
    const found = { ok: true, authentication: 'bearer', word: undefined };
    assert.deepEqual(await tryApiKey(candidate), found);
    assert.deepEqual(await tryApiKey(candidate, { isWordWanted: true }), { ...found, word: 'flag' });
  });

  it('says that a different kind of server answers, and does not repeat its answer', async () => {
    for (const [answer, says] of [
      ['<!DOCTYPE html><title>Sign in</title>', /no JSON.*Check that the base URL is that of the admin API\./],
      ['{"items":[]}', /does not know the format/],
      ['', /no JSON|does not know the format/],
    ] as const) {
      const said = await refusedBy((_, response) => response.end(answer));
      assert.match(said, says);
      assert.ok(!said.includes(API_KEY) && !said.includes('Sign in'));
    }
  });

  it('names the address that has no workspaces, because a 401 without an API key can hide a wrong path', async () => {
    const baseUrl = `${sandbox.baseUrl}/elsewhere`;
    assert.equal(await addressProblem(baseUrl), undefined);
    assert.ok(
      (await refusalOf(baseUrl, sandbox.keys[0]!.key)).startsWith(
        `${baseUrl}/internal/api/v2 answered with status 404, but the answer`,
      ),
    );
  });

  it('ends when the user cancels', async () => {
    const left = new AbortController();
    const { baseUrl, close } = await serve(() => left.abort());
    const trial = await tryApiKey({ baseUrl, apiKey: API_KEY }, { signal: left.signal });
    close();
    assert.equal(trial.ok, false);
  });
});

describe('trying an address', () => {
  const told = async (status: number, body = '', headers: Readonly<Record<string, string>> = {}) => {
    const seen: (string | undefined)[] = [];
    const { baseUrl, close } = await serve(({ url, headers: { authorization } }, response) => {
      seen.push(url, authorization);
      response.writeHead(status, headers).end(body);
    });
    const said = await addressProblem(baseUrl);
    close();
    assert.deepEqual(seen, ['/internal/api/v2/workspaces?limit=1&offset=0', undefined]);
    return said?.replace(baseUrl, 'BASE');
  };

  it('accepts an address that requires an API key, or that answers as the service does', async () => {
    for (const [status, body] of [[401], [403], [429], [200, EMPTY_PAGE]] as const)
      assert.equal(await told(status, body), undefined);
  });

  it('reports the answer of any other address, with that address', async () => {
    for (const [status, body, headers] of [
      [404, JSON.stringify({ code: 404, message: 'no' })],
      [405],
      [200, '<!DOCTYPE html><title>Sign in</title>'],
      [200, '{"items":[]}'],
      [302, '', { location: 'https://admin.example.com/' }],
    ] as const) {
      const expected = `BASE/internal/api/v2 answered with status ${status}, but the answer doesn’t look like one from an admin service. Check the base URL.`;
      assert.equal(await told(status, body, headers), expected);
    }
    assert.match((await told(503)) ?? '', /^BASE\/internal\/api\/v2: The service failed \(503\).*Try again/);
  });
});
