/** Tests activating, deactivating and deleting a segment, with the real client and the sandbox. */
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
import { readProvenUse, readUse, type UseIn } from '../../../src/operations/segments/segmentUse.ts';
import { describeModes } from '../../api/sandboxModes.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { sendable, useService, type Fault, type Seen } from '../service.ts';

const known = (id: string, name: string) => ({ id, name, isProduction: name === 'production' });

describeModes('a segment', ({ clients, workspaceId, environments, endpoints }) => {
  const { submitter } = clients;
  const permitFor = (name: 'development' | 'staging' | 'production') => writePermit(known(environments[name], name), name);
  const make = async () => (await submitter.createSegment(workspaceId, 'user', { name: 'made-here', description: '' })).name;

  it('a segment is active after its activation, and a second activation reports that', async () => {
    const segmentName = await make();
    const permits = (['development', 'staging', 'production'] as const).map(permitFor);
    const progress: number[] = [];
    const results = await activateInEach(submitter, segmentName, permits, { onProgress: (done) => progress.push(done) });
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['done', 'done', 'done'],
    );
    assert.deepEqual(progress, [1, 2, 3]);
    const uses = await readProvenUse(submitter, workspaceId, segmentName);
    assert.deepEqual(
      uses.map(({ environment, state }) => [environment.name, environment.isProduction, state]),
      [
        ['development', false, 'active'],
        ['staging', false, 'active'],
        ['pre-production', false, endpoints === 'all' ? 'inactive' : 'missing'],
        ['production', true, 'active'],
      ],
    );
    const again = await activateInEach(submitter, segmentName, permits.slice(0, 1));
    assert.equal(again[0]?.outcome, 'wasActive');
  });

  it('a segment is deactivated if the service has that call; otherwise that is reported', async () => {
    const place = { environmentId: environments.development, segmentName: await make() };
    const permit = permitFor('development');
    await sendSegmentActivation(submitter, place, permit);
    const isAble = endpoints === 'all';
    assert.equal((await sendSegmentDeactivation(submitter, place, permit)).outcome, isAble ? 'done' : 'noSuchCall');
    assert.equal((await readUse(submitter, place)).state, isAble ? 'missing' : 'active');
    if (isAble) assert.equal((await sendSegmentDeactivation(submitter, place, permit)).outcome, 'missing');
  });

  it('a segment is deleted in all environments, and a second deletion reports that it did not exist', async () => {
    const name = await make();
    await sendSegmentActivation(
      submitter,
      { environmentId: environments.development, segmentName: name },
      permitFor('development'),
    );
    const uses = await readProvenUse(submitter, workspaceId, name);
    const permits = {
      workspace: requestPermit(),
      environments: uses.map(({ environment }) => writePermit(environment, environment.name)),
    };
    assert.equal((await sendSegmentDeletion(submitter, { workspaceId, name, uses }, permits)).outcome, 'done');
    assert.equal((await sendSegmentDeletion(submitter, { workspaceId, name, uses }, permits)).outcome, 'wasGone');
  });
});

const service = useService();
const client = () => service.as('submitter-key');
/** The list of the workspace's segments. */
const LIST = /^\/segments\/ws\/[^/?]+(?:\?|$)/;
/** True once the service has received a change. Earlier listings are real. */
const isSent = (): boolean => service.seen.some(({ method }) => method !== 'GET');
const development = (segmentName: string) => ({ environmentId: service.environment('development').id, segmentName });
const onWrite =
  (fault: Fault) =>
  ({ method }: Seen) =>
    method === 'GET' ? undefined : fault;

const create = (name: string, signal?: AbortSignal) => {
  const place = { workspaceId: service.workspace('Storefront'), trafficType: 'account' };
  return sendNewSegment(client(), place, { name, description: '' }, { permit: requestPermit(), ...(signal && { signal }) });
};

describe('a change of a segment that the service refuses', () => {
  it('is thrown: deactivating in a gated environment, or with keys in it', async () => {
    const gated = { environmentId: service.environment('pre-production').id, segmentName: 'loyalty: gold & platinum' };
    const permit = writePermit(service.environment('pre-production'));
    await assert.rejects(sendSegmentDeactivation(client(), gated, permit), isApprovalsRequired);
    const full = sendSegmentDeactivation(client(), development('beta-accounts'), writePermit(service.environment('development')));
    await assert.rejects(full, { status: 409 });
  });

  it('is thrown: deleting a segment that is active in a gated environment', async () => {
    const { workspaceId } = service.place('production');
    const uses = await readProvenUse(client(), workspaceId, 'vip-accounts');
    const permits = uses.map(({ environment }) => writePermit(environment, environment.name));
    const deletion = sendSegmentDeletion(
      client(),
      { workspaceId, name: 'vip-accounts', uses },
      { workspace: requestPermit(), environments: permits },
    );
    await assert.rejects(deletion, isApprovalsRequired);
  });

  it('is thrown: deleting a segment that a rule of a flag uses', async () => {
    const { workspaceId, environmentId } = service.place('development');
    const { name } = await client().createSegment(workspaceId, 'account', { name: 'made-here', description: '' });
    const [flag] = (await client().listDefinitions(workspaceId, environmentId, { offset: 0, limit: 1 }))?.objects ?? [];
    assert.ok(flag);
    const buckets = [{ treatment: flag.treatments[0]?.name ?? '', size: 100 }];
    const rule = { buckets, condition: { combiner: 'AND', matchers: [{ type: 'IN_SEGMENT', string: name }] } };
    const place = { workspaceId, environmentId, flagName: flag.name };
    await client().replaceDefinition(place, { ...sendable(flag), rules: [rule] });
    const deletion = sendSegmentDeletion(
      client(),
      { workspaceId, name, uses: [] },
      { workspace: requestPermit(), environments: [] },
    );
    await assert.rejects(deletion, { status: 409 });
  });

  it('is not even sent without a permit for each environment that it touches', async () => {
    const { workspaceId } = service.place('production');
    const uses = await readProvenUse(client(), workspaceId, 'vip-accounts');
    service.seen.length = 0;
    const permits = { workspace: requestPermit(), environments: [writePermit(service.environment('development'))] };
    await assert.rejects(
      sendSegmentDeletion(client(), { workspaceId, name: 'vip-accounts', uses }, permits),
      /no permit for staging/,
    );
    // A segment that can't be read may be active. A 404 doesn't prove that it isn't.
    for (const state of ['unseen', 'missing'] as const) {
      const unsure: UseIn[] = [{ environment: service.environment('production'), state }];
      const deletion = sendSegmentDeletion(client(), { workspaceId, name: 'vip-accounts', uses: unsure }, permits);
      await assert.rejects(deletion, /no permit for production/);
    }
    const elsewhere = sendSegmentDeactivation(
      client(),
      development('churn-risk-accounts'),
      writePermit(service.environment('staging')),
    );
    await assert.rejects(elsewhere, /another environment/);
    assert.equal(service.seen.length, 0);
  });
});

describe('the deletion of a segment that somebody starts to use after the user was asked', () => {
  const changes: Readonly<Record<string, (name: string, environmentId: string) => Promise<unknown>>> = {
    'is not sent if the segment is active in one more environment': async (name) =>
      client().activateSegment(service.environment('staging').id, name),
    'is not sent if the segment has other keys': async (name, id) => client().uploadKeys(id, name, ['one-more']),
  };
  for (const [title, change] of Object.entries(changes)) {
    it(title, async () => {
      const { workspaceId, environmentId } = service.place('development');
      const { name } = await client().createSegment(workspaceId, 'user', { name: 'made-here', description: '' });
      await client().activateSegment(environmentId, name);
      const uses = await readProvenUse(client(), workspaceId, name);
      const permits = { workspace: requestPermit(), environments: [writePermit(service.environment('development'))] };
      await change(name, environmentId);
      assert.equal((await sendSegmentDeletion(client(), { workspaceId, name, uses }, permits)).outcome, 'moved');
      assert.equal(service.count('DELETE', /./), 0);
    });
  }
});

describe('after a lost answer', () => {
  for (const [fault, expected] of [
    ['loseAnswer', ['done', 'done']],
    // After a lost request, the network is probably down, so the next one is not tried.
    ['loseRequest', ['notDone', 'notTried']],
  ] as const)
    it(`the outcome of each activation is checked (${fault})`, async () => {
      service.onCall = onWrite(fault);
      const permits = ['development', 'staging'].map((name) => writePermit(service.environment(name)));
      const results = await activateInEach(client(), 'wholesale-buyers', permits);
      assert.deepEqual(
        results.map(({ outcome }) => outcome),
        expected,
      );
    });

  it('the outcome is unknown if it can’t be checked', async () => {
    const permit = writePermit(service.environment('development'));
    for (const status of [400, 403]) {
      service.onCall = ({ method }) => (method === 'GET' ? { status, body: {} } : 'loseAnswer');
      assert.equal((await sendSegmentDeactivation(client(), development('churn-risk-accounts'), permit)).outcome, 'unknown');
      const [activation] = await activateInEach(client(), 'wholesale-buyers', [permit]);
      assert.equal(activation?.outcome, 'unknown');
      await assert.rejects(create('made-here'), ({ kind, cause }) => kind === 'unknownOutcome' && cause.method === 'POST');
    }
  });

  it('a created segment is not confused with an earlier segment of the same name', async () => {
    service.onCall = onWrite('loseAnswer');
    await assert.rejects(create('beta-accounts'), { kind: 'network' });
    service.onCall = () => undefined;
    await assert.rejects(create('beta-accounts'), { status: 409 });
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
  const deleted = async (signal?: AbortSignal) => {
    const { workspaceId } = service.place('development');
    const { onCall } = service;
    service.onCall = () => undefined;
    await client().createSegment(workspaceId, 'user', { name: 'made-here', description: '' });
    service.onCall = onCall;
    service.seen.length = 0;
    const permits = { workspace: requestPermit(), environments: [] };
    return sendSegmentDeletion(client(), { workspaceId, name: 'made-here', uses: [] }, permits, signal && { signal });
  };

  it('a listing that ends too early does not prove that a deletion was done', async () => {
    const listing = { objects: [{ name: 'another' }], totalCount: 300 };
    service.onCall = ({ method, path }) => {
      if (method === 'GET') return LIST.test(path) && isSent() ? { status: 200, body: listing } : undefined;
      return 'loseAnswer';
    };
    assert.equal((await deleted()).outcome, 'unknown');
    // The list is read once before the deletion, and twice after it.
    assert.equal(service.count('GET', LIST), 3);
  });

  it('Cancel ends the check of a deletion, not the deletion, whose outcome is then unknown', async () => {
    const cancel = new AbortController();
    service.onCall = endless((page) => page === 3 && cancel.abort());
    assert.equal((await deleted(cancel.signal)).outcome, 'unknown');
    // The list is read once before the deletion. Three of its pages are read after it.
    assert.equal(service.count('GET', LIST), 4);
  });

  it('Cancel does not abort a deletion that was already sent', async () => {
    const cancel = new AbortController();
    service.onCall = ({ method }) => {
      if (method === 'DELETE') cancel.abort();
      return undefined;
    };
    assert.equal((await deleted(cancel.signal)).outcome, 'done');
  });

  it('Cancel ends the check of a creation, and the lost answer is reported', async () => {
    const cancel = new AbortController();
    service.onCall = endless((page) => page === 3 && cancel.abort());
    await assert.rejects(create('made-here', cancel.signal), { kind: 'unknownOutcome' });
    assert.equal(service.count('GET', LIST), 3);
  });
});

describe('several activations', () => {
  it('continue after a refusal of a single one', async () => {
    const [refused, open] = [service.environment('staging'), service.environment('development')];
    service.onCall = ({ method, path }) =>
      method === 'POST' && path.includes(refused.id) ? { status: 403, body: { message: 'no' } } : undefined;
    const results = await activateInEach(client(), 'wholesale-buyers', [writePermit(refused), writePermit(open)]);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['refused', 'done'],
    );
  });

  it('end before the next one after the user cancels', async () => {
    const abort = new AbortController();
    const permits = ['development', 'staging'].map((name) => writePermit(service.environment(name)));
    const options = { signal: abort.signal, onProgress: () => abort.abort() };
    const results = await activateInEach(client(), 'wholesale-buyers', permits, options);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['done', 'notTried'],
    );
  });
});
