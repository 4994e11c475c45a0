/** Tests the differences of a service with the word `split` (service-beyond.md, Seen by tools that run against it). */
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { assertError, countOf, useSandbox } from './raw.ts';

const SOON = 2_000;
const tomorrow = () => Date.now() + 86_400_000;
const said = { operationType: 'UPDATE', title: 'T', comment: 'C', approvers: [] };

describe('sandbox with the word split', () => {
  const raw = useSandbox({ vocabulary: 'split' });
  const { submit, addKeys, decide, approve } = raw;
  const kill = () => raw.forFlag('production', 'gift-cards', 'KILL');
  const listed = async (status: string) => countOf((await raw.get(`/changeRequests?status=${status}`)).body['data']);

  it('answers 423 for a locked object, and names the request only in the details', async () => {
    for (const send of [() => kill(), () => addKeys('production', ['a'])]) {
      const first = await send();
      assert.equal(first.status, 200, first.text);
      const { status, body } = await send();
      assert.deepEqual([status, body['code'], body['message']], [423, 423, 'Something was wrong']);
      const details = `A pending change request with id:${String(first.body['id'])} for this object already exists`;
      assert.equal(body['details'], details);
    }
  });

  it('answers true to a kill and a restore', async () => {
    const path = raw.definitionPath('gift-cards', 'development');
    for (const what of ['kill', 'restore']) assert.equal((await raw.call('PUT', `${path}/${what}`, {})).text, 'true');
  });

  it('gives pages of 200 keys at most', async () => {
    const path = `${raw.segmentPath('production', 'eu-accounts')}/keys`;
    assert.equal(countOf((await raw.get(`${path}?limit=200`)).body['keys']), 200);
    assertError(await raw.get(`${path}?limit=201`), 400, /limit/);
  });

  it('lists a scheduled request separately, locks its object, and publishes it when it is approved and its time has come', async () => {
    const before = await listed('REQUESTED');
    const scheduledFor = Date.now() + SOON;
    const request = await addKeys('production', ['later'], { scheduledFor, scheduledForTimezone: 'Europe/Berlin' });
    const { id, status, scheduledFor: time, scheduledForTimezone } = request.body;
    assert.deepEqual([status, time, scheduledForTimezone], ['SCHEDULE_REQUESTED', scheduledFor, 'Europe/Berlin']);
    assert.deepEqual([await listed('REQUESTED'), await listed('SCHEDULE_REQUESTED')], [before, 1]);
    assert.equal((await addKeys('production', ['other'])).status, 423);
    assert.equal((await approve(request)).body['status'], 'SCHEDULED');
    const waiting = await raw.keysIn('production');
    assert.equal(waiting['openChangeRequestId'], id);
    assert.equal((await approve(request)).status, 409);
    await sleep(scheduledFor - Date.now() + 20);
    assert.equal((await raw.reread(request))['status'], 'PUBLISHED');
    const after = await raw.keysIn('production');
    assert.deepEqual([Number(after['count']), after['openChangeRequestId']], [Number(waiting['count']) + 1, null]);
  });

  it('allows withdrawing a scheduled request, before its approval and after', async () => {
    for (const isApproved of [false, true]) {
      const request = await addKeys('production', ['a'], { scheduledFor: tomorrow() });
      assert.equal(request.body['scheduledForTimezone'], 'UTC');
      if (isApproved) await approve(request);
      assert.equal((await decide(request, 'WITHDRAWN', 'submitter-key')).body['status'], 'WITHDRAWN');
    }
    assert.equal((await addKeys('production', ['a'])).status, 200);
  });

  it('refuses a time that has passed, and invalid times and zones', async () => {
    const zone = { scheduledFor: tomorrow(), scheduledForTimezone: 'Mars/Base' };
    for (const wrong of [{ scheduledFor: Date.now() - 1 }, { scheduledFor: 'soon' }, zone])
      assertError(await addKeys('production', ['a'], wrong), 400, /scheduledFor/);
  });

  it('accepts requests about other kinds of segments, in a field of that name, and changes nothing when they are published', async () => {
    for (const kind of ['ruleBasedSegment', 'largeSegment']) {
      const asked = { name: `some-${kind}`, rules: [{ any: 1 }] };
      const request = await submit('production', { [kind]: asked, ...said });
      const { status, split, segment, [kind]: kept } = await raw.reread(request);
      assert.deepEqual([status, split, segment, kept], ['REQUESTED', null, null, asked], request.text);
      assert.equal((await approve(request)).body['status'], 'PUBLISHED');
      const both = { [kind]: asked, segment: { name: 'beta-accounts', keys: ['a'] }, ...said, operationType: 'CREATE' };
      assertError(await submit('production', both), 400);
    }
  });
});

describe('sandbox with the word flag', () => {
  const raw = useSandbox();

  it('answers 409, ignores a time, has no other kinds of segments, and returns all keys at once', async () => {
    const request = await raw.addKeys('production', ['a'], { scheduledFor: tomorrow() });
    assert.deepEqual([request.body['status'], request.body['scheduledFor']], ['REQUESTED', undefined]);
    assertError(await raw.addKeys('production', ['b']), 409, new RegExp(String(request.body['id'])));
    assertError(await raw.submit('production', { ruleBasedSegment: { name: 'a' }, ...said }), 400);
    assert.equal((await raw.get(`${raw.segmentPath('production', 'eu-accounts')}/keys?limit=100000`)).status, 200);
    assert.ok(!('projectIdentifier' in ((await raw.get('/workspaces')).body['objects']?.[0] ?? {})));
  });
});
