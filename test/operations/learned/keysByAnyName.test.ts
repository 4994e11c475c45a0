/**
 * Tests API keys with any label: submitted, refused and approved requests over HTTP, with both words. Only answers of the service
 * decide what is allowed.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient, type Client } from '../../../src/api/client.ts';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { decisionOf, keysThatMay, type KeyInUse } from '../../../src/domain/changeRequests/decisions.ts';
import { isSubmittedBy, isWaitingFor } from '../../../src/domain/changeRequests/requestGroups.ts';
import type { RequestAction } from '../../../src/domain/changeRequests/transitions.ts';
import { approveRequest, closeRequest, type DecisionOutcome } from '../../../src/operations/changeRequests/decideRequest.ts';
import { createWatch } from '../../../src/operations/learned/keyAnswers.ts';
import type { KeyRef } from '../../../src/operations/learned/keyRecords.ts';
import { forgetKey, forgetRefused, knownKey, rememberRefused } from '../../../src/operations/learned/keyRecords.ts';
import type { Store } from '../../../src/operations/learned/store.ts';
import { readReview } from '../../../src/operations/changeRequests/readReview.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { requestPermit, writePermit } from '../permits.ts';

const anyName = (): string => `key ${Math.random().toString(36).slice(2, 8)}`;

for (const vocabulary of ['flag', 'split'])
  describe(`two API keys of any name, if the word for a flag is ${vocabulary}`, () => {
    let sandbox: Sandbox;
    let request: ChangeRequest;
    const clients = new Map<string, Client>();
    const refusals: string[] = [];
    const values = new Map<string, unknown>();
    const store: Store = {
      get: <T>(key: string) => values.get(key) as T | undefined,
      update: async (key, value) => void values.set(key, structuredClone(value)),
    };
    const watch = createWatch(store, assert.ifError);
    const [submitting, approving] = [anyName(), anyName()];
    const refOf = (keyName: string): KeyRef => ({ connectionId: 'c', origin: sandbox.baseUrl, keyName });
    const known = (keyName: string): KeyInUse => knownKey(store, { ...refOf(keyName), isSandbox: false });
    const verdict = (action: RequestAction, keyName: string) => {
      const { verdict, reason } = decisionOf(action, request, known(keyName));
      return [verdict, reason];
    };
    const viewer = (keyName: string, other: string) => ({ key: known(keyName), others: [known(other)], email: undefined });
    const production = () =>
      sandbox.environments.find(({ name, workspace }) => name === 'production' && workspace.name === 'Storefront')!;

    before(async () => {
      sandbox = await startSandbox({ vocabulary });
      for (const [keyName, of] of [
        [submitting, 'submitter-key'],
        [approving, 'release-key'],
      ] as const) {
        const apiKey = sandbox.keys.find(({ name }) => name === of)!.key;
        const client = createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: vocabulary }, apiKey });
        clients.set(
          keyName,
          watch(client, refOf(keyName), () => refusals.push(keyName)),
        );
      }
    });
    after(async () => {
      for (const client of clients.values()) await client.close();
      await sandbox.close();
    });

    async function submit(): Promise<ChangeRequest> {
      const { id, workspace } = production();
      return clients.get(submitting)!.submitChangeRequest(workspace.id, id, {
        operationType: 'CREATE',
        segment: { name: 'beta-accounts', keys: ['one-more'] },
        title: 'One more',
        comment: 'It is asked for.',
        approvers: [],
      });
    }

    async function approve(keyName: string): ReturnType<typeof approveRequest> {
      const { id, name } = production();
      const client = clients.get(keyName)!;
      const permit = writePermit({ id, name, isProduction: true }, name);
      return approveRequest(client, await readReview(client, request.id, id), id, 'Looked at.', { permit });
    }

    async function reject(keyName: string): Promise<DecisionOutcome> {
      const client = clients.get(keyName)!;
      const reviewed = await readReview(client, request.id, production().id);
      return closeRequest(client, reviewed, 'REJECTED', 'No.', { permit: requestPermit() });
    }

    const isRefused = (outcome: DecisionOutcome): void => {
      assert.ok(outcome.outcome === 'refused');
      assert.equal(outcome.error.status, vocabulary === 'split' ? 401 : 403);
    };

    it('have no known identity at first, so nothing is refused to them', async () => {
      const { data } = await clients.get(submitting)!.listChangeRequests({});
      for (request of data) {
        assert.equal(known(submitting).identity, undefined);
        assert.equal(verdict('approve', submitting)[0], 'unknown');
        assert.ok(isWaitingFor(request, viewer(submitting, approving)));
        assert.ok(!isSubmittedBy(request, viewer(submitting, approving)));
      }
    });

    it('know their own request from its submission on: it is not theirs to approve', async () => {
      request = await submit();
      assert.equal(known(submitting).identity, 'submitter-key');
      assert.deepEqual(verdict('approve', submitting), ['refused', 'ownRequest']);
      assert.deepEqual(verdict('withdraw', submitting), ['allowed', 'submitter']);
      assert.deepEqual(verdict('approve', approving), ['unknown', 'identityUnknown']);
      assert.deepEqual(keysThatMay('approve', request, [known(submitting), known(approving)]), [known(approving)]);
      assert.ok(!isWaitingFor(request, viewer(submitting, approving)));
      assert.ok(!isWaitingFor(request, viewer(approving, submitting)), 'it is not known yet who the other one is');
      for (const [one, other] of [
        [submitting, approving],
        [approving, submitting],
      ] as const)
        assert.ok(isSubmittedBy(request, viewer(one, other)), one);
    });

    it('are still used after the service refuses a decision to them', async () => {
      isRefused(await approve(submitting));
      isRefused(await reject(submitting));
      assert.deepEqual(refusals, []);
      await clients.get(submitting)!.listWorkspaces({ offset: 0, limit: 1 });
    });

    it('count as refused only for this request, until that is forgotten', async () => {
      await rememberRefused(store, refOf(approving), request.id, 'approve');
      assert.deepEqual(verdict('approve', approving), ['refused', 'refusedByService']);
      assert.equal(verdict('withdraw', approving)[0], 'unknown');
      assert.ok(!isWaitingFor(request, viewer(approving, submitting)));
      await forgetRefused(store, refOf(approving), request.id);
      assert.equal(verdict('approve', approving)[0], 'unknown');
    });

    it('have a known identity and known rights after an approval', async () => {
      assert.equal((await approve(approving)).outcome, 'published');
      assert.equal(known(approving).identity, 'release-key');
      request = await submit();
      assert.deepEqual(verdict('approve', approving), ['allowed', 'approver']);
      assert.deepEqual(verdict('withdraw', approving), ['refused', 'approverMayNotWithdraw']);
    });

    it('do not get the identity of a person whose history entry is later', async () => {
      const said = (comment: string, user: string) => ({ comment, user, role: 'APPROVER', timestamp: 1 });
      const decided = { ...request, comments: [said('Looked at.', 'release-key'), said('Thank you.', 'somebody')] };
      const answers = { decideChangeRequest: async () => decided, readChangeRequest: async () => request };
      const asked = watch({ ...clients.get(approving)!, ...answers }, refOf(approving), () => assert.fail());
      await asked.decideChangeRequest(request.id, { status: 'APPROVED', comment: 'Looked at.' });
      assert.equal(known(approving).identity, 'release-key');
      await asked.readChangeRequest(request.id);
      assert.equal(known(approving).identity, 'release-key', 'it is not the submitter of what it reads');
    });

    it('are forgotten with the connection, or when one is removed by its name', async () => {
      await forgetKey(store, 'c', approving);
      assert.deepEqual([known(approving).identity, known(submitting).identity], [undefined, 'submitter-key']);
      assert.ok(!JSON.stringify([...values]).includes('release-key'));
      await forgetKey(store, 'c');
      assert.equal(known(submitting).submitted?.size, 0);
      assert.ok(!JSON.stringify([...values]).includes('submitter-key'));
    });
  });
