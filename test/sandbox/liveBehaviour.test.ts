/** Tests the differences of a service with the word `split` (service-beyond.md, Seen by tools that run against it). */
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { assertError, size, type Answer } from './raw.ts';
import { useRequests } from './requests.ts';

const SOON = 2_000;
const tomorrow = () => Date.now() + 86_400_000;

describe('sandbox with the word split', () => {
  const { raw, submit, addKeys, decide } = useRequests({ vocabulary: 'split' });
  const kill = (name = 'gift-cards') =>
    submit('production', { split: { name }, operationType: 'KILL', title: 'T', comment: 'C', approvers: [] });
  const read = (request: Answer) => raw.get(`/changeRequests/${String(request.body['id'])}`);
  const listed = async (status: string) => size((await raw.get(`/changeRequests?status=${status}`)).body['data']);

  it('answers 423 for a locked object, and names the request only in the details', async () => {
    for (const send of [() => kill(), () => addKeys('production', ['a'])]) {
      const first = await send();
      assert.equal(first.status, 200, first.text);
      const { status, body } = await send();
      assert.deepEqual([status, body['code'], body['message']], [423, 423, 'Something was wrong']);
      assert.equal(
        body['details'],
        `A pending change request with id:${String(first.body['id'])} for this object already exists`,
      );
    }
  });

  it('answers 401 to a decision by a valid API key that may not decide, and by an invalid one', async () => {
    const request = await kill();
    for (const as of ['submitter-key', 'limited-key'] as const) {
      const { status } = await decide(request, 'APPROVED', as);
      assert.equal(status, as === 'limited-key' ? 404 : 401);
      assert.equal((await raw.get('/workspaces', as)).status, 200);
    }
    const url = `${raw.sandbox.baseUrl}/internal/api/v2/workspaces`;
    assert.equal((await fetch(url, { headers: { authorization: 'Bearer nobody' } })).status, 401);
  });

  it('answers true to a kill and a restore', async () => {
    const path = `/splits/ws/${raw.workspace()}/gift-cards/environments/${raw.environment('development')}`;
    for (const what of ['kill', 'restore']) assert.equal((await raw.call('PUT', `${path}/${what}`, {})).text, 'true');
  });

  it('accepts an API key in x-api-key', async () => {
    const url = `${raw.sandbox.baseUrl}/internal/api/v2/workspaces`;
    const key = raw.sandbox.keys[0]?.key ?? '';
    assert.equal((await fetch(url, { headers: { 'x-api-key': key } })).status, 200);
    assert.equal((await fetch(url, { headers: { 'x-api-key': `${key}-` } })).status, 401);
  });

  it('gives pages of 200 keys at most', async () => {
    const path = `/segments/${raw.environment('production')}/eu-accounts/keys`;
    assert.equal(size((await raw.get(`${path}?limit=200`)).body['keys']), 200);
    assertError(await raw.get(`${path}?limit=201`), 400, /limit/);
  });

  it('returns the owner and the project of a workspace', async () => {
    const workspace = (await raw.get('/workspaces')).body['objects']?.[0];
    assert.deepEqual([workspace?.['organizationIdentifier'], workspace?.['projectIdentifier']], ['acme', 'storefront']);
  });

  it('lists a scheduled request separately, locks its object, and publishes it when it is approved and its time has come', async () => {
    const before = await listed('REQUESTED');
    const scheduledFor = Date.now() + SOON;
    const request = await addKeys('production', ['later'], { scheduledFor, scheduledForTimezone: 'Europe/Berlin' });
    const { body } = request;
    assert.deepEqual(
      [body['status'], body['scheduledFor'], body['scheduledForTimezone']],
      ['SCHEDULE_REQUESTED', scheduledFor, 'Europe/Berlin'],
    );
    assert.deepEqual([await listed('REQUESTED'), await listed('SCHEDULE_REQUESTED')], [before, 1]);
    assert.equal((await addKeys('production', ['other'])).status, 423);
    assert.equal((await decide(request, 'APPROVED', 'release-key')).body['status'], 'SCHEDULED');
    const keys = async () => (await raw.get(`/segments/${raw.environment('production')}/beta-accounts/keys`)).body;
    assert.equal((await keys())['openChangeRequestId'], body['id']);
    assert.equal((await decide(request, 'APPROVED', 'release-key')).status, 409);
    const count = Number((await keys())['count']);
    await sleep(scheduledFor - Date.now() + 20);
    assert.equal((await read(request)).body['status'], 'PUBLISHED');
    assert.deepEqual([Number((await keys())['count']), (await keys())['openChangeRequestId']], [count + 1, null]);
  });

  it('allows withdrawing a scheduled request, before its approval and after', async () => {
    const request = await addKeys('production', ['a'], { scheduledFor: tomorrow() });
    assert.equal(request.body['scheduledForTimezone'], 'UTC');
    assert.equal((await decide(request, 'WITHDRAWN', 'submitter-key')).body['status'], 'WITHDRAWN');
    const again = await addKeys('production', ['a'], { scheduledFor: tomorrow() });
    await decide(again, 'APPROVED', 'release-key');
    assert.equal((await decide(again, 'WITHDRAWN', 'submitter-key')).body['status'], 'WITHDRAWN');
    assert.equal((await addKeys('production', ['a'])).status, 200);
  });

  it('refuses a time that has passed, and invalid times and zones', async () => {
    for (const wrong of [
      { scheduledFor: Date.now() - 1 },
      { scheduledFor: 'soon' },
      { scheduledFor: tomorrow(), scheduledForTimezone: 'Mars/Base' },
    ]) {
      assertError(await addKeys('production', ['a'], wrong), 400, /scheduledFor/);
    }
  });

  it('accepts requests about other kinds of segments, in a field of that name, and changes nothing when they are published', async () => {
    for (const kind of ['ruleBasedSegment', 'largeSegment']) {
      const asked = { name: `some-${kind}`, rules: [{ any: 1 }] };
      const request = await submit('production', {
        [kind]: asked,
        operationType: 'UPDATE',
        title: 'T',
        comment: 'C',
        approvers: [],
      });
      const { body } = await read(request);
      assert.deepEqual(
        [body['status'], body['split'], body['segment'], body[kind]],
        ['REQUESTED', null, null, asked],
        request.text,
      );
      assert.equal((await decide(request, 'APPROVED', 'release-key')).body['status'], 'PUBLISHED');
      const other = { segment: { name: 'beta-accounts', keys: ['a'] } };
      assertError(
        await submit('production', { [kind]: asked, ...other, operationType: 'CREATE', title: 'T', approvers: [] }),
        400,
      );
    }
  });
});

describe('sandbox with the word flag', () => {
  const { raw, submit, addKeys } = useRequests();

  it('answers 409, ignores a time, has no other kinds of segments, and returns all keys at once', async () => {
    const request = await addKeys('production', ['a'], { scheduledFor: tomorrow() });
    assert.deepEqual([request.body['status'], request.body['scheduledFor']], ['REQUESTED', undefined]);
    assertError(await addKeys('production', ['b']), 409, new RegExp(String(request.body['id'])));
    const other = { ruleBasedSegment: { name: 'a' }, operationType: 'UPDATE', title: 'T', comment: 'C', approvers: [] };
    assertError(await submit('production', other), 400);
    assert.equal((await raw.get(`/segments/${raw.environment('production')}/eu-accounts/keys?limit=100000`)).status, 200);
    assert.ok(!('projectIdentifier' in ((await raw.get('/workspaces')).body['objects']?.[0] ?? {})));
  });
});
