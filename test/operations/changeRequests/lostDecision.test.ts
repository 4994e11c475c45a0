/** Tests a decision whose answer was lost, and two decisions at the same moment: decisions of others don't count as this one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '../../../src/api/errors.ts';
import { isDecision, useReviews, VIPS } from './reviews.ts';

const { service, review, approve, close, decisions } = useReviews();

describe('after a lost answer', () => {
  for (const [status, expected] of [
    ['PUBLISHED', 'published'],
    ['SCHEDULED', 'decided'],
    ['REQUESTED', 'unconfirmed'],
  ] as const) {
    it(`an approval that the history shows counts as this one: ${status} is reported as ${expected}`, async () => {
      const reviewed = await review(VIPS);
      const { request } = reviewed;
      const taken = { comment: 'fine', user: 'release-key', role: 'APPROVER', timestamp: Date.now() };
      let isSent = false;
      service.onCall = (call) => {
        isSent ||= isDecision(call);
        if (isDecision(call)) return 504;
        return isSent && call.path === `/changeRequests/${request.id}`
          ? { status: 200, body: { ...request, status, comments: [...request.comments, taken] } }
          : undefined;
      };
      const { outcome } = await approve(reviewed);
      assert.deepEqual([outcome, decisions()], [expected, 1]);
    });
  }

  for (const [by, status, fault] of [
    ['submitter-key', 'WITHDRAWN', 'loseRequest'],
    ['release-key', 'APPROVED', 'loseRequest'],
    ['submitter-key', 'WITHDRAWN', undefined],
  ] as const)
    it(`the decision ${status} of ${by} does not count as this one, which ${fault ? 'is lost' : 'is refused, because it is late'}`, async () => {
      const reviewed = await review(VIPS);
      let isFirst = true;
      service.onCall = async (call) => {
        if (!isDecision(call) || !isFirst) return undefined;
        isFirst = false;
        await service.as(by).decideChangeRequest(reviewed.request.id, { status, comment: 'by another' });
        return fault;
      };
      const outcome = await approve(reviewed);
      assert.ok(outcome.outcome === 'moved');
      assert.equal(outcome.now.request.status, status === 'APPROVED' ? 'PUBLISHED' : status);
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

describe('two reviews that decide at once', () => {
  const ends = {
    PUBLISHED: approve,
    WITHDRAWN: close('WITHDRAWN'),
    REJECTED: close('REJECTED'),
  };
  for (const [one, other] of [
    ['PUBLISHED', 'PUBLISHED'],
    ['PUBLISHED', 'WITHDRAWN'],
    ['WITHDRAWN', 'REJECTED'],
  ] as const) {
    it(`${one} and ${other}: one wins, the other reports it`, async () => {
      const reviewed = await review(VIPS);
      // Both have checked that nothing changed before the first decision is sent.
      const both = Promise.withResolvers<undefined>();
      service.onCall = (call) => {
        if (!isDecision(call)) return undefined;
        if (decisions() === 2) both.resolve(undefined);
        return both.promise;
      };
      const outcomes = await Promise.all([ends[one](reviewed), ends[other](reviewed)]);
      const won = outcomes.findIndex(({ outcome }) => outcome === 'published' || outcome === 'decided');
      const lost = outcomes[1 - won];
      assert.ok(won >= 0 && lost?.outcome === 'moved', outcomes.map(({ outcome }) => outcome).join());
      const { status, comments } = await service.as('release-key').readChangeRequest(reviewed.request.id);
      assert.deepEqual([status, lost.now.request.status], [[one, other][won], status]);
      assert.equal(comments.length, reviewed.request.comments.length + 1, 'decided once');
    });
  }
});
