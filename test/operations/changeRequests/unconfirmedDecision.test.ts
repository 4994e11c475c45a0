/**
 * Tests that a decision counts as done only if the service confirms it: in its answer, or in the request when it is read again.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { closeRequest, type DecisionOutcome } from '../../../src/operations/changeRequests/decideRequest.ts';
import type { Reviewed } from '../../../src/operations/changeRequests/readReview.ts';
import { requestPermit } from '../permits.ts';
import { isDecision, KILL, onDecision, SEARCH, useReviews, VIPS } from './reviews.ts';

const { service, review, open, approve, decisions } = useReviews();

const withdraw = (reviewed: Reviewed): Promise<DecisionOutcome> =>
  closeRequest(service.as('submitter-key'), reviewed, 'WITHDRAWN', 'not yet', { permit: requestPermit() });
const reject = (reviewed: Reviewed): Promise<DecisionOutcome> =>
  closeRequest(service.as('release-key'), reviewed, 'REJECTED', 'no', { permit: requestPermit() });

/** The request with a different status, and with a new entry in its history if `comment` is given. */
const as = ({ request }: Reviewed, status: string, comment?: string): ChangeRequest => ({
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

  for (const status of ['REQUESTED', 'WITHDRAWN', 'REJECTED', 'MADE_UP'])
    it(`is not reported if the answer and the request that is read again say ${status}`, async () => {
      const reviewed = await review(VIPS);
      answerWith(as(reviewed, status), as(reviewed, status));
      const outcome = await approve(reviewed);
      assert.ok(outcome.outcome === 'unconfirmed' && !outcome.isRecorded);
      assert.deepEqual([outcome.now?.status, decisions(), readingsAfter()], [status, 1, 1]);
    });

  it('is not reported if the answer is about a different request, whatever its status', async () => {
    const reviewed = await review(VIPS);
    const other = await open(SEARCH);
    answerWith({ ...other, status: 'PUBLISHED' });
    const outcome = await approve(reviewed);
    assert.ok(outcome.outcome === 'unconfirmed');
    assert.deepEqual([outcome.now?.id, outcome.now?.status], [reviewed.request.id, 'REQUESTED']);
  });

  it('is found by a further reading if the answer was about a different request', async () => {
    const reviewed = await review(VIPS);
    answerWith({ ...(await open(SEARCH)), status: 'REQUESTED' }, as(reviewed, 'PUBLISHED', 'fine'));
    assert.equal((await approve(reviewed)).outcome, 'published');
    answerWith({ ...(await open(SEARCH)), status: 'REQUESTED' }, as(reviewed, 'PUBLISHED', 'by another'));
    service.seen.length = 0;
    assert.equal((await approve(reviewed)).outcome, 'unconfirmed', 'somebody else may have approved it');
  });

  it('that is recorded but not carried out, because others must approve as well, is reported as such', async () => {
    const reviewed = await review(VIPS);
    answerWith(as(reviewed, 'REQUESTED', 'fine'), as(reviewed, 'REQUESTED', 'fine'));
    const outcome = await approve(reviewed);
    assert.ok(outcome.outcome === 'unconfirmed' && outcome.isRecorded);
    assert.equal(outcome.now?.status, 'REQUESTED');
  });

  it('counts only if the history shows it, if the request was approved before', async () => {
    const reviewed = await review(VIPS);
    const approved = as(reviewed, 'APPROVED');
    service.onCall = (call) => (call.path.startsWith('/changeRequests/') ? { status: 200, body: approved } : undefined);
    assert.equal((await approve(await review(VIPS))).outcome, 'unconfirmed');
    const again = as(reviewed, 'APPROVED', 'fine');
    const before = await review(VIPS);
    service.onCall = (call) =>
      call.path.startsWith('/changeRequests/') ? { status: 200, body: isDecision(call) ? again : approved } : undefined;
    assert.equal((await approve(before)).outcome, 'decided');
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

for (const [what, close, asked] of [
  ['a withdrawal', withdraw, 'WITHDRAWN'],
  ['a rejection', reject, 'REJECTED'],
] as const)
  describe(what, () => {
    for (const status of ['REQUESTED', 'APPROVED', 'PUBLISHED', 'SCHEDULED'])
      it(`is not reported if the answer says ${status}`, async () => {
        const reviewed = await review(KILL);
        answerWith(as(reviewed, status), as(reviewed, status));
        const outcome = await close(reviewed);
        assert.ok(outcome.outcome === 'unconfirmed');
        assert.deepEqual([outcome.now?.status, readingsAfter()], [status, 1]);
      });

    it('is not reported if the answer is about a different request', async () => {
      const reviewed = await review(KILL);
      answerWith({ ...(await open(SEARCH)), status: asked });
      const outcome = await close(reviewed);
      assert.ok(outcome.outcome === 'unconfirmed' && outcome.now?.status === 'REQUESTED');
    });

    it('is reported if the answer shows it', async () => {
      const outcome = await close(await review(KILL));
      assert.ok(outcome.outcome === 'decided' && outcome.request.status === asked);
    });
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
