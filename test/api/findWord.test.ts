/** Tests how the client finds the service's word for a flag: with the real sandbox, and with services that prove less. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '../../src/api/client.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { json, openStubService, type Handler, type Received } from './stubService.ts';

const WORKSPACE = '11111111-1111-4111-8111-111111111111';

describe('the word for a flag', () => {
  for (const vocabulary of ['flag', 'split', 'toggle'])
    for (const endpoints of ['all', 'documented'] as const)
      it(`is found out for each API key of a service that says ${vocabulary} and has ${endpoints} endpoints`, async () => {
        const sandbox = await startSandbox({ vocabulary, endpoints });
        for (const { name, key } of sandbox.keys) {
          const client = createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: 'flag' }, apiKey: key });
          const workspaceId = (await client.listWorkspaces({ offset: 0, limit: 1 })).objects[0]?.id;
          // Only change requests prove an unknown word, and the limited API key can't see any.
          const isHidden = vocabulary === 'toggle' && name === 'limited-key';
          assert.equal(await client.findWord(workspaceId), isHidden ? undefined : vocabulary, name);
        }
        await sandbox.close();
      });

  it('is found out even without a workspace or a change request, by how the service refuses a request for a flag', async () => {
    for (const vocabulary of ['flag', 'split']) {
      const sandbox = await startSandbox({ vocabulary, endpoints: 'documented' });
      const limited = sandbox.keys.find(({ role }) => role === 'limited')?.key ?? '';
      const client = createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: 'flag' }, apiKey: limited });
      assert.equal(await client.findWord(undefined), vocabulary);
      await sandbox.close();
    }
  });
});

/** The answers of a service. All other calls get a 404 without a body. */
const service =
  (answers: (received: Received) => { readonly status?: number; readonly body?: unknown } | undefined): Handler =>
  (response, received) => {
    const { status = 404, body } = answers(received) ?? {};
    if (body === undefined) response.writeHead(status).end();
    else json(response, body, status);
  };

async function found(handler: Handler): Promise<{ word: string | undefined; methods: readonly string[] }> {
  await using stub = await openStubService(handler);
  const word = await stub.client.findWord(WORKSPACE);
  return { word, methods: [...new Set(stub.received.map(({ method }) => method))] };
}

const listing = { objects: [], offset: 0, limit: 1, totalCount: 0 };
const isOf = (word: string, { url }: Received): boolean => url.startsWith(`/internal/api/v2/${word}s/`);
const isDefinition = ({ url }: Received): boolean => url.includes('/environments/');

/** A service whose only answer is a list with this change request. */
const ofRequest = (request: object): Handler =>
  service(({ url }) =>
    url.endsWith('/changeRequests') ? { status: 200, body: { data: [{ id: 'r', ...request }] } } : undefined,
  );

describe('the word for a flag, by one proof alone', () => {
  const proofs: Readonly<Record<string, (word: string) => Handler>> = {
    'a change request has a field of that name, even a null one': (word) =>
      ofRequest({ segment: { name: 's', keys: [] }, [word]: null }),
    'its flags are listed': (word) =>
      service((one) => (isOf(word, one) && !isDefinition(one) ? { status: 200, body: listing } : undefined)),
    'the service refuses a flag in a different way than an unknown path, whatever path the refusal repeats': (word) =>
      service((one) => ({
        status: isOf(word, one) && isDefinition(one) ? 403 : 404,
        body: { code: 404, message: `no handler for ${one.url}`, transactionId: String(Math.random()) },
      })),
  };
  for (const [what, proof] of Object.entries(proofs))
    it(`is proven if ${what}`, async () => {
      for (const word of ['flag', 'split']) assert.deepEqual(await found(proof(word)), { word, methods: ['GET'] });
    });

  it('comes from a definition in a change request, not from a different kind of segment', async () => {
    const request = { largeSegment: { name: 's' }, segment: null, toggle: { name: 'f', treatments: [] } };
    assert.equal((await found(ofRequest(request))).word, 'toggle');
  });
});

describe('no word for a flag counts as proven', () => {
  const cases: Readonly<Record<string, Handler>> = {
    'if a missing flag and an unknown path are refused alike': service(() => ({
      status: 404,
      body: { code: 404, message: 'no' },
    })),
    'if each refusal has a different text': service(() => ({ status: 404, body: { message: String(Math.random()) } })),
    'if everything is answered with an empty list': service(() => ({ status: 200, body: { ...listing, data: [] } })),
    'if both words are answered': service((one) => (one.url.includes('/ws/') ? { status: 200, body: listing } : undefined)),
    'if a change request has both': ofRequest({ flag: null, split: null }),
    'by a refusal for too many requests': service((one) => ({ status: isOf('split', one) ? 429 : 404 })),
    'by an API key that is refused meanwhile': service((one) => ({ status: isOf('split', one) ? 401 : 404 })),
    'by a connection that breaks': (response, one) => (isOf('split', one) ? response.destroy() : response.writeHead(404).end()),
  };
  for (const [what, handler] of Object.entries(cases)) {
    it(what, async () => {
      assert.equal((await found(handler)).word, undefined);
    });
  }

  it('if the user cancels the search, which then ends', async () => {
    const left = new AbortController();
    await using stub = await openStubService(() => left.abort());
    await assert.rejects(stub.client.findWord(WORKSPACE, { signal: left.signal }), { name: 'AbortError' });
  });
});
