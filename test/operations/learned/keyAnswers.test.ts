/** Tests what answers show about API keys, with the real client and the sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Client } from '../../../src/api/client.ts';
import { createWatch } from '../../../src/operations/learned/keyAnswers.ts';
import {
  abilitiesOf,
  forgetApiKey,
  hasAbility,
  rememberAbility,
  type ApiKeyRef,
} from '../../../src/operations/learned/keyRecords.ts';
import { Memento } from '../../editor/fakeContext.ts';
import { useService, type KeyName } from '../service.ts';

const service = useService();

const keyOf = (keyName: string, origin = 'http://127.0.0.1:1'): ApiKeyRef => ({ connectionId: 'c1', origin, keyName });

function watched(keyName: KeyName, store = new Memento()) {
  return { client: createWatch(store, assert.ifError)(service.as(keyName), keyOf(keyName), () => undefined), store };
}

describe('the known rights of an API key', () => {
  it('are not stored if the store can’t be written, which is reported and does not stop anything', async () => {
    for (const update of [
      async () => Promise.reject(new Error('disk full')),
      () => {
        throw new Error('disk full');
      },
    ]) {
      const told: unknown[] = [];
      const unhandled: unknown[] = [];
      const hear = (reason: unknown): void => void unhandled.push(reason);
      process.on('unhandledRejection', hear);
      const store = { get: () => undefined, update };
      const watch = createWatch(store, (error) => told.push(error));
      const client = watch(service.as('submitter-key'), keyOf('submitter-key'), () => undefined);
      await client.uploadKeys(service.environment('development').id, 'beta-accounts', ['one-more']);
      await forgetApiKey(store, 'c1');
      await setImmediate();
      process.off('unhandledRejection', hear);
      assert.deepEqual([told.map(String), unhandled], [['Error: disk full'], []]);
    }
  });

  it('are unknown if the store can’t be read, which is reported and does not change the result of a call', async () => {
    const told: unknown[] = [];
    const get = (): never => {
      throw new Error('store is closed');
    };
    const watch = createWatch({ get, update: async () => undefined }, (error) => told.push(error));
    const { id } = service.environment('development');
    const { data } = await service.as('submitter-key').listChangeRequests({});
    await watch(service.as('submitter-key'), keyOf('submitter-key'), () => undefined).readChangeRequest(data[0]!.id);
    assert.deepEqual(told.map(String), ['Error: store is closed']);
    const refused = watch(service.as('read-only-key'), keyOf('read-only-key'), () => undefined).uploadKeys(id, 'beta-accounts', [
      'k',
    ]);
    await assert.rejects(refused, { status: 403 });
  });

  it('follow from what the service accepted: a direct change or a request, each in its environment', async () => {
    const { client, store } = watched('submitter-key');
    await client.listWorkspaces({ offset: 0, limit: 10 });
    const place = service.place('production');
    await client.listEnvironments(place.workspaceId);
    await client.uploadKeys(service.environment('development').id, 'beta-accounts', ['one-more']);
    const request = {
      operationType: 'CREATE',
      title: 't',
      approvers: [],
      segment: { name: 'beta-accounts', keys: ['k'] },
    } as const;
    await client.submitChangeRequest(place.workspaceId, place.environmentId, request);
    const expected = [
      { ability: 'submit', environmentName: 'Storefront / production', isAble: true },
      { ability: 'change', environmentName: 'Storefront / development', isAble: true },
    ];
    assert.deepEqual(abilitiesOf(store, keyOf('submitter-key')), expected);
    assert.equal(hasAbility(store, keyOf('submitter-key'), 'submit', place.environmentId), true);
    assert.equal(hasAbility(store, keyOf('submitter-key'), 'change', service.environment('development').id), true);
    assert.equal(hasAbility(store, keyOf('submitter-key'), 'change', place.environmentId), undefined);
    // A different service may use the same ID for another environment.
    const elsewhere = keyOf('submitter-key', 'https://other.example');
    await rememberAbility(store, elsewhere, 'change', place.environmentId, true);
    assert.deepEqual(abilitiesOf(store, elsewhere), [{ ability: 'change', environmentName: undefined, isAble: true }]);
    // Only for this API key and this origin.
    assert.deepEqual(abilitiesOf(store, keyOf('release-key')), []);
    assert.deepEqual(abilitiesOf(store, keyOf('submitter-key', 'https://elsewhere.example')), []);
    assert.ok(!JSON.stringify([...store.values]).includes(service.sandbox.keys[0]?.key ?? '?'));
  });

  it('are reduced after its role was refused, but not because an environment requires approvals', async () => {
    const { workspaceId, environmentId } = service.place('development');
    const [type] = (await service.as('submitter-key').listTrafficTypes(workspaceId)) ?? [];
    const upload = (environment: string) => (client: Client) =>
      client.uploadKeys(service.environment(environment).id, 'beta-accounts', ['k']);
    const save = (client: Client) => client.saveIdentities(type?.id ?? '', environmentId, [{ key: 'a', values: { plan: 'x' } }]);
    for (const [keyName, call, expected] of [
      ['read-only-key', upload('development'), false],
      ['read-only-key', save, false],
      ['submitter-key', save, true],
      ['submitter-key', upload('production'), undefined],
    ] as const) {
      const { client, store } = watched(keyName);
      await (expected ? call(client) : assert.rejects(call(client), { status: 403 }));
      assert.equal(hasAbility(store, keyOf(keyName), 'change', environmentId), expected);
      assert.equal(abilitiesOf(store, keyOf(keyName)).length, expected === undefined ? 0 : 1);
      // The service may accept the same call later.
      await rememberAbility(store, keyOf(keyName), 'change', environmentId, true);
      assert.equal(hasAbility(store, keyOf(keyName), 'change', environmentId), true);
    }
  });

  it('follow from an approval of a flag request, which names its environment, but not from a withdrawal', async () => {
    const { client, store } = watched('release-key');
    const { data } = await client.listChangeRequests({});
    const kill = data.find(({ operationType, flag }) => operationType === 'KILL' && flag);
    assert.ok(kill);
    await client.decideChangeRequest(kill.id, { status: 'APPROVED', comment: 'c' });
    const [known, ...rest] = abilitiesOf(store, keyOf('release-key'));
    assert.deepEqual([known?.ability, known?.isAble, rest], ['approve', true, []]);
    const own = watched('submitter-key');
    const withdrawn = data.find(({ comments, segment }) => segment && comments[0]?.user === 'submitter-key');
    await own.client.decideChangeRequest(withdrawn?.id ?? '', { status: 'WITHDRAWN', comment: 'c' });
    assert.deepEqual(abilitiesOf(own.store, keyOf('submitter-key')), []);
  });

  it('are deleted with their connection, and limited in number', async () => {
    const store = new Memento();
    for (let i = 0; i < 1050; i += 1) await rememberAbility(store, keyOf('a'), 'change', `e${i}`, true);
    assert.equal(abilitiesOf(store, keyOf('a')).length, 1000);
    const areKnown = ['e49', 'e50', 'e1049'].map((id) => hasAbility(store, keyOf('a'), 'change', id));
    assert.deepEqual(areKnown, [undefined, true, true]);
    await rememberAbility(store, { ...keyOf('a'), connectionId: 'c2' }, 'submit', 'e1', true);
    await rememberAbility(store, keyOf('b'), 'change', 'e1', false);
    await forgetApiKey(store, 'c1', 'b');
    assert.deepEqual(abilitiesOf(store, keyOf('b')), []);
    assert.equal(abilitiesOf(store, keyOf('a')).length, 998);
    await forgetApiKey(store, 'c1');
    assert.deepEqual(abilitiesOf(store, keyOf('a')), []);
    assert.equal(abilitiesOf(store, { ...keyOf('a'), connectionId: 'c2' }).length, 1);
  });
});
