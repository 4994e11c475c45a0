import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { startSandbox } from '../../src/sandbox/server.ts';
import { assertError, sendBare, untilClosed, useSandbox } from './raw.ts';

const MEBIBYTE = 1024 * 1024;

describe('sandbox: safety', () => {
  const raw = useSandbox({ timeouts: { headers: 300, idle: 700 } });
  const port = () => Number(new URL(raw.sandbox.baseUrl).port);
  const bearer = () => ({ authorization: `Bearer ${raw.sandbox.keys[0]?.key}` });
  const workspaces = '/internal/api/v2/workspaces';
  /** Sends this text on a new connection. Returns what is received until it is closed. */
  const sent = (text: string): Promise<string> => {
    const socket = connect(port(), '127.0.0.1');
    socket.write(text);
    return untilClosed(socket);
  };
  const isAlive = async () => assert.equal((await raw.get('/workspaces')).status, 200);
  const upload = () => `/internal/api/v2${raw.segmentPath('development')}/upload`;

  it('refuses calls without a right API key', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Bearer ' }, { authorization: 'Basic abc' }]) {
      const answer = await fetch(raw.sandbox.baseUrl + workspaces, { headers: headers as Record<string, string> });
      assert.equal(answer.status, 401);
      assert.equal(((await answer.json()) as { code: number }).code, 401);
    }
    const key = raw.sandbox.keys[0]?.key ?? '';
    for (const [apiKey, status] of [[key, 200], [`${key}-`, 401]] as const)
      assert.equal((await fetch(raw.sandbox.baseUrl + workspaces, { headers: { 'x-api-key': apiKey } })).status, status); // prettier-ignore
  });

  it('answers an upload with a wrong API key before it is read, so that its sender reads the answer', async () => {
    const keys = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => `acct-${index}`));
    const headers = { authorization: 'Bearer wrong', 'content-type': 'application/json' };
    const answer = await fetch(raw.sandbox.baseUrl + upload(), { method: 'PUT', headers, body: keys });
    assert.equal(answer.status, 401);
  });

  it('serves no other host name', async () => {
    const others = 'evil.example evil.example:80 127.0.0.1.evil.example 0.0.0.0 192.168.1.1 localhost.evil.example';
    for (const host of others.split(' ')) {
      const answer = await sendBare(raw.sandbox, 'GET', workspaces, { ...bearer(), host });
      assert.equal(answer.status, 403, host);
      assert.doesNotMatch(answer.text, /Approvals are required/);
    }
    for (const host of ['localhost', `127.0.0.1:${port()}`, '[::1]:80']) {
      assert.equal((await sendBare(raw.sandbox, 'GET', workspaces, { ...bearer(), host })).status, 200, host);
    }
    const withoutHost = `GET ${workspaces} HTTP/1.1\r\nAuthorization: ${bearer().authorization}\r\nConnection: close\r\n\r\n`;
    assert.match(await sent(withoutHost), /^HTTP\/1\.1 403 [\s\S]*"code":403/);
  });

  it('refuses any Origin, and has no CORS', async () => {
    for (const origin of ['null', 'https://evil.example', 'http://127.0.0.1', raw.sandbox.baseUrl]) {
      assert.equal((await sendBare(raw.sandbox, 'GET', workspaces, { ...bearer(), origin })).status, 403, origin);
    }
    const preflight = await sendBare(raw.sandbox, 'OPTIONS', workspaces, { origin: 'https://evil.example' });
    assert.equal(preflight.status, 403);
    assert.equal((await raw.get('/workspaces')).headers.get('access-control-allow-origin'), null);
  });

  it('listens on 127.0.0.1 alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const host of ['::1', ...others.map(({ address }) => address)]) {
      const socket = connect(port(), host);
      const outcome = await new Promise((resolve) => {
        socket.on('connect', () => resolve('connected')).on('error', () => resolve('refused'));
      });
      socket.destroy();
      assert.equal(outcome, 'refused', host);
    }
    assert.match(raw.sandbox.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('answers a body above 16 MiB with 413 in the error body, with and without a length', async () => {
    const headers = { ...bearer(), 'content-type': 'application/json' };
    const large = Buffer.alloc(16 * MEBIBYTE + 1, ' ');
    for (const [name, value] of [
      ['content-length', `${large.length}`],
      ['transfer-encoding', 'chunked'],
    ] as const) {
      const answer = await sendBare(raw.sandbox, 'PUT', upload(), { ...headers, [name]: value }, large);
      assert.equal(answer.status, 413);
      assert.equal((JSON.parse(answer.text) as { code: number }).code, 413);
    }
    const huge = { ...headers, 'content-length': String(1e12) };
    const announced = await sendBare(raw.sandbox, 'PUT', upload(), huge, '[').catch(() => undefined);
    assert.ok(announced === undefined || announced.status === 413);
    const allowed = Buffer.concat([Buffer.from('["a"]'), Buffer.alloc(16 * MEBIBYTE - 5, ' ')]);
    assert.equal((await sendBare(raw.sandbox, 'PUT', upload(), headers, allowed)).status, 200);
  });

  it('refuses a body that is missing, nested too deeply, of the wrong type, or not JSON in UTF-8', async () => {
    const headers = { ...bearer(), 'content-type': 'application/json' };
    for (const [status, body, others] of [
      [400, '{'],
      [400, Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])],
      [415, '["a"]', { 'content-type': 'text/plain' }],
      [400, '['.repeat(100_000) + ']'.repeat(100_000)],
      [400, '[]'.padStart(MEBIBYTE, '[')],
      [400, undefined],
      [200, '["a"]', { 'content-type': 'application/json; charset=utf-8' }],
    ] as const)
      assert.equal((await sendBare(raw.sandbox, 'PUT', upload(), { ...headers, ...others }, body)).status, status);
    await isAlive();
  });

  it('answers unknown paths and paths with `..`', async () => {
    const paths = ['/', '/internal/api/v1/workspaces', '/internal/api/v2/nothing', '/internal/api/v2/workspaces/../workspaces'];
    for (const path of [...paths, '/x/../internal/api/v2/workspaces', 'http://evil.example/internal/api/v2/workspaces']) {
      const answer = await sendBare(raw.sandbox, 'GET', path, bearer());
      assert.equal(answer.status, 404, path);
      assert.equal((JSON.parse(answer.text) as { code: number }).code, 404);
    }
    assert.equal((await sendBare(raw.sandbox, 'GET', '/internal/api/v2/environments/ws/%zz', bearer())).status, 400);
    assertError(await raw.call('DELETE', '/workspaces'), 405);
    assertError(await raw.get('/segments/ws/__proto__'), 404);
    assertError(await raw.get(`/flags/ws/${raw.workspace()}/constructor/environments/${raw.environment('staging')}`), 404);
  });

  it('answers invalid HTTP with an error body and continues', async () => {
    assert.match(await sent('\u0016\u0003\u0001 not http\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"code":400/);
    const long = `GET ${workspaces} HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    assert.match(await sent(long), /^HTTP\/1\.1 431 [\s\S]*"code":431/);
    for (const half of ['PUT', `PUT ${upload()} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n[`]) {
      const cut = connect(port(), '127.0.0.1', () => cut.write(half, () => cut.resetAndDestroy()));
      await untilClosed(cut);
    }
    await isAlive();
  });

  it('closes sockets whose headers do not arrive, and idle ones', async () => {
    const slow = await sent('GET / HTTP/1.1\r\nHost: local');
    assert.match(slow, /^(?:HTTP\/1\.1 408 [\s\S]*"code":408[\s\S]*)?$/);
    const own = `Host: localhost\r\nAuthorization: ${bearer().authorization}\r\nContent-Length: 10`;
    await sent(`PUT ${upload()} HTTP/1.1\r\n${own}\r\n\r\n[`);
    await isAlive();
  });

  it('ends all connections at once when it is closed', async () => {
    const other = await startSandbox();
    const socket = connect(Number(new URL(other.baseUrl).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: local');
    const closed = untilClosed(socket);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = performance.now();
    await other.close();
    await closed;
    assert.ok(performance.now() - start < 1_000);
    await assert.rejects(fetch(other.baseUrl));
  });
});
