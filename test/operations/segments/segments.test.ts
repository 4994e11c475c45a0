/** Tests creating, activating, deactivating and deleting a segment, with the real client and the sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApprovalsRequired } from '../../../src/api/errors.ts';
import {
  activateInEach,
  sendSegmentActivation,
  sendSegmentDeactivation,
} from '../../../src/operations/segments/segmentActivation.ts';
import { sendNewSegment } from '../../../src/operations/segments/segmentCreation.ts';
import { sendSegmentDeletion } from '../../../src/operations/segments/segmentDeletion.ts';
import { readProvenUse, readUse, type EnvironmentUse } from '../../../src/operations/segments/segmentUse.ts';
import { describeModes } from '../../api/sandboxModes.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { useService, type Fault, type Seen } from '../service.ts';

type Activations = ReturnType<typeof activateInEach>;
const outcomesOf = async (activations: Activations): Promise<readonly string[]> =>
  (await activations).map(({ outcome }) => outcome);

describeModes('a segment', ({ clients, workspaceId, environments, endpoints }) => {
  const { submitter } = clients;
  const permitFor = (name: 'development' | 'staging' | 'production') =>
    writePermit({ id: environments[name], name, isProduction: name === 'production' }, name);

  const make = async (name: string) => (await submitter.createSegment(workspaceId, 'user', { name, description: '' })).name;

  it('is activated, deactivated if the service has that call, and deleted; a second time, each reports that it was done before', async () => {
    const name = await make('made-here');
    const permits = (['development', 'staging', 'production'] as const).map(permitFor);
    const progress: number[] = [];
    const activations = activateInEach(submitter, name, permits, { onProgress: (done) => progress.push(done) });
    assert.deepEqual(await outcomesOf(activations), ['done', 'done', 'done']);
    assert.deepEqual(progress, [1, 2, 3]);
    const isAble = endpoints === 'all';
    const uses = await readProvenUse(submitter, workspaceId, name);
    const states = uses.map(({ environment, state }) => `${environment.name} ${environment.isProduction} ${state}`);
    const unused = `pre-production false ${isAble ? 'inactive' : 'missing'}`;
    assert.deepEqual(states, ['development false active', 'staging false active', unused, 'production true active']);
    assert.deepEqual(await outcomesOf(activateInEach(submitter, name, permits.slice(0, 1))), ['wasActive']);

    const place = { environmentId: environments.development, segmentName: name };
    const deactivated = async () => (await sendSegmentDeactivation(submitter, place, permitFor('development'))).outcome;
    assert.equal(await deactivated(), isAble ? 'done' : 'noSuchCall');
    assert.equal((await readUse(submitter, place)).state, isAble ? 'missing' : 'active');
    assert.equal(await deactivated(), isAble ? 'missing' : 'noSuchCall');

    const wanted = { workspaceId, name: await make('unwanted') };
    await sendSegmentActivation(submitter, { ...place, segmentName: wanted.name }, permits[0]!);
    const used = await readProvenUse(submitter, workspaceId, wanted.name);
    const given = {
      workspace: requestPermit(),
      environments: used.map(({ environment }) => writePermit(environment, environment.name)),
    };
    for (const outcome of ['done', 'wasGone'])
      assert.equal((await sendSegmentDeletion(submitter, { ...wanted, uses: used }, given)).outcome, outcome);
  });
});

const service = useService();
const client = () => service.as('submitter-key');
/** The list of the workspace's segments. */
const LIST = /^\/segments\/ws\/[^/?]+(?:\?|$)/;
/** True once the service has received a change. Earlier listings are real. */
const isSent = (): boolean => service.seen.some(({ method }) => method !== 'GET');
const permitIn = (environment: string) => writePermit(service.environment(environment));
const onWrite =
  (fault: Fault) =>
  ({ method }: Seen) =>
    method === 'GET' ? undefined : fault;

const make = async (): Promise<string> =>
  (await client().createSegment(service.workspace('Storefront'), 'user', { name: 'made-here', description: '' })).name;
const create = (name: string, signal?: AbortSignal) => {
  const place = { workspaceId: service.workspace('Storefront'), trafficType: 'account' };
  return sendNewSegment(client(), place, { name, description: '' }, { permit: requestPermit(), ...(signal && { signal }) });
};
const deactivate = (segmentName: string, environment = 'development', permit = permitIn(environment)) =>
  sendSegmentDeactivation(client(), { environmentId: service.environment(environment).id, segmentName }, permit);
const remove = (name: string, uses: readonly EnvironmentUse[], permits: readonly string[] = [], signal?: AbortSignal) => {
  const environments = permits.map((environment) => writePermit(service.environment(environment), environment));
  const given = { workspace: requestPermit(), environments };
  return sendSegmentDeletion(client(), { workspaceId: service.workspace('Storefront'), name, uses }, given, signal && { signal });
};
const usesOf = (name: string) => readProvenUse(client(), service.workspace('Storefront'), name);

describe('a change of a segment that the service refuses', () => {
  it('throws the refusal, whether a segment is created, deactivated or deleted', async () => {
    await assert.rejects(create('beta-accounts'), { status: 409 });
    await assert.rejects(deactivate('loyalty: gold & platinum', 'pre-production'), isApprovalsRequired);
    await assert.rejects(deactivate('beta-accounts'), { status: 409 });
    const uses = await usesOf('vip-accounts');
    const names = uses.map(({ environment }) => environment.name);
    await assert.rejects(remove('vip-accounts', uses, names), isApprovalsRequired);
  });

  it('is not even sent without a permit for each environment that it touches', async () => {
    const uses = await usesOf('vip-accounts');
    service.seen.length = 0;
    await assert.rejects(remove('vip-accounts', uses, ['development']), /no permit for staging/);
    // A segment that can't be read may be active. A 404 doesn't prove that it isn't.
    for (const state of ['refused', 'missing'] as const) {
      const unsure: EnvironmentUse[] = [{ environment: service.environment('production'), state }];
      await assert.rejects(remove('vip-accounts', unsure, ['development']), /no permit for production/);
    }
    await assert.rejects(deactivate('churn-risk-accounts', 'development', permitIn('staging')), /another environment/);
    assert.equal(service.seen.length, 0);
  });
});

it('a segment that somebody starts to use after the user was asked is not deleted', async () => {
  const changes = [
    (name: string) => client().activateSegment(service.environment('staging').id, name),
    (name: string) => client().uploadKeys(service.environment('development').id, name, ['one-more']),
  ];
  for (const change of changes) {
    await service.sandbox.reset();
    const name = await make();
    await client().activateSegment(service.environment('development').id, name);
    const uses = await usesOf(name);
    await change(name);
    assert.equal((await remove(name, uses, ['development'])).outcome, 'changedElsewhere');
  }
  assert.equal(service.count('DELETE', /./), 0);
});

describe('after a lost answer', () => {
  for (const [fault, expected] of [
    ['loseAnswer', ['done', 'done']],
    // After a lost request, the network is probably down, so the next one is not tried.
    ['loseRequest', ['notDone', 'notTried']],
  ] as const)
    it(`the outcome of each creation, activation, deactivation and deletion is checked (${fault})`, async () => {
      assert.equal(await deleted(onWrite(fault)), expected[0]);
      const creation = create('new-here');
      if (fault === 'loseAnswer') assert.equal((await creation).name, 'new-here');
      else await assert.rejects(creation, { kind: 'network' });
      assert.equal((await deactivate('churn-risk-accounts')).outcome, expected[0]);
      const permits = ['development', 'staging'].map(permitIn);
      assert.deepEqual(await outcomesOf(activateInEach(client(), 'wholesale-buyers', permits)), expected);
    });

  it('the outcome is unknown if it can’t be checked', async () => {
    for (const status of [400, 403]) {
      service.onCall = ({ method }) => (method === 'GET' ? { status, body: {} } : 'loseAnswer');
      assert.equal((await deactivate('churn-risk-accounts')).outcome, 'unknown');
      const activations = activateInEach(client(), 'wholesale-buyers', [permitIn('development')]);
      assert.deepEqual(await outcomesOf(activations), ['unknown']);
      await assert.rejects(create('made-here'), ({ kind, cause }) => kind === 'unknownOutcome' && cause.method === 'POST');
    }
  });

  it('a created segment is not confused with an earlier segment of the same name', async () => {
    service.onCall = onWrite('loseAnswer');
    await assert.rejects(create('beta-accounts'), { kind: 'network' });
  });

  /** The segments of the workspace in a list whose count is higher than its number of items. */
  const endless = (onPage: (page: number) => void): typeof service.onCall => {
    let page = 0;
    return ({ method, path }) => {
      if (method !== 'GET') return 'loseAnswer';
      if (!LIST.test(path) || !isSent()) return undefined;
      onPage((page += 1));
      return { status: 200, body: { objects: [{ name: `made-up-${page}` }], totalCount: 1e9 } };
    };
  };
  const deleted = async (onCall: typeof service.onCall, signal?: AbortSignal): Promise<string> => {
    const name = await make();
    service.onCall = onCall;
    service.seen.length = 0;
    return (await remove(name, [], [], signal)).outcome;
  };

  it('a listing that ends too early does not prove that a deletion was done', async () => {
    const body = { objects: [{ name: 'another' }], totalCount: 300 };
    const outcome = await deleted(({ method, path }) => {
      if (method === 'GET') return LIST.test(path) && isSent() ? { status: 200, body } : undefined;
      return 'loseAnswer';
    });
    assert.equal(outcome, 'unknown');
    // The list is read once before the deletion, and twice after it.
    assert.equal(service.count('GET', LIST), 3);
  });

  it('Cancel ends the check of a deletion or of a creation, whose outcome is then unknown', async () => {
    const deleting = new AbortController();
    const outcome = await deleted(
      endless((page) => page === 3 && deleting.abort()),
      deleting.signal,
    );
    assert.equal(outcome, 'unknown');
    // The list is read once before the deletion. Three of its pages are read after it.
    assert.equal(service.count('GET', LIST), 4);
    const creating = new AbortController();
    service.seen.length = 0;
    service.onCall = endless((page) => page === 3 && creating.abort());
    await assert.rejects(create('made-here', creating.signal), { kind: 'unknownOutcome' });
    assert.equal(service.count('GET', LIST), 3);
  });

  it('Cancel does not abort a deletion that was already sent', async () => {
    const cancel = new AbortController();
    const onDeletion = ({ method }: Seen): undefined => void (method === 'DELETE' && cancel.abort());
    assert.equal(await deleted(onDeletion, cancel.signal), 'done');
  });
});

describe('several activations', () => {
  it('continue after a refusal of a single one, and end before the next one after the user cancels', async () => {
    const permits = ['staging', 'development'].map(permitIn);
    const { id } = service.environment('staging');
    service.onCall = ({ method, path }) => (method === 'POST' && path.includes(id) ? { status: 403, body: {} } : undefined);
    assert.deepEqual(await outcomesOf(activateInEach(client(), 'wholesale-buyers', permits)), ['refused', 'done']);
    const abort = new AbortController();
    service.onCall = () => undefined;
    const options = { signal: abort.signal, onProgress: () => abort.abort() };
    assert.deepEqual(await outcomesOf(activateInEach(client(), 'wholesale-buyers', permits, options)), ['done', 'notTried']);
  });
});
