/** Tests the sandbox's own calls, and that they require the control key. */
import { afterEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { assertError, listOf, useSandbox, type Answer, type Json } from './raw.ts';

describe('sandbox: control', () => {
  const raw = useSandbox();
  afterEach(() => raw.sandbox.setFaults([]));

  /** Makes a call below /sandbox. `headers` add to or replace the necessary ones. */
  async function control(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const url = new URL(`/sandbox${path}`, raw.sandbox.baseUrl);
    const all = {
      authorization: `Bearer ${raw.sandbox.controlKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    // Uses node:http, because fetch sets Host and Origin itself.
    const outgoing = httpRequest(url, { method, headers: all, agent: false });
    outgoing.end(body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const text = await readText(response);
    const { statusCode = 0, headers: received } = response;
    const answerHeaders = new Headers(received as Record<string, string>);
    return { status: statusCode, text, headers: answerHeaders, body: JSON.parse(text) as Json };
  }
  const faults = async () => (await control('GET', '/faults')).body;

  it('sets faults as text and as objects, reports how often each occurred, and removes them', async () => {
    assert.deepEqual(await faults(), []);
    const rules = [
      { kind: 'status', status: 503, method: 'GET', path: 'workspaces', times: 3, used: 0 },
      { kind: 'rateLimit', org: 3, used: 0 },
      { kind: 'empty', method: 'PUT', used: 0 },
    ];
    const put = await control('PUT', '/faults', [
      { kind: 'status', status: 503, method: 'GET', path: 'workspaces', times: 3 },
      'rateLimit org 3; empty on PUT',
    ]);
    assert.deepEqual([put.status, put.body], [200, rules]);
    assertError(await raw.get('/workspaces'), 503);
    assertError(await raw.get('/workspaces'), 503);
    assertError(await raw.get('/changeRequests'), 429);
    assert.deepEqual(listOf(await faults()).map(({ used }) => used), [2, 1, 0]); // prettier-ignore
    assert.deepEqual((await control('DELETE', '/faults')).body, []);
    assert.equal((await raw.get('/workspaces')).status, 200);
    assert.deepEqual(await faults(), []);
  });

  it('restores the sample, keeps the faults, and is not affected by them', async () => {
    const { count } = await raw.keysIn('development');
    await raw.call('PUT', `${raw.segmentPath('development')}/upload`, ['new']);
    raw.sandbox.setFaults(['hangUpBefore', 'latency 60s']);
    const reset = await control('POST', '/reset');
    assert.deepEqual([reset.status, reset.body], [200, true]);
    assert.deepEqual(listOf(await faults()).map(({ kind }) => kind), ['hangUpBefore', 'latency']); // prettier-ignore
    assert.equal((await control('DELETE', '/faults?really=yes')).status, 200);
    assert.deepEqual((await raw.keysIn('development'))['count'], count);
  });

  it('reports an invalid list in a sentence, and keeps the current faults', async () => {
    raw.sandbox.setFaults(['status 503']);
    const tooSlow = ['empty', { kind: 'latency', milliseconds: 60_001 }];
    const wrong: readonly (readonly [list: unknown, sentence: RegExp])[] = [
      [{}, /^Faults are a list of at most 100\.$/],
      [tooSlow, /^milliseconds of latency must be a whole number from 0 to 60000\.$/],
      [Array.from({ length: 101 }, () => ({ kind: 'empty' })), /at most 100/],
      ['[', /is not JSON/],
      ['', /must have a body/],
      [Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), /is not UTF-8/],
    ];
    for (const [list, sentence] of wrong) assertError(await control('PUT', '/faults', list), 400, sentence);
    assertError(await control('PUT', '/faults', '[]', { 'content-type': 'text/plain' }), 415);
    assertError(await control('PUT', '/faults', Buffer.alloc(16 * 1024 * 1024 + 1, ' ')), 413);
    // More requests than bodies may be in memory at a time.
    const blank = Buffer.alloc(16 * 1024 * 1024, ' ');
    for (let body = 0; body < 9; body += 1) assertError(await control('PUT', '/faults', blank), 400);
    assertError(await raw.get('/workspaces'), 503);
  });

  it('has only these paths and methods', async () => {
    for (const path of ['', '/fault', '/faults/', '/constructor', `/${raw.sandbox.controlKey}`])
      assertError(await control('GET', path), 404, /^(?!.*[\w-]{32})/);
    const post = await control('POST', '/faults', []);
    assertError(post, 405);
    assert.equal(post.headers.get('allow'), 'GET, PUT, DELETE');
    assert.equal((await control('GET', '/reset')).headers.get('allow'), 'POST');
  });

  it('accepts only the control key, which is valid for no other call', async () => {
    const { controlKey, keys } = raw.sandbox;
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${controlKey}`, `Bearer ${controlKey}x`]) {
      const answer = await control('PUT', '/faults', ['empty'], { authorization });
      assertError(answer, 401, /control key is missing or wrong/);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
    for (const { key } of keys) {
      assertError(await control('POST', '/reset', undefined, { authorization: `Bearer ${key}` }), 401);
      assertError(await control('GET', '/elsewhere', undefined, { authorization: `Bearer ${key}` }), 401);
    }
    assertError(await control('GET', '/faults', undefined, { authorization: '', 'x-api-key': controlKey }), 401);
    const service = `${raw.sandbox.baseUrl}/internal/api/v2/workspaces`;
    assert.equal((await fetch(service, { headers: { authorization: `Bearer ${controlKey}` } })).status, 401);
    assert.equal((await fetch(service, { headers: { 'x-api-key': controlKey } })).status, 401);
    assert.equal((await raw.get('/workspaces')).status, 200);
  });

  it('refuses web pages and other host names, whatever their key', async () => {
    for (const [name, value] of [['host', 'evil.example'], ['origin', 'null'], ['origin', raw.sandbox.baseUrl]] as const) {
      assertError(await control('PUT', '/faults', ['empty'], { [name]: value }), 403);
      assertError(await control('POST', '/reset', undefined, { [name]: value }), 403);
    } // prettier-ignore
    assert.deepEqual(await faults(), []);
  });
});
