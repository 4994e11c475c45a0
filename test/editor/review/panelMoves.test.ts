/** Tests a review whose request or object changed: by the review itself, in a different view, or elsewhere; and its message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passTime } from '../../time/passTime.ts';
import { focusWindow } from '../fakePanel.ts';
import { answerNext, shown as told } from '../fakeVscode.ts';
import { aWhile, has, isIdle, isStale, usePanels } from './usePanels.ts';

const panels = usePanels();
const { service, requestId, openReview } = panels;

const movedDefinition = async (): Promise<void> => {
  const { id } = service.environment('production');
  const live = await service.as('submitter-key').readDefinition(service.workspace('Storefront'), 'new-search', id);
  service.onCall = ({ method, path }) =>
    method === 'GET' && path.includes('/new-search/environments/')
      ? { status: 200, body: { ...live, trafficAllocation: 60 } }
      : undefined;
};

describe('a review', () => {
  it('reports a change after a minute, leaves the page unchanged, and shows the differences on request', async () => {
    const page = await openReview(/^New search/);
    const before = page.view();
    await movedDefinition();
    passTime(61_000);
    focusWindow();
    await page.until(has('view', ({ view }) => view.notices.some(({ steps }) => steps.some(({ id }) => id === 'showChanges'))));
    assert.deepEqual(page.view().summary, before.summary);
    assert.deepEqual(page.view().sections, before.sections);
    assert.ok(page.view().actions.every(({ isTool }) => isTool));
    const looks = (): number => service.seen.filter(({ path }) => path.startsWith('/changeRequests/')).length;
    const count = looks();
    focusWindow();
    await aWhile();
    assert.equal(looks(), count, 'one look is enough');
    page.say({ type: 'action', id: 'showChanges' });
    await page.until(has('view', ({ view }) => view.sections.some(({ id }) => id === 'moved-live-settings')));
    assert.deepEqual(
      page.view().sections[0]?.rows.map(({ before: [was], after: [is] }) => [was, is]),
      [['50%', '60%']],
    );
    assert.match(page.view().notices[0]?.text ?? '', /Changed live: Settings/);
    const moved = page.view().sections.filter(({ id }) => id.startsWith('moved-'));
    assert.deepEqual(
      moved.map(({ id }) => id),
      ['moved-live-settings'],
      'what did not move is not among it',
    );
  });

  it('learns at once of a decision in a different view, and reads again when it is shown', async () => {
    const [page, hidden] = [await openReview(/VIP accounts/), await openReview(/^New search/)];
    hidden.setVisible(false);
    for (const title of [/VIP accounts/, /^New search/])
      await service.as('submitter-key').decideChangeRequest(await requestId(title), { status: 'WITHDRAWN', comment: 'no' });
    panels.deps.events.fire({ kind: 'sandbox' });
    await page.until(has('view', isStale));
    await aWhile();
    assert.ok(!has('view', isStale)(hidden.posted));
    hidden.setVisible(true);
    await hidden.until(has('view', isStale));
  });

  it('no longer offers a withdrawal after the service refused it to the API key, and says why', async () => {
    const page = await openReview(/VIP accounts/);
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 403, body: { code: 403, message: 'read-only' } } : undefined);
    const withdraw = () => page.view().actions.find(({ id }) => id === 'withdraw');
    assert.ok(withdraw());
    answerNext('not needed');
    page.say({ type: 'action', id: 'withdraw' });
    await page.until(has('view', ({ view }) => !view.actions.some(({ id }) => id === 'withdraw')));
    assert.match(page.view().note, /The service refused the withdrawal to “submitter-key”\./);
    // It applies to each review of the request until the user reads it again, because the rights may have changed.
    const again = await openReview(/VIP accounts/);
    assert.ok(!again.view().actions.some(({ id }) => id === 'withdraw'));
    page.posted.length = 0;
    page.say({ type: 'action', id: 'refresh' });
    await page.until((posted) => has('view')(posted) && isIdle(posted));
    assert.ok(withdraw());
  });

  it('says that the API key may not decide if only the decision gets a 401, and offers the other API keys', async () => {
    const page = await openReview(/^New search/);
    const action = (wanted: string) => page.view().actions.find(({ id }) => id === wanted);
    assert.ok(action('approve'), 'it is no approver as far as is known, which proves nothing');
    const body = { code: 401, message: 'Unauthorized', details: '', transactionId: 'a1' };
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 401, body } : undefined);
    service.seen.length = 0;
    // The comment, and the name of the environment.
    answerNext('production');
    page.say({ type: 'action', id: 'approve' });
    await page.until(has('view', ({ view }) => view.actions.some(({ id }) => id === 'approveWith')));
    assert.deepEqual(
      [action('approve'), action('approveWith')?.label, action('withdraw')?.label],
      [undefined, 'Approve with “release-key”…', 'Withdraw…'],
    );
    assert.match(page.view().note, /^The service refused the approval to “submitter-key”\./);
    const said = told.at(-1);
    assert.match(
      said?.message ?? '',
      /^Nothing was decided: the API key “submitter-key” is not an approver of “New search.*\(401\)\. Unauthorized\.$/,
    );
    assert.deepEqual(said?.buttons, ['Use the API Key “release-key”', 'Open in Browser']);
    assert.equal(service.count('GET', /^\/workspaces\?.*limit=1(&|$)/), 1);
    const states = panels.deps.fired.map((event) => event.kind === 'request' && event.state);
    assert.deepEqual(states, ['outdated'], 'it waits for this API key no more');
  });

  it('shows changes by others after its own decision, even if the reading right after the decision failed', async () => {
    const page = await openReview(/VIP accounts/);
    const id = await requestId(/VIP accounts/);
    let isDecided = false;
    service.onCall = ({ method, path }) => {
      if (method === 'PUT') isDecided = true;
      return isDecided && method === 'GET' && path.startsWith('/changeRequests/')
        ? { status: 403, body: { code: 403, message: 'no' } }
        : undefined;
    };
    answerNext('not needed');
    page.say({ type: 'action', id: 'withdraw' });
    await page.until(has('failure'));
    // By then, its state has changed again.
    const client = service.as('submitter-key');
    isDecided = false;
    const now = await client.readChangeRequest(id);
    assert.equal(now.status, 'WITHDRAWN');
    const said = { comment: 'opened again', user: 'somebody', role: 'APPROVER', timestamp: Date.now() };
    const body = { ...now, status: 'REQUESTED', comments: [...now.comments, said] };
    service.onCall = ({ method, path }) =>
      method === 'GET' && path === `/changeRequests/${id}` ? { status: 200, body } : undefined;
    page.posted.length = 0;
    page.say({ type: 'action', id: 'refresh' });
    await page.until((posted) => has('view')(posted) && isIdle(posted));
    assert.match(
      page
        .view()
        .notices.map(({ text }) => text)
        .join(' '),
      /changed|moved/i,
    );
  });

  it('says if its request was decided elsewhere, and still shows the requested change', async () => {
    const page = await openReview(/VIP accounts/);
    assert.deepEqual(
      page.keys().map(({ id, keys }) => [id, keys.length]),
      [
        ['added', 25],
        ['unchanged', 3],
      ],
    );
    const [client, id] = [service.as('submitter-key'), await requestId(/VIP accounts/)];
    await (client as unknown as { decideChangeRequest(id: string, decision: object): Promise<unknown> }).decideChangeRequest(id, {
      status: 'WITHDRAWN',
      comment: 'no',
    });
    page.posted.length = 0;
    page.say({ type: 'action', id: 'refresh' });
    await page.until((posted) => has('keys')(posted) && isIdle(posted));
    assert.match(page.view().notices[0]?.text ?? '', /Changed in the request: Waiting for approval → Withdrawn/);
    assert.equal(page.view().words.summary, 'The change');
    assert.deepEqual(
      page.keys().map(({ title }) => title),
      ['Keys it adds', 'Keys that change nothing'],
    );
  });
});
