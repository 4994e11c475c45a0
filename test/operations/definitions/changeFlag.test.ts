/** Tests direct changes of a flag on the sandbox: its definition, kill and restore. Only if allowed, never twice, and confirmed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { changeDefinition, switchFlag } from '../../../src/operations/definitions/changeFlag.ts';
import { writePermit } from '../permits.ts';
import { sendable, useService } from '../service.ts';

const service = useService();
const FLAG = 'checkout-redesign';
const why = { title: 'A title', comment: 'and why' };
const place = (environment: string) => ({ ...service.place(environment), flagName: FLAG });
const permitFor = (environment: string) => ({ permit: writePermit(service.environment(environment), environment) });
const read = async (environment = 'development'): Promise<FlagDefinition | undefined> => {
  const { workspaceId, environmentId } = place(environment);
  const reading = service.as('submitter-key').readDefinition(workspaceId, FLAG, environmentId);
  return reading.catch(() => undefined);
};
const change = async (wanted: FlagDefinition | undefined, environment = 'development', of = environment, isThere = true) =>
  changeDefinition(service.as('submitter-key'), place(environment), { wanted, isThere }, why, permitFor(of));
const kill = (environment = 'development', of = environment) =>
  switchFlag(service.as('submitter-key'), 'killed', place(environment), why, permitFor(of));
const with42 = async (): Promise<FlagDefinition> =>
  ({ ...sendable((await read())!), trafficAllocation: 42 }) as unknown as FlagDefinition;

describe('a flag', () => {
  it('has its definition replaced, removed and added if no approval is required', async () => {
    const wanted = await with42();
    assert.deepEqual(await change(wanted), { outcome: 'done' });
    assert.equal((await read())?.trafficAllocation, 42);
    assert.deepEqual(await change(undefined), { outcome: 'done' });
    assert.equal(await read(), undefined);
    assert.deepEqual(await change(wanted, 'development', 'development', false), { outcome: 'done' });
    assert.equal((await read())?.trafficAllocation, 42);
  });

  it('is not changed directly if the environment requires an approval', async () => {
    const environment = 'production';
    for (const changing of [change(await with42(), environment), change(undefined, environment), kill(environment)])
      assert.deepEqual(await changing, { outcome: 'approvalsRequired' });
    assert.equal((await read(environment))?.killed, false);
  });

  it('is not killed if the service lacks the call, although the definition exists', async () => {
    service.onCall = ({ method, path }) => (method === 'PUT' && path.endsWith('/kill') ? { status: 404, body: {} } : undefined);
    assert.deepEqual(await kill(), { outcome: 'noSuchCall' });
  });

  it('is read again, but not changed again, if the answer to a change was lost', async () => {
    const wanted = await with42();
    service.onCall = ({ method }) => (method === 'PUT' || method === 'DELETE' ? 'loseAnswer' : undefined);
    for (const changing of [() => kill(), () => change(wanted), () => change(undefined)])
      assert.deepEqual(await changing(), { outcome: 'done' });
    assert.equal(service.count('PUT', /./) + service.count('DELETE', /./), 3);
  });

  it('stays unchanged, and the change fails, if the request never arrived', async () => {
    const wanted = await with42();
    service.onCall = ({ method }) => (method === 'GET' ? undefined : 'loseRequest');
    for (const changing of [() => kill(), () => change(wanted), () => change(undefined)])
      await assert.rejects(changing(), { kind: 'network' });
    const now = await read();
    assert.deepEqual([now?.killed, now?.trafficAllocation === 42], [false, false]);
  });

  it('has an unknown state after a lost answer if its definition does not say whether it is killed', async () => {
    const { killed: _, ...silent } = (await read())!;
    service.onCall = ({ method }) => (method === 'GET' ? { status: 200, body: silent } : 'loseAnswer');
    await assert.rejects(kill(), { kind: 'unknownOutcome' });
  });

  it('is changed only with a permit for its own environment', async () => {
    await assert.rejects(change(undefined, 'development', 'staging'), /another environment/);
    await assert.rejects(kill('development', 'staging'), /another environment/);
    assert.deepEqual(service.seen, []);
  });
});
