import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  accounts,
  assertApprovalsRequired,
  assertError,
  definition,
  size,
  useSandbox,
  type Answer,
  type Json,
  type KeyName,
} from './raw.ts';

describe('sandbox: change requests', () => {
  const raw = useSandbox();
  const submit = (environment: string, body: Record<string, unknown>, as?: KeyName, workspace = 'Storefront') =>
    raw.call(
      'POST',
      `/changeRequests/ws/${raw.workspace(workspace)}/environments/${raw.environment(environment, workspace)}`,
      body,
      as,
    );
  const addKeys = (environment: string, keys: readonly string[], others: Record<string, unknown> = {}, as?: KeyName) => {
    const segment = { name: 'beta-accounts', keys };
    return submit(
      environment,
      { segment, operationType: 'CREATE', title: 'Add', comment: 'Please', approvers: [], ...others },
      as,
    );
  };
  const forFlag = async (environment: string, name: string, operationType: string, others: Record<string, unknown> = {}) =>
    submit(environment, {
      flag: { name },
      operationType,
      title: operationType,
      comment: 'Please',
      approvers: [],
      rolloutStatus: await raw.rolloutStatus(),
      ...others,
    });
  const decide = (request: Answer, status: string, as: KeyName, comment: string | undefined = 'Because') =>
    raw.call('PUT', `/changeRequests/${String(request.body['id'])}`, { status, comment }, as);
  const keysIn = async (environment: string) =>
    (await raw.get(`/segments/${raw.environment(environment)}/beta-accounts/keys`)).body;
  const live = (environment: string, flag: string) =>
    raw.get(`/flags/ws/${raw.workspace()}/${flag}/environments/${raw.environment(environment)}`);

  it('tells the whole story: 403, change request, own approval refused, approved, keys there', async () => {
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
    const { body } = await addKeys('production', ['a', 'b', 'a']);
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

  it('refuses approvers where the environment restricts who can approve', async () => {
    for (const environment of ['pre-production', 'production']) {
      assertError(await addKeys(environment, ['a'], { approvers: ['somebody@example.com'] }), 400);
      assert.equal((await keysIn(environment))['openChangeRequestId'], null);
    }
  });

  it('takes the chosen e-mail addresses where submitters choose, and no API key approves there', async () => {
    assertError(await addKeys('staging', ['a'], { approvers: ['release-key'] }), 400, /e-mail/);
    const request = await addKeys('staging', ['a'], { approvers: ['tom.okafor@example.com'] });
    assert.deepEqual(request.body['approvers'], ['tom.okafor@example.com']);
    assertError(await decide(request, 'APPROVED', 'release-key'), 403);
    assert.equal((await decide(request, 'WITHDRAWN', 'release-key')).body['status'], 'WITHDRAWN', 'it is no approver there');
  });

  it('refuses a change request where change control is not in effect', async () => {
    assertError(await addKeys('development', ['a']), 400, /not enabled/);
  });

  it('never lets the submitter approve, approver or not', async () => {
    const request = await addKeys('production', ['a'], {}, 'release-key');
    assertError(await decide(request, 'APPROVED', 'release-key'), 403, /submitter/);
    assertError(await decide(request, 'APPROVED', 'submitter-key'), 403, /not an approver/);
    assert.equal((await raw.get(`/changeRequests/${String(request.body['id'])}`)).body['status'], 'REQUESTED');
  });

  it('lets the submitter and any API key that is no approver withdraw, but not an approver', async () => {
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

  it('lets nothing out of a final status', async () => {
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

  it('refuses a decision that is none', async () => {
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

  it('refuses payloads that are not right, and stores none of them', async () => {
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

  it('kills a flag and restores it to what it was', async () => {
    const before = (await live('production', 'checkout-redesign')).body;
    const kill = await forFlag('production', 'checkout-redesign', 'KILL', { rolloutStatus: undefined });
    assert.deepEqual([kill.body['flag']?.['killed'], kill.body['flag']?.['openChangeRequestId']], [true, kill.body['id']]);
    assert.equal(kill.body['segment'], null);
    assert.equal((await live('production', 'checkout-redesign')).body['openChangeRequestId'], kill.body['id']);
    assert.equal((await live('production', 'checkout-redesign')).body['killed'], false);
    assert.equal((await decide(kill, 'APPROVED', 'release-key')).body['flag']?.['openChangeRequestId'], null);
    assert.equal((await live('production', 'checkout-redesign')).body['killed'], true);
    assertError(await forFlag('production', 'checkout-redesign', 'KILL'), 400, /killed/);
    await decide(await forFlag('production', 'checkout-redesign', 'RESTORE'), 'APPROVED', 'release-key');
    const after = (await live('production', 'checkout-redesign')).body;
    assert.deepEqual({ ...after, lastUpdateTime: 0 }, { ...before, lastUpdateTime: 0 });
    assertError(await forFlag('production', 'checkout-redesign', 'RESTORE'), 400, /not killed/);
  });

  it('updates a definition, and the rollout status with it', async () => {
    const rolloutStatus = await raw.rolloutStatus();
    const flag = definition('gift-cards', { trafficAllocation: 40, unheardOf: [1] });
    const request = await forFlag('production', 'gift-cards', 'UPDATE', { flag, rolloutStatus });
    assert.equal(request.status, 200, request.text);
    assert.equal(request.body['flag']?.['trafficAllocation'], 40);
    assert.equal(request.body['flag']?.['environment']?.['name'], 'production');
    assert.deepEqual(Object.keys(request.body['rolloutStatus'] ?? {}), ['id', 'type', 'name']);
    assert.equal(typeof request.body['rolloutStatusTimestamp'], 'number');
    assert.equal((await live('production', 'gift-cards')).body['trafficAllocation'], 100);
    await decide(request, 'APPROVED', 'release-key');
    const { body } = await live('production', 'gift-cards');
    assert.deepEqual([body['trafficAllocation'], body['unheardOf'], body['openChangeRequestId']], [40, [1], null]);
    const held = (await raw.get(`/flags/ws/${raw.workspace()}/gift-cards`)).body;
    assert.equal(held['rolloutStatus']?.['id'], rolloutStatus.id);
  });

  it('adds and removes a definition', async () => {
    const flag = definition('wishlist-sharing');
    const request = await forFlag('production', 'wishlist-sharing', 'CREATE', { flag });
    assertError(await forFlag('production', 'wishlist-sharing', 'CREATE', { flag }), 409);
    assertError(await live('production', 'wishlist-sharing'), 404);
    await decide(request, 'APPROVED', 'release-key');
    assert.equal((await live('production', 'wishlist-sharing')).body['defaultTreatment'], 'off');
    assertError(await forFlag('production', 'wishlist-sharing', 'CREATE', { flag }), 409);
    const removal = await forFlag('production', 'wishlist-sharing', 'ARCHIVE');
    assert.equal((await decide(removal, 'APPROVED', 'release-key')).body['status'], 'PUBLISHED');
    assertError(await live('production', 'wishlist-sharing'), 404);
  });

  it('refuses flag payloads that are not right', async () => {
    const flag = definition('checkout-redesign');
    for (const operation of ['RESTORE', 'UPDATE', 'ARCHIVE']) {
      const others = { flag, rolloutStatus: undefined };
      const name = operation === 'RESTORE' ? 'legacy-cart' : 'checkout-redesign';
      const environment = operation === 'RESTORE' ? 'pre-production' : 'production';
      const asked = await forFlag(environment, name, operation, { ...others, flag: { ...flag, name } });
      assertError(asked, 400, /rolloutStatus/);
    }
    assertError(await forFlag('production', 'checkout-redesign', 'UPDATE', { flag, rolloutStatus: { id: 'none' } }), 400);
    assertError(await forFlag('production', 'checkout-redesign', 'UPDATE'), 400, /treatments/);
    for (const field of ['treatments', 'defaultTreatment', 'trafficAllocation', 'rules', 'defaultRule']) {
      assertError(await forFlag('production', 'checkout-redesign', 'UPDATE', { flag: { ...flag, [field]: undefined } }), 400);
    }
    assertError(await forFlag('production', 'checkout-redesign', 'EXPLODE'), 400, /operationType/);
    assertError(await forFlag('production', 'none', 'KILL'), 404);
    assertError(await forFlag('production', 'dark-mode', 'UPDATE', { flag: definition('dark-mode') }), 404);
    assertError(await forFlag('production', 'checkout-redesign', 'KILL', { approvers: ['a@example.com'] }), 400);
    assert.equal((await live('production', 'checkout-redesign')).body['openChangeRequestId'], null);
  });

  it('does not publish what has become impossible, and leaves the request open', async () => {
    await raw.call('POST', `/segments/ws/${raw.workspace()}/trafficTypes/account`, { name: 'passing', description: '' });
    const matchers = [{ type: 'IN_SEGMENT', string: 'passing' }];
    const rules = [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers } }];
    const request = await forFlag('production', 'gift-cards', 'UPDATE', { flag: definition('gift-cards', { rules }) });
    assert.equal((await raw.call('DELETE', `/segments/ws/${raw.workspace()}/passing`)).text, 'true');
    assertError(await decide(request, 'APPROVED', 'release-key'), 400, /passing/);
    const after = (await raw.get(`/changeRequests/${String(request.body['id'])}`)).body;
    assert.deepEqual([after['status'], size(after['comments'])], ['REQUESTED', 1]);
  });

  it('lists open requests by default, others by their status', async () => {
    const open = (await raw.get('/changeRequests')).body;
    assert.deepEqual(Object.keys(open).toSorted(), ['count', 'data', 'limit', 'nextMarker', 'previousMarker']);
    assert.ok((open['data'] as unknown as Json[]).every((item) => String(item['status']) === 'REQUESTED'));
    assert.deepEqual(
      [open['count'], open['limit'], open['nextMarker'], open['previousMarker']],
      [size(open['data']), 20, null, null],
    );
    for (const status of ['PUBLISHED', 'WITHDRAWN']) {
      assert.equal((await raw.get(`/changeRequests?status=${status}`)).body['data']?.[0]?.['status'], status);
    }
    for (const status of ['APPROVED', 'REJECTED', 'SCHEDULED', 'SCHEDULE_REQUESTED']) {
      const { body } = await raw.get(`/changeRequests?status=${status}`);
      assert.deepEqual([body['data'], body['count'], body['nextMarker']], [[], 0, null]);
    }
    assertError(await raw.get('/changeRequests?status=LOST'), 400);
    const one = (await raw.get(`/changeRequests?environmentId=${raw.environment('staging')}`)).body;
    assert.equal(one['count'], 1);
    assert.equal(one['data']?.[0]?.['flag']?.['environment']?.['name'], 'staging');
  });

  it('pages by markers both ways, under either name', async () => {
    const ids = (answer: Answer) => (answer.body['data'] as unknown as Json[]).map((item) => String(item['id']));
    const all = ids(await raw.get('/changeRequests?limit=100'));
    const first = await raw.get('/changeRequests?limit=3');
    const next = encodeURIComponent(String(first.body['nextMarker']));
    const second = await raw.get(`/changeRequests?limit=3&nextMarker=${next}&after=${next}`);
    assert.deepEqual([...ids(first), ...ids(second)], all.slice(0, 6));
    assert.deepEqual(ids(await raw.get(`/changeRequests?limit=3&after=${next}`)), ids(second));
    const back = encodeURIComponent(String(second.body['previousMarker']));
    assert.deepEqual(ids(await raw.get(`/changeRequests?limit=3&previousMarker=${back}`)), ids(first));
    assert.deepEqual(ids(await raw.get(`/changeRequests?limit=3&before=${back}`)), ids(first));
    assert.equal(first.body['previousMarker'], null);
    assertError(await raw.get('/changeRequests?nextMarker=junk'), 400);
    assertError(await raw.get(`/changeRequests?nextMarker=${next}&previousMarker=${back}`), 400);
    assertError(await raw.get('/changeRequests?limit=101'), 400);
  });

  it('keeps a marker right while requests come and go', async () => {
    const first = await raw.get('/changeRequests?limit=2');
    const edge = first.body['data']?.[1];
    await decide({ ...first, body: edge as Json }, 'WITHDRAWN', 'submitter-key');
    const second = await raw.get(`/changeRequests?limit=2&nextMarker=${String(first.body['nextMarker'])}`);
    assert.equal(second.status, 200);
    assert.ok(!(second.body['data'] as unknown as Json[]).some((item) => String(item['id']) === String(edge?.['id'])));
  });

  it('starts with requests of both kinds and of several people, one without a comment, none on beta-accounts', async () => {
    const data = (await raw.get('/changeRequests?limit=100')).body['data'] as unknown as Json[];
    const submitters = new Set(data.map((item) => String(item['comments']?.[0]?.['user'])));
    assert.ok(submitters.has('submitter-key') && submitters.has('release-key') && submitters.has('maria.lopez@example.com'));
    assert.ok(data.some((item) => item['flag'] !== null) && data.some((item) => item['segment'] !== null));
    assert.ok(data.some((item) => size(item['comments']) === 0));
    assert.equal((await keysIn('production'))['openChangeRequestId'], null);
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
