/** Tests the size limit for the answer of each call, so that no answer blocks the extension host for long or fills its memory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTooMuch } from '../../src/api/network/answer.ts';
import { parseJson } from '../../src/api/network/answer.ts';
import type { Client } from '../../src/api/client.ts';
import type { ApiError } from '../../src/api/errors.ts';
import { apiErrorOf } from './failing.ts';
import { clientOn, fakeClock, firstPage, json, openStage, type Handler } from './stage.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

const definition = { name: 'f' };
const listed = { objects: [], totalCount: 0 };
const request = { id: 'c', status: 'REQUESTED', operationType: 'KILL' };
const place = { workspaceId: 'w', flagName: 'f', environmentId: 'e' };
const explained = { title: 't', comment: 'c' };

type Row = readonly [name: keyof Client, call: (client: Client) => Promise<unknown>, answer: unknown];

describe('a budget of bytes', () => {
  const text = JSON.stringify({ data: [request] });
  const list = (client: Client, budget: { left: number }) => client.listChangeRequests({}, { budget });

  it('is reduced by each answer, and refuses an answer that is larger than the rest', async () => {
    for (const isChunked of [true, false]) {
      const stage = await openStage((response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...(!isChunked && { 'content-length': text.length }) });
        response.end(text);
      });
      const budget = { left: 2 * text.length };
      await list(stage.client, budget);
      assert.equal(budget.left, text.length);
      await list(stage.client, budget);
      assert.equal(budget.left, 0);
      const error = await apiErrorOf(list(stage.client, budget));
      assert.ok(error.kind === 'unexpectedResponse' && error.reason === 'tooLarge');
      assert.equal(stage.received.length, 3, 'it is not asked for again');
      await stage.close();
    }
  });

  it('is reduced by the received part of an answer that is cancelled', async () => {
    const stage = await openStage((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(' '.repeat(MIB) + text);
    });
    const budget = { left: 100 * KIB };
    await apiErrorOf(list(stage.client, budget));
    assert.ok(budget.left < 0 && budget.left > -MIB, String(budget.left));
    await stage.close();
  });
});

/** Answers with several definitions, or with the keys of a segment, such as a single change request. */
const large: readonly Row[] = [
  ['readKeys', async (client) => client.readKeys('e', 's', firstPage), { keys: [], count: 0 }],
  ['saveIdentities', async (client) => client.saveIdentities('t', 'e', [{ key: 'k', values: {} }]), {}],
  ['listChangeRequests', async (client) => client.listChangeRequests({}), { data: [] }],
  ['readChangeRequest', async (client) => client.readChangeRequest('c'), request],
  ['decideChangeRequest', async (client) => client.decideChangeRequest('c', { status: 'APPROVED', comment: '' }), request],
  [
    'submitChangeRequest',
    async (client) =>
      client.submitChangeRequest('w', 'e', { operationType: 'KILL', title: 't', approvers: [], flag: { name: 'f' } }),
    request,
  ],
  ['listDefinitions', async (client) => client.listDefinitions('w', 'e', firstPage), listed],
];

const ofOneDefinition: readonly Row[] = [
  ['readDefinition', async (client) => client.readDefinition('w', 'f', 'e'), definition],
  ['createDefinition', async (client) => client.createDefinition(place, definition), definition],
  ['replaceDefinition', async (client) => client.replaceDefinition(place, definition), definition],
  ['killFlag', async (client) => client.killFlag(place, explained), definition],
  ['restoreFlag', async (client) => client.restoreFlag(place, explained), definition],
];

const small: readonly Row[] = [
  ['listWorkspaces', async (client) => client.listWorkspaces(firstPage), listed],
  ['listEnvironments', async (client) => client.listEnvironments('w'), []],
  ['listRolloutStatuses', async (client) => client.listRolloutStatuses('w'), []],
  ['listTrafficTypes', async (client) => client.listTrafficTypes('w'), []],
  ['listSegments', async (client) => client.listSegments('w', firstPage), listed],
  ['listActiveSegments', async (client) => client.listActiveSegments('w', 'e', firstPage), listed],
  ['createSegment', async (client) => client.createSegment('w', 't', { name: 's', description: '' }), { name: 's' }],
  ['activateSegment', async (client) => client.activateSegment('e', 's'), { name: 's' }],
  ['deactivateSegment', async (client) => client.deactivateSegment('e', 's'), true],
  ['deleteSegment', async (client) => client.deleteSegment('w', 's'), true],
  ['uploadKeys', async (client) => client.uploadKeys('e', 's', ['k']), { name: 's' }],
  ['uploadKeysWithComment', async (client) => client.uploadKeysWithComment('e', 's', { keys: ['k'] }), { name: 's' }],
  ['removeKeys', async (client) => client.removeKeys('e', 's', { keys: ['k'], comment: 'c' }), { code: 200 }],
  ['createFlag', async (client) => client.createFlag('w', 't', { name: 'f', description: '' }), {}],
  ['listFlags', async (client) => client.listFlags('w', firstPage), listed],
  ['readFlag', async (client) => client.readFlag('w', 'f'), { name: 'f' }],
  ['deleteDefinition', async (client) => client.deleteDefinition(place), true],
];

/** Returns the error of a list of change requests if the service answers like this. */
async function failureOfRequests(handler: Handler): Promise<ApiError> {
  const stage = await openStage(handler);
  try {
    return await apiErrorOf(stage.client.listChangeRequests({}));
  } finally {
    await stage.close();
  }
}

/** Returns the error of the call if spaces extend its answer to this many bytes. */
async function answered([, call, answer]: Row, bytes: number): Promise<string> {
  const text = JSON.stringify(answer);
  const stage = await openStage((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes });
    response.write(text);
    // An answer whose announced length is too large is not read.
    if (bytes <= 64 * MIB) response.end(' '.repeat(bytes - text.length));
  });
  const client = clientOn(stage.origin, { clock: fakeClock() });
  try {
    return await call(client).then(
      () => 'read',
      (error: { reason?: string }) => error.reason ?? String(error),
    );
  } finally {
    await client.close();
    await stage.close();
  }
}

for (const [limit, rows] of [[256 * KIB, small], [2 * MIB, ofOneDefinition], [64 * MIB, large]] as const) {
  describe(`an answer of ${limit / KIB} KiB and no more`, () => {
    for (const row of rows)
      it(`is read by ${row[0]}`, async () => {
        // Not each call gets 64 MiB: it is enough to read an answer that is longer than the other limits.
        assert.equal(await answered(row, Math.min(limit, 3 * MIB)), 'read');
        assert.equal(await answered(row, limit + 1), 'tooLarge');
      });
  });
} // prettier-ignore

it('an answer of 64 MiB is read', async () => {
  assert.equal(await answered(large[0]!, 64 * MIB), 'read');
});

/** Methods that send nothing, or only requests of other calls. */
const NO_CALLS = ['origin', 'word', 'describeSubmission', 'forgetAbsent', 'close', 'findWord'];

it('each call has its limit', async () => {
  const client = clientOn('http://127.0.0.1:1');
  const calls = Object.keys(client).filter((name) => !NO_CALLS.includes(name));
  assert.deepEqual([...large, ...ofOneDefinition, ...small].map(([name]) => name).toSorted(), calls.toSorted());
  await client.close();
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
    assert.equal(isTooMuch(`["${','.repeat(6_000_000)}"]`), false);
    assert.equal(isTooMuch(`[1${',1'.repeat(4_999_999)}]`), false);
    const error = await failureOfRequests((response) => response.end(`{"data":[1${',1'.repeat(5_000_000)}]}`));
    assert.ok(error.kind === 'unexpectedResponse' && error.reason === 'tooLarge');
  });

  it('has no message if an error is longer than 256 KiB', async () => {
    const long = { code: 409, message: 'm', details: 'x'.repeat(256 * KIB) };
    const error = await failureOfRequests((response) => json(response, long, 409));
    assert.ok(error.kind === 'service' && error.status === 409);
    assert.equal(error.serviceMessage, '');
  });
});
