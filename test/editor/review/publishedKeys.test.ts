/** A decision tells the segments which keys it has changed: those of a request for a segment that was published. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answering } from '../scripted.ts';
import { isIdle, usePanels } from './usePanels.ts';

const panels = usePanels(undefined, 'release-key');
const { service } = panels;

async function decided(title: RegExp, answers: readonly string[], id: 'approve' | 'reject'): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  Object.assign(panels.deps, { decided: (requestId: string, published: unknown) => told.push(requestId, published) });
  const page = await panels.openReview(title);
  await answering(answers, async () => {
    page.posted.length = 0;
    page.say({ type: 'action', id });
    await page.until((posted) => posted.some(({ type }) => type === 'view') && isIdle(posted));
  });
  assert.equal(told[0], page.view().id);
  return told.slice(1);
}

describe('a decision', () => {
  it('tells which keys were changed by an approval of a request for a segment', async () => {
    const { workspaceId, environmentId } = service.place('production');
    assert.deepEqual(await decided(/VIP accounts/, ['Seen.', 'production'], 'approve'), [
      { connectionId: 'shop', workspaceId, environmentId, name: 'vip-accounts' },
    ]);
  });

  it('tells of none where a request for a flag was approved', async () => {
    assert.deepEqual(await decided(/^New search/, ['Seen.', 'production'], 'approve'), [undefined]);
  });

  it('tells of none where a request for a segment was rejected', async () => {
    assert.deepEqual(await decided(/VIP accounts/, ['No.'], 'reject'), [undefined]);
  });
});
