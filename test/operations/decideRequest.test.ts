/** Nothing is approved but what was reviewed, and nothing twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '../../src/api/errors.ts';
import type { ChangeRequest } from '../../src/api/model.ts';
import { approveRequest, withdrawRequest } from '../../src/operations/decideRequest.ts';
import type { WritePermit } from '../../src/operations/productionGuard.ts';
import { readAllKeys } from '../../src/operations/readAllKeys.ts';
import { isUnseen, readReview, type Reviewed } from '../../src/operations/readReview.ts';
import { sendable, useService, type Fault, type Seen } from './service.ts';
import { requestPermit, writePermit } from './permits.ts';

const service = useService();

async function open(title: RegExp): Promise<ChangeRequest> {
  const client = service.as('submitter-key');
  const { data } = await client.listChangeRequests({});
  const found = data.find((request) => title.test(request.title ?? ''));
  assert.ok(found, String(title));
  return found;
}

const permitFor = (name: string | undefined): WritePermit =>
  writePermit(name === undefined ? undefined : service.environment(name), name ?? 'production');

const production = (): string => service.environment('production').id;
const review = async (title: RegExp, environment = 'production'): Promise<Reviewed> =>
  readReview(service.as('release-key'), (await open(title)).id, service.environment(environment).id);
const approve = (reviewed: Reviewed, comment = 'fine') =>
  approveRequest(service.as('release-key'), reviewed, production(), comment, { permit: permitFor('production') });

const isDecision = ({ method, path }: Seen): boolean => method === 'PUT' && path.startsWith('/changeRequests/');
const decisions = (): number => service.count('PUT', /^\/changeRequests\//);
const onDecision = (fault: Fault) => (call: Seen) => (isDecision(call) ? fault : undefined);
const heldBy = async (name: string): Promise<readonly string[]> =>
  (await readAllKeys(service.as('release-key'), production(), name)).keys;

const VIPS = /VIP accounts/;
const KILL = /^Kill/;
const SEARCH = /^New search/;

describe('a review', () => {
  it('of a segment has all its keys', async () => {
    const { live, request } = await review(VIPS);
    assert.ok(live.kind === 'keys');
    assert.deepEqual([live.keys.length, live.count, request.segment?.keys.length], [312, 312, 28]);
  });

  it('of a flag has its definition, also without being told the environment', async () => {
    const { id } = await open(SEARCH);
    for (const environmentId of [production(), undefined]) {
      const { live } = await readReview(service.as('release-key'), id, environmentId);
      assert.ok(live.kind === 'definition');
      assert.equal(live.definition?.trafficAllocation, 50);
    }
  });

  it('of a definition that is still to be added has none', async () => {
    const { live } = await review(/^Define dark mode/, 'pre-production');
    assert.deepEqual(live, { kind: 'definition', definition: undefined });
  });

  it('has nothing of an unknown environment, of a decided request, or of a service that gives not all keys', async () => {
    const client = service.as('release-key');
    const { id } = await open(VIPS);
    assert.deepEqual((await readReview(client, id, undefined)).live, { kind: 'unknown' });

    service.onCall = ({ path }) =>
      path.includes('/keys') ? { status: 200, body: { keys: [{ key: 'a' }], count: 312 } } : undefined;
    assert.deepEqual((await readReview(client, id, production())).live, { kind: 'unknown' });

    const { data } = await client.listChangeRequests({ status: 'PUBLISHED' });
    assert.deepEqual((await readReview(client, data[0]!.id, production())).live, { kind: 'unknown' });
  });

  it('reads the same twice, and another if anything is another', async () => {
    const first = await review(SEARCH);
    assert.equal((await review(SEARCH)).fingerprint, first.fingerprint);
    assert.notEqual((await review(KILL)).fingerprint, first.fingerprint);
  });

  it('is not moved by traffic or by the order of keys', async () => {
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

describe('approving', () => {
  it('publishes what was reviewed', async () => {
    const reviewed = await review(VIPS);
    const outcome = await approve(reviewed, 'checked');
    assert.ok(outcome.outcome === 'published');
    assert.equal(outcome.request.comments.at(-1)?.comment, 'checked');
    const held = new Set(await heldBy('vip-accounts'));
    assert.ok(reviewed.request.segment?.keys.every((key) => held.has(key)));
  });

  it('is refused by the service for the own request, and nothing is looked for', async () => {
    const reviewed = await review(/^Restore the legacy cart/);
    await assert.rejects(approve(reviewed), (error) => isApiError(error) && error.kind === 'service' && error.status === 403);
    assert.equal(decisions(), 1);
  });

  it('stops if the request was withdrawn since', async () => {
    const reviewed = await review(VIPS);
    await withdrawRequest(service.as('submitter-key'), reviewed, 'not yet', { permit: requestPermit() });
    const before = decisions();
    const outcome = await approve(reviewed);
    assert.ok(outcome.outcome === 'moved');
    assert.equal(outcome.now.request.status, 'WITHDRAWN');
    assert.equal(decisions(), before);
  });

  it('stops if the keys moved since', async () => {
    const reviewed = await review(VIPS);
    assert.ok(reviewed.live.kind === 'keys');
    const keys = [...reviewed.live.keys.slice(1), 'another'].map((key) => ({ key }));
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 200, body: { keys, count: keys.length } } : undefined);
    const outcome = await approve(reviewed);
    assert.ok(outcome.outcome === 'moved' && outcome.now.live.kind === 'keys');
    assert.equal(outcome.now.live.keys.at(-1), 'another');
    assert.equal(decisions(), 0);
  });

  it('stops if the definition moved since, or is gone', async () => {
    const reviewed = await review(SEARCH);
    assert.ok(reviewed.live.kind === 'definition' && reviewed.live.definition);
    const moved = { ...reviewed.live.definition, trafficAllocation: 51 };
    for (const answer of [
      { status: 200, body: moved },
      { status: 404, body: {} },
    ]) {
      service.onCall = ({ path }) => (path.startsWith('/flags/') ? answer : undefined);
      assert.equal((await approve(reviewed)).outcome, 'moved');
    }
    assert.equal(decisions(), 0);
  });

  it('stops if the request itself asks for something else than was shown', async () => {
    const reviewed = await review(VIPS);
    const segment = { name: 'vip-accounts', keys: [...(reviewed.request.segment?.keys ?? []), 'smuggled'] };
    service.onCall = ({ method, path }) =>
      method === 'GET' && path.startsWith('/changeRequests/')
        ? { status: 200, body: { ...reviewed.request, flag: null, segment } }
        : undefined;
    assert.equal((await approve(reviewed)).outcome, 'moved');
    assert.equal(decisions(), 0);
  });

  it('takes a permit for the very environment', async () => {
    const reviewed = await review(VIPS);
    const client = service.as('release-key');
    const staging = permitFor('staging');
    await assert.rejects(approveRequest(client, reviewed, production(), 'x', { permit: staging }), /another environment/);
    // Nor does it help to say that a production request is one of staging: the request says where it belongs.
    const flag = await review(SEARCH);
    await assert.rejects(
      approveRequest(client, flag, service.environment('staging').id, 'x', { permit: staging }),
      /another environment/,
    );
    assert.equal(decisions(), 0);
  });

  it('in an unknown environment takes a permit for an unknown one', async () => {
    const client = service.as('release-key');
    const reviewed = await readReview(client, (await open(VIPS)).id, undefined);
    const permit = permitFor(undefined);
    const outcome = await approveRequest(client, reviewed, undefined, 'x', { permit, acceptsUnseen: true });
    assert.equal(outcome.outcome, 'published');
  });

  it('of a segment that can not be seen whole goes through only where that was accepted: nobody can tell whether it moved', async () => {
    let keys = ['a', 'b'];
    service.onCall = ({ path }) =>
      path.includes('/keys') ? { status: 200, body: { keys: keys.map((key) => ({ key })), count: 312 } } : undefined;
    const reviewed = await review(VIPS);
    assert.ok(isUnseen(reviewed.live));
    keys = ['z'];
    await assert.rejects(approve(reviewed), /Nobody accepted/);
    assert.equal(decisions(), 0);
    const options = { permit: permitFor('production'), acceptsUnseen: true };
    const outcome = await approveRequest(service.as('release-key'), reviewed, production(), 'unseen', options);
    assert.equal(outcome.outcome, 'published');
  });

  it('of a segment that was not active stops where it is now and can not be seen', async () => {
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 404, body: { code: 404, message: 'no' } } : undefined);
    const reviewed = await review(VIPS);
    assert.ok(!isUnseen(reviewed.live));
    service.onCall = ({ path }) =>
      path.includes('/keys') ? { status: 200, body: { keys: [{ key: 'a' }], count: 312 } } : undefined;
    assert.equal((await approve(reviewed)).outcome, 'moved');
    assert.equal(decisions(), 0);
  });
});

describe('after a lost answer', () => {
  for (const fault of ['loseAnswer', 504] as const) {
    it(`(${fault}) an approval that was done is done`, async () => {
      const reviewed = await review(VIPS);
      service.onCall = onDecision(fault);
      assert.equal((await approve(reviewed)).outcome, 'published');
      assert.equal(decisions(), 1);
    });
  }

  it('an approval that was not done fails, and is not sent again', async () => {
    const reviewed = await review(VIPS);
    service.onCall = onDecision('loseRequest');
    await assert.rejects(approve(reviewed), (error) => isApiError(error) && error.kind === 'network');
    assert.equal(decisions(), 1);
  });

  it('what somebody else decided is not called ours', async () => {
    const reviewed = await review(VIPS);
    let isWithdrawn = false;
    service.onCall = async (call) => {
      if (!isDecision(call) || isWithdrawn) return undefined;
      isWithdrawn = true;
      await service.as('submitter-key').decideChangeRequest(reviewed.request.id, { status: 'WITHDRAWN', comment: 'no' });
      return 'loseRequest';
    };
    const outcome = await approve(reviewed);
    assert.ok(outcome.outcome === 'moved');
    assert.equal(outcome.now.request.status, 'WITHDRAWN');
  });

  for (const status of ['SCHEDULED', 'REQUESTED']) {
    it(`an approval that was taken and not published yet is ours: it is then ${status}`, async () => {
      const reviewed = await review(VIPS);
      const { request } = reviewed;
      const taken = { comment: 'fine', user: 'release-key', role: 'APPROVER', timestamp: Date.now() };
      let isSent = false;
      service.onCall = (call) => {
        isSent ||= isDecision(call);
        if (isDecision(call)) return 'loseRequest';
        return isSent && call.path === `/changeRequests/${request.id}`
          ? { status: 200, body: { ...request, status, comments: [...request.comments, taken] } }
          : undefined;
      };
      const { outcome } = await approve(reviewed);
      assert.deepEqual([outcome, decisions()], ['decided', 1]);
    });
  }

  it('nor what somebody else decided in the same way', async () => {
    const reviewed = await review(VIPS);
    let isApproved = false;
    service.onCall = async (call) => {
      if (!isDecision(call) || isApproved) return undefined;
      isApproved = true;
      await service.as('release-key').decideChangeRequest(reviewed.request.id, { status: 'APPROVED', comment: 'by another' });
      return 'loseRequest';
    };
    const outcome = await approve(reviewed, 'by us');
    assert.ok(outcome.outcome === 'moved');
    assert.equal(outcome.now.request.status, 'PUBLISHED');
  });

  it('a refusal because somebody was quicker shows what is so now', async () => {
    const reviewed = await review(VIPS);
    let isWithdrawn = false;
    service.onCall = async (call) => {
      if (!isDecision(call) || isWithdrawn) return undefined;
      isWithdrawn = true;
      await service.as('submitter-key').decideChangeRequest(reviewed.request.id, { status: 'WITHDRAWN', comment: 'no' });
      return undefined;
    };
    assert.equal((await approve(reviewed)).outcome, 'moved');
  });

  it('and no way to look, the first error is thrown', async () => {
    const reviewed = await review(VIPS);
    let isDown = false;
    service.onCall = (call) => {
      isDown ||= isDecision(call);
      return isDown ? 'loseAnswer' : undefined;
    };
    await assert.rejects(approve(reviewed), (error) => isApiError(error) && error.method === 'PUT');
  });
});

describe('withdrawing', () => {
  it('changes the request and nothing else', async () => {
    const reviewed = await review(VIPS);
    const held = await heldBy('vip-accounts');
    const outcome = await withdrawRequest(service.as('submitter-key'), reviewed, 'not yet', { permit: requestPermit() });
    assert.ok(outcome.outcome === 'decided');
    assert.equal(outcome.request.status, 'WITHDRAWN');
    assert.deepEqual(await heldBy('vip-accounts'), held);
  });

  it('does not mind that the object moved, but that the request did', async () => {
    const reviewed = await review(VIPS);
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 200, body: { keys: [], count: 0 } } : undefined);
    assert.equal(
      (await withdrawRequest(service.as('submitter-key'), reviewed, 'not yet', { permit: requestPermit() })).outcome,
      'decided',
    );
    const again = await withdrawRequest(service.as('submitter-key'), reviewed, 'once more', { permit: requestPermit() });
    assert.ok(again.outcome === 'moved');
    assert.equal(again.now.request.status, 'WITHDRAWN');
    assert.equal(decisions(), 1);
  });

  it('that was done is done, though the answer was lost', async () => {
    const reviewed = await review(KILL);
    service.onCall = onDecision('loseAnswer');
    assert.equal(
      (await withdrawRequest(service.as('submitter-key'), reviewed, 'stock feed is right', { permit: requestPermit() })).outcome,
      'decided',
    );
    assert.equal(decisions(), 1);
  });

  it('by an approver of somebody else’s request is refused by the service', async () => {
    const reviewed = await review(VIPS);
    await assert.rejects(
      withdrawRequest(service.as('release-key'), reviewed, 'no', { permit: requestPermit() }),
      (error) => isApiError(error) && error.kind === 'service',
    );
  });
});

it('an update is approved into exactly what it asks for', async () => {
  const reviewed = await review(SEARCH);
  assert.equal((await approve(reviewed)).outcome, 'published');
  const live = await service.as('release-key').readDefinition(service.workspace('Storefront'), 'new-search', production());
  assert.deepEqual(sendable(live), sendable(reviewed.request.flag!));
});
