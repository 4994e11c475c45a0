/** Requests in other states than waiting and decided: what may be done is said with its reason, and what came of it as it is. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { ChangeRequest } from '../../src/api/model.ts';
import type { Shown } from '../../src/editor/review/shown.ts';
import { readReview } from '../../src/operations/readReview.ts';
import { useService, type KeyName } from '../operations/service.ts';
import { answering } from './scripted.ts';
import { shown as told } from './fakeVscode.ts';

const { actionsFor } = await import('../../src/editor/review/actions.ts');
const { decide } = await import('../../src/editor/review/decide.ts');
const isInUse = async (): Promise<boolean> => true;

const service = useService();
/** Another state than the service's own; undefined = its own. */
let status: string | undefined;
/** What the service answers to a decision. */
let decided: string | undefined;
afterEach(() => {
  status = decided = undefined;
});

async function review(title: RegExp, keyName: KeyName): Promise<Shown> {
  const plain = service.as(keyName);
  const { data } = await plain.listChangeRequests({ limit: 100 });
  const id = data.find((request) => title.test(request.title ?? ''))?.id ?? assert.fail(String(title));
  const as = (request: ChangeRequest, word: string | undefined): ChangeRequest =>
    word === undefined ? request : { ...request, status: word };
  const client = {
    ...plain,
    readChangeRequest: async (...call: Parameters<typeof plain.readChangeRequest>) =>
      as(await plain.readChangeRequest(...call), status),
    decideChangeRequest: async (of: string) => as(await plain.readChangeRequest(of), decided),
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
    since: undefined,
    before: undefined,
    remembered: () => undefined,
  };
}

const buttons = (shown: Shown): readonly string[] =>
  actionsFor(shown, false)
    .filter(({ isTool }) => !isTool)
    .map(({ label, isEnabled, reason }) => `${isEnabled ? '' : 'not '}${label} ${reason}`.trim());

describe('a request that is neither waiting nor decided', () => {
  it('says of each decision whether it may be made, and why', async () => {
    status = 'SCHEDULE_REQUESTED';
    const scheduled = await review(/^New search/, 'release-key');
    const open = 'It is in the state “Waiting, scheduled”: the service decides what may be done.';
    assert.deepEqual(buttons(scheduled), [`Approve… ${open}`, `Withdraw… ${open}`, `Reject… ${open}`]);
    status = 'APPROVED';
    const approved = await review(/^New search/, 'release-key');
    assert.deepEqual(buttons(approved), [
      'not Approve… It is approved already, and not published yet.',
      'Withdraw… It is in the state “Approved”: the service decides what may be done.',
      'Reject… It is in the state “Approved”: the service decides what may be done.',
    ]);
    status = 'PUBLISHED';
    assert.deepEqual(buttons(await review(/^New search/, 'release-key')), [], 'its state says it all');
  });

  it('names the stored API key that may do what the one in use may not', async () => {
    const own = await review(/VIP accounts/, 'release-key');
    const withdraw = buttons(own).find((button) => button.startsWith('Withdraw…'));
    assert.match(
      withdraw ?? '',
      /leaves it to the submitter to withdraw\. The service may refuse\. “submitter-key” is stored here and may: use that API key\.$/,
    );
    const alone = { ...own, others: [] };
    assert.doesNotMatch(buttons(alone).join(), /stored here and may/);
  });

  it('is not said to be published before it is', async () => {
    status = 'SCHEDULE_REQUESTED';
    const scheduled = await review(/^New search/, 'release-key');
    decided = 'SCHEDULED';
    const asked = await answering(['Seen.', 'production'], () => decide('approve', scheduled, isInUse));
    assert.doesNotMatch(asked[0]?.prompt ?? '', /publishes at once/);
    assert.match(
      told.at(-1)?.message ?? '',
      /^“New search.*” is approved by “release-key” and not published yet: it is now “Scheduled”\. Nothing changes in production before it is published\.$/,
    );
  });

  it('may still wait after an approval, or in spite of being withdrawn', async () => {
    const open = await review(/^New search/, 'release-key');
    decided = 'REQUESTED';
    await answering(['Seen.', 'production'], () => decide('approve', open, isInUse));
    assert.match(
      told.at(-1)?.message ?? '',
      /is approved by “release-key” and not published yet: it is now “Waiting for approval”/,
    );
    status = 'APPROVED';
    const approved = await review(/^New search/, 'release-key');
    decided = 'APPROVED';
    await answering(['No.'], () => decide('reject', approved, isInUse));
    assert.match(told.at(-1)?.message ?? '', /^The service took it, but “New search.*” is not rejected: it is now “Approved”\.$/);
  });
});
