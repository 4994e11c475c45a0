/** Tests who may make which decision, and the effect of each decision. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, countOf, definition, useSandbox } from './raw.ts';

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

  it('to reject is made by an approver in these words, applies nothing, and is final', async () => {
    const request = await addKeys('production', ['a']);
    assertError(await decide(request, 'REJECTED', 'submitter-key'), 403);
    for (const status of ['PUBLISHED', 'REQUESTED', 'approved', ''])
      assertError(await decide(request, status, 'release-key'), 400, /status/);
    assert.equal((await decide(request, 'REJECTED', 'release-key')).body['status'], 'REJECTED');
    await assertUnchanged();
    for (const next of ['APPROVED', 'WITHDRAWN', 'REJECTED']) assertError(await decide(request, next, 'release-key'), 409);
    const listed = (await raw.get('/changeRequests?status=REJECTED')).body;
    assert.equal(listed['data']?.[0]?.['id'], request.body['id']);
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
});
