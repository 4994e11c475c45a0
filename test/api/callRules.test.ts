/** Tests what single calls do besides sending and reading. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { isApiError } from '../../src/api/errors.ts';
import { clientOn, failureOf, firstPage, json, openStubService, type Received } from './stubService.ts';

type FlagRequest = Extract<Parameters<Client['submitChangeRequest']>[2], { readonly flag: unknown }>;
const wireRequest = { segment: null, id: 'c1', status: 'REQUESTED', operationType: 'KILL', approvers: [] };

describe('a change that is done without an answer', () => {
  for (const [what, call] of [
    ['createFlag', async (client: Client) => client.createFlag('w', 'user', { name: 'f', description: '' })],
    ['deleteSegment', async (client: Client) => client.deleteSegment('w', 's')],
  ] as const) {
    it(`${what} accepts an empty body, but not HTML`, async () => {
      await using stub = await openStubService((response, _, number) =>
        response.writeHead(number === 1 ? 204 : 200).end(number === 1 ? '' : '<p>'),
      );
      assert.equal(await call(stub.client), undefined);
      const error = await failureOf(call(stub.client));
      assert.ok(isApiError(error) && error.kind === 'unexpectedResponse' && error.reason === 'notJson');
    });
  }

  it('deleteSegment does not accept false as success', async () => {
    await using stub = await openStubService((response) => json(response, false));
    const error = await failureOf(stub.client.deleteSegment('w', 's'));
    assert.ok(isApiError(error) && error.kind === 'unexpectedResponse' && error.reason === 'shape');
  });
});

describe('a definition that is sent', () => {
  const answer = { ...wireRequest, flag: null };
  /** Submits a change request with this definition. Returns the body of the request. */
  const submit = async (fields: Omit<FlagRequest, 'title' | 'approvers'>): Promise<Record<string, unknown>> => {
    await using stub = await openStubService((response) => json(response, answer));
    await stub.client.submitChangeRequest('w', 'e', { title: 't', approvers: [], ...fields });
    return JSON.parse(stub.received.at(-1)?.body ?? '') as Record<string, unknown>;
  };

  it('has no response-only fields, has [] for null, and is otherwise unchanged', async () => {
    const matcher = { type: 'NEW_KIND', negate: true, weird: { depth: [1, null] } };
    const rule = { buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers: [matcher] }, note: 'kept' };
    const kept = {
      name: 'f',
      treatments: [{ name: 'on', description: null, configurations: '{}', keys: ['k'] }],
      defaultTreatment: 'on',
      baselineTreatment: 'off',
      trafficAllocation: 100,
      flagSets: ['a'],
    };
    const times = { creationTime: 1, lastUpdateTime: 2, lastTrafficReceivedAt: 3 };
    const objects = { environment: { id: 'e', name: 'production' }, trafficType: { id: 't', name: 'user' } };
    const rules = [rule, { buckets: null, condition: { combiner: 'AND', matchers: null } }];
    const live = { id: 'x', ...kept, ...times, ...objects, killed: false, openChangeRequestId: 'c', rules, defaultRule: null };
    const sentRules = [rule, { buckets: [], condition: { combiner: 'AND', matchers: [] } }];
    for (const operationType of ['UPDATE', 'CREATE'] as const) {
      const { flag, ...rest } = await submit({ operationType, flag: live });
      assert.deepEqual([flag, 'rolloutStatus' in rest], [{ ...kept, rules: sentRules, defaultRule: [] }, false]);
    }
    for (const operationType of ['RESTORE', 'ARCHIVE'] as const) {
      const { flag, rolloutStatus } = await submit({ operationType, flag: live, rolloutStatusId: 'r' });
      assert.deepEqual([flag, rolloutStatus], [{ name: 'f' }, { id: 'r' }]);
    }
  });

  it('has empty lists in place of other values, and invalid rules and conditions unchanged', async () => {
    const sent = async (flag: { readonly name: string; readonly [field: string]: unknown }): Promise<unknown> =>
      (await submit({ operationType: 'UPDATE', flag }))['flag'];
    const bare = { name: 'f', treatments: [], rules: [], defaultRule: [] };
    for (const rules of [undefined, null, 'none', {}])
      assert.deepEqual(await sent({ name: 'f', treatments: null, rules, defaultRule: null }), bare);
    const rules = ['a text', null, ['b'], 3, { condition: null }, { condition: ['c'] }, { condition: 'd' }];
    const expected = rules.map((rule, index) => (index < 4 ? rule : { ...(rule as object), buckets: [] }));
    assert.deepEqual(await sent({ name: 'f', rules }), { ...bare, rules: expected });
  });
});

describe('a change request of the service', () => {
  const readFrom = async (answer: unknown): Promise<unknown> => {
    await using stub = await openStubService((response) => json(response, answer), { vocabulary: { flag: 'split' } });
    const read = await stub.client.readChangeRequest('c1').catch((error: Error) => error.message);
    return read;
  };

  it('is reported as invalid if it is not an object', async () => {
    for (const answer of ['split', null, ['split'], 7])
      assert.match(String(await readFrom(answer)), /not as documented, at the top \(invalid_type\)/);
  });
});

it('a change request that is only described has the content that would be sent, but is not sent', async () => {
  await using stub = await openStubService((response) => json(response, { ...wireRequest, split: null }));
  await using client = clientOn(`${stub.origin}/fme`, { vocabulary: { flag: 'split' } });
  const request = { operationType: 'KILL', title: 't', approvers: [], flag: { name: 'f' } } as const;
  const described = client.describeSubmission('w', 'e/1', request);
  assert.equal(stub.received.length, 0);
  await client.submitChangeRequest('w', 'e/1', request);
  const [{ method, url, body }] = stub.received as [Received];
  assert.deepEqual(described, { method, url: stub.origin + url, body: JSON.parse(body), authentication: 'bearer' });
});

describe('input that can’t be sent', () => {
  for (const [what, name, message, call] of [
    ['no keys', 'RangeError', /no keys/, (client) => client.uploadKeys('e', 's', [])],
    ['no keys, with a comment', 'RangeError', /no keys/, (client) => client.uploadKeysWithComment('e', 's', { keys: [] })],
    ['no keys to remove', 'RangeError', /no keys/, (client) => client.removeKeys('e', 's', { keys: [], comment: '' })],
    ['the name ..', 'TypeError', /./, (client) => client.deleteSegment('w', '..')],
    ['an empty name', 'TypeError', /./, (client) => client.readKeys('e', '', firstPage)],
  ] as readonly (readonly [string, string, RegExp, (client: Client) => Promise<unknown>])[])
    it(`${what}: a ${name}, and no call is made`, async () => {
      await using stub = await openStubService((response) => json(response, {}));
      const error = await failureOf(call(stub.client));
      assert.deepEqual([error.name, isApiError(error), stub.received.length], [name, false, 0]);
      assert.match(error.message, message);
    });
});
