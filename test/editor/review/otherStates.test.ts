/** Tests requests in other states: the possible actions with reasons, the questions before a decision, and the results. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { RequestAction } from '../../../src/domain/changeRequests/transitions.ts';
import type { ReviewState } from '../../../src/editor/review/reviewState.ts';
import { readReview } from '../../../src/operations/changeRequests/readReview.ts';
import { useService, type KeyName } from '../../operations/service.ts';
import { connectedTo } from '../connected.ts';
import { answering, type Answer, type Asked } from '../scripted.ts';
import { testServices } from '../services.ts';
import { shown as told } from '../fakeVscode.ts';

const { decisionsFor } = await import('../../../src/editor/review/reviewActions.ts');
const { stateOf } = await import('../../../src/editor/review/reviewState.ts');
const { tellOutdated } = await import('../../../src/editor/review/changedSinceOpened.ts');
const { decide } = await import('../../../src/editor/review/decide.ts');

const service = useService();
/** Replaces the status of the service. Undefined = unchanged. */
let status: string | undefined;
/** The status in the answer to a decision. Undefined = the service decides. */
let decided: string | undefined;
/** The status after the decision, and whether it can be read. */
let after: string | undefined;
let isUnreadable = false;
afterEach(() => {
  status = decided = after = undefined;
  isUnreadable = false;
});

async function review(title: RegExp, keyName: KeyName = 'release-key', isEnvironmentKnown = true): Promise<ReviewState> {
  // The sandbox gives its API keys the names that they have at the service, so it is known who they are.
  const connected = connectedTo(service, keyName, { isSandbox: true });
  const { client: plain } = connected;
  const { data } = await plain.listChangeRequests({ limit: 100 });
  const id = data.find((request) => title.test(request.title ?? ''))?.id ?? assert.fail(String(title));
  const as = (request: ChangeRequest, word: string | undefined): ChangeRequest => ({
    ...request,
    status: word ?? request.status,
  });
  let isDecided = false;
  const client: typeof plain = {
    ...plain,
    readChangeRequest: async (...call) => {
      if (isDecided && isUnreadable) throw new Error('unreadable');
      return as(await plain.readChangeRequest(...call), status);
    },
    decideChangeRequest: async (...call) => {
      if (decided === undefined) return plain.decideChangeRequest(...call);
      isDecided = true;
      status = after ?? status;
      return as(await plain.readChangeRequest(id), decided);
    },
  };
  const environment = isEnvironmentKnown ? service.environment('production') : undefined;
  const place = { workspaceName: 'Storefront', environment, provenBy: environment && ('reading' as const) };
  return stateOf(testServices(), { ...connected, client }, place, await readReview(client, id, environment?.id));
}

/** Answers the questions of a decision, and returns them. */
const deciding = (action: RequestAction, state: ReviewState, ...answers: readonly Answer[]): Promise<readonly Asked[]> =>
  answering(answers, () => decide(testServices(), action, state, async () => true));

const withRequest = (state: ReviewState, fields: Partial<ChangeRequest>): ReviewState => ({
  ...state,
  reviewed: { ...state.reviewed, request: { ...state.reviewed.request, ...fields } },
});

/** The buttons and the note. */
const offered = (state: ReviewState): readonly string[] => {
  const { actions, note } = decisionsFor(state, false);
  return [...actions.map(({ label }) => label), ...(note ? [note] : [])];
};

describe('a request that is neither waiting nor decided', () => {
  it('has a button for each possible decision', async () => {
    status = 'SCHEDULE_REQUESTED';
    const scheduled = offered(await review(/^New search/));
    assert.deepEqual(scheduled.slice(0, 2), ['Approve…', 'Reject…']);
    assert.match(scheduled[2]!, /can withdraw only its own/);
    status = 'APPROVED';
    assert.deepEqual(offered(await review(/^New search/)), ['Withdraw…', 'Reject…'], 'it is approved already');
    status = 'PUBLISHED';
    assert.deepEqual(offered(await review(/^New search/)), [], 'its state says it all');
  });

  it('offers a stored API key that may approve, as the only primary button, if the one in use may not or was refused there', async () => {
    const own = await review(/VIP accounts/, 'submitter-key');
    const note = '“submitter-key” submitted this request. An API key cannot approve its own requests.';
    assert.deepEqual(offered(own), ['Approve with “release-key”…', 'Use the API Key “release-key”', 'Withdraw…', note]);
    const primary = decisionsFor(own, false).actions.map(({ isPrimary }) => isPrimary);
    assert.deepEqual(primary, [true, false, false]);
    assert.deepEqual(offered({ ...own, others: [] }), ['Withdraw…', note]);
    const state = await review(/^New search/);
    const first = (canApprove: boolean): readonly string[] => {
      const { actions } = decisionsFor({ ...state, key: { ...state.key, canApprove } }, false);
      return actions.filter(({ isPrimary }) => isPrimary).map(({ id }) => id);
    };
    assert.deepEqual([first(true), first(false)], [['approve'], ['approveWith']]);
    assert.deepEqual(decisionsFor(own, true), { actions: [], note: '' }, 'nothing is decided on what has moved');
  });

  it('does not say who decided on the request earlier: it may have been the user in a different window', async () => {
    const { reviewed } = await review(/^New search/);
    tellOutdated({ ...reviewed.request, status: 'PUBLISHED' });
    assert.match(told.at(-1)?.message ?? '', /^Your decision had no effect: “New search.*” has already been decided\./);
  });

  it('says that a change was refused, and not an approval, if the service refused a change', async () => {
    const state = await review(/^New search/);
    const [text] = offered({ ...state, key: { ...state.key, canApprove: undefined, canWrite: false } }).slice(-1);
    assert.match(text ?? '', /^The service has refused a change with the API key “release-key” in this environment\./);
  });

  it('says before a withdrawal that an approver can’t withdraw, unless the API key is known not to be an approver', async () => {
    const open = await review(/^New search/);
    const detailOf = async (state: ReviewState): Promise<string> => {
      await deciding('withdraw', state);
      return told.at(-1)?.detail ?? '';
    };
    const doubt =
      /^maria\.lopez@example\.com submitted this request\. .*your API key “mine”\. .*An API key of an approver can withdraw only its own/;
    assert.match(await detailOf({ ...open, key: { name: 'mine' } }), doubt);
    const other = { ...open, key: { name: 'mine', identity: 'other-key' } };
    assert.match(await detailOf(other), /^Submitted by maria\.lopez@example\.com, [^.]+\.$/);
    assert.equal(
      await detailOf(withRequest(other, { comments: [] })),
      'Submitter unknown: the request has no comment from its submitter.',
    );
  });

  it('before an approval, describes the change, its object and its place in three short lines, and then asks', async () => {
    const [asked] = await deciding('approve', await review(/^Kill the rec/), undefined);
    const [what = '', forWhom = '', comment = '', ...more] = asked!.prompt.split('\n');
    assert.match(what, /^Kill the flag recommendation-engine in production( of Storefront)?\.$/);
    assert.match(forWhom, /^LOSES “ON”: In “vip-accounts”, orders at least 5; everybody, unless .{40,80}…$/);
    assert.match(comment, /Enter a comment\.$/);
    assert.deepEqual(more, []);
  });

  it('is not reported as published before it is, nor as decided if neither the answer nor the next reading shows it', async () => {
    [status, decided] = ['SCHEDULE_REQUESTED', 'SCHEDULED'];
    const [question] = await deciding('approve', await review(/^New search/), 'Seen.', 'production');
    assert.doesNotMatch(question?.prompt ?? '', /publishes the change at once/);
    assert.match(
      told.at(-1)?.message ?? '',
      /^“New search.*” is approved with the API key “release-key”, but not published yet\. Its status is now “Scheduled”\.$/,
    );
    status = undefined;
    const said = async (action: 'approve' | 'reject'): Promise<string> => {
      const answers = action === 'approve' ? ['Seen.', 'production'] : ['No.'];
      await deciding(action, await review(/^New search/), ...answers);
      return told.at(-1)?.message.replace(/“New search[^”]*”/, '“x”') ?? '';
    };
    const notDone = 'The service reported no error, but it did not carry out the decision';
    decided = 'REQUESTED';
    assert.equal(await said('approve'), `${notDone}: “x” is still “Waiting for approval”.`);
    decided = after = 'WITHDRAWN';
    assert.equal(await said('approve'), 'The service did not confirm the decision: “x” is now “Withdrawn”.');
    [status, decided, after] = ['APPROVED', 'APPROVED', undefined];
    assert.equal(await said('reject'), `${notDone}: “x” is still “Approved”.`);
    isUnreadable = true;
    await assert.rejects(said('reject'), { kind: 'changeFailed' });
  });

  it('is reported as waiting for others if the service only records the decision', async () => {
    const open = await review(/^New search/);
    const { client } = open.connected;
    let entry: ChangeRequest['comments'] = [];
    const readChangeRequest = async (id: string): Promise<ChangeRequest> => {
      const request = await client.readChangeRequest(id);
      return { ...request, comments: [...request.comments, ...entry] };
    };
    const decideChangeRequest: typeof client.decideChangeRequest = async (id, { comment }) => {
      entry = [{ comment, user: 'release-key', role: 'APPROVER', timestamp: 1 }];
      return readChangeRequest(id);
    };
    const connected = { ...open.connected, client: { ...client, readChangeRequest, decideChangeRequest } };
    await deciding('approve', { ...open, connected }, 'Seen.', 'production');
    assert.match(
      told.at(-1)?.message ?? '',
      /^The service recorded your decision, but “New search.*” is still “Waiting for approval”/,
    );
  });
});

describe('an approval without a visible current state', () => {
  /** A service whose count is higher than its number of keys. */
  const giveFewer = (): void => {
    const body = { keys: [{ key: 'a' }], count: 312 };
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 200, body } : undefined);
  };
  const decisions = (): number => service.count('PUT', /^\/changeRequests\//);

  it('asks first, and sends nothing if the user cancels', async () => {
    giveFewer();
    await deciding('approve', await review(/VIP accounts/));
    const { message = '', detail = '' } = told.at(-1) ?? {};
    assert.match(message, /^Approve “.*VIP accounts.*” without seeing what it changes\?$/);
    assert.match(
      detail,
      /state in production could not be read.* Refresh the review first\. Flag Admin can’t tell what this request would change/,
    );
    await deciding('approve', await review(/VIP accounts/, 'release-key', false));
    assert.match(
      told.at(-1)?.detail ?? '',
      /^The environment of this request is not known, so the current state can’t be shown\. Check that state in the/,
    );
    assert.equal(decisions(), 0);
  });
});
