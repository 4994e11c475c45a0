/** Tests the event of a decision, which contains the object of the request and whether it was published. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangedPlace } from '../../../src/editor/window/events.ts';
import { answering } from '../scripted.ts';
import { isIdle, usePanels } from './usePanels.ts';

const panels = usePanels(undefined, 'release-key');
const { service } = panels;

/** Returns the state and the place of the only event. */
async function decided(title: RegExp, answers: readonly string[], id: 'approve' | 'reject'): Promise<readonly unknown[]> {
  const page = await panels.openReview(title);
  await answering(answers, async () => {
    page.posted.length = 0;
    page.say({ type: 'action', id });
    await page.until((posted) => posted.some(({ type }) => type === 'view') && isIdle(posted));
  });
  const [event, ...more] = panels.deps.fired;
  assert.ok(event?.kind === 'request' && more.length === 0);
  assert.deepEqual([event.requestId, event.connection], [page.view().id, 'shop']);
  return [event.state, event.place];
}

describe('a decision', () => {
  const placeOf = (object: 'segment' | 'flag', name: string): ChangedPlace => ({ object, ...service.place('production'), name });

  it('fires an event with the segment that an approval has changed', async () => {
    assert.deepEqual(await decided(/VIP accounts/, ['Seen.', 'production'], 'approve'), [
      'published',
      placeOf('segment', 'vip-accounts'),
    ]);
  });

  it('fires an event with the flag that an approval has changed', async () => {
    assert.deepEqual(await decided(/^New search/, ['Seen.', 'production'], 'approve'), [
      'published',
      placeOf('flag', 'new-search'),
    ]);
  });
});
