/** Tests refusals and undocumented answers from a real server. */
import assert from 'node:assert/strict';
import type http from 'node:http';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { MAX_BYTES } from '../../src/api/network/answer.ts';
import type { Client } from '../../src/api/client.ts';
import { isApprovalsRequired } from '../../src/api/errors.ts';
import { apiErrorOf, errorOn, fieldsOf, listing, LISTING } from './failing.ts';
import { CANARY, clientOn, failureOf, fakeClock, firstPage, json, openSocket, openStage, type Handler } from './stage.ts';

describe('a refusal of the service', () => {
  it('has every field of the error body', async () => {
    const body = { code: 403, message: 'Approvals are required for org o1, environment e1', details: '', transactionId: 't-9' };
    const error = await errorOn((response) => json(response, body, 403));
    assert.deepEqual(fieldsOf(error), {
      ...LISTING,
      name: undefined,
      kind: 'service',
      status: 403,
      code: 403,
      serviceMessage: body.message,
      details: '',
      transactionId: 't-9',
      retryAfterSeconds: undefined,
    });
    assert.match(error.message, /^GET \/internal\/api\/v2\/workspaces\S*: .*403/);
    assert.ok(isApprovalsRequired(error));
  });

  const mute: readonly (readonly [string, (response: http.ServerResponse) => void])[] = [
    ['an empty body', (response) => response.writeHead(400).end()],
    ['HTML', (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>bad gateway</html>')],
    ['a body that is cut off', (response) => cutOff(response, 404)],
    ['a body over the limit', (response) => response.writeHead(409).end('x'.repeat(MAX_BYTES.small + 1))],
  ];
  for (const [what, answer] of mute) {
    it(`is reported by its status with ${what}`, async () => {
      const error = await errorOn(answer);
      assert.ok(error.kind === 'service' && [400, 404, 409, 502].includes(error.status));
      assert.deepEqual([error.serviceMessage, error.details, error.transactionId, error.code], ['', '', undefined, undefined]);
    });
  }

  it('is reported in the service’s words, with a question mark for bytes that are not UTF-8', async () => {
    const words = Buffer.from('{"code":400,"message":"caf\xe9 closed"}', 'latin1');
    const error = await errorOn((response) => response.writeHead(400).end(words));
    assert.ok(error.kind === 'service');
    assert.deepEqual([error.code, error.serviceMessage], [400, 'caf\ufffd closed']);
  });

  it('carries the wait that was asked for', async () => {
    const error = await errorOn((response) => json(response, {}, 429, { 'retry-after': '300' }));
    assert.ok(error.kind === 'service');
    assert.equal(error.retryAfterSeconds, 300);
  });

  it('that repeats the request’s headers is cleaned of the key, in all its forms', async () => {
    const error = await errorOn((response, { headers }) => {
      const header = Buffer.from(headers.authorization ?? '');
      const encoded = [header.toString('base64'), header.toString('hex'), encodeURIComponent(encodeURIComponent(CANARY))];
      const heard = [headers.authorization, encodeURIComponent(CANARY), Buffer.from(CANARY).toString('base64'), ...encoded].join(
        ' ',
      );
      json(response, { code: 400, message: heard, details: `${'x'.repeat(1990)} ${heard}`, transactionId: heard }, 400);
    });
    assert.ok(error.kind === 'service');
    assert.match(error.serviceMessage, /^Bearer \[API key\] \[API key\] \[API key\]/);
  });
});

describe('a refusal with a status of success', () => {
  it('has every field of the error body, its code as the status, and the wait that was asked for', async () => {
    const body = { code: 429, message: 'Too many', details: 'of them', transactionId: 't-9' };
    const error = await errorOn((response) => json(response, body, 200, { 'retry-after': '300' }));
    assert.deepEqual(fieldsOf(error), {
      ...LISTING,
      name: undefined,
      kind: 'service',
      status: 429,
      code: 429,
      serviceMessage: 'Too many',
      details: 'of them',
      transactionId: 't-9',
      retryAfterSeconds: 300,
    });
    assert.match(error.message, /status 200 and the error code 429$/);
  });

  it('begins with the code 400, even if the answer otherwise has the expected shape', async (t) => {
    const keys = { keys: ['a'], comment: 'x' };
    for (const [code, isError] of [
      [399, false],
      [400, true],
      [200, false],
      [null, false],
    ] as const) {
      const stage = await openStage((response) => json(response, { code, message: '1 key deleted' }));
      t.after(() => stage.close());
      const answer = stage.client.removeKeys('e1', 's1', keys);
      if (isError) assert.equal((await apiErrorOf(answer)).kind, 'service', String(code));
      else assert.equal((await answer).code, code);
    }
  });

  it('has no text if its body is larger than the limit for error bodies', async () => {
    const body = { code: 403, message: 'x'.repeat(MAX_BYTES.small) };
    const readKeys = (client: Client): Promise<unknown> => client.readKeys('e1', 's1', firstPage);
    const error = await errorOn((response) => json(response, body), {}, readKeys);
    assert.ok(error.kind === 'service');
    assert.deepEqual([error.status, error.code, error.serviceMessage], [403, undefined, '']);
  });
});

it('a refusal’s words are one line each, and so is what is logged of it', async () => {
  const forged = 'a\r\n2026-01-01 [info] PUT /x 200\u001b[2J\u0085b\u2028c\u0000d\tf';
  const stage = await openStage((response) =>
    json(response, { code: 409, message: forged, details: forged, transactionId: forged }, 409),
  );
  const error = await apiErrorOf(listing(stage.client));
  assert.ok(error.kind === 'service');
  const said = [error.serviceMessage, error.details, error.transactionId, stage.log[0]?.transactionId];
  assert.deepEqual(new Set(said), new Set(['a 2026-01-01 [info] PUT /x 200 [2J b cd f']));
  await stage.close();
});

function cutOff(response: http.ServerResponse, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"objects":[{"id":"1"');
  setTimeout(() => response.destroy(), 10);
}

describe('an answer that is not as documented', () => {
  // prettier-ignore
  const cases: readonly (readonly [string, string, number, Handler])[] = [
    ['HTML', 'notJson', 200, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')],
    ['an empty body', 'notJson', 204, (response) => response.writeHead(204).end()],
    ['a text that is not UTF-8', 'notJson', 200, (response) => response.end(Buffer.from('{"objects":[],"totalCount":0,"x":"\xff"}', 'latin1'))],
    ['half of the JSON', 'notJson', 200, (response) => response.end('{"objects":')],
    ['JSON too deep to read', 'tooLarge', 200, (response) => response.end('[{"__proto__":'.repeat(10_000))],
    ['another shape', 'shape', 200, (response) => json(response, { objects: [{ id: 3 }], totalCount: 1 })],
    ['no list at all', 'shape', 200, (response) => json(response, 'secret text')],
    ['several choices', 'redirect', 300, (response) => response.writeHead(300, { location: '/x' }).end()],
    ['a redirect', 'redirect', 302, (response) => response.writeHead(302, { location: 'https://other.example/' }).end()],
    ['a permanent redirect', 'redirect', 308, (response) => response.writeHead(308, { location: '/x' }).end()],
    ['not modified', 'redirect', 304, (response) => response.writeHead(304).end()],
    ['a body without an end', 'tooLarge', 200, (response) => dripForEver(response)],
    ['a huge announced length', 'tooLarge', 200, (response) => response.writeHead(200, { 'content-length': '9'.repeat(9) }).flushHeaders()],
    ['a cut-off body', 'cutOff', 200, (response) => cutOff(response)],
    ['a cut-off chunked body', 'cutOff', 200, (response) => { response.write('{"objects":['); setTimeout(() => response.destroy(), 10); }],
  ];
  for (const [what, reason, status, handler] of cases) {
    it(`${what}: ${reason}`, async () => {
      const error = await errorOn(handler);
      assert.deepEqual(fieldsOf(error), { ...LISTING, name: undefined, kind: 'unexpectedResponse', status, reason });
    });
  }

  it('a redirect is not followed', async () => {
    const stage = await openStage((response) => response.writeHead(301, { location: '/elsewhere' }).end());
    await failureOf(listing(stage.client));
    assert.equal(stage.received.length, 1);
    await stage.close();
  });

  it('a different shape is reported with its place, but without the value', async () => {
    const keys = [{ key: 'customer-one' }, { key: 17, name: 'customer-two' }];
    const error = await errorOn(
      (response) => json(response, { keys, count: 2 }),
      {},
      (client) => client.readKeys('e', 's', firstPage),
    );
    assert.match(error.message, /at keys\.1\.key \(invalid_type\)/);
    assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes('customer'));
  });

  it('a redirect’s body is not waited for: its connection is given up', { timeout: 10_000 }, async (test) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const socket = await openSocket((one) => {
      one.once('data', () => one.write('HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 1000000\r\n\r\n…'));
      one.once('close', resolve);
    });
    test.after(() => socket.close());
    const client = clientOn(socket.origin, { clock: fakeClock() });
    const error = await apiErrorOf(listing(client));
    assert.ok(error.kind === 'unexpectedResponse' && error.reason === 'redirect');
    await closed;
    await client.close();
  });

  it('bytes that are not HTTP do not count as an answer', async () => {
    const socket = await openSocket((one) => one.once('data', (request) => one.end(`GARBAGE ${request.toString()}`)));
    const client = clientOn(socket.origin, { clock: fakeClock() });
    const error = await apiErrorOf(listing(client));
    assert.ok(error.kind === 'network' && !error.isUnsent);
    await client.close();
    socket.close();
  });
});

function dripForEver(response: http.ServerResponse): void {
  const timer = setInterval(() => response.write(' '.repeat(200_000)), 1);
  response.on('close', () => clearInterval(timer));
}
