/** Tests that a decision counts as done only if the service confirms it, and that decisions of others don't count as this one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '../../../src/api/errors.ts';
import { isDecision, useReviews, VIPS, KILL, onDecision, SEARCH } from './reviews.ts';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { ReviewedRequest } from '../../../src/operations/changeRequests/readReview.ts';

const { service, review, open, approve, close, decisions } = useReviews();

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
      assert.ok(outcome.outcome === 'outdated');
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
  const ends = { PUBLISHED: approve, REJECTED: close('REJECTED') };
  for (const one of ['PUBLISHED', 'REJECTED'] as const) {
    it(`${one} and WITHDRAWN: one wins, the other reports it`, async () => {
      const reviewed = await review(VIPS);
      // Both have checked that nothing changed before the first decision is sent.
      const both = Promise.withResolvers<undefined>();
      service.onCall = (call) => {
        if (!isDecision(call)) return undefined;
        if (decisions() === 2) both.resolve(undefined);
        return both.promise;
      };
      const outcomes = await Promise.all([ends[one](reviewed), close('WITHDRAWN')(reviewed)]);
      const won = outcomes.findIndex(({ outcome }) => outcome === 'published' || outcome === 'decided');
      const lost = outcomes[1 - won];
      assert.ok(won >= 0 && lost?.outcome === 'outdated', outcomes.map(({ outcome }) => outcome).join());
      const { status, comments } = await service.as('release-key').readChangeRequest(reviewed.request.id);
      assert.deepEqual([status, lost.now.request.status], [[one, 'WITHDRAWN'][won], status]);
      assert.equal(comments.length, reviewed.request.comments.length + 1, 'decided once');
    });
  }
});

/** The request with a different status, and with a new entry in its history if `comment` is given. */
const as = ({ request }: ReviewedRequest, status: string, comment?: string): ChangeRequest => ({
  ...request,
  status,
  comments: [...request.comments, ...(comment === undefined ? [] : [{ comment, user: 'x', role: 'APPROVER', timestamp: 1 }])],
});

/** Replaces the answers to the decision and to each later reading. The sandbox carries out no decision. */
function answerWith(answer: unknown, readAgain?: unknown): void {
  service.onCall = (call) => {
    if (isDecision(call)) return { status: 200, body: answer };
    const isAgain = decisions() > 0 && call.method === 'GET' && call.path.startsWith('/changeRequests/');
    return isAgain && readAgain !== undefined ? { status: 200, body: readAgain } : undefined;
  };
}

const readingsAfter = (): number =>
  service.seen.slice(service.seen.findIndex(isDecision) + 1).filter(({ path }) => path.startsWith('/changeRequests/')).length;

describe('an approval', () => {
  it('is reported with the status in the answer: published, approved or scheduled', async () => {
    for (const [status, expected] of [
      ['PUBLISHED', 'published'],
      ['APPROVED', 'decided'],
      ['SCHEDULED', 'decided'],
    ] as const) {
      const reviewed = await review(VIPS);
      answerWith(as(reviewed, status));
      service.seen.length = 0;
      const outcome = await approve(reviewed);
      assert.ok(outcome.outcome === expected && outcome.request.status === status, status);
      assert.deepEqual([decisions(), readingsAfter()], [1, 0]);
      service.onCall = () => undefined;
    }
  });

  it('is not reported if the answer and the request that is read again have a different status', async () => {
    const reviewed = await review(VIPS);
    for (const [status, comment] of [['REQUESTED'], ['WITHDRAWN'], ['REJECTED'], ['MADE_UP'], ['REQUESTED', 'fine']] as const) {
      service.seen.length = 0;
      answerWith(as(reviewed, status, comment), as(reviewed, status, comment));
      const outcome = await approve(reviewed);
      // The history shows it if it is not carried out only because others must approve as well.
      assert.ok(outcome.outcome === 'unconfirmed' && outcome.isRecorded === (comment !== undefined));
      assert.deepEqual([outcome.now?.status, decisions(), readingsAfter()], [status, 1, 1]);
    }
  });

  it('is found by a further reading if the answer is about a different request, whatever its status', async () => {
    const reviewed = await review(VIPS);
    const other = { ...(await open(SEARCH)), status: 'PUBLISHED' };
    for (const [now, expected] of [
      [as(reviewed, 'PUBLISHED', 'fine'), 'published'],
      [as(reviewed, 'PUBLISHED', 'by another'), 'unconfirmed'], // somebody else may have approved it
      [reviewed.request, 'unconfirmed'],
    ] as const) {
      service.seen.length = 0;
      answerWith(other, now);
      assert.equal((await approve(reviewed)).outcome, expected);
    }
  });

  it('counts only if the history shows it, if the request was approved before', async () => {
    const reviewed = await review(VIPS);
    const approved = as(reviewed, 'APPROVED');
    for (const [answer, expected] of [
      [approved, 'unconfirmed'],
      [as(reviewed, 'APPROVED', 'fine'), 'decided'],
    ] as const) {
      service.onCall = (call) =>
        call.path.startsWith('/changeRequests/') ? { status: 200, body: isDecision(call) ? answer : approved } : undefined;
      assert.equal((await approve(await review(VIPS))).outcome, expected);
    }
  });

  it('is not known if the request can’t be read again, or the service returns a different one', async () => {
    const reviewed = await review(VIPS);
    const other = await open(SEARCH);
    for (const readAgain of [{ no: 'request' }, { ...other, status: 'PUBLISHED' }]) {
      service.seen.length = 0;
      answerWith(as(reviewed, 'REQUESTED'), readAgain);
      await assert.rejects(approve(reviewed), { kind: 'unknownOutcome' });
    }
  });

  it('whose answer is not a request is found by a reading, or the error is thrown', async () => {
    const reviewed = await review(VIPS);
    answerWith({ ok: true });
    await assert.rejects(approve(reviewed), { kind: 'unexpectedResponse' });
    service.seen.length = 0;
    answerWith({ ok: true }, as(reviewed, 'PUBLISHED', 'fine'));
    assert.equal((await approve(reviewed)).outcome, 'published');
  });
});

for (const asked of ['WITHDRAWN', 'REJECTED'] as const)
  it(`the decision ${asked} is not reported if the answer shows a different status or is about a different request`, async () => {
    const reviewed = await review(KILL);
    const other = { ...(await open(SEARCH)), status: asked };
    for (const [status, answer] of [
      ...['REQUESTED', 'APPROVED', 'PUBLISHED', 'SCHEDULED'].map((status) => [status, as(reviewed, status)] as const),
      ['REQUESTED', other],
    ] as const) {
      service.seen.length = 0;
      answerWith(answer, as(reviewed, status));
      const outcome = await close(asked)(reviewed);
      assert.ok(outcome.outcome === 'unconfirmed', status);
      assert.deepEqual([outcome.now?.status, readingsAfter()], [status, 1]);
    }
  });

it('a decision with a lost answer does not count as done if the history ended with the same comment before', async () => {
  const client = service.as('submitter-key');
  const { workspaceId, environmentId } = service.place('production');
  const segment = { name: 'eu-accounts', keys: ['one-more'] };
  const request = { operationType: 'CREATE', title: 'Same words', comment: 'fine', approvers: [], segment } as const;
  await client.submitChangeRequest(workspaceId, environmentId, request);
  const reviewed = await review(/^Same words$/);
  assert.equal(reviewed.request.comments.at(-1)?.comment, 'fine');
  service.onCall = onDecision('loseRequest');
  await assert.rejects(approve(reviewed, 'fine'), { kind: 'network' });
});
