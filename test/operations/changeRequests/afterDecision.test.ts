/** Tests the state after publication, for each request of the sample that can be approved. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approveRequest, readAfterDecision } from '../../../src/operations/changeRequests/decideRequest.ts';
import { findEnvironment } from '../../../src/operations/changeRequests/findEnvironment.ts';
import { readReview } from '../../../src/operations/changeRequests/readReview.ts';
import { writePermit } from '../permits.ts';
import { useService } from '../service.ts';

const service = useService();

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
