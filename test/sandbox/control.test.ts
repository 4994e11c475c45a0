/** Tests the sandbox's own calls, and that they require the control key. */
import { afterEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, listOf, sendBare, useSandbox, type Answer } from './raw.ts';

describe('sandbox: control', () => {
  const raw = useSandbox();
  afterEach(() => raw.sandbox.setFaults([]));

  /** Makes a call below /sandbox. `headers` add to or replace the necessary ones. */
  const control = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const { host } = new URL(raw.sandbox.baseUrl);
    const type = body === undefined ? undefined : { 'content-type': 'application/json' };
    const all = { host, authorization: `Bearer ${raw.sandbox.controlKey}`, ...type, ...headers };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return sendBare(raw.sandbox, method, `/sandbox${path}`, all, text);
  };
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
    ];
    for (const [list, sentence] of wrong) assertError(await control('PUT', '/faults', list), 400, sentence);
    assertError(await control('PUT', '/faults', '[]', { 'content-type': 'text/plain' }), 415);
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
