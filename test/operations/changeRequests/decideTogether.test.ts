/** Tests two reviews of one request that decide at the same moment: one wins, and the other reports the current state. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approveRequest, closeRequest, type DecisionOutcome } from '../../../src/operations/changeRequests/decideRequest.ts';
import { readReview, type Reviewed } from '../../../src/operations/changeRequests/readReview.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { useService } from '../service.ts';

const service = useService();
type Decide = (reviewed: Reviewed) => Promise<DecisionOutcome>;

const decisions: Readonly<Record<string, Decide>> = {
  approve: (reviewed) => {
    const environment = service.environment('production');
    return approveRequest(service.as('release-key'), reviewed, environment.id, 'fine', {
      permit: writePermit(environment, 'production'),
    });
  },
  withdraw: (reviewed) =>
    closeRequest(service.as('submitter-key'), reviewed, 'WITHDRAWN', 'not yet', { permit: requestPermit() }),
  reject: (reviewed) => closeRequest(service.as('release-key'), reviewed, 'REJECTED', 'no', { permit: requestPermit() }),
};
const STATUS: Readonly<Record<string, string>> = { approve: 'PUBLISHED', withdraw: 'WITHDRAWN', reject: 'REJECTED' };

/** Both have checked that nothing changed before the first decision is sent. */
function letTogether(): void {
  let waiting = 0;
  let open = (): void => undefined;
  const both = new Promise<void>((resolve) => (open = resolve));
  service.onCall = async ({ method, path }) => {
    if (method !== 'PUT' || !path.startsWith('/changeRequests/')) return undefined;
    waiting += 1;
    if (waiting === 2) open();
    await both;
    return undefined;
  };
}

describe('two reviews that decide at once', () => {
  for (const [one, other] of [
    ['approve', 'approve'],
    ['approve', 'withdraw'],
    ['approve', 'reject'],
    ['withdraw', 'reject'],
  ] as const) {
    it(`${one} and ${other}: one wins, the other reports it`, async () => {
      const client = service.as('release-key');
      const { data } = await client.listChangeRequests({});
      const request = data.find(({ title }) => title?.includes('VIP accounts'));
      assert.ok(request);
      const reviewed = await readReview(client, request.id, service.environment('production').id);
      letTogether();
      const outcomes = await Promise.all([decisions[one]!(reviewed), decisions[other]!(reviewed)]);
      assert.equal(service.count('PUT', /^\/changeRequests\//), 2);
      const won = outcomes.findIndex(({ outcome }) => outcome === 'published' || outcome === 'decided');
      const lost = outcomes[1 - won];
      assert.ok(won >= 0 && lost?.outcome === 'moved', outcomes.map(({ outcome }) => outcome).join());
      const { status, comments } = await client.readChangeRequest(request.id);
      assert.deepEqual([status, lost.now.request.status], [STATUS[[one, other][won]!], status]);
      assert.equal(comments.length, request.comments.length + 1, 'decided once');
    });
  }
});
