/** Tests kill and restore on the sandbox: directly only if allowed, never twice, and confirmed by the service. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { switchFlag } from '../../../src/operations/definitions/changeFlag.ts';
import { writePermit } from '../permits.ts';
import { useService } from '../service.ts';

const service = useService();
const FLAG = 'checkout-redesign';
const place = (environment: string) => ({ ...service.place(environment), flagName: FLAG });
const kill = (environment: string, to: 'killed' | 'restored' = 'killed') =>
  switchFlag(
    service.as('submitter-key'),
    to,
    place(environment),
    { title: 'Stop it', comment: 'It breaks.' },
    {
      permit: writePermit(service.environment(environment), environment),
    },
  );
const isKilled = async (environment: string): Promise<unknown> => {
  const { workspaceId, environmentId } = place(environment);
  return (await service.as('submitter-key').readDefinition(workspaceId, FLAG, environmentId)).killed;
};

describe('a flag', () => {
  it('is killed and restored directly if no approval is required', async () => {
    const outcome = await kill('development');
    assert.deepEqual(outcome, { outcome: 'done' });
    assert.equal(await isKilled('development'), true);
    await kill('development', 'restored');
    assert.equal(await isKilled('development'), false);
  });

  it('is not changed directly if the environment requires an approval', async () => {
    assert.deepEqual(await kill('production'), { outcome: 'approvalsRequired' });
    assert.equal(await isKilled('production'), false);
  });

  it('is not changed if the service lacks the call, although the definition exists', async () => {
    service.onCall = ({ method, path }) => (method === 'PUT' && path.endsWith('/kill') ? { status: 404, body: {} } : undefined);
    // A client for which the call has not succeeded yet.
    const permit = writePermit(service.environment('development'), 'development');
    const client = service.as('release-key');
    const outcome = await switchFlag(client, 'killed', place('development'), { title: 't', comment: 'c' }, { permit });
    assert.deepEqual(outcome, { outcome: 'notDirectly' });
  });

  it('is read again, but not killed again, if the answer to a kill was lost', async () => {
    service.onCall = ({ method }) => (method === 'PUT' ? 'loseAnswer' : undefined);
    assert.equal((await kill('development')).outcome, 'done');
    assert.equal(service.count('PUT', /kill$/), 1);
  });

  it('stays unchanged, and the kill fails, if the request never arrived', async () => {
    service.onCall = ({ method }) => (method === 'PUT' ? 'loseRequest' : undefined);
    await assert.rejects(kill('development'), { kind: 'network' });
    assert.equal(await isKilled('development'), false);
  });

  it('is changed only with a permit for its own environment', async () => {
    const permit = writePermit(service.environment('staging'), 'staging');
    const other = switchFlag(
      service.as('submitter-key'),
      'killed',
      place('development'),
      { title: 't', comment: 'c' },
      { permit },
    );
    await assert.rejects(other, /another environment/);
    assert.equal(service.count('PUT', /kill$/), 0);
  });
});
