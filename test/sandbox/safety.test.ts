import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { startSandbox } from '../../src/sandbox/server.ts';
import { assertError, useSandbox } from './raw.ts';

const MEBIBYTE = 1024 * 1024;

/** A request written by hand, with the headers exactly as given. */
function bare(port: number, method: string, path: string, headers: Record<string, string>, body?: string | Buffer) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Returns the data that is received on a socket until it is closed. */
function untilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(text);
    });
  });
}

describe('sandbox: safety', () => {
  const raw = useSandbox({ timeouts: { headers: 300, idle: 700 } });
  const port = () => Number(new URL(raw.sandbox.baseUrl).port);
  const bearer = () => ({ authorization: `Bearer ${raw.sandbox.keys[0]?.key}` });
  const workspaces = '/internal/api/v2/workspaces';
  const isAlive = async () => assert.equal((await raw.get('/workspaces')).status, 200);
  const upload = () => `/internal/api/v2/segments/${raw.environment('development')}/beta-accounts/upload`;

  it('refuses calls without a right API key', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Bearer ' }, { authorization: 'Basic abc' }]) {
      const answer = await fetch(raw.sandbox.baseUrl + workspaces, { headers: headers as Record<string, string> });
      assert.equal(answer.status, 401);
      assert.equal(((await answer.json()) as { code: number }).code, 401);
    }
    const other = await fetch(raw.sandbox.baseUrl + workspaces, { headers: { 'x-api-key': raw.sandbox.keys[0]?.key ?? '' } });
    assert.equal(other.status, 200);
  });

  it('answers an upload with a wrong API key before it is read, so that its sender reads the answer', async () => {
    const keys = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => `acct-${index}`));
    const headers = { authorization: 'Bearer wrong', 'content-type': 'application/json' };
    const answer = await fetch(raw.sandbox.baseUrl + upload(), { method: 'PUT', headers, body: keys });
    assert.equal(answer.status, 401);
  });

  it('serves no other host name', async () => {
    for (const host of [
      'evil.example',
      'evil.example:80',
      '127.0.0.1.evil.example',
      '0.0.0.0',
      '192.168.1.1',
      'localhost.evil.example',
    ]) {
      const answer = await bare(port(), 'GET', workspaces, { ...bearer(), host });
      assert.equal(answer.status, 403, host);
      assert.doesNotMatch(answer.text, /Approvals are required/);
    }
    for (const host of ['localhost', `127.0.0.1:${port()}`, '[::1]:80']) {
      assert.equal((await bare(port(), 'GET', workspaces, { ...bearer(), host })).status, 200, host);
    }
    const none = connect(port(), '127.0.0.1');
    none.write(`GET ${workspaces} HTTP/1.1\r\nAuthorization: ${bearer().authorization}\r\nConnection: close\r\n\r\n`);
    assert.match(await untilClosed(none), /^HTTP\/1\.1 403 [\s\S]*"code":403/);
  });

  it('refuses any Origin, and has no CORS', async () => {
    for (const origin of ['null', 'https://evil.example', 'http://127.0.0.1', raw.sandbox.baseUrl]) {
      assert.equal((await bare(port(), 'GET', workspaces, { ...bearer(), origin })).status, 403, origin);
    }
    const preflight = await bare(port(), 'OPTIONS', workspaces, { origin: 'https://evil.example' });
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
        socket.on('connect', () => {
          resolve('connected');
        });
        socket.on('error', () => {
          resolve('refused');
        });
      });
      socket.destroy();
      assert.equal(outcome, 'refused', host);
    }
    assert.match(raw.sandbox.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('answers a body above 16 MiB with 413 in the error body, with and without a length', async () => {
    const headers = { ...bearer(), 'content-type': 'application/json' };
    const large = Buffer.alloc(16 * MEBIBYTE + 1, ' ');
    for (const extra of [{ 'content-length': String(large.length) }, { 'transfer-encoding': 'chunked' }] as Record<
      string,
      string
    >[]) {
      const answer = await bare(port(), 'PUT', upload(), { ...headers, ...extra }, large);
      assert.equal(answer.status, 413);
      assert.equal((JSON.parse(answer.text) as { code: number }).code, 413);
    }
    const announced = await bare(port(), 'PUT', upload(), { ...headers, 'content-length': String(1e12) }, '[').catch(
      () => undefined,
    );
    assert.ok(announced === undefined || announced.status === 413);
    await isAlive();
  });

  it('takes a body of 16 MiB', async () => {
    const body = Buffer.concat([Buffer.from('["a"]'), Buffer.alloc(16 * MEBIBYTE - 5, ' ')]);
    const answer = await bare(port(), 'PUT', upload(), { ...bearer(), 'content-type': 'application/json' }, body);
    assert.equal(answer.status, 200);
  });

  it('answers a body that is not JSON or UTF-8, has a different type, is nested too deeply, or is missing', async () => {
    const headers = { ...bearer(), 'content-type': 'application/json' };
    const put = (body: string | Buffer | undefined, others = {}) =>
      bare(port(), 'PUT', upload(), { ...headers, ...others }, body);
    assert.equal((await put('{')).status, 400);
    assert.equal((await put(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))).status, 400);
    assert.equal((await put('["a"]', { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await put('['.repeat(100_000) + ']'.repeat(100_000))).status, 400);
    assert.equal((await put('[]'.padStart(MEBIBYTE, '['))).status, 400);
    assert.equal((await put(undefined)).status, 400);
    assert.equal((await put('["a"]', { 'content-type': 'application/json; charset=utf-8' })).status, 200);
    await isAlive();
  });

  it('answers unknown paths and paths with `..`', async () => {
    const paths = ['/', '/internal/api/v1/workspaces', '/internal/api/v2/nothing', '/internal/api/v2/workspaces/../workspaces'];
    for (const path of [...paths, '/x/../internal/api/v2/workspaces', 'http://evil.example/internal/api/v2/workspaces']) {
      const answer = await bare(port(), 'GET', path, bearer());
      assert.equal(answer.status, 404, path);
      assert.equal((JSON.parse(answer.text) as { code: number }).code, 404);
    }
    assert.equal((await bare(port(), 'GET', '/internal/api/v2/environments/ws/%zz', bearer())).status, 400);
    assertError(await raw.call('DELETE', '/workspaces'), 405);
    assertError(await raw.get('/segments/ws/__proto__'), 404);
    assertError(await raw.get(`/flags/ws/${raw.workspace()}/constructor/environments/${raw.environment('staging')}`), 404);
  });

  it('answers invalid HTTP with an error body and continues', async () => {
    const garbage = connect(port(), '127.0.0.1');
    garbage.write('\u0016\u0003\u0001 not http\r\n\r\n');
    assert.match(await untilClosed(garbage), /^HTTP\/1\.1 400 [\s\S]*"code":400/);
    const long = connect(port(), '127.0.0.1');
    long.write(`GET ${workspaces} HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    assert.match(await untilClosed(long), /^HTTP\/1\.1 431 [\s\S]*"code":431/);
    for (const half of ['PUT', `PUT ${upload()} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n[`]) {
      const cut = connect(port(), '127.0.0.1', () => cut.write(half, () => cut.resetAndDestroy()));
      await untilClosed(cut);
    }
    await isAlive();
  });

  it('closes sockets whose headers do not arrive, and idle ones', async () => {
    const slow = connect(port(), '127.0.0.1');
    slow.write('GET / HTTP/1.1\r\nHost: local');
    assert.match(await untilClosed(slow), /^(?:HTTP\/1\.1 408 [\s\S]*"code":408[\s\S]*)?$/);
    const silent = connect(port(), '127.0.0.1');
    silent.write(
      `PUT ${upload()} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${bearer().authorization}\r\nContent-Length: 10\r\n\r\n[`,
    );
    await untilClosed(silent);
    await isAlive();
  });

  it('never repeats an API key in an answer', async () => {
    const key = raw.sandbox.keys[0]?.key ?? '';
    for (const path of ['/workspaces', `/environments/ws/${key}x`, '/changeRequests', '/nothing']) {
      const { text } = await raw.get(path);
      assert.equal(text.replaceAll(`${key}x`, '').includes(key), false);
    }
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

  it('rejects a port that is taken', async () => {
    await assert.rejects(startSandbox({ port: port() }), { code: 'EADDRINUSE' });
  });
});
