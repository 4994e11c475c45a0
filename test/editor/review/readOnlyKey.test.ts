/** The review with an API key that may only read: once the service has refused it, it offers no Withdraw. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { isIdle, usePanels } from './usePanels.ts';

for (const word of ['flag', 'split']) {
  describe(`the review with an API key that may only read, word ${word}`, () => {
    const { service, openReview } = usePanels({ vocabulary: word }, 'read-only-key');

    it('offers Withdraw until the service has refused it (403)', async () => {
      const page = await openReview(/VIP accounts/);
      const ids = (): readonly string[] => page.view().actions.map(({ id }) => id);
      assert.ok(ids().includes('withdraw'));
      pressNext('Withdraw');
      await answering(['No longer needed.'], async () => {
        page.posted.length = 0;
        page.say({ type: 'action', id: 'withdraw' });
        await page.until((posted) => posted.some(({ type }) => type === 'view') && isIdle(posted));
      });
      assert.match(shown.at(-1)?.message ?? '', /403/);
      assert.ok(!ids().includes('withdraw'), ids().join());
      assert.match(page.view().note, /The service refused the withdrawal to “read-only-key”/);
      assert.equal(service.count('PUT', /^\/changeRequests\//), 1);
    });
  });
}
