/** Tests who may make which decision, and the effect of each decision. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, definition, size, type Json } from './raw.ts';
import { useRequests } from './requests.ts';

describe('sandbox: decisions if it speaks as the live service', () => {
  const { raw, addKeys, decide } = useRequests({ vocabulary: 'split' });

  it('answers 401 to an API key that may not decide, and continues accepting that key', async () => {
    const request = await addKeys('production', ['a'], {}, 'release-key');
    assertError(await decide(request, 'APPROVED', 'release-key'), 401, /submitter/);
    for (const status of ['APPROVED', 'REJECTED'])
      assertError(await decide(request, status, 'submitter-key'), 401, /not an approver/);
    assert.equal((await raw.get('/workspaces?limit=1')).status, 200);
    assert.equal((await raw.get(`/changeRequests/${String(request.body['id'])}`)).body['status'], 'REQUESTED');
  });
});

describe('sandbox: change requests', () => {
  const { raw, addKeys, forFlag, decide, keysIn } = useRequests();

  it('never lets the submitter approve, approver or not', async () => {
    const request = await addKeys('production', ['a'], {}, 'release-key');
    assertError(await decide(request, 'APPROVED', 'release-key'), 403, /submitter/);
    assertError(await decide(request, 'APPROVED', 'submitter-key'), 403, /not an approver/);
    assert.equal((await raw.get(`/changeRequests/${String(request.body['id'])}`)).body['status'], 'REQUESTED');
  });

  it('lets the submitter and any API key that is not an approver withdraw, but not an approver', async () => {
    const first = await addKeys('production', ['a']);
    assertError(await decide(first, 'WITHDRAWN', 'release-key'), 403);
    assertError(await decide(first, 'WITHDRAWN', 'read-only-key'), 403);
    const withdrawn = await decide(first, 'WITHDRAWN', 'submitter-key', 'Not now');
    assert.equal(withdrawn.body['status'], 'WITHDRAWN');
    assert.equal(withdrawn.body['comments']?.[1]?.['comment'], 'Not now');
    assert.deepEqual([(await keysIn('production'))['count'], (await keysIn('production'))['openChangeRequestId']], [8, null]);
    const second = await addKeys('production', ['a'], {}, 'release-key');
    assert.equal((await decide(second, 'WITHDRAWN', 'submitter-key')).body['status'], 'WITHDRAWN');
    const third = await addKeys('production', ['a'], {}, 'release-key');
    assert.equal((await decide(third, 'WITHDRAWN', 'release-key')).body['status'], 'WITHDRAWN', 'its own');
  });

  it('rejects by an approver, and applies nothing', async () => {
    const request = await addKeys('production', ['a']);
    assertError(await decide(request, 'REJECTED', 'submitter-key'), 403);
    assert.equal((await decide(request, 'REJECTED', 'release-key')).body['status'], 'REJECTED');
    assert.deepEqual([(await keysIn('production'))['count'], (await keysIn('production'))['openChangeRequestId']], [8, null]);
    const listed = (await raw.get('/changeRequests?status=REJECTED')).body;
    assert.equal(listed['data']?.[0]?.['id'], request.body['id']);
  });

  it('allows no change of a final status', async () => {
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

  it('refuses an invalid decision', async () => {
    const request = await addKeys('production', ['a']);
    for (const status of ['PUBLISHED', 'REQUESTED', 'approved', '', 'SCHEDULED']) {
      assertError(await decide(request, status, 'release-key'), 400, /status/);
    }
  });

  it('has one open request on an object', async () => {
    const request = await addKeys('production', ['a']);
    assertError(await addKeys('production', ['b']), 409, new RegExp(String(request.body['id'])));
    assert.equal((await addKeys('pre-production', ['b'])).status, 200, 'another environment is another object');
    await decide(request, 'WITHDRAWN', 'submitter-key');
    assert.equal((await addKeys('production', ['b'])).status, 200);
  });

  it('does not publish a change that has become impossible, and leaves the request open', async () => {
    await raw.call('POST', `/segments/ws/${raw.workspace()}/trafficTypes/account`, { name: 'passing', description: '' });
    const matchers = [{ type: 'IN_SEGMENT', string: 'passing' }];
    const rules = [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers } }];
    const request = await forFlag('production', 'gift-cards', 'UPDATE', { flag: definition('gift-cards', { rules }) });
    assert.equal((await raw.call('DELETE', `/segments/ws/${raw.workspace()}/passing`)).text, 'true');
    assertError(await decide(request, 'APPROVED', 'release-key'), 400, /passing/);
    const after = (await raw.get(`/changeRequests/${String(request.body['id'])}`)).body;
    assert.deepEqual([after['status'], size(after['comments'])], ['REQUESTED', 1]);
  });

  it('publishes every open request of the sample that the approver may approve', async () => {
    const data = (await raw.get('/changeRequests?limit=100')).body['data'] as unknown as Json[];
    const mayApprove = data.filter(
      (item) =>
        (item['approvers'] as unknown as string[]).includes('release-key') &&
        String(item['comments']?.[0]?.['user']) !== 'release-key',
    );
    assert.ok(mayApprove.length >= 5);
    for (const item of mayApprove) {
      const answer = await raw.call(
        'PUT',
        `/changeRequests/${String(item['id'])}`,
        { status: 'APPROVED', comment: 'Fine' },
        'release-key',
      );
      assert.equal(answer.body['status'], 'PUBLISHED', answer.text);
    }
  });
});
