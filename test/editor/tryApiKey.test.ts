/** What the user is told when an API key is tried against a service that is wrong, down, or no such service. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import './fakeVscode.ts';

const { tryApiKey } = await import('../../src/editor/connection/tryApiKey.ts');

const API_KEY = 'canary-api-key-7';

async function serve(listener: RequestListener): Promise<{ baseUrl: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('trying an API key', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  it('finds nothing wrong with one that the service accepts', async () => {
    const apiKey = sandbox.keys[0]?.key ?? '';
    assert.equal(await tryApiKey({ baseUrl: sandbox.baseUrl, word: 'flag', apiKey }), undefined);
  });

  it('says that the service does not accept a wrong one', async () => {
    const said = await tryApiKey({ baseUrl: sandbox.baseUrl, word: 'flag', apiKey: API_KEY });
    assert.match(said ?? '', /does not accept this API key \(401\)/);
  });

  it('says that the service is down', async () => {
    const { baseUrl, server } = await serve(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    const said = await tryApiKey({ baseUrl, word: 'flag', apiKey: API_KEY });
    assert.match(said ?? '', /can’t be reached \(ECONNREFUSED\)/);
  });

  for (const [what, answer, says] of [
    ['HTML', '<!DOCTYPE html><title>Sign in</title>', /no JSON.*Is the base URL that of the service\?/],
    ['JSON of another shape', '{"items":[]}', /a form that this extension does not know/],
    ['nothing', '', /no JSON|a form that this extension does not know/],
  ] as const) {
    it(`says that something else answers, with ${what}, and repeats nothing of it`, async () => {
      const { baseUrl, server } = await serve((_, response) => response.end(answer));
      const said = (await tryApiKey({ baseUrl, word: 'flag', apiKey: API_KEY })) ?? '';
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
    assert.match((await tryApiKey({ baseUrl, word: 'flag', apiKey: API_KEY })) ?? '', /redirect \(302\), which is not followed/);
    assert.equal(reached, 0);
    server.close();
    other.server.close();
  });
});
