/** Tests refusals and undocumented answers from a real server. */
import assert from 'node:assert/strict';
import type http from 'node:http';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { MAX_BYTES } from '../../src/api/network/answer.ts';
import { isApprovalsRequired } from '../../src/api/errors.ts';
import { apiErrorOf, errorOn, fieldsOf, listWorkspaces, LIST_CALL } from './failing.ts';
import { CANARY, clientOn, fakeClock, firstPage, json, openSocket, openStubService, type Handler } from './stubService.ts';

describe('a refusal of the service', () => {
  it('has every field of the error body', async () => {
    const body = { code: 403, message: 'Approvals are required for org o1, environment e1', details: '', transactionId: 't-9' };
    const error = await errorOn((response) => json(response, body, 403));
    const { code, message: serviceMessage, details, transactionId } = body;
    const said = { code, serviceMessage, details, transactionId, retryAfterSeconds: undefined };
    assert.deepEqual(fieldsOf(error), { ...LIST_CALL, name: undefined, kind: 'service', status: 403, ...said });
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

  it('that repeats the request’s headers is cleaned of the key, in all its forms', async () => {
    const error = await errorOn((response, { headers }) => {
      const header = Buffer.from(headers.authorization ?? '');
      const encoded = [header.toString('base64'), header.toString('hex'), encodeURIComponent(encodeURIComponent(CANARY))];
      const plain = [headers.authorization, encodeURIComponent(CANARY), Buffer.from(CANARY).toString('base64')];
      const heard = [...plain, ...encoded].join(' ');
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
    const said = { code: 429, serviceMessage: 'Too many', details: 'of them', transactionId: 't-9', retryAfterSeconds: 300 };
    assert.deepEqual(fieldsOf(error), { ...LIST_CALL, name: undefined, kind: 'service', status: 429, ...said });
    assert.match(error.message, /status 200 and the error code 429$/);
  });

  it('begins with the code 400, even if the answer otherwise has the expected shape', async () => {
    for (const code of [400, 399, 200, null]) {
      await using stub = await openStubService((response) => json(response, { code, message: '1 key deleted' }));
      const answer = stub.client.removeKeys('e1', 's1', { keys: ['a'], comment: 'x' });
      if (code === 400) assert.equal((await apiErrorOf(answer)).kind, 'service');
      else assert.equal((await answer).code, code);
    }
  });
});

it('a refusal’s words are one line each, and so is what is logged of it', async () => {
  const forged = 'a\r\n2026-01-01 [info] PUT /x 200\u001b[2J\u0085b\u2028c\u0000d\tf';
  await using stub = await openStubService((response) =>
    json(response, { code: 409, message: forged, details: forged, transactionId: forged }, 409),
  );
  const error = await apiErrorOf(listWorkspaces(stub.client));
  assert.ok(error.kind === 'service');
  const said = [error.serviceMessage, error.details, error.transactionId, stub.log[0]?.transactionId];
  assert.deepEqual(new Set(said), new Set(['a 2026-01-01 [info] PUT /x 200 [2J b cd f']));
});

function cutOff(response: http.ServerResponse, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"objects":[{"id":"1"');
  setTimeout(() => response.destroy(), 10);
}

describe('an answer that is not as documented', () => {
  // prettier-ignore
  const cases: readonly (readonly [string, string, number, Handler])[] = [
    ['an empty body', 'notJson', 204, (response) => response.writeHead(204).end()],
    ['half of the JSON', 'notJson', 200, (response) => response.end('{"objects":')],
    ['JSON too deep to read', 'tooLarge', 200, (response) => response.end('[{"__proto__":'.repeat(10_000))],
    ['another shape', 'shape', 200, (response) => json(response, { objects: [{ id: 3 }], totalCount: 1 })],
    ['a permanent redirect', 'redirect', 308, (response) => response.writeHead(308, { location: 'https://other.example/' }).end()],
    ['not modified', 'redirect', 304, (response) => response.writeHead(304).end()],
    ['a body without an end', 'tooLarge', 200, (response) => dripForEver(response)],
    ['a huge announced length', 'tooLarge', 200, (response) => response.writeHead(200, { 'content-length': '9'.repeat(9) }).flushHeaders()],
    ['a cut-off body', 'cutOff', 200, (response) => cutOff(response)],
  ];
  for (const [what, reason, status, handler] of cases) {
    it(`${what}: ${reason}`, async () => {
      let calls = 0;
      const error = await errorOn((...received) => {
        calls += 1;
        handler(...received);
      });
      assert.deepEqual(fieldsOf(error), { ...LIST_CALL, name: undefined, kind: 'unexpectedResponse', status, reason });
      assert.equal(calls, reason === 'cutOff' ? 3 : 1, 'a redirect is not followed');
    });
  }

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

  it('a redirect’s body is not waited for: its connection is given up', { timeout: 10_000 }, async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    using socket = await openSocket((one) => {
      one.once('data', () => one.write('HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 1000000\r\n\r\n…'));
      one.once('close', resolve);
    });
    await using client = clientOn(socket.origin, { clock: fakeClock() });
    const error = await apiErrorOf(listWorkspaces(client));
    assert.ok(error.kind === 'unexpectedResponse' && error.reason === 'redirect');
    await closed;
  });

  it('bytes that are not HTTP do not count as an answer', async () => {
    using socket = await openSocket((one) => one.once('data', (request) => one.end(`GARBAGE ${request.toString()}`)));
    await using client = clientOn(socket.origin, { clock: fakeClock() });
    const error = await apiErrorOf(listWorkspaces(client));
    assert.ok(error.kind === 'network' && !error.isUnsent);
  });
});

function dripForEver(response: http.ServerResponse): void {
  const timer = setInterval(() => response.write(' '.repeat(200_000)), 1);
  response.on('close', () => clearInterval(timer));
}
