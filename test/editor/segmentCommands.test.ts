/** The commands that make, activate, deactivate and delete a segment, answered by hand: with the real client over the real sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connected } from '../../src/editor/connected.ts';
import type { SegmentsDeps } from '../../src/editor/segments/index.ts';
import { createKeyAbilities } from '../../src/operations/keyAbilities.ts';
import { createLearnt } from '../../src/operations/learnt.ts';
import { useService, type KeyName } from '../operations/service.ts';
import { Memento } from './fakeContext.ts';
import { executed, pressNext, shown, workspace } from './fakeVscode.ts';
import { answering } from './scripted.ts';

const { createSegment } = await import('../../src/editor/segments/createSegment.ts');
const { activateSegment } = await import('../../src/editor/segments/activateSegment.ts');
const { deactivateSegment } = await import('../../src/editor/segments/deactivateSegment.ts');
const { deleteSegment } = await import('../../src/editor/segments/deleteSegment.ts');

const service = useService();
let refreshed = 0;

const remembered: unknown[] = [];

function deps(isReadOnly = false, lastTarget?: unknown): SegmentsDeps {
  const client = service.as('submitter-key');
  const connected = {
    connectionId: 'c1',
    connectionName: 'Sandbox',
    origin: client.origin,
    isSandbox: true,
    isReadOnly,
    email: undefined,
    keyName: 'submitter-key',
    keyNames: ['submitter-key', 'release-key'],
    client,
  } satisfies Connected;
  const memory = new Memento();
  return {
    connections: {
      orAsk: async () => connected,
      withKey: async (keyName: KeyName) => ({ ...connected, keyName, client: service.as(keyName) }),
    },
    learnt: createLearnt(memory),
    memory,
    log: { warn: () => undefined },
    lastTarget: { of: () => lastTarget, remember: async (...args: unknown[]) => void remembered.push(args) },
    refresh: () => (refreshed += 1),
  } as unknown as SegmentsDeps;
}

const storefront = () => ({ id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false });
const inEnvironment = (environment: string, name: string) => ({
  target: { kind: 'segment', workspace: storefront(), environment: service.environment(environment), name, trafficType: 'user' },
});
const last = (): string => shown.at(-1)?.message ?? '';
const wrote = (): number => service.seen.filter(({ method }) => method !== 'GET').length;
const holds = async (environment: string, name: string): Promise<number | undefined> =>
  service
    .as('submitter-key')
    .readKeys(service.environment(environment).id, name, { offset: 0, limit: 1 })
    .then(
      ({ count }) => count,
      () => undefined,
    );

describe('Create Segment…', () => {
  it('asks all it needs when it comes from the palette, and offers to activate the segment', async () => {
    pressNext('Activate in Environment…');
    const asked = await answering(['Storefront', ' made-here ', 'user', 'what for'], () => createSegment(deps(), undefined));
    assert.deepEqual(
      asked.map(({ prompt }) => prompt),
      ['In which workspace?', 'Name of the new segment in Storefront', 'What are its keys?', 'What is it for? (may stay empty)'],
    );
    assert.match(last(), /made-here is made in Storefront/);
    assert.equal(executed.at(-1)?.[0], 'flagAdmin.segment.activate');
    const { objects } = await service.as('submitter-key').listSegments(storefront().id, { offset: 0, limit: 200 });
    const made = objects.find(({ name }) => name === 'made-here');
    assert.deepEqual([made?.description, made?.trafficType?.name], ['what for', 'user']);
    assert.ok(refreshed > 0);
  });

  it('asks for the rest on a node, and takes a traffic type that is typed', async () => {
    const node = { target: { kind: 'workspace', workspace: storefront() } };
    await answering(['made-here', 'Another traffic type…', 'account', ''], () => createSegment(deps(), node));
    assert.match(last(), /made-here is made/);
  });

  it('refuses a name that is taken, before anything is sent', async () => {
    const node = { target: { kind: 'workspace', workspace: storefront() } };
    const [asked] = await answering(['beta-accounts'], () => createSegment(deps(), node));
    assert.match(asked?.refused ?? '', /There is a segment of this name in Storefront already/);
    assert.equal(wrote(), 0);
  });

  it('changes nothing through a read-only connection or in a restricted window', async () => {
    await answering([], () => createSegment(deps(true), undefined));
    assert.match(last(), /is read-only/);
    workspace.isTrusted = false;
    for (const run of [createSegment, activateSegment, deactivateSegment, deleteSegment])
      await answering([], () => run(deps(), inEnvironment('development', 'beta-accounts')));
    workspace.isTrusted = true;
    assert.match(last(), /restricted mode/);
    assert.equal(service.seen.length, 0);
  });
});

describe('Activate Segment in Environment…', () => {
  it('activates in several, with the guard for production, and says it for each', async () => {
    const asked = await answering([['staging', 'production'], 'production'], () =>
      activateSegment(deps(), inEnvironment('development', 'wholesale-buyers')),
    );
    assert.deepEqual(asked[0]?.options, [
      'development',
      'staging',
      'pre-production · active already, with 912 keys',
      'production · production',
    ]);
    assert.match(asked[1]?.prompt ?? '', /This changes production/);
    assert.match(last(), /wholesale-buyers is active in Storefront \/ staging and production now/);
    assert.deepEqual(
      [await holds('development', 'wholesale-buyers'), await holds('production', 'wholesale-buyers')],
      [undefined, 0],
    );
  });

  it('is done with another API key where this one was refused before', async () => {
    const given = deps();
    const key = { connectionId: 'c1', origin: service.as('submitter-key').origin, keyName: 'submitter-key' };
    createKeyAbilities(given.memory).remember(key, 'change', service.environment('development').id, false);
    await answering([['development'], undefined], () => activateSegment(given, inEnvironment('staging', 'wholesale-buyers')));
    assert.equal(wrote(), 0);
    await answering([['development'], 'Use “release-key” this once'], () =>
      activateSegment(given, inEnvironment('staging', 'wholesale-buyers')),
    );
    assert.match(last(), /is active in Storefront \/ development now/);
  });

  it('changes nothing where one guard is walked away from', async () => {
    await answering([['staging', 'production'], undefined], () =>
      activateSegment(deps(), inEnvironment('development', 'wholesale-buyers')),
    );
    assert.equal(wrote(), 0);
  });

  it('does not take what is active already for an answer', async () => {
    const asked = await answering([['pre-production']], () =>
      activateSegment(deps(), inEnvironment('pre-production', 'wholesale-buyers')),
    );
    assert.equal(asked.length, 1);
    assert.equal(wrote(), 0);
  });

  it('asks nothing where it is active everywhere', async () => {
    await answering(['Storefront', 'beta-accounts'], () => activateSegment(deps(), undefined));
    assert.match(last(), /beta-accounts is active in every environment of Storefront already/);
  });

  it('says where it worked, where not and why, and what was not tried', async () => {
    const { id } = service.environment('staging');
    service.onCall = ({ method, path }) => (method === 'POST' && path.includes(id) ? { status: 401, body: {} } : undefined);
    await answering([['development', 'staging', 'production'], 'production'], () =>
      activateSegment(deps(), inEnvironment('development', 'wholesale-buyers')),
    );
    assert.equal(shown.at(-1)?.severity, 'warning');
    assert.match(
      last(),
      /is active in Storefront \/ development now.* It is not active in staging: .*401.* Not tried: production\./,
    );
  });
});

describe('Deactivate Segment in Environment…', () => {
  it('deactivates what is empty', async () => {
    pressNext('Deactivate');
    await answering([], () => deactivateSegment(deps(), inEnvironment('development', 'churn-risk-accounts')));
    assert.match(last(), /churn-risk-accounts is not active in Storefront \/ development any more/);
    assert.equal(await holds('development', 'churn-risk-accounts'), undefined);
  });

  it('is done where what was learnt can’t be kept, which is logged', async () => {
    const warnings: string[] = [];
    const failing = async (): Promise<never> => Promise.reject(new Error('disk full'));
    const used = { ...deps(), log: { warn: (line: string) => void warnings.push(line) } } as unknown as SegmentsDeps;
    Object.assign(used, { learnt: { ...used.learnt, rememberGated: failing } });
    pressNext('Deactivate');
    await answering([], () => deactivateSegment(used, inEnvironment('development', 'churn-risk-accounts')));
    assert.match(last(), /churn-risk-accounts is not active in Storefront \/ development any more/);
    assert.deepEqual(warnings, ['Error: disk full']);
  });

  it('says how many keys stand in the way, and what to do first', async () => {
    await answering([], () => deactivateSegment(deps(), inEnvironment('development', 'beta-accounts')));
    assert.match(last(), /beta-accounts holds 12 keys in Storefront \/ development\. .*remove its keys first/);
    assert.deepEqual(shown.at(-1)?.buttons, ['Remove Keys…', 'Compare…', 'Show Keys']);
    assert.equal(wrote(), 0);
  });

  it('says that it is not active', async () => {
    await answering([], () => deactivateSegment(deps(), inEnvironment('development', 'wholesale-buyers')));
    assert.match(last(), /is not active in Storefront \/ development: there is nothing to deactivate/);
  });

  it('says of a gated environment that it belongs in the service’s own pages, and remembers that it is gated', async () => {
    const used = deps();
    pressNext('Deactivate');
    await answering([], () => deactivateSegment(used, inEnvironment('pre-production', 'loyalty: gold & platinum')));
    assert.match(last(), /asks for an approval, and the service takes no change request that deactivates a segment/);
    const { origin } = service.as('submitter-key');
    assert.equal(used.learnt.isGated(origin, service.environment('pre-production').id), true);
  });

  it('says that the service has no such call', async () => {
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 405, body: {} } : undefined);
    pressNext('Deactivate');
    await answering([], () => deactivateSegment(deps(), inEnvironment('development', 'churn-risk-accounts')));
    assert.match(last(), /This service has no call that deactivates a segment/);
    service.as('submitter-key').forgetAbsent();
  });

  it('says what is so after a lost answer', async () => {
    service.onCall = ({ method }) => (method === 'DELETE' ? 'loseRequest' : undefined);
    pressNext('Deactivate');
    await answering([], () => deactivateSegment(deps(), inEnvironment('development', 'churn-risk-accounts')));
    assert.equal(shown.at(-1)?.severity, 'error');
    assert.match(last(), /churn-risk-accounts is still active in Storefront \/ development: you can try again/);
  });
});

describe('Delete Segment…', () => {
  const make = async (): Promise<void> => {
    await service.as('submitter-key').createSegment(storefront().id, 'user', { name: 'made-here', description: '' });
    service.seen.length = 0;
  };

  it('says where it is active, takes its name, and deletes it', async () => {
    await make();
    await service.as('submitter-key').activateSegment(service.environment('development').id, 'made-here');
    await service.as('submitter-key').uploadKeys(service.environment('development').id, 'made-here', ['a', 'b']);
    pressNext('Delete…');
    const asked = await answering(['made-here'], () => deleteSegment(deps(), inEnvironment('production', 'made-here')));
    assert.match(asked[0]?.prompt ?? '', /Type the segment’s name, “made-here”/);
    const dialog = shown.find(({ message }) => message.startsWith('Delete made-here'));
    assert.match(
      dialog?.detail ?? '',
      /development: 2 keys\nstaging: not active\npre-production: not active\nproduction: not active/,
    );
    assert.match(last(), /made-here is deleted from Storefront/);
  });

  it('asks for production, too, where it is active there; a gated environment refuses in words', async () => {
    pressNext('Delete…');
    const asked = await answering(['vip-accounts', 'production'], () =>
      deleteSegment(deps(), inEnvironment('staging', 'vip-accounts')),
    );
    assert.match(asked[1]?.title ?? '', /– in production: 312 keys/);
    assert.match(last(), /vip-accounts was not deleted: .*the service takes no change request that deletes a segment/);
    assert.equal(await holds('production', 'vip-accounts'), 312);
  });

  it('is no longer offered as the last target once it is deleted', async () => {
    const { target } = inEnvironment('development', 'made-here');
    await make();
    const other = { ...target, name: 'eu-accounts' };
    for (const last of [other, target]) {
      remembered.length = 0;
      pressNext('Delete…');
      await answering(['made-here'], () => deleteSegment(deps(false, last), { target }));
      await make();
      assert.deepEqual(remembered, last === target ? [[undefined, target]] : []);
    }
  });

  it('is done with another API key where this one was refused before', async () => {
    const given = deps();
    const key = { connectionId: 'c1', origin: service.as('submitter-key').origin, keyName: 'submitter-key' };
    createKeyAbilities(given.memory).remember(key, 'change', service.environment('development').id, false);
    await make();
    await service.as('submitter-key').activateSegment(service.environment('development').id, 'made-here');
    pressNext('Delete…');
    await answering(['made-here', 'Use “release-key” this once'], () =>
      deleteSegment(given, inEnvironment('development', 'made-here')),
    );
    assert.match(last(), /^made-here is deleted from Storefront/);
  });

  it('sends nothing where the wrong name is typed, or the dialog is left', async () => {
    await make();
    pressNext('Delete…');
    const [asked] = await answering(['made-her'], () => deleteSegment(deps(), inEnvironment('production', 'made-here')));
    assert.match(asked?.refused ?? '', /exactly so/);
    await answering([], () => deleteSegment(deps(), inEnvironment('production', 'made-here')));
    assert.equal(wrote(), 0);
  });

  it('says that a rule may stand in the way', async () => {
    await make();
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 409, body: { message: 'used by checkout' } } : undefined);
    pressNext('Delete…');
    await answering(['made-here'], () => deleteSegment(deps(), inEnvironment('production', 'made-here')));
    assert.match(
      last(),
      /made-here was not deleted\. If a rule of a flag asks for it, change that rule first\. .*used by checkout/,
    );
  });

  it('says what is so after a lost answer', async () => {
    await make();
    service.onCall = ({ method }) => (method === 'DELETE' ? 'loseAnswer' : undefined);
    pressNext('Delete…');
    await answering(['made-here'], () => deleteSegment(deps(), inEnvironment('production', 'made-here')));
    assert.match(last(), /made-here is deleted from Storefront/);
  });
});
