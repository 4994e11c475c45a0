/** Tests what single calls do besides sending and reading. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { isApiError } from '../../src/api/errors.ts';
import { clientOn, failureOf, firstPage, json, openStage, type Received } from './stage.ts';

const wireRequest = { segment: null, id: 'c1', status: 'REQUESTED', operationType: 'KILL', approvers: [] };

describe('a change that is done without an answer', () => {
  for (const [what, call] of [
    ['createFlag', async (client: Client) => client.createFlag('w', 'user', { name: 'f', description: '' })],
    ['deleteSegment', async (client: Client) => client.deleteSegment('w', 's')],
  ] as const) {
    it(`${what} is content with an empty body, not with HTML`, async () => {
      const stage = await openStage((response, _, number) =>
        response.writeHead(number === 1 ? 204 : 200).end(number === 1 ? '' : '<p>'),
      );
      assert.equal(await call(stage.client), undefined);
      const error = await failureOf(call(stage.client));
      assert.ok(isApiError(error) && error.kind === 'unexpectedResponse' && error.reason === 'notJson');
      await stage.close();
    });
  }

  it('deleteSegment does not accept false as success', async () => {
    const stage = await openStage((response) => json(response, false));
    const error = await failureOf(stage.client.deleteSegment('w', 's'));
    assert.ok(isApiError(error) && error.kind === 'unexpectedResponse' && error.reason === 'shape');
    await stage.close();
  });
});

describe('a definition that is sent back', () => {
  it('is sent without response-only fields, with [] for null, and otherwise unchanged', async () => {
    const stage = await openStage((response) => json(response, { ...wireRequest, flag: null }));
    const matcher = { type: 'NEW_KIND', negate: true, weird: { depth: [1, null] } };
    const rule = { buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers: [matcher] }, note: 'kept' };
    const live = {
      id: 'x',
      name: 'f',
      environment: { id: 'e', name: 'production' },
      trafficType: { id: 't', name: 'user' },
      killed: false,
      treatments: [{ name: 'on', description: null, configurations: '{}', keys: ['k'] }],
      defaultTreatment: 'on',
      baselineTreatment: 'off',
      trafficAllocation: 100,
      rules: [rule, { buckets: null, condition: { combiner: 'AND', matchers: null } }],
      defaultRule: null,
      creationTime: 1,
      lastUpdateTime: 2,
      lastTrafficReceivedAt: 3,
      openChangeRequestId: 'c',
      flagSets: ['a'],
    };
    for (const operationType of ['UPDATE', 'CREATE'] as const) {
      await stage.client.submitChangeRequest('w', 'e', { operationType, title: 't', approvers: [], flag: live });
      const sent = JSON.parse(stage.received.at(-1)?.body ?? '') as Record<string, unknown>;
      assert.deepEqual(sent['flag'], {
        name: 'f',
        treatments: live.treatments,
        defaultTreatment: 'on',
        baselineTreatment: 'off',
        trafficAllocation: 100,
        rules: [rule, { buckets: [], condition: { combiner: 'AND', matchers: [] } }],
        defaultRule: [],
        flagSets: ['a'],
      });
      assert.ok(!('rolloutStatus' in sent));
    }
    for (const operationType of ['RESTORE', 'ARCHIVE'] as const) {
      const request = { operationType, title: 't', approvers: [], flag: live, rolloutStatusId: 'r' };
      await stage.client.submitChangeRequest('w', 'e', request);
      const sent = JSON.parse(stage.received.at(-1)?.body ?? '') as Record<string, unknown>;
      assert.deepEqual([sent['flag'], sent['rolloutStatus']], [{ name: 'f' }, { id: 'r' }]);
    }
    await stage.close();
  });
});

describe('a definition that is not as documented', () => {
  it('is sent with empty lists in place of other values, and with invalid rules and conditions unchanged', async () => {
    const stage = await openStage((response) => json(response, { ...wireRequest, flag: null }));
    const submit = async (flag: { readonly name: string; readonly [field: string]: unknown }): Promise<unknown> => {
      await stage.client.submitChangeRequest('w', 'e', { operationType: 'UPDATE', title: 't', approvers: [], flag });
      return (JSON.parse(stage.received.at(-1)?.body ?? '') as Record<string, unknown>)['flag'];
    };
    const bare = { name: 'f', treatments: [], rules: [], defaultRule: [] };
    for (const rules of [undefined, null, 'none', {}])
      assert.deepEqual(await submit({ name: 'f', treatments: null, rules, defaultRule: null }), bare);
    const rules = ['a text', null, ['b'], 3, { condition: null }, { condition: ['c'] }, { condition: 'd' }];
    const sent = rules.map((rule, index) => (index < 4 ? rule : { ...(rule as object), buckets: [] }));
    assert.deepEqual(await submit({ name: 'f', rules }), { ...bare, rules: sent });
    await stage.close();
  });
});

describe('a change request of the service', () => {
  const readFrom = async (answer: unknown): Promise<unknown> => {
    const stage = await openStage((response) => json(response, answer), { vocabulary: { flag: 'split' } });
    const read = await stage.client.readChangeRequest('c1').catch((error: Error) => error.message);
    await stage.close();
    return read;
  };

  it('has no flag if the service names none', async () => {
    const bare = { ...wireRequest, segment: { name: 's', keys: [] }, comments: [] };
    assert.deepEqual(await readFrom(bare), bare);
  });

  it('is reported as invalid if it is not an object', async () => {
    for (const answer of ['split', null, ['split'], 7])
      assert.match(String(await readFrom(answer)), /not as documented, at the top \(invalid_type\)/);
  });
});

it('a change request that is only described has the content that would be sent, but is not sent', async () => {
  const stage = await openStage((response) => json(response, { ...wireRequest, split: null }));
  const client = clientOn(`${stage.origin}/fme`, { vocabulary: { flag: 'split' } });
  const request = { operationType: 'KILL', title: 't', approvers: [], flag: { name: 'f' } } as const;
  const described = client.describeSubmission('w', 'e/1', request);
  assert.equal(stage.received.length, 0);
  await client.submitChangeRequest('w', 'e/1', request);
  const [{ method, url, body }] = stage.received as [Received];
  assert.deepEqual(described, { method, url: stage.origin + url, body: JSON.parse(body), authentication: 'bearer' });
  await client.close();
  await stage.close();
});

describe('input that can’t be sent', () => {
  const cases: readonly (readonly [string, string, RegExp, (client: Client) => Promise<unknown>])[] = [
    ['no keys', 'RangeError', /no keys/, async (client) => client.uploadKeys('e', 's', [])],
    ['no keys, with a comment', 'RangeError', /no keys/, async (client) => client.uploadKeysWithComment('e', 's', { keys: [] })],
    ['no keys to remove', 'RangeError', /no keys/, async (client) => client.removeKeys('e', 's', { keys: [], comment: '' })],
    ['the name ..', 'TypeError', /./, async (client) => client.deleteSegment('w', '..')],
    ['the name .', 'TypeError', /./, async (client) => client.readDefinition('w', '.', 'e')],
    ['an empty name', 'TypeError', /./, async (client) => client.readKeys('e', '', firstPage)],
  ];
  for (const [what, name, message, call] of cases) {
    it(`${what}: a ${name}, and no call is made`, async () => {
      const stage = await openStage((response) => json(response, {}));
      const error = await failureOf(call(stage.client));
      assert.deepEqual([error.name, isApiError(error), stage.received.length], [name, false, 0]);
      assert.match(error.message, message);
      await stage.close();
    });
  }

  it('10,000 keys are not too many', async () => {
    const stage = await openStage((response) => json(response, { name: 's' }));
    await stage.client.uploadKeys(
      'e',
      's',
      Array.from({ length: 10_000 }, (_, i) => `key-${i}`),
    );
    assert.equal(stage.received.length, 1);
    await stage.close();
  });
});
