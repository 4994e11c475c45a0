/**
 * Tests submit, review, and approval by a second API key, on a service that is exactly like admin-api.md: the request of a flag
 * does not name its environment.
 */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { useSubmitting, type Window } from '../changeRequests/submitting.ts';
import { connectionsOf, reviewContextOf } from '../connected.ts';
import { fakePanel, type FakePanel } from '../fakePanel.ts';
import { shown } from '../fakeVscode.ts';
import { fill, submit } from '../scripted.ts';
import { pressAnswering, has, isIdle } from './usePanels.ts';

const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');

const { service, openWindow, flagIn, submitting } = useSubmitting({ endpoints: 'documented' });
const open: FakePanel[] = [];
afterEach(() => open.splice(0).forEach((page) => page.close()));

/** Kills a flag by a change request in this window. Returns the messages. */
const submitKill = (window: Window, environment: string): Promise<readonly string[]> =>
  submitting(
    window.deps,
    flagIn(environment, 'checkout-redesign'),
    'Kill …',
    ...fill({ title: 'Stop it', comment: 'It breaks.' }),
    submit,
  );
const submittedId = async (): Promise<string> => {
  const { data } = await service.as('submitter-key').listChangeRequests({});
  return data.find(({ title }) => title === 'Stop it')?.id ?? assert.fail();
};

/** Reviews a request with the other API key and the facts of this window. Returns the title of the panel and the first notice. */
async function review({ deps, connected }: Window, id: string) {
  const client = service.as('release-key');
  const connections = connectionsOf(() => ({ ...connected, keyName: 'release-key', client }));
  const page = fakePanel();
  open.push(page);
  attachReview({ ...reviewContextOf({}), ...deps, connections }, page.panel, id);
  page.say({ type: 'ready' });
  await page.until((posted) => has('keys')(posted) && isIdle(posted));
  return page;
}

/** Approves, and types the name of production. Returns the question for it. */
async function approveProduction(page: FakePanel): Promise<string> {
  const asked = await pressAnswering(['fine', 'production'], page, 'approve');
  assert.match(shown.at(-1)?.message ?? '', /is approved with the API key “release-key” and published/);
  return asked[1]?.prompt ?? '';
}
const NAMES_PRODUCTION = /^This changes production of Storefront: [\w-]+\. Type “production” to go on\.$/;

describe('the approval of a change', () => {
  it('asks for the name of production in a window that only remembers the environment, and the review says why', async () => {
    const { memory } = openWindow();
    await submitKill(openWindow(memory), 'pre-production');
    const page = await review(openWindow(memory), await submittedId());
    assert.equal(page.panel.title, 'checkout-redesign · pre-production of Storefront');
    const unproven = /does not confirm that this (?:request|change) affects only pre-production\. /;
    assert.match(page.view().notices[0]?.text ?? '', unproven);
    assert.match(await approveProduction(page), unproven);
  });

  it('asks for the name of production in the window that submitted it, also if the answer to a kill elsewhere was lost', async () => {
    const window = openWindow();
    await submitKill(window, 'production');
    const inProduction = await submittedId();
    service.onCall = ({ method }) => (method === 'POST' ? 'loseRequest' : undefined);
    const told = await submitKill(window, 'pre-production');
    assert.match(told.join(), /It is not known whether “Stop it” in Storefront \/ pre-production was submitted/);
    service.onCall = () => undefined;
    const page = await review(window, inProduction);
    assert.equal(page.panel.title, 'checkout-redesign · production of Storefront');
    assert.match(await approveProduction(page), NAMES_PRODUCTION);
    assert.equal((await service.as('submitter-key').readChangeRequest(inProduction)).status, 'PUBLISHED');
  });
});
