/** Tests that a request with a number that can't be read exactly is not approved, because a review would not show its change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SEARCH, useReviews } from '../changeRequests/reviews.ts';
import { withNote } from '../service.ts';

const { service, open, review, approve, close, decisions } = useReviews();
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
    assert.ok(outcome.outcome === 'moved');
    assert.equal(outcome.now.request.largeNumber, LARGE);
    assert.equal(decisions(), 0);
  });

  it('is withdrawn and rejected like any other', async () => {
    for (const status of ['REJECTED', 'WITHDRAWN'] as const) {
      await say('live');
      assert.equal((await close(status)(await review(SEARCH))).outcome, 'decided');
      service.onCall = () => undefined;
      await service.sandbox.reset();
    }
  });

  it('is approved if its number is exact', async () => {
    await say('live', '9007199254740992');
    assert.equal((await approve(await review(SEARCH))).outcome, 'published');
  });
});
