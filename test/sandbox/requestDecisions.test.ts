/** Tests who may make which decision, and the effect of each decision. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, countOf, definition, listOf, useSandbox } from './raw.ts';

for (const [vocabulary, refusal] of [
  ['flag', 403],
  ['split', 401],
] as const)
  describe(`sandbox with the word ${vocabulary}: a decision`, () => {
    const raw = useSandbox({ vocabulary });
    const { addKeys, decide } = raw;

    it(`by an API key that may not decide is refused with ${refusal}, and the key is still accepted`, async () => {
      const request = await addKeys('production', ['a'], {}, 'release-key');
      assertError(await raw.approve(request), refusal, /submitter/);
      for (const status of ['APPROVED', 'REJECTED'])
        assertError(await decide(request, status, 'submitter-key'), refusal, /not an approver/);
      assert.equal((await raw.get('/workspaces?limit=1')).status, 200);
      assert.equal((await raw.reread(request))['status'], 'REQUESTED');
    });
  });

describe('sandbox: a decision', () => {
  const raw = useSandbox();
  const { addKeys, forFlag, decide } = raw;
  const assertUnchanged = async () => {
    const keys = await raw.keysIn('production');
    assert.deepEqual([keys['count'], keys['openChangeRequestId']], [8, null]);
  };

  it('to withdraw is made by the submitter, or by any API key that is not an approver', async () => {
    const first = await addKeys('production', ['a']);
    for (const as of ['release-key', 'read-only-key'] as const) assertError(await decide(first, 'WITHDRAWN', as), 403);
    const withdrawn = await decide(first, 'WITHDRAWN', 'submitter-key', 'Not now');
    assert.equal(withdrawn.body['status'], 'WITHDRAWN');
    assert.equal(withdrawn.body['comments']?.[1]?.['comment'], 'Not now');
    await assertUnchanged();
    for (const as of ['submitter-key', 'release-key'] as const) {
      const other = await addKeys('production', ['a'], {}, 'release-key');
      assert.equal((await decide(other, 'WITHDRAWN', as)).body['status'], 'WITHDRAWN', as);
    }
  });

  it('to reject is made by an approver, and applies nothing', async () => {
    const request = await addKeys('production', ['a']);
    assertError(await decide(request, 'REJECTED', 'submitter-key'), 403);
    assert.equal((await decide(request, 'REJECTED', 'release-key')).body['status'], 'REJECTED');
    await assertUnchanged();
    const listed = (await raw.get('/changeRequests?status=REJECTED')).body;
    assert.equal(listed['data']?.[0]?.['id'], request.body['id']);
  });

  it('is final', async () => {
    for (const [last, as] of [
      ['APPROVED', 'release-key'],
      ['WITHDRAWN', 'submitter-key'],
      ['REJECTED', 'release-key'],
    ] as const) {
      const request = await addKeys('production', [`final-${last}`]);
      await decide(request, last, as);
      for (const next of ['APPROVED', 'WITHDRAWN', 'REJECTED']) assertError(await decide(request, next, 'release-key'), 409);
    }
  });

  it('is refused if its status is not one of the three decisions', async () => {
    const request = await addKeys('production', ['a']);
    for (const status of ['PUBLISHED', 'REQUESTED', 'approved', '', 'SCHEDULED'])
      assertError(await decide(request, status, 'release-key'), 400, /status/);
  });

  it('makes room for the next request: an object has one open request', async () => {
    const request = await addKeys('production', ['a']);
    assertError(await addKeys('production', ['b']), 409, new RegExp(String(request.body['id'])));
    assert.equal((await addKeys('pre-production', ['b'])).status, 200, 'the segment in a different environment');
    await decide(request, 'WITHDRAWN', 'submitter-key');
    assert.equal((await addKeys('production', ['b'])).status, 200);
  });

  it('does not publish a change that has become impossible, and leaves the request open', async () => {
    await raw.call('POST', `/segments/ws/${raw.workspace()}/trafficTypes/account`, { name: 'passing', description: '' });
    const matchers = [{ type: 'IN_SEGMENT', string: 'passing' }];
    const rules = [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers } }];
    const request = await forFlag('production', definition('gift-cards', { rules }), 'UPDATE');
    assert.equal((await raw.call('DELETE', `/segments/ws/${raw.workspace()}/passing`)).text, 'true');
    assertError(await raw.approve(request), 400, /passing/);
    const after = await raw.reread(request);
    assert.deepEqual([after['status'], countOf(after['comments'])], ['REQUESTED', 1]);
  });

  it('publishes every open request of the sample that the approver may approve', async () => {
    const mayApprove = listOf((await raw.get('/changeRequests?limit=100')).body['data']).filter(
      ({ approvers, comments }) =>
        (approvers as unknown as string[]).includes('release-key') && String(comments?.[0]?.['user']) !== 'release-key',
    );
    assert.ok(mayApprove.length >= 5);
    for (const { id } of mayApprove) {
      const decision = { status: 'APPROVED', comment: 'Fine' };
      const answer = await raw.call('PUT', `/changeRequests/${String(id)}`, decision, 'release-key');
      assert.equal(answer.body['status'], 'PUBLISHED', answer.text);
    }
  });
});
