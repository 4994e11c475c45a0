/**
 * Tests changes that are refused because a change request is open on the same object: 409 in the document, 423 on the live
 * service.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Payload } from '../../../src/editor/changes/payload.ts';
import { executed, pressNext } from '../fakeVscode.ts';
import { submit } from '../scripted.ts';
import { withReplies } from '../person.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { makeChange } = await import('../../../src/editor/changes/makeChange.ts');
const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');

for (const [word, status] of [
  ['flag', 409],
  ['split', 423],
] as const) {
  describe(`an object with an open change request, word ${word}`, () => {
    const { service, openWindow, flagIn } = useSubmitting({ vocabulary: word });
    const proposalOf = (payload: Payload): { readonly act: () => Promise<unknown> } => {
      const { deps, connected } = openWindow();
      const { workspace, environment } = flagIn('production', '').target;
      const change = requestOnly({ connected, workspace, environment }, payload, { title: 'Mine', comment: 'It must be.' });
      return { act: () => makeChange(deps, change) };
    };
    /** Somebody else's request, sent just before this one. */
    const sendTheirs = (change: Payload): { id: string } => {
      const theirs = { id: '' };
      let isFirst = true;
      service.onCall = async ({ method, path }) => {
        if (method !== 'POST' || !path.startsWith('/changeRequests/') || !isFirst) return undefined;
        isFirst = false;
        const { workspaceId, environmentId } = service.place('production');
        const request = {
          ...change,
          title: 'Theirs',
          comment: 'x',
          approvers: [],
          rolloutStatusId: await service.rolloutStatus(),
        };
        theirs.id = (await service.as('release-key').submitChangeRequest(workspaceId, environmentId, request)).id;
        return undefined;
      };
      return theirs;
    };

    it('is reported as locked, with a link to the request', async () => {
      const kill = { operationType: 'KILL', flag: { name: 'gift-cards' } } as const;
      const theirs = sendTheirs(kill);
      pressNext('Review');
      const told = await withReplies([submit], proposalOf(kill).act);
      assert.match(told.join(), /^Not submitted: a change request is open on gift-cards in production\./);
      assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', theirs.id]);
    });

    it('is refused in the service’s words if no request of it can be found', async () => {
      const [other] = (await service.as('submitter-key').listChangeRequests({})).data;
      const details = `A pending change request with id:${other?.id} for this object already exists`;
      const body = { code: status, message: 'Something was wrong', details };
      service.onCall = ({ method }) => (method === 'POST' ? { status, body } : undefined);
      const { act } = proposalOf({ operationType: 'KILL', flag: { name: 'gift-cards' } });
      const failure = await withReplies([submit], act).then(
        (told) => assert.fail(`told instead: ${told.join()}`),
        (error: unknown) => describeFailure(error),
      );
      assert.match(
        failure.sentence,
        new RegExp(`\\(${status}\\): Something was wrong\\. A pending change request with id:${other?.id}`),
      );
    });
  });
}
