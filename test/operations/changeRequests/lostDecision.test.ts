/** Tests a decision whose answer was lost: it isn't repeated, and decisions of others don't count as this one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../../src/api/client.ts';
import { isApiError } from '../../../src/api/errors.ts';
import { isDecision, onDecision, useReviews, VIPS } from './reviews.ts';
import type { KeyName } from '../service.ts';

const { service, review, approve, decisions } = useReviews();

/** Somebody else decides while this decision is sent and lost. */
function beforeOurs(
  by: KeyName,
  { request }: Awaited<ReturnType<typeof review>>,
  decision: Parameters<Client['decideChangeRequest']>[1],
): void {
  let isDone = false;
  service.onCall = async (call) => {
    if (!isDecision(call) || isDone) return undefined;
    isDone = true;
    await service.as(by).decideChangeRequest(request.id, decision);
    return 'loseRequest';
  };
}

describe('after a lost answer', () => {
  for (const fault of ['loseAnswer', 504] as const) {
    it(`(${fault}) an approval that was carried out counts as done`, async () => {
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

  it('a decision of somebody else does not count as this one', async () => {
    const reviewed = await review(VIPS);
    beforeOurs('submitter-key', reviewed, { status: 'WITHDRAWN', comment: 'no' });
    const outcome = await approve(reviewed);
    assert.ok(outcome.outcome === 'moved');
    assert.equal(outcome.now.request.status, 'WITHDRAWN');
  });

  for (const [status, expected] of [
    ['SCHEDULED', 'decided'],
    ['REQUESTED', 'unconfirmed'],
  ] as const) {
    it(`an approval that was recorded but not published yet counts as this one: ${status} is reported as ${expected}`, async () => {
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
      assert.deepEqual([outcome, decisions()], [expected, 1]);
    });
  }

  it('an equal decision of somebody else does not count as this one', async () => {
    const reviewed = await review(VIPS);
    beforeOurs('release-key', reviewed, { status: 'APPROVED', comment: 'by another' });
    const outcome = await approve(reviewed, 'by us');
    assert.ok(outcome.outcome === 'moved');
    assert.equal(outcome.now.request.status, 'PUBLISHED');
  });

  it('a refusal because somebody was faster shows the current state', async () => {
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

  it('the result is unknown if the request can’t be read', async () => {
    const reviewed = await review(VIPS);
    let isDown = false;
    service.onCall = (call) => {
      isDown ||= isDecision(call);
      return isDown ? 'loseAnswer' : undefined;
    };
    await assert.rejects(
      approve(reviewed),
      ({ kind, cause }) => kind === 'unknownOutcome' && isApiError(cause) && cause.method === 'PUT',
    );
  });
});
