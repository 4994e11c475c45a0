/** Changes that are refused because a change request is open on the same object: 409 in the document, 423 on the live service. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Payload } from '../../../src/editor/changes/payload.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { fill, submit } from '../scripted.ts';
import { withReplies } from '../person.ts';
import { lines, openWindow as openSegments, segmentIn } from '../segments/window.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { makeChange } = await import('../../../src/editor/changes/makeChange.ts');
const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

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
    /** Somebody else's request, sent just before ours is. */
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
    const definition = async (name: string) => {
      const { workspaceId, environmentId } = service.place('development');
      return service.as('submitter-key').readDefinition(workspaceId, name, environmentId);
    };

    it('is said to be locked, with the way to the request', async () => {
      const kill = { operationType: 'KILL', flag: { name: 'gift-cards' } } as const;
      const theirs = sendTheirs(kill);
      pressNext('Review');
      const told = await withReplies([submit], proposalOf(kill).act);
      assert.match(told.join(), /^Not submitted: a change request is open on gift-cards in production\./);
      assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', theirs.id]);
    });

    it('is found even if there is no object yet that could say so', async () => {
      const change = { operationType: 'CREATE', flag: await definition('wishlist-sharing') } as const;
      const theirs = sendTheirs(change);
      pressNext('Review');
      service.seen.length = 0;
      await withReplies([submit], proposalOf(change).act);
      assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', theirs.id]);
      // The details of the live service spare the search.
      assert.equal(service.count('GET', /^\/changeRequests\?/) > 0, word === 'flag');
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

    it('makes an upload in parts wait, and the next part goes once it is decided', async (t) => {
      const window = openSegments(t, service);
      const target = segmentIn(service, 'production');
      await window.serviceFacts.rememberGated('http://127.0.0.1:1', target.environment.id, true);
      const theirs = sendTheirs({ operationType: 'CREATE', segment: { name: target.name, keys: ['x'] } });
      const ask = 'Submit as 2 change requests, one after the other…';
      const keys = window.drop('many.txt', lines(10_001), target);
      const told = await withReplies([ask, submit], () => uploadKeys(window, keys));
      assert.match(told.join(), /^Not submitted: a change request is open on beta-accounts in production\./);
      assert.deepEqual(shown.at(-1)?.buttons, ['Review', 'Resume Upload…']);
      await service.as('release-key').decideChangeRequest(theirs.id, { status: 'WITHDRAWN', comment: 'x' });
      const script = ['Add 10,001 keys to beta-accounts', 'Go on with part 1 of 2…', ...fill({ comment: 'Now.' }), submit];
      assert.match((await withReplies(script, () => resumeUpload(window, []))).join(), /^The change request .*is submitted\./);
    });
  });
}
