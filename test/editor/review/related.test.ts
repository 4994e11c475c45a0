/** Tests that a review names other open requests that touch it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { usePanels } from './usePanels.ts';

const panels = usePanels();
const { service, openReview } = panels;

it('names other open requests that touch a request, from the list that was read, without reading it again', async () => {
  await catalogOf(panels.connectedAs('shop').client).requests().read({ count: 100 });
  const lists = (): number => service.count('GET', /^\/changeRequests(?:\?|$)/);
  const before = lists();
  const said = async (title: RegExp, sentence: RegExp): Promise<void> => {
    const page = await openReview(title);
    await page.until(() => page.view().notices.some(({ text }) => sentence.test(text)));
  };
  await said(/^Kill the rec/, /^“.*VIP accounts” is open on vip-accounts, a segment that this flag uses\.$/);
  await said(/VIP accounts/, /^“Kill the recommendation engine” is open on .*, a flag that uses this segment\.$/);
  // The test itself lists the requests twice, to find their ids.
  assert.equal(lists(), before + 2);
});
