/** Tests reviews and approvals: what a review reads, that only the reviewed state can be approved, and the state after it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approveRequest, readAfterDecision } from '../../../src/operations/changeRequests/decideRequest.ts';
import { createWatch } from '../../../src/operations/learned/keyAnswers.ts';
import { isStateUnknown, readReview, type LiveObject } from '../../../src/operations/changeRequests/readReview.ts';
import { isDecision, KILL, SEARCH, useReviews, VIPS } from './reviews.ts';
import { findEnvironment } from '../../../src/operations/changeRequests/findEnvironment.ts';
import { writePermit } from '../permits.ts';
import { withNote } from '../service.ts';

const { service, open, permitFor, production, review, approve, close, decisions, heldBy } = useReviews();
const refuse401 = { status: 401, body: { code: 401, message: 'no', details: '', transactionId: 'abc' } };

/** The service returns this in place of the request, whenever it is read. */
function answerReading(body: object): void {
  service.onCall = ({ method, path }) =>
    method === 'GET' && path.startsWith('/changeRequests/') ? { status: 200, body } : undefined;
}
/** The service returns these keys of the segment, with a count. */
function answerKeys(keys: readonly string[], count = keys.length): void {
  const body = { keys: keys.map((key) => ({ key })), count };
  service.onCall = ({ path }) => (path.includes('/keys') ? { status: 200, body } : undefined);
}

describe('approving', () => {
  it('is refused by the service for the submitter’s own request, and no further call follows', async () => {
    const reviewed = await review(/^Restore the legacy cart/);
    const outcome = await approve(reviewed);
    assert.ok(outcome.outcome === 'refused' && outcome.error.status === 403);
    assert.equal(decisions(), 1);
    assert.equal(service.count('GET', /^\/workspaces/), 0);
  });

  it('that gets a 401 checks once whether the API key is accepted, and reports a refused API key only if it is not', async () => {
    const reviewed = await review(VIPS);
    service.onCall = (call) => (isDecision(call) ? refuse401 : undefined);
    const outcome = await approve(reviewed);
    assert.ok(outcome.outcome === 'refused' && outcome.error.status === 401);
    assert.equal(service.count('GET', /^\/workspaces/), 1);
    service.onCall = (call) => (isDecision(call) || call.path.startsWith('/workspaces') ? refuse401 : undefined);
    const refusals: string[] = [];
    const watch = createWatch({ get: () => undefined, update: async () => undefined }, assert.ifError);
    const key = { connectionId: 'c', origin: 'http://127.0.0.1:1', keyName: 'mine' };
    const client = watch(service.as('release-key'), key, () => refusals.push('refused'));
    await assert.rejects(approveRequest(client, reviewed, production(), 'x', { permit: permitFor('production') }), {
      status: 401,
    });
    assert.deepEqual(refusals, ['refused']);
  });

  it('stops if the keys have changed since the review, or the request differs or was withdrawn', async () => {
    const reviewed = await review(VIPS);
    assert.ok(reviewed.live.kind === 'keys');
    answerKeys([...reviewed.live.keys.slice(1), 'another']);
    const changed = await approve(reviewed);
    assert.ok(changed.outcome === 'outdated' && changed.now.live.kind === 'keys');
    assert.equal(changed.now.live.keys.at(-1), 'another');
    const segment = { name: 'vip-accounts', keys: [...(reviewed.request.segment?.keys ?? []), 'smuggled'] };
    answerReading({ ...reviewed.request, flag: null, segment });
    assert.equal((await approve(reviewed)).outcome, 'outdated');
    assert.equal(decisions(), 0);
    service.onCall = () => undefined;
    await close('WITHDRAWN')(reviewed);
    const withdrawn = await approve(reviewed);
    assert.ok(withdrawn.outcome === 'outdated');
    assert.equal(withdrawn.now.request.status, 'WITHDRAWN');
    assert.equal(decisions(), 1);
  });

  it('stops if the definition has changed since the review or no longer exists', async () => {
    const reviewed = await review(SEARCH);
    assert.ok(reviewed.live.kind === 'definition' && reviewed.live.definition);
    const moved = { ...reviewed.live.definition, trafficAllocation: 51 };
    for (const answer of [
      { status: 200, body: moved },
      { status: 404, body: {} },
    ]) {
      service.onCall = ({ path }) => (path.startsWith('/flags/') ? answer : undefined);
      assert.equal((await approve(reviewed)).outcome, 'outdated');
    }
    assert.equal(decisions(), 0);
  });

  it('needs a permit for exactly this environment', async () => {
    const reviewed = await review(VIPS);
    const client = service.as('release-key');
    const staging = permitFor('staging');
    await assert.rejects(approveRequest(client, reviewed, production(), 'x', { permit: staging }), /another environment/);
    // Naming staging for a production request does not help, because the request names its environment.
    const flag = await review(SEARCH);
    await assert.rejects(
      approveRequest(client, flag, service.environment('staging').id, 'x', { permit: staging }),
      /another environment/,
    );
    assert.equal(decisions(), 0);
  });

  it('in an unknown environment needs a permit for an unknown environment, and makes no call with a permit for a known one', async () => {
    const client = service.as('release-key');
    const reviewed = await readReview(client, (await open(VIPS)).id, undefined);
    service.seen.length = 0;
    const options = { permit: permitFor('staging'), acceptsUnknownState: true };
    await assert.rejects(approveRequest(client, reviewed, undefined, 'x', options), /another environment/);
    assert.deepEqual(service.seen, []);
    const unknown = { permit: permitFor(undefined), acceptsUnknownState: true };
    assert.equal((await approveRequest(client, reviewed, undefined, 'x', unknown)).outcome, 'published');
  });

  it('for a segment that can’t be read completely is only sent if the user has accepted that', async () => {
    answerKeys(['a', 'b'], 312);
    const reviewed = await review(VIPS);
    assert.ok(isStateUnknown(reviewed.live));
    answerKeys(['z'], 312);
    await assert.rejects(approve(reviewed), /did not accept an approval/);
    assert.equal(decisions(), 0);
    const options = { permit: permitFor('production'), acceptsUnknownState: true };
    const outcome = await approveRequest(service.as('release-key'), reviewed, production(), 'unseen', options);
    assert.equal(outcome.outcome, 'published');
  });

  it('counts a definition as missing only if the request adds it, because a 404 may also hide a definition', async () => {
    service.onCall = ({ method, path }) => (method === 'GET' && path.includes('/environments/') ? 404 : undefined);
    const definitionOf = async (title: RegExp): Promise<LiveObject> => (await review(title)).live;
    assert.ok(isStateUnknown(await definitionOf(KILL)));
    assert.ok(isStateUnknown(await definitionOf(SEARCH)));
    // The service accepts a request that adds a definition only if there is none.
    assert.deepEqual(await definitionOf(/^Define dark mode/), { kind: 'definition', definition: undefined });
  });

  it('for a request with a flag and a segment, or with an unknown operation, is never sent', async () => {
    const { request: vips } = await review(VIPS);
    const { request: kill } = await review(KILL);
    const options = { permit: permitFor('production'), acceptsUnknownState: true };
    for (const other of [{ flag: kill.flag }, { operationType: 'TRANSMOGRIFY' }]) {
      answerReading({ ...vips, ...other });
      const reviewed = await review(VIPS);
      assert.equal(isStateUnknown(reviewed.live), 'flag' in other);
      const approving = approveRequest(service.as('release-key'), reviewed, production(), 'unseen', options);
      await assert.rejects(approving, /its effect is not known/);
    }
    assert.equal(decisions(), 0);
  });

  it('for a segment that was not active stops if the segment is now active but can’t be read', async () => {
    const missing = { status: 404, body: { code: 404, message: 'no' } };
    service.onCall = ({ path }) => (path.includes('/keys') ? missing : undefined);
    // The environment lists the segment as active: the 404 has a different reason.
    assert.ok(isStateUnknown((await review(VIPS)).live));
    const listing = { status: 200, body: { objects: [], offset: 0, limit: 50, totalCount: 0 } };
    service.onCall = ({ path }) =>
      path.includes('/keys') ? missing : /^\/segments\/ws\/[^/]+\/environments\//.test(path) ? listing : undefined;
    const reviewed = await review(VIPS);
    assert.ok(!isStateUnknown(reviewed.live));
    answerKeys(['a'], 312);
    assert.equal((await approve(reviewed)).outcome, 'outdated');
    assert.equal(decisions(), 0);
  });
});

describe('withdrawing', () => {
  it('is not affected by a change of the object, but stops if the request has changed', async () => {
    const reviewed = await review(VIPS);
    answerKeys([]);
    assert.equal((await close('WITHDRAWN')(reviewed)).outcome, 'decided');
    const again = await close('WITHDRAWN')(reviewed);
    assert.ok(again.outcome === 'outdated');
    assert.equal(again.now.request.status, 'WITHDRAWN');
    assert.equal(decisions(), 1);
  });
});

describe('the state that is read after an approval', () => {
  it('is the reviewed state, for flags and segments and each operation', async () => {
    const client = service.as('release-key');
    const { data } = await client.listChangeRequests({ limit: 100 });
    const seen: string[] = [];
    for (const request of data) {
      const mayApprove = request.approvers.includes('release-key') && request.comments[0]?.user !== 'release-key';
      if (!mayApprove) continue;
      const environment = await findEnvironment(client, request);
      assert.ok(environment);
      const reviewed = await readReview(client, request.id, environment.id);
      const permit = writePermit(environment, environment.name);
      const outcome = await approveRequest(client, reviewed, environment.id, 'fine', { permit });
      assert.equal(outcome.outcome, 'published');
      const now = await readAfterDecision(client, request, reviewed.live, environment.id);
      if (now.kind === 'keys') {
        const { count } = await client.readKeys(environment.id, request.segment?.name ?? '', { offset: 0, limit: 1 });
        assert.equal(now.count, count);
      } else {
        assert.ok(now.kind === 'definition' && now.isAsReviewed, `${request.title}: ${JSON.stringify(now)}`);
        const isKilled = now.definition?.killed === true;
        assert.equal(isKilled, request.operationType === 'KILL' || (isKilled && request.operationType === 'UPDATE'));
      }
      seen.push(`${request.segment ? 'segment' : 'flag'} ${request.operationType}`);
    }
    for (const operation of ['segment CREATE', 'segment ARCHIVE', 'flag KILL', 'flag UPDATE', 'flag CREATE'])
      assert.ok(seen.includes(operation), `${operation} among ${seen.join(', ')}`);
  });

  it('shows if somebody changed the definition right after it', async () => {
    const client = service.as('release-key');
    const { data } = await client.listChangeRequests({ limit: 100 });
    const request = data.find(({ title }) => title?.startsWith('New search'));
    assert.ok(request?.flag);
    const { id } = service.environment('production');
    const reviewed = await readReview(client, request.id, id);
    // Not approved, so the old state is still there.
    const now = await readAfterDecision(client, request, reviewed.live, id);
    const definition = await client.readDefinition(service.workspace('Storefront'), request.flag.name, id);
    assert.deepEqual(now, { kind: 'definition', definition, isAsReviewed: false });
    assert.deepEqual(await readAfterDecision(client, request, reviewed.live, undefined), { kind: 'unknown' });
  });
});

describe('a review', () => {
  it('has all keys of a segment, or the definition of a flag, even if the caller does not pass the environment', async () => {
    const { live: segment, request } = await review(VIPS);
    assert.ok(segment.kind === 'keys');
    assert.deepEqual([segment.keys.length, segment.count, request.segment?.keys.length], [312, 312, 28]);
    const { id } = await open(SEARCH);
    for (const environmentId of [production(), undefined]) {
      const { live } = await readReview(service.as('release-key'), id, environmentId);
      assert.ok(live.kind === 'definition');
      assert.equal(live.definition?.trafficAllocation, 50);
    }
    // This definition does not exist yet.
    const { live } = await review(/^Define dark mode/, 'pre-production');
    assert.deepEqual(live, { kind: 'definition', definition: undefined });
  });

  it('has no current state if the environment is unknown, or the service does not return all keys', async () => {
    const client = service.as('release-key');
    const { id } = await open(VIPS);
    assert.deepEqual((await readReview(client, id, undefined)).live, { kind: 'unknown' });

    // As many keys as the count, but one may be missing between two pages.
    service.onCall = ({ path }) => {
      if (!path.includes('/keys')) return undefined;
      const keys = /offset=0/.test(path) ? [{ key: 'a' }, { key: 'b' }] : [{ key: 'c' }];
      return { status: 200, body: { keys, count: 3 } };
    };
    assert.deepEqual((await readReview(client, id, production())).live, { kind: 'unknown' });
  });

  it('does not read the object of a decided request, because its current state does not show what the request did', async () => {
    const client = service.as('release-key');
    for (const title of [VIPS, SEARCH]) {
      const { id } = await open(title);
      await client.decideChangeRequest(id, { status: 'APPROVED', comment: 'fine' });
      service.seen.length = 0;
      assert.deepEqual((await readReview(client, id, production())).live, { kind: 'unknown' });
      assert.deepEqual(
        service.seen.map(({ path }) => path),
        [`/changeRequests/${id}`],
      );
    }
  });

  it('does not count as changed by traffic or by the order of keys', async () => {
    const client = service.as('release-key');
    const flag = await review(KILL);
    assert.ok(flag.live.kind === 'definition' && flag.live.definition);
    const busy = { ...flag.live.definition, lastTrafficReceivedAt: 1, lastUpdateTime: 2 };
    service.onCall = ({ path }) => (path.startsWith('/flags/') ? { status: 200, body: busy } : undefined);
    assert.equal((await review(KILL)).fingerprint, flag.fingerprint);

    service.onCall = () => undefined;
    const segment = await review(VIPS);
    const keys = (await heldBy('vip-accounts')).toReversed().map((key) => ({ key }));
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 200, body: { keys, count: keys.length } } : undefined);
    assert.equal((await readReview(client, segment.request.id, production())).fingerprint, segment.fingerprint);
  });
});

const LARGE = '9007199254740993';

/** From now on, the service returns this number in the flag of the request or in its current definition. */
async function say(where: 'request' | 'live', number = LARGE): Promise<void> {
  const request = await open(SEARCH);
  const { flag, workspace } = request;
  const { environmentId } = service.place('production');
  const live = await service.as('submitter-key').readDefinition(workspace!.id, flag!.name, environmentId);
  const said =
    where === 'request'
      ? { text: JSON.stringify({ ...request, flag: 'F' }).replace('"F"', () => withNote(flag!, number)) }
      : { text: withNote(live, number) };
  const path = where === 'request' ? `/changeRequests/${request.id}` : `/environments/${environmentId}`;
  service.onCall = (call) => (call.method === 'GET' && call.path.endsWith(path) ? said : undefined);
}

describe('a request with a number beyond 2^53', () => {
  for (const where of ['request', 'live'] as const) {
    it(`is not approved if the ${where} has it, and the number is named`, async () => {
      await say(where);
      const reviewed = await review(SEARCH);
      assert.equal(reviewed.request.largeNumber, LARGE);
      await assert.rejects(approve(reviewed), /not known/);
      assert.equal(decisions(), 0);
    });
  }

  it('is not approved if it got the number after the review', async () => {
    const reviewed = await review(SEARCH);
    await say('live');
    const outcome = await approve(reviewed);
    assert.ok(outcome.outcome === 'outdated');
    assert.equal(outcome.now.request.largeNumber, LARGE);
    assert.equal(decisions(), 0);
  });

  it('is withdrawn like any other', async () => {
    await say('live');
    assert.equal((await close('WITHDRAWN')(await review(SEARCH))).outcome, 'decided');
  });

  it('is approved if its number is exact', async () => {
    await say('live', '9007199254740992');
    assert.equal((await approve(await review(SEARCH))).outcome, 'published');
  });
});
