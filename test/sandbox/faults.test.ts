/** Tests each fault over raw HTTP: the answer to the client, and whether the call was carried out. */
import { afterEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { assertError, untilClosed, useSandbox } from './raw.ts';

const API = '/internal/api/v2';
/** The idle timeout of a socket, in milliseconds. */
const IDLE = 700;

type Request = readonly [method: string, path: string, body?: string, headers?: string];

function requestOf(sandbox: Sandbox, ...[method, path, body = '', headers = '']: Request): string {
  const own = `Host: localhost\r\nAuthorization: Bearer ${sandbox.keys[0]?.key}\r\n${headers}`;
  const length = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  return `${method} ${API}${path} HTTP/1.1\r\n${own}${length}\r\n\r\n${body}`;
}

/** Sends one raw request on a new connection. */
function open(sandbox: Sandbox, ...request: Request): Socket {
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
  socket.write(requestOf(sandbox, ...request));
  return socket.on('error', () => undefined);
}

const partsOf = (answer: string) => {
  const at = answer.indexOf('\r\n\r\n');
  return { head: answer.slice(0, at).toLowerCase(), body: answer.slice(at + 4) };
};

describe('sandbox: faults', () => {
  const raw = useSandbox({ timeouts: { idle: IDLE } });
  afterEach(() => raw.sandbox.setFaults([]));

  const upload = () => `${raw.segmentPath('development')}/upload`;
  const keysHeld = async () => Number((await raw.keysIn('development'))['count']);
  const close = 'Connection: close\r\n';
  const ask = async (...fault: string[]) => {
    raw.sandbox.setFaults(fault);
    return untilClosed(open(raw.sandbox, 'GET', '/workspaces', '', close));
  };

  it('latency may be longer than the idle timeout of a socket, and is applied before any other fault', async () => {
    raw.sandbox.setFaults(['status 503', `latency ${1.5 * IDLE}ms`, 'empty', 'latency 60s']);
    const start = performance.now();
    assertError(await raw.get('/workspaces'), 503);
    assert.ok(performance.now() - start >= 1.5 * IDLE - 1);
  });

  it('a call whose client disconnects during the latency is not carried out', async () => {
    const held = await keysHeld();
    raw.sandbox.setFaults(['latency 150ms']);
    const left = open(raw.sandbox, 'PUT', upload(), '["left"]');
    const stays = raw.call('PUT', upload(), ['stays']);
    left.end();
    await once(left, 'close');
    assert.equal((await stays).status, 200);
    // Has to wait as long as the other one, and began after it.
    await raw.get('/workspaces');
    assert.equal(await keysHeld(), held + 1);
  });

  it('latency delays only the first of several calls that a connection sends without waiting', async () => {
    const held = await keysHeld();
    raw.sandbox.setFaults(['latency 60s on GET workspaces', 'latency 60s on PUT']);
    const twice = open(raw.sandbox, 'GET', '/workspaces');
    twice.write(requestOf(raw.sandbox, 'PUT', upload(), '["behind"]'));
    while ((await keysHeld()) === held) await new Promise((resolve) => setTimeout(resolve, 10));
    twice.destroy();
    raw.sandbox.setFaults(['latency 50ms']);
    const answered = open(raw.sandbox, 'GET', '/workspaces');
    answered.write(requestOf(raw.sandbox, 'GET', '/nothing', '', close));
    assert.match(await untilClosed(answered), /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 404 /);
    raw.sandbox.setFaults(['hang']);
    const hanging = open(raw.sandbox, 'GET', '/workspaces');
    const start = performance.now();
    hanging.write(requestOf(raw.sandbox, 'GET', '/workspaces'));
    assert.equal(await untilClosed(hanging), '');
    assert.ok(performance.now() - start < 0.9 * IDLE);
  });

  it('rateLimit, status, empty, errorIn200, notJson, otherShape and garbage give an answer of that kind', async () => {
    const NONE = /^$/;
    const PAGE = /^<!doctype html>/;
    const LIMITED = /^\{"code":429,/;
    for (const [fault, head, body] of [
      ['rateLimit', /^http\/1\.1 429 (?![\s\S]*(?:retry-after|x-ratelimit))/, LIMITED],
      ['rateLimit retry-after 7', /^http\/1\.1 429 [^]*\nretry-after: 7\r/, LIMITED],
      ['rateLimit org 3', /\nx-ratelimit-reset-seconds-org: 3\r(?![\s\S]*seconds-ip)/, LIMITED],
      ['rateLimit org 3 ip 5', /seconds-org: 3\r\nx-ratelimit-reset-seconds-ip: 5\r/, LIMITED],
      ['status 502 html', /^http\/1\.1 502 [\s\S]*\ncontent-type: text\/html/, PAGE],
      ['empty', /^http\/1\.1 400 (?![^]*\ncontent-type)[\s\S]*\ncontent-length: 0\b/, NONE],
      [
        'errorIn200 403',
        /^http\/1\.1 200 /,
        /^\{"code":403,"message":"Forbidden: a fault that was asked for".*"transactionId":"[0-9a-f]+"/,
      ],
      ['notJson', /^http\/1\.1 200 [^]*\ncontent-type: text\/html/, PAGE],
      ['otherShape', /^http\/1\.1 200 [^]*\ncontent-type: application\/json/, /^\{"another":"shape"\}$/],
      // These bytes are in no text.
      ['garbage', /^http\/1\.1 200 [^]*\ncontent-type: application\/json/, /\xff/],
    ] as const) {
      const answer = partsOf(await ask(fault));
      assert.match(answer.head, head, fault);
      assert.match(answer.body, body, fault);
    }
    for (const status of [401, 404, 500]) {
      raw.sandbox.setFaults([{ kind: 'status', status }]);
      assertError(await raw.get('/workspaces'), status, /a fault that was asked for/);
    }
  });

  it('rateLimit gives a date that is not sooner than asked for', async () => {
    const before = Date.now();
    const { head } = partsOf(await ask('rateLimit retry-after-date 90'));
    const date = /\nretry-after: (\w{3}, \d\d \w{3} \d{4} [\d:]+ gmt)\r/.exec(head);
    const at = Date.parse(date?.[1] ?? '');
    assert.ok(at >= before + 90_000 && at <= Date.now() + 91_000, date?.[1]);
  });

  it('cutOff promises the whole answer and breaks in the middle, whatever the answer is', async () => {
    const whole = await raw.get('/workspaces');
    const { head, body } = partsOf(await ask('cutOff'));
    assert.match(head, new RegExp(`^http/1\\.1 200 [^]*\\ncontent-length: ${Buffer.byteLength(whole.text)}\\r`));
    assert.ok(body.length > 0 && whole.text.startsWith(body) && body !== whole.text);
    const refused = partsOf(await untilClosed(open(raw.sandbox, 'GET', '/nothing')));
    assert.match(refused.head, /^http\/1\.1 404 /);
    assert.ok(Number(/content-length: (\d+)/.exec(refused.head)?.[1]) > refused.body.length);

    const strict = `/changeRequests/ws/${raw.workspace('Payments')}/environments/${raw.environment('staging', 'Payments')}`;
    const request = '{"operationType":"CREATE","title":"","approvers":[],"segment":{"name":"beta-accounts","keys":["x"]}}';
    const bodiless = partsOf(await untilClosed(open(raw.sandbox, 'POST', strict, request)));
    assert.match(bodiless.head, /^http\/1\.1 400 [^]*\ncontent-length: 2\r/);
    assert.equal(bodiless.body.length, 1);
  });

  it('hangUp and hangUpBefore answer nothing, and hang answers nothing until the idle timeout of the socket', async () => {
    for (const fault of ['hangUp', 'hangUpBefore']) assert.equal(await ask(fault), '');
    const start = performance.now();
    assert.equal(await ask('hang'), '');
    assert.ok(performance.now() - start >= 0.9 * IDLE);
  });

  it('notHttp sends bytes that are not HTTP', async () => {
    const start = performance.now();
    const sent = await ask('notHttp');
    assert.ok(sent.length > 0 && !sent.startsWith('H'));
    // The connection ends without the idle timeout.
    assert.ok(performance.now() - start < 0.9 * IDLE);
  });

  it('the fault tooLarge sends the given number of bytes without a content length, and stops if the client disconnects', async () => {
    for (const bytes of [2, 3, 65_538, 65_539, 5 * 1024 * 1024]) {
      raw.sandbox.setFaults([{ kind: 'tooLarge', bytes }]);
      const answer = await raw.get('/workspaces');
      assert.deepEqual([answer.status, answer.text.length, answer.headers.get('content-length')], [200, bytes, null]);
      assert.equal(String(answer.body).length, bytes - 2);
    }
    raw.sandbox.setFaults(['tooLarge 256MiB']);
    const socket = open(raw.sandbox, 'GET', '/workspaces');
    await once(socket, 'readable');
    socket.destroy();
    raw.sandbox.setFaults([]);
    assert.equal((await raw.get('/workspaces')).status, 200);
  });

  it('the call is carried out under latency, cutOff and hangUp, and stores nothing under any other', async () => {
    const carriedOut = ['latency 1ms', 'cutOff', 'hangUp'];
    const others =
      'rateLimit;status 500;status 502 html;errorIn200 403;empty;hangUpBefore;hang;notJson;otherShape;garbage;notHttp;tooLarge 1KiB';
    for (const fault of [...carriedOut, ...others.split(';')]) {
      await raw.sandbox.reset();
      const held = await keysHeld();
      raw.sandbox.setFaults([`${fault} on PUT`]);
      await untilClosed(open(raw.sandbox, 'PUT', upload(), '["new"]', close));
      assert.equal(await keysHeld(), held + (carriedOut.includes(fault) ? 1 : 0), fault);
    }
  });

  it('a fault affects calls without an API key, and the largest uploads', async () => {
    raw.sandbox.setFaults(['rateLimit']);
    assert.equal((await fetch(`${raw.sandbox.baseUrl}${API}/workspaces`)).status, 429);
    const large = `[${' '.repeat(12 * 1024 * 1024)}]`;
    const answer = partsOf(await untilClosed(open(raw.sandbox, 'PUT', upload(), large, close)));
    assert.equal((JSON.parse(answer.body) as { code: number }).code, 429);
  });

  it('no fault affects a call of a web page, of a different host name, or outside the API', async () => {
    raw.sandbox.setFaults(['hangUpBefore']);
    const refused = await untilClosed(open(raw.sandbox, 'GET', '/workspaces', '', `${close}Origin: https://evil.example\r\n`));
    assert.match(refused, /^HTTP\/1\.1 403 /);
    assert.equal((await fetch(`${raw.sandbox.baseUrl}/elsewhere`)).status, 401);
  });
});
