/** Tests a review whose request or object changed: by the review itself, in a different view, or elsewhere; and its message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { initialState, nextState } from '../../../src/webview/panelState.ts';
import { passTime } from '../../time/passTime.ts';
import { focusWindow } from '../fakePanel.ts';
import { answerNext } from '../fakeVscode.ts';
import { shortPause, buttonOf, has, isIdle, isStale, press, textsOf, usePanels } from './usePanels.ts';

const panels = usePanels();
const { service, requestId, openReview } = panels;

/** From now on, the service refuses all decisions. */
const refuse = (status: number, message: string): void => {
  service.onCall = ({ method }) => (method === 'PUT' ? { status, body: { code: status, message, details: '' } } : undefined);
};
const withdraw = async (title: RegExp): Promise<ChangeRequest> =>
  service.as('submitter-key').decideChangeRequest(await requestId(title), { status: 'WITHDRAWN', comment: 'no' });

describe('a review', () => {
  it('reports a change after a minute, leaves the page unchanged, and shows the differences on request', async () => {
    const page = await openReview(/^New search/);
    // The flag's own rollout status arrives last. It is the requested one, so the line about it disappears.
    await page.until(() => !page.view().summary.some(({ text }) => text.includes('rollout status')));
    const before = page.view();
    const { workspaceId, environmentId } = service.place('production');
    const live = await service.as('submitter-key').readDefinition(workspaceId, 'new-search', environmentId);
    service.onCall = ({ path }) =>
      path.includes('/new-search/environments/') ? { status: 200, body: { ...live, trafficAllocation: 60 } } : undefined;
    passTime(61_000);
    focusWindow();
    await page.until(has('view', isStale));
    assert.deepEqual([page.view().summary, page.view().sections], [before.summary, before.sections]);
    assert.ok(page.view().actions.every(({ isTool }) => isTool));
    const looks = (): number => service.count('GET', /^\/changeRequests\//);
    const count = looks();
    focusWindow();
    await shortPause();
    assert.equal(looks(), count, 'one look is enough');
    await press(page, 'showChanges');
    const changed = page.view().sections.filter(({ id }) => id.startsWith('changed-'));
    const rows = changed.map(({ id, rows: all }) => [id, ...all.map((row) => [row.before[0], row.after[0]])]);
    assert.deepEqual(rows, [['changed-live-settings', ['50%', '60%']]]);
    assert.match(page.view().notices[0]?.text ?? '', /Changed in the live version: Settings/);
  });

  it('no longer offers a withdrawal after the service refused it to the API key, and says why', async () => {
    const page = await openReview(/VIP accounts/);
    refuse(403, 'read-only');
    assert.ok(buttonOf(page, 'withdraw'));
    answerNext('not needed');
    await press(page, 'withdraw');
    assert.equal(buttonOf(page, 'withdraw'), undefined);
    assert.match(page.view().note, /The service refused a withdrawal with the API key “submitter-key”\./);
    // It applies to each review of the request until the user reads it again, because the rights may have changed.
    assert.equal(buttonOf(await openReview(/VIP accounts/), 'withdraw'), undefined);
    await press(page, 'refresh');
    assert.ok(buttonOf(page, 'withdraw'));
  });

  it('still says that the last reading failed after the user keeps it open', async () => {
    const page = await openReview(/VIP accounts/);
    service.onCall = ({ path }) => (path.startsWith('/changeRequests/') ? { status: 403, body: {} } : undefined);
    await press(page, 'refresh', (posted) => has('failure')(posted) && isIdle(posted));
    await press(page, 'keepOpen', has('view'));
    const { failure, isFresh } = page.posted.reduce(nextState, initialState(undefined));
    assert.deepEqual([failure?.steps[0]?.id, isFresh], ['refresh', false]);
  });

  it('shows changes by others after its own decision, even if the reading right after the decision failed', async () => {
    const page = await openReview(/VIP accounts/);
    const id = await requestId(/VIP accounts/);
    let isDecided = false;
    service.onCall = ({ method, path }) => {
      if (method === 'PUT') isDecided = true;
      return isDecided && method === 'GET' && path.startsWith('/changeRequests/') ? { status: 403, body: {} } : undefined;
    };
    answerNext('not needed');
    await press(page, 'withdraw', has('failure'));
    isDecided = false;
    const now = await service.as('submitter-key').readChangeRequest(id);
    assert.equal(now.status, 'WITHDRAWN');
    const said = { comment: 'opened again', user: 'somebody', role: 'APPROVER', timestamp: Date.now() };
    const body = { ...now, status: 'REQUESTED', comments: [...now.comments, said] };
    service.onCall = ({ path }) => (path === `/changeRequests/${id}` ? { status: 200, body } : undefined);
    await press(page, 'refresh');
    assert.match(textsOf(page.view().notices).join(' '), /^Changes since this review was last loaded/);
  });

  it('says if its request was decided elsewhere, and still shows the requested change', async () => {
    const page = await openReview(/VIP accounts/);
    const lists = (): readonly unknown[] => page.keys().map(({ title, keys }) => [title, keys.length]);
    assert.deepEqual(lists(), [['Keys that the request adds', 25], ['Keys that the request leaves unchanged', 3]]); // prettier-ignore
    await withdraw(/VIP accounts/);
    await press(page, 'refresh', (posted) => has('keys')(posted) && isIdle(posted));
    assert.match(page.view().notices[0]?.text ?? '', /Changed in the request: Waiting for approval → Withdrawn/);
    assert.equal(page.view().words.summary, 'The change');
    assert.deepEqual(lists(), [['Keys that the request adds', 25], ['Keys that the request leaves unchanged', 3]]); // prettier-ignore
  });

  it('has no line about the rollout status after a withdrawal if the flag already had that status', async () => {
    const page = await openReview(/^New search/);
    const hasLine = (): boolean => page.view().summary.some(({ text }) => text.includes('rollout status'));
    await page.until(() => !hasLine());
    await withdraw(/^New search/);
    await press(page, 'refresh');
    assert.deepEqual([page.view().status.label, hasLine()], ['Withdrawn', false]);
  });
});
