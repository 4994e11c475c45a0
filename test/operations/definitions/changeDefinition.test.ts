/** Tests direct changes of a definition on the sandbox: only if allowed, never twice, and confirmed by the service. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { changeDefinition } from '../../../src/operations/definitions/changeFlag.ts';
import { writePermit } from '../permits.ts';
import { sendable, useService } from '../service.ts';

const service = useService();
const FLAG = 'checkout-redesign';
const place = (environment: string) => ({ ...service.place(environment), flagName: FLAG });
const read = async (environment: string): Promise<FlagDefinition | undefined> => {
  const { workspaceId, environmentId } = place(environment);
  return service
    .as('submitter-key')
    .readDefinition(workspaceId, FLAG, environmentId)
    .catch(() => undefined);
};
const change = async (environment: string, wanted: FlagDefinition | undefined, isThere = true) =>
  changeDefinition(
    service.as('submitter-key'),
    place(environment),
    { wanted, isThere },
    { title: 'A title', comment: 'and why' },
    { permit: writePermit(service.environment(environment), environment) },
  );
const with42 = async (): Promise<FlagDefinition> =>
  ({ ...sendable((await read('development'))!), trafficAllocation: 42 }) as unknown as FlagDefinition;

describe('a definition', () => {
  it('is replaced, removed and added if no approval is required', async () => {
    const wanted = await with42();
    assert.deepEqual(await change('development', wanted), { outcome: 'done' });
    assert.equal((await read('development'))?.trafficAllocation, 42);
    assert.deepEqual(await change('development', undefined), { outcome: 'done' });
    assert.equal(await read('development'), undefined);
    assert.deepEqual(await change('development', wanted, false), { outcome: 'done' });
    assert.equal((await read('development'))?.trafficAllocation, 42);
  });

  it('is not changed directly if the environment requires an approval', async () => {
    assert.deepEqual(await change('production', await with42()), { outcome: 'approvalsRequired' });
    assert.deepEqual(await change('production', undefined), { outcome: 'approvalsRequired' });
  });

  it('is read again, but not changed again, if the answer to a change was lost', async () => {
    const wanted = await with42();
    service.onCall = ({ method }) => (method === 'PUT' || method === 'DELETE' ? 'loseAnswer' : undefined);
    assert.deepEqual(await change('development', wanted), { outcome: 'done' });
    assert.deepEqual(await change('development', undefined), { outcome: 'done' });
    assert.equal(service.count('PUT', /./) + service.count('DELETE', /./), 2);
  });

  it('stays unchanged, and the change fails, if the request never arrived', async () => {
    const wanted = await with42();
    service.onCall = ({ method }) => (method === 'GET' ? undefined : 'loseRequest');
    await assert.rejects(change('development', wanted), { kind: 'network' });
    await assert.rejects(change('development', undefined), { kind: 'network' });
    assert.notEqual((await read('development'))?.trafficAllocation, 42);
  });

  it('is changed only with a permit for its own environment', async () => {
    const permit = writePermit(service.environment('staging'), 'staging');
    const other = changeDefinition(
      service.as('submitter-key'),
      place('development'),
      { wanted: undefined, isThere: true },
      { title: 't', comment: 'c' },
      { permit },
    );
    await assert.rejects(other, /another environment/);
  });
});
