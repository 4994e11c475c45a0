/** Tests the production guard in commands, with the real client and the sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WritePlace } from '../../../src/editor/ask/permit.ts';
import { useService } from '../../operations/service.ts';
import { connectedTo } from '../connected.ts';
import { asked, answerNext, shown, workspace } from '../fakeVscode.ts';

const { askPermit, requestPermit } = await import('../../../src/editor/ask/permit.ts');

const service = useService();
const placeOf = (name: string) => {
  const { id } = service.environment(name);
  return { workspaceId: service.workspace('Storefront'), environment: { id, name } };
};
/** Asks for a permit, and answers the question. Returns the environment of the permit and the question, if there was one. */
async function asking(place: WritePlace, answer?: string, isReadOnly = false) {
  const before = asked.length;
  answerNext(answer);
  const permit = await askPermit(connectedTo(service, 'submitter-key', { isReadOnly }), place, 'Upload');
  return { permit, question: asked.slice(before)[0] };
}

describe('the production guard', () => {
  it('asks for the name of production, and nothing for a different environment', async () => {
    const { permit, question } = await asking(placeOf('staging'));
    assert.deepEqual([permit?.environmentId, question], [placeOf('staging').environment.id, undefined]);
    const left = await asking(placeOf('production'));
    assert.equal(left.permit, undefined);
    assert.match(left.question!, /Type “production” to go on/);
    const typed = await asking(placeOf('production'), 'production');
    assert.equal(typed.permit?.environmentId, placeOf('production').environment.id);
  });

  it('asks the service whether it is production and for its name, and trusts no argument', async () => {
    const { workspaceId, environment } = placeOf('production');
    for (const place of [
      { workspaceId, environment: { ...environment, isProduction: false } },
      { workspaceId, environment: { id: environment.id, name: 'yes' } },
      { workspaceId: undefined, environment: { id: environment.id, name: 'yes' } },
    ])
      assert.match((await asking(place)).question!, /Type “production” to go on/);
  });

  it('asks nothing and reports it if the workspace has no such environment: no argument unlocks production', async () => {
    const { id } = placeOf('production').environment;
    for (const place of [
      { workspaceId: service.workspace('Payments'), environment: { id, name: 'yes' } },
      { ...placeOf('staging'), environment: { id: 'no-such-id', name: 'yes' } },
    ]) {
      const { permit, question } = await asking(place, 'yes');
      assert.deepEqual([permit, question], [undefined, undefined]);
      assert.match(shown.at(-1)?.message ?? '', /^Nothing was changed: the service lists no environment “yes” in this workspace/);
    }
  });

  it('treats an unknown environment, and one that only memory names, as production', async () => {
    const unknown = await asking({ ...placeOf('staging'), environment: undefined });
    assert.equal(unknown.permit, undefined);
    assert.match(unknown.question!, /is not known and might be production\. Type “production”/);
    const unproven = { ...placeOf('staging'), isUnproven: true };
    assert.match(
      (await asking(unproven)).question!,
      /affects only staging\. The change might also affect production\. Type “production”/,
    );
    const { permit } = await asking(unproven, 'production');
    assert.deepEqual([permit?.environmentId, permit?.isTyped], [placeOf('staging').environment.id, true]);
  });

  it('gives no permit in a restricted window, whatever is typed, and says why', async () => {
    workspace.isTrusted = false;
    const before = shown.length;
    for (const name of ['production', 'staging']) {
      const { permit, question } = await asking(placeOf(name), 'production');
      assert.deepEqual([permit, question], [undefined, undefined]);
    }
    assert.equal(requestPermit(connectedTo(service)), undefined);
    workspace.isTrusted = true;
    assert.equal(shown.length, before + 3);
    assert.match(shown.at(-1)?.message ?? '', /restricted mode, so Flag Admin can’t change anything/);
    assert.ok(requestPermit(connectedTo(service)));
  });

  it('gives no permit through a read-only connection, and says so', async () => {
    assert.equal((await asking(placeOf('staging'), 'production', true)).permit, undefined);
    assert.equal(requestPermit(connectedTo(service, 'submitter-key', { isReadOnly: true })), undefined);
    assert.match(shown.at(-1)?.message ?? '', /“Shop” is read-only: nothing is changed through it/);
  });
});
