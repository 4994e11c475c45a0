/** Tests that what an API key may do follows only from the answers of the service, whatever the label of the API key. Runs with both words for a flag. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { decisionOf, apiKeysThatMay, type ApiKeyFacts } from '../../../src/domain/changeRequests/decisions.ts';
import { isSubmittedBy, isWaitingFor } from '../../../src/domain/changeRequests/requestGroups.ts';
import type { RequestAction } from '../../../src/domain/changeRequests/transitions.ts';
import { approveRequest, closeRequest } from '../../../src/operations/changeRequests/decideRequest.ts';
import { createWatch } from '../../../src/operations/learned/keyAnswers.ts';
import { forgetApiKey, knownApiKey } from '../../../src/operations/learned/keyRecords.ts';
import { readReview } from '../../../src/operations/changeRequests/readReview.ts';
import { Memento } from '../../editor/fakeContext.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { useService } from '../service.ts';

/** The labels that a person gave to two API keys. */
const [SUBMITTING, APPROVING] = ['key one', 'key two'] as const;
type Label = typeof SUBMITTING | typeof APPROVING;
const KEYS = { [SUBMITTING]: 'submitter-key', [APPROVING]: 'release-key' } as const;

for (const vocabulary of ['flag', 'split'])
  describe(`two API keys of any name, if the word for a flag is ${vocabulary}`, () => {
    const service = useService({ vocabulary });
    let store = new Memento();
    let refusals: Label[] = [];
    let request: ChangeRequest;
    beforeEach(() => {
      store = new Memento();
      refusals = [];
    });
    const refOf = (keyName: Label) => ({ connectionId: 'c', origin: service.sandbox.baseUrl, keyName });
    const client = (label: Label, answers: object = {}) =>
      createWatch(store, assert.ifError)({ ...service.as(KEYS[label]), ...answers }, refOf(label), () => refusals.push(label));
    const known = (label: Label): ApiKeyFacts => knownApiKey(store, { ...refOf(label), isSandbox: false });
    const identities = () => [known(SUBMITTING).identity, known(APPROVING).identity];
    const verdict = (action: RequestAction, label: Label) => {
      const { verdict, reason } = decisionOf(action, request, known(label));
      return [verdict, reason];
    };
    const isWaiting = (label: Label, other: Label): boolean =>
      isWaitingFor(request, { key: known(label), otherKeys: [known(other)], email: undefined });
    const isSubmitted = (label: Label, other: Label): boolean =>
      isSubmittedBy(request, { key: known(label), otherKeys: [known(other)], email: undefined });

    async function submit(): Promise<void> {
      const { workspaceId, environmentId } = service.place('production');
      const segment = { name: 'beta-accounts', keys: ['one-more'] };
      const draft = { operationType: 'CREATE', segment, title: 'One more', comment: 'Please.', approvers: [] } as const;
      request = await client(SUBMITTING).submitChangeRequest(workspaceId, environmentId, draft);
    }
    async function approve(label: Label): ReturnType<typeof approveRequest> {
      const environment = service.environment('production');
      const reviewed = await readReview(client(label), request.id, environment.id);
      const permit = writePermit(environment, environment.name);
      return approveRequest(client(label), reviewed, environment.id, 'Looked at.', { permit });
    }

    it('know their own request from its submission on: it is not theirs to approve', async () => {
      assert.deepEqual(identities(), [undefined, undefined]);
      await submit();
      assert.deepEqual(identities(), ['submitter-key', undefined]);
      assert.deepEqual(verdict('approve', SUBMITTING), ['refused', 'ownRequest']);
      assert.deepEqual(verdict('withdraw', SUBMITTING), ['allowed', 'submitter']);
      assert.deepEqual(verdict('approve', APPROVING), ['unknown', 'identityUnknown']);
      assert.deepEqual(apiKeysThatMay('approve', request, [known(SUBMITTING), known(APPROVING)]), [known(APPROVING)]);
      assert.ok(!isWaiting(SUBMITTING, APPROVING));
      assert.ok(!isWaiting(APPROVING, SUBMITTING), 'it is not known yet who the other one is');
      assert.ok(isSubmitted(SUBMITTING, APPROVING) && isSubmitted(APPROVING, SUBMITTING));
    });

    it('are still used after the service refuses a decision to them', async () => {
      await submit();
      const reviewed = await readReview(client(SUBMITTING), request.id, service.environment('production').id);
      const options = { permit: requestPermit() };
      for (const outcome of [
        await approve(SUBMITTING),
        await closeRequest(client(SUBMITTING), reviewed, 'REJECTED', 'No.', options),
      ]) {
        assert.ok(outcome.outcome === 'refused');
        assert.equal(outcome.error.status, vocabulary === 'split' ? 401 : 403);
      }
      assert.deepEqual(refusals, []);
    });

    it('have a known identity and known rights after an approval, until they or their connection are removed', async () => {
      await submit();
      assert.equal((await approve(APPROVING)).outcome, 'published');
      assert.deepEqual(identities(), ['submitter-key', 'release-key']);
      await submit();
      assert.deepEqual(verdict('approve', APPROVING), ['allowed', 'approver']);
      assert.deepEqual(verdict('withdraw', APPROVING), ['refused', 'approverMayNotWithdraw']);
      await forgetApiKey(store, 'c', APPROVING);
      assert.deepEqual(identities(), ['submitter-key', undefined]);
      assert.ok(!JSON.stringify([...store.values]).includes('release-key'));
      await forgetApiKey(store, 'c');
      assert.equal(known(SUBMITTING).submitted?.size, 0);
      assert.ok(!JSON.stringify([...store.values]).includes('submitter-key'));
    });

    it('do not get the identity of a person whose history entry is later, nor that of the submitter of a request they read', async () => {
      await submit();
      const said = (comment: string, user: string) => ({ comment, user, role: 'APPROVER', timestamp: 1 });
      const comments = [said('Looked at.', 'release-key'), said('Thank you.', 'somebody')];
      const asked = client(APPROVING, { decideChangeRequest: async () => ({ ...request, comments }) });
      await asked.decideChangeRequest(request.id, { status: 'APPROVED', comment: 'Looked at.' });
      await asked.readChangeRequest(request.id);
      assert.equal(known(APPROVING).identity, undefined);
    });
  });
