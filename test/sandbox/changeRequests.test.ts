/** Tests change requests of keys: accepted and refused ones, and the life of one. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { accounts, assertApprovalsRequired, assertError, size, type Json } from './raw.ts';
import { useRequests } from './requests.ts';

describe('sandbox: change requests', () => {
  const { raw, submit, addKeys, decide, keysIn } = useRequests();

  it('refuses a direct upload, takes a change request, refuses its submitter, and publishes it by an approver', async () => {
    const id = raw.environment('production');
    assertApprovalsRequired(await raw.call('PUT', `/segments/${id}/beta-accounts/upload`, ['story-1', 'story-2']), id);
    const request = await addKeys('production', ['story-1', 'story-2']);
    assert.equal(request.body['status'], 'REQUESTED');
    assert.equal((await keysIn('production'))['openChangeRequestId'], request.body['id']);
    assertError(await decide(request, 'APPROVED', 'submitter-key'), 403, /submitter/);
    assert.equal((await keysIn('production'))['count'], 8);
    const published = await decide(request, 'APPROVED', 'release-key', 'Checked');
    assert.deepEqual([published.status, published.body['status']], [200, 'PUBLISHED']);
    const comments = published.body['comments'] as unknown as Json[];
    assert.deepEqual(
      comments.map(({ comment, user, role }) => [comment, user, role]),
      [
        ['Please', 'submitter-key', 'SUBMITTER'],
        ['Checked', 'release-key', 'APPROVER'],
      ],
    );
    const after = await keysIn('production');
    assert.deepEqual([after['count'], after['openChangeRequestId']], [10, null]);
  });

  it('answers a segment request with every documented field', async () => {
    const { body } = await addKeys('production', ['a', 'b', 'a'], { flag: null });
    assert.equal(body['flag'], null);
    assert.deepEqual(body['segment'], { name: 'beta-accounts', keys: ['a', 'b'] });
    assert.equal(body['comment'], null);
    assert.deepEqual(body['workspace'], { id: raw.workspace(), type: 'workspace' });
    assert.ok((body['approvers'] as unknown as string[]).includes('release-key'));
    assert.deepEqual([body['title'], body['operationType']], ['Add', 'CREATE']);
    assert.equal(size(body['comments']), 1);
    assert.equal(typeof body['comments']?.[0]?.['timestamp'], 'number');
    assert.deepEqual([body['rolloutStatus'], body['rolloutStatusTimestamp']], [null, null]);
    assert.deepEqual((await raw.get(`/changeRequests/${String(body['id'])}`)).body, body);
  });

  it('removes keys by ARCHIVE', async () => {
    const request = await addKeys('production', ['acct-00041', 'not-there'], { operationType: 'ARCHIVE' });
    assert.equal((await decide(request, 'APPROVED', 'release-key')).body['status'], 'PUBLISHED');
    assert.equal((await keysIn('production'))['count'], 7);
  });

  it('has no comments when none was sent', async () => {
    assert.deepEqual((await addKeys('production', ['a'], { comment: undefined })).body['comments'], []);
  });

  it('answers a change request that does not exist with 404', async () => {
    assertError(await raw.get('/changeRequests/none'), 404);
    assertError(await raw.call('PUT', '/changeRequests/none', { status: 'APPROVED', comment: 'c' }), 404);
  });

  it('refuses approvers if the environment restricts who can approve', async () => {
    for (const environment of ['pre-production', 'production']) {
      assertError(await addKeys(environment, ['a'], { approvers: ['somebody@example.com'] }), 400);
      assert.equal((await keysIn(environment))['openChangeRequestId'], null);
    }
  });

  it('takes the chosen e-mail addresses if submitters choose, and no API key approves there', async () => {
    assertError(await addKeys('staging', ['a'], { approvers: ['release-key'] }), 400, /e-mail/);
    const request = await addKeys('staging', ['a'], { approvers: ['tom.okafor@example.com'] });
    assert.deepEqual(request.body['approvers'], ['tom.okafor@example.com']);
    assertError(await decide(request, 'APPROVED', 'release-key'), 403);
    assert.equal((await decide(request, 'WITHDRAWN', 'release-key')).body['status'], 'WITHDRAWN', 'it is no approver there');
  });

  it('refuses a change request if change control is not in effect', async () => {
    assertError(await addKeys('development', ['a']), 400, /not enabled/);
  });

  it('refuses invalid payloads, and stores none of them', async () => {
    const before = (await raw.get('/changeRequests?limit=100')).body['count'];
    const good = { segment: { name: 'beta-accounts', keys: ['a'] }, operationType: 'CREATE', title: 'T', approvers: [] };
    for (const others of [
      { title: undefined },
      { title: '' },
      { approvers: undefined },
      { approvers: 'x' },
      { operationType: 'UPDATE' },
      { operationType: undefined },
      { segment: undefined },
      { segment: { name: 'beta-accounts', keys: [] } },
      { segment: { name: 'beta-accounts' } },
      { segment: { name: 'beta-accounts', keys: [1] } },
      { segment: { keys: ['a'] } },
      { flag: { name: 'checkout-redesign' } },
    ]) {
      assertError(await submit('production', { ...good, ...others }), 400);
    }
    assertError(await submit('production', { ...good, segment: { name: 'none', keys: ['a'] } }), 404);
    assertError(await submit('production', { ...good, segment: { name: 'wholesale-buyers', keys: ['a'] } }), 404);
    assertError(await raw.call('POST', `/changeRequests/ws/${raw.workspace()}/environments/none`, good), 404);
    assert.equal((await raw.get('/changeRequests?limit=100')).body['count'], before);
  });

  it('takes 10,000 keys in one request and refuses 10,001', async () => {
    assertError(await addKeys('production', accounts(10_001)), 400, /10000/);
    assert.equal((await addKeys('production', accounts(10_000))).status, 200);
    assertError(await addKeys('production', accounts(10_001)), 400, /10000/);
    assertError(await addKeys('production', ['a']), 409, /open/);
  });
});
