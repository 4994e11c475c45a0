/** Tests requests in other states: the possible actions with reasons, and the reported results. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { ReviewState } from '../../../src/editor/review/reviewState.ts';
import { readReview } from '../../../src/operations/changeRequests/readReview.ts';
import { useService, type KeyName } from '../../operations/service.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';
import { shown as told } from '../fakeVscode.ts';

const { decisionsFor } = await import('../../../src/editor/review/reviewActions.ts');
const { decide } = await import('../../../src/editor/review/decide.ts');
const isInUse = async (): Promise<boolean> => true;

const service = useService();
/** Replaces the status of the service. Undefined = unchanged. */
let status: string | undefined;
/** The status in the answer to a decision. */
let decided: string | undefined;
/** The status after the decision, and whether it can be read. */
let after: string | undefined;
let isUnreadable = false;
afterEach(() => {
  status = decided = after = undefined;
  isUnreadable = false;
});

async function review(title: RegExp, keyName: KeyName): Promise<ReviewState> {
  const plain = service.as(keyName);
  const { data } = await plain.listChangeRequests({ limit: 100 });
  const id = data.find((request) => title.test(request.title ?? ''))?.id ?? assert.fail(String(title));
  const as = (request: ChangeRequest, word: string | undefined): ChangeRequest =>
    word === undefined ? request : { ...request, status: word };
  let isDecided = false;
  const client = {
    ...plain,
    readChangeRequest: async (...call: Parameters<typeof plain.readChangeRequest>) => {
      if (isDecided && isUnreadable) throw new Error('unreadable');
      return as(await plain.readChangeRequest(...call), status);
    },
    decideChangeRequest: async (of: string) => {
      isDecided = true;
      status = after ?? status;
      return as(await plain.readChangeRequest(of), decided);
    },
  };
  const environment = service.environment('production');
  return {
    connected: {
      connectionId: 'c',
      connectionName: 'Shop',
      origin: plain.origin,
      isSandbox: false,
      isReadOnly: false,
      keyName,
      keyNames: ['submitter-key', 'release-key'],
      email: undefined,
      client,
    },
    place: { workspaceName: 'Storefront', environment, provenBy: 'reading' },
    reviewed: await readReview(client, id, environment.id),
    key: { name: keyName, identity: keyName },
    others: ['submitter-key', 'release-key'].filter((name) => name !== keyName).map((name) => ({ name, identity: name })),
    readAt: Date.now(),
    previous: undefined,
    before: undefined,
    remembered: () => undefined,
    environmentOf: () => undefined,
  };
}

const withoutComments = ({ reviewed }: ReviewState): ReviewState['reviewed'] => ({
  ...reviewed,
  request: { ...reviewed.request, comments: [] },
});

/** The buttons and the note. */
const offered = (state: ReviewState): readonly string[] => {
  const { actions, note } = decisionsFor(state, false);
  return [...actions.map(({ label }) => label), ...(note ? [note] : [])];
};

describe('a request that is neither waiting nor decided', () => {
  it('has a button for each possible decision', async () => {
    status = 'SCHEDULE_REQUESTED';
    assert.deepEqual(offered(await review(/^New search/, 'release-key')), [
      'Approve…',
      'Reject…',
      'An API key of an approver can withdraw only its own change requests.',
    ]);
    status = 'APPROVED';
    assert.deepEqual(offered(await review(/^New search/, 'release-key')), ['Withdraw…', 'Reject…'], 'it is approved already');
    status = 'PUBLISHED';
    assert.deepEqual(offered(await review(/^New search/, 'release-key')), [], 'its state says it all');
  });

  it('offers a stored API key that may approve if the one in use may not, as the only primary button', async () => {
    const own = await review(/VIP accounts/, 'submitter-key');
    assert.deepEqual(offered(own), [
      'Approve with “release-key”…',
      'Use the API Key “release-key”',
      'Withdraw…',
      '“submitter-key” submitted it, and the same API key cannot approve it.',
    ]);
    assert.deepEqual(
      decisionsFor(own, false).actions.map(({ isPrimary }) => isPrimary),
      [true, false, false],
    );
    assert.deepEqual(offered({ ...own, others: [] }), [
      'Withdraw…',
      '“submitter-key” submitted it, and the same API key cannot approve it.',
    ]);
    assert.deepEqual(decisionsFor(own, true), { actions: [], note: '' }, 'nothing is decided on what has moved');
  });

  it('says before a withdrawal that an approver can’t withdraw, unless the API key is known not to be an approver', async () => {
    const open = await review(/^New search/, 'release-key');
    const details = async (key: ReviewState['key']): Promise<string | undefined> => {
      await decide(testServices(), 'withdraw', { ...open, key }, isInUse);
      return told.at(-1)?.detail;
    };
    assert.equal(
      await details({ name: 'mine' }),
      'maria.lopez@example.com submitted it. Flag Admin does not know yet whether that is your API key “mine”. The service may refuse. An API key of an approver can withdraw only its own change requests.',
    );
    const other = { name: 'mine', identity: 'other-key' };
    assert.match((await details(other)) ?? '', /^Submitted by maria\.lopez@example\.com, .+\.$/);
    await decide(testServices(), 'withdraw', { ...open, key: other, reviewed: withoutComments(open) }, isInUse);
    assert.equal(
      told.at(-1)?.detail,
      'Submitter unknown: the request has no comment.',
      'and the service does not refuse for that',
    );
  });

  it('does not put Approve first for an API key that the service refused as an approver there', async () => {
    const state = await review(/^New search/, 'release-key');
    const primary = (canApprove: boolean): readonly string[] =>
      decisionsFor({ ...state, key: { ...state.key, canApprove } }, false).actions.flatMap(({ id, isPrimary }) =>
        isPrimary ? [id] : [],
      );
    assert.deepEqual([primary(true), primary(false)], [['approve'], ['approveWith']]);
  });

  it('before an approval, describes the change, its object and its place in three short lines, and then asks', async () => {
    const kill = await review(/^Kill the rec/, 'release-key');
    const [asked] = await answering([undefined], () => decide(testServices(), 'approve', kill, isInUse));
    const lines = (asked?.prompt ?? '').split('\n');
    assert.equal(lines.length, 3);
    assert.match(lines[0]!, /^Kill the flag recommendation-engine in production( of Storefront)?\.$/);
    assert.match(lines[1]!, /^LOSES ON: In “vip-accounts”, orders at least 5; everybody, unless .{40,80}…$/);
    assert.match(lines[2]!, /Comment on your approval\.$/);
  });

  it('is not reported as published before it is', async () => {
    status = 'SCHEDULE_REQUESTED';
    const scheduled = await review(/^New search/, 'release-key');
    decided = 'SCHEDULED';
    const asked = await answering(['Seen.', 'production'], () => decide(testServices(), 'approve', scheduled, isInUse));
    assert.doesNotMatch(asked[0]?.prompt ?? '', /publishes at once/);
    assert.match(
      told.at(-1)?.message ?? '',
      /^“New search.*” is approved by “release-key” and not published yet: it is now “Scheduled”\.$/,
    );
  });

  it('is not reported as decided if neither the answer nor the next reading shows it', async () => {
    const said = async (action: 'approve' | 'reject'): Promise<string> => {
      const open = await review(/^New search/, 'release-key');
      const outcome = action === 'approve' ? ['Seen.', 'production'] : ['No.'];
      await answering(outcome, () => decide(testServices(), action, open, isInUse));
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
    const open = await review(/^New search/, 'release-key');
    const { client } = open.connected;
    const { decideChangeRequest, readChangeRequest } = client;
    let entry: ChangeRequest['comments'] = [];
    const withEntry = (request: ChangeRequest): ChangeRequest => ({ ...request, comments: [...request.comments, ...entry] });
    const recording = {
      ...client,
      readChangeRequest: async (id: string) => withEntry(await readChangeRequest(id)),
      decideChangeRequest: async (id: string, decision: Parameters<typeof decideChangeRequest>[1]) => {
        entry = [{ comment: decision.comment, user: 'release-key', role: 'APPROVER', timestamp: 1 }];
        return readChangeRequest(id);
      },
    };
    const state = { ...open, connected: { ...open.connected, client: recording } };
    await answering(['Seen.', 'production'], () => decide(testServices(), 'approve', state, isInUse));
    assert.match(
      told.at(-1)?.message ?? '',
      /^The service recorded your decision, but “New search.*” is still “Waiting for approval”: others may have to decide as well\.$/,
    );
  });
});
