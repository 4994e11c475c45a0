/** Tests the production guard in commands, with the real client and the sandbox. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient, type Client } from '../../../src/api/client.ts';
import { sendSegmentActivation } from '../../../src/operations/segments/segmentActivation.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { asked, answerNext, shown, workspace } from '../fakeVscode.ts';

const { askPermit, requestPermit } = await import('../../../src/editor/ask/permit.ts');

describe('the production guard', () => {
  let sandbox: Sandbox;
  let client: Client;
  before(async () => {
    sandbox = await startSandbox();
    client = createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: 'flag' }, apiKey: sandbox.keys[0]?.key ?? '' });
  });
  after(async () => {
    await client.close();
    await sandbox.close();
  });

  const writer = (isReadOnly = false) => ({ client, connectionName: 'Sandbox', isReadOnly });
  const placeOf = (name: string) => {
    const found = sandbox.environments.find(
      (environment) => environment.name === name && environment.workspace.name === 'Storefront',
    );
    assert.ok(found);
    return { workspaceId: found.workspace.id, environment: { id: found.id, name: found.name } };
  };

  it('asks nothing for an environment that is not production', async () => {
    const before = asked.length;
    assert.ok(await askPermit(writer(), placeOf('staging'), 'Upload'));
    assert.equal(asked.length, before);
  });

  it('asks for the name of production, and gives no permit to a user who cancels', async () => {
    answerNext(undefined);
    assert.equal(await askPermit(writer(), placeOf('production'), 'Upload'), undefined);
    assert.match(asked.at(-1) ?? '', /Type “production” to go on/);
  });

  it('gives the permit once the name was typed', async () => {
    answerNext('production');
    assert.equal(
      (await askPermit(writer(), placeOf('production'), 'Upload'))?.environmentId,
      placeOf('production').environment.id,
    );
  });

  it('asks the service whether it is production, and trusts no argument', async () => {
    const lie = { ...placeOf('production').environment, isProduction: false };
    answerNext(undefined);
    assert.equal(await askPermit(writer(), { ...placeOf('production'), environment: lie }, 'Upload'), undefined);
  });

  it('treats an unknown environment as production', async () => {
    answerNext(undefined);
    assert.equal(await askPermit(writer(), { ...placeOf('staging'), environment: undefined }, 'Upload'), undefined);
    assert.match(asked.at(-1) ?? '', /is not known, so it may be production\. Type “production”/);
  });

  it('asks nothing and reports it if the workspace has no such environment: no argument unlocks production', async () => {
    const { id } = placeOf('production').environment;
    const elsewhere = sandbox.environments.find(({ workspace }) => workspace.name === 'Payments')?.workspace.id;
    for (const place of [
      { workspaceId: elsewhere, environment: { id, name: 'yes' } },
      { ...placeOf('staging'), environment: { id: 'no-such-id', name: 'yes' } },
    ]) {
      const before = asked.length;
      answerNext('yes');
      assert.equal(await askPermit(writer(), place, 'Upload'), undefined);
      assert.equal(asked.length, before);
      assert.match(shown.at(-1)?.message ?? '', /^Nothing was changed: the service lists no environment “yes” in this workspace/);
    }
  });

  it('does not accept the caller’s name for production', async () => {
    const { id } = placeOf('production').environment;
    for (const workspaceId of [placeOf('production').workspaceId, undefined]) {
      answerNext(undefined);
      const place = { workspaceId, environment: { id, name: 'yes' } };
      assert.equal(await askPermit(writer(), place, 'Upload'), undefined);
      assert.match(asked.at(-1) ?? '', /Type “production” to go on/);
    }
  });

  it('asks for a name if only memory says that it is not production', async () => {
    answerNext(undefined);
    assert.equal(await askPermit(writer(), { ...placeOf('staging'), isUnproven: true }, 'Approve'), undefined);
    assert.match(
      asked.at(-1) ?? '',
      /does not confirm that this affects only staging, so it may change production\. Type “production”/,
    );
    answerNext('production');
    const permit = await askPermit(writer(), { ...placeOf('staging'), isUnproven: true }, 'Approve');
    assert.deepEqual([permit?.environmentId, permit?.isTyped], [placeOf('staging').environment.id, true]);
  });

  it('gives no permit in a restricted window, whatever is typed, and says why', async () => {
    workspace.isTrusted = false;
    answerNext('production');
    const before = [asked.length, shown.length];
    assert.equal(await askPermit(writer(), placeOf('production'), 'Upload'), undefined);
    assert.equal(await askPermit(writer(), placeOf('staging'), 'Upload'), undefined);
    assert.equal(requestPermit(writer()), undefined);
    workspace.isTrusted = true;
    assert.deepEqual([asked.length, shown.length], [before[0], (before[1] ?? 0) + 3]);
    assert.match(shown.at(-1)?.message ?? '', /restricted mode, where Flag Admin only shows things/);
    assert.ok(requestPermit(writer()));
  });

  it('gives no permit through a read-only connection, and says so', async () => {
    answerNext('production');
    assert.equal(await askPermit(writer(true), placeOf('staging'), 'Upload'), undefined);
    assert.equal(requestPermit(writer(true)), undefined);
    assert.match(shown.at(-1)?.message ?? '', /“Sandbox” is read-only: nothing is changed through it/);
  });

  it('also guards an activation: a permit for a different environment is not enough', async () => {
    const permit = await askPermit(writer(), placeOf('staging'), 'Upload');
    assert.ok(permit);
    const where = { environmentId: placeOf('production').environment.id, segmentName: 'wholesale-buyers' };
    await assert.rejects(sendSegmentActivation(client, where, permit), /another environment/);
    await assert.rejects(client.readKeys(where.environmentId, where.segmentName, { offset: 0, limit: 1 }), { status: 404 });
  });
});
