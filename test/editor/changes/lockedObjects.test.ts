/**
 * Tests changes that are refused because a change request is open on the same object: 409 in the document, 423 on the live
 * service.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executed, pressNext } from '../fakeVscode.ts';
import { submit } from '../scripted.ts';
import { withReplies } from '../person.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { makeChange } = await import('../../../src/editor/changes/makeChange.ts');

for (const vocabulary of ['flag', 'split']) {
  describe(`an object with an open change request, word ${vocabulary}`, () => {
    const { service, openWindow, flagIn } = useSubmitting({ vocabulary });
    const kill = { operationType: 'KILL', flag: { name: 'gift-cards' } } as const;
    const submitKill = (): Promise<readonly string[]> => {
      const { deps, connected } = openWindow();
      const { workspace, environment } = flagIn('production', '').target;
      const change = requestOnly({ connected, workspace, environment }, kill, { title: 'Mine', comment: 'It must be.' });
      return withReplies([submit], () => makeChange(deps, change));
    };

    it('is reported as locked, with a link to the request', async () => {
      let theirs: { readonly id: string } | undefined;
      service.onCall = async ({ method }) => {
        if (method !== 'POST') return undefined;
        service.onCall = () => undefined;
        // Somebody else's request, sent just before this one.
        const { workspaceId, environmentId } = service.place('production');
        const rolloutStatusId = await service.rolloutStatus();
        const request = { ...kill, title: 'Theirs', comment: 'x', approvers: [], rolloutStatusId };
        theirs = await service.as('release-key').submitChangeRequest(workspaceId, environmentId, request);
        return undefined;
      };
      pressNext('Review');
      assert.match((await submitKill()).join(), /^Not submitted: a change request is open on gift-cards in .* \/ production\./);
      assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', theirs?.id]);
    });
  });
}
