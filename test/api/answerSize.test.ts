/** Tests the size limit for the answer of each call, so that no answer blocks the extension host for long or fills its memory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exceedsLimits, MAX_BYTES, parseJson } from '../../src/api/network/answer.ts';
import type { Client } from '../../src/api/client.ts';
import type { ApiError } from '../../src/api/errors.ts';
import { calls, sizeOf, type CallName } from './everyCall.ts';
import { apiErrorOf } from './failing.ts';
import { clientOn, fakeClock, openStubService, type Handler } from './stubService.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

describe('a budget of bytes', () => {
  const text = JSON.stringify({ data: [{ id: 'c', status: 'REQUESTED', operationType: 'KILL' }] });
  const list = (client: Client, budget: { left: number }) => client.listChangeRequests({}, { budget });

  it('is reduced by each answer, and refuses an answer that is larger than the rest', async () => {
    for (const isChunked of [true, false]) {
      await using stub = await openStubService((response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...(!isChunked && { 'content-length': text.length }) });
        response.end(text);
      });
      const budget = { left: 2 * text.length };
      await list(stub.client, budget);
      assert.equal(budget.left, text.length);
      await list(stub.client, budget);
      assert.equal(budget.left, 0);
      const error = await apiErrorOf(list(stub.client, budget));
      assert.ok(error.kind === 'unexpectedResponse' && error.reason === 'tooLarge');
      assert.equal(stub.received.length, 3, 'it is not asked for again');
    }
  });

  it('is reduced by the received part of an answer that is cancelled', async () => {
    await using stub = await openStubService((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(' '.repeat(MIB) + text);
    });
    const budget = { left: 100 * KIB };
    await apiErrorOf(list(stub.client, budget));
    assert.ok(budget.left < 0 && budget.left > -MIB, String(budget.left));
  });
});

/** Returns the error of a list of change requests if the service answers like this. */
async function failureOfRequests(handler: Handler): Promise<ApiError> {
  await using stub = await openStubService(handler);
  return await apiErrorOf(stub.client.listChangeRequests({}));
}

/** Returns the reason why the call is refused if spaces extend its answer to this many bytes, or 'read'. */
async function answered(name: CallName, bytes: number): Promise<string> {
  const { make, answer } = calls[name];
  const text = JSON.stringify(answer).replaceAll('{flag}', 'flag');
  await using stub = await openStubService((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes });
    response.write(text);
    // An answer whose announced length is too large is not read.
    if (bytes <= MAX_BYTES.large) response.end(' '.repeat(bytes - text.length));
  });
  await using client = clientOn(stub.origin, { clock: fakeClock() });
  return await make(client).then(
    () => 'read',
    (error: { reason?: string }) => error.reason ?? String(error),
  );
}

const names = Object.keys(calls) as CallName[];
for (const name of names)
  it(`an answer of ${MAX_BYTES[sizeOf(name)] / KIB} KiB and no more is read by ${name}`, async () => {
    const limit = MAX_BYTES[sizeOf(name)];
    // Not each call gets 64 MiB: it is enough to read an answer that is longer than the other limits.
    assert.equal(await answered(name, Math.min(limit, 3 * MIB)), 'read');
    assert.equal(await answered(name, limit + 1), 'tooLarge');
  });

/** Members of the client that are not tested as calls: they send nothing, or only requests that other members also send. */
const NO_CALLS = ['origin', 'word', 'describeSubmission', 'forgetAbsent', 'close', 'findWord'];

it('each call has its limit', async () => {
  assert.deepEqual(MAX_BYTES, { large: 64 * MIB, medium: 2 * MIB, small: 256 * KIB });
  await using client = clientOn('http://127.0.0.1:1');
  assert.deepEqual(
    names.toSorted(),
    Object.keys(client)
      .filter((name) => !NO_CALLS.includes(name))
      .toSorted(),
  );
});

it('a page of segments is read although each has a long description', async () => {
  const objects = Array.from({ length: 200 }, (_, index) => ({ name: `segment-${index}`, description: 'why '.repeat(1000) }));
  const text = JSON.stringify({ objects, offset: 0, limit: 200, totalCount: 200 });
  await using stub = await openStubService((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
  });
  assert.equal((await stub.client.listSegments('w', { offset: 0, limit: 200 })).objects.length, 200);
});

describe('an answer within its limit', () => {
  it('takes not much longer to read if a __proto__ is in it', () => {
    const items = Array.from({ length: 400_000 }, () => '{"a":1}').join(',');
    const texts = [`{"data":[${items}]}`, `{"data":[${items}],"__proto__":{}}`];
    const [without, hostile] = texts.map((text) => {
      const times = [1, 2, 3, 4].map(() => {
        const before = performance.now();
        parseJson(text);
        return performance.now() - before;
      });
      return Math.min(...times);
    });
    assert.ok(hostile! < 8 * without!, `${hostile} ms against ${without} ms`);
  });

  it('is cancelled at its first invalid item, whose position is reported, before millions of items fill the memory', async () => {
    const wrong = Array.from({ length: 1_500_000 }, () => '{}').join(',');
    const requests = `{"data":[{"id":"c","status":"R","operationType":"U","flag":{"name":"f","rules":[{"condition":{}},${wrong}]}}]}`;
    for (const [body, where] of [
      [`{"data":[${wrong}]}`, 'data.0.id'],
      [requests, 'data.0.flag.rules.1.condition'],
      [requests.replace('rules', 'defaultRule'), 'data.0.flag.defaultRule.0.treatment'],
    ] as const) {
      const error = await failureOfRequests((response) => response.end(body));
      assert.ok(error.kind === 'unexpectedResponse' && error.reason === 'shape');
      assert.ok(error.message.includes(`at ${where} (`), error.message);
    }
  });

  it('has at most five million values', async () => {
    assert.equal(exceedsLimits(`["${','.repeat(6_000_000)}"]`), false);
    assert.equal(exceedsLimits(`[1${',1'.repeat(4_999_999)}]`), false);
    const error = await failureOfRequests((response) => response.end(`{"data":[1${',1'.repeat(5_000_000)}]}`));
    assert.ok(error.kind === 'unexpectedResponse' && error.reason === 'tooLarge');
  });
});
