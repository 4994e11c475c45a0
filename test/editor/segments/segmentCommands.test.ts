/** Tests the commands Create, Activate, Deactivate, and Delete Segment…. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executed, pressNext, workspace, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { last, useSegments } from './useSegments.ts';
import { rememberAble } from '../../../src/operations/learned/keyRecords.ts';

const { createSegmentCommand } = await import('../../../src/editor/segments/createSegment.ts');
const { activateSegmentCommand } = await import('../../../src/editor/segments/activateSegment.ts');
const { deactivateSegmentCommand } = await import('../../../src/editor/segments/deactivateSegment.ts');
const { deleteSegmentCommand } = await import('../../../src/editor/segments/deleteSegment.ts');
const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');

const { service, deps, storefront, inEnvironment, wrote, holds } = useSegments();

describe('Create Segment…', () => {
  it('asks for everything if it is called from the palette, and offers to activate the segment', async () => {
    pressNext('Activate in Environment…');
    const window = deps();
    const asked = await answering(['Storefront', ' made-here ', 'user'], () => createSegmentCommand(window, undefined));
    assert.deepEqual(
      asked.map(({ prompt }) => prompt),
      ['Which workspace?', 'Name of the new segment in Storefront', 'Which traffic type?'],
    );
    assert.match(last(), /made-here is made in Storefront/);
    assert.equal(executed.at(-1)?.[0], 'flagAdmin.segment.activate');
    const { objects } = await service.as('submitter-key').listSegments(storefront().id, { offset: 0, limit: 200 });
    const made = objects.find(({ name }) => name === 'made-here');
    assert.equal(made?.trafficType?.name, 'user');
    const place = { object: 'segment', workspaceId: storefront().id, name: 'made-here' };
    assert.deepEqual(window.fired, [{ kind: 'object', connection: 'c1', place, isChanged: true }]);
  });

  it('asks only for the rest if it is called from a node, and accepts a typed traffic type', async () => {
    const node = { target: { kind: 'workspace', workspace: storefront() } };
    await answering(['made-here', 'Another traffic type…', 'account'], () => createSegmentCommand(deps(), node));
    assert.match(last(), /made-here is made/);
  });

  it('refuses a name that is taken, before anything is sent', async () => {
    const node = { target: { kind: 'workspace', workspace: storefront() } };
    const [asked] = await answering(['beta-accounts'], () => createSegmentCommand(deps(), node));
    assert.match(asked?.refused ?? '', /^There is one of this name already\./);
    assert.equal(wrote(), 0);
  });

  it('changes nothing through a read-only connection or in a restricted window', async () => {
    await answering([], () => createSegmentCommand(deps(true), undefined));
    assert.match(last(), /is read-only/);
    workspace.isTrusted = false;
    for (const run of [createSegmentCommand, activateSegmentCommand, deactivateSegmentCommand, deleteSegmentCommand])
      await answering([], () => run(deps(), inEnvironment('development', 'beta-accounts')));
    workspace.isTrusted = true;
    assert.match(last(), /restricted mode/);
    assert.equal(service.seen.length, 0);
  });
});

describe('Activate Segment in Environment…', () => {
  it('activates the segment in several environments, with the guard for production, and reports each result', async () => {
    const asked = await answering([['staging', 'production'], 'production'], () =>
      activateSegmentCommand(deps(), inEnvironment('development', 'wholesale-buyers')),
    );
    assert.deepEqual(asked[0]?.options, ['development', 'staging', 'pre-production · 912 keys', 'production']);
    assert.match(asked[1]?.prompt ?? '', /This changes production/);
    assert.match(last(), /wholesale-buyers is active in Storefront \/ staging and production\.$/);
    assert.deepEqual(
      [await holds('development', 'wholesale-buyers'), await holds('production', 'wholesale-buyers')],
      [undefined, 0],
    );
  });

  it('is done with a different API key if this one was refused before', async () => {
    const given = deps();
    const key = { connectionId: 'c1', origin: service.as('submitter-key').origin, keyName: 'submitter-key' };
    await rememberAble(given.memory, key, 'change', service.environment('development').id, false);
    await answering([['development'], undefined], () =>
      activateSegmentCommand(given, inEnvironment('staging', 'wholesale-buyers')),
    );
    assert.equal(wrote(), 0);
    await answering([['development'], 'Use “release-key” this once'], () =>
      activateSegmentCommand(given, inEnvironment('staging', 'wholesale-buyers')),
    );
    assert.match(last(), /is active in Storefront \/ development\.$/);
  });

  it('changes nothing if the user cancels one of the confirmations', async () => {
    await answering([['staging', 'production'], undefined], () =>
      activateSegmentCommand(deps(), inEnvironment('development', 'wholesale-buyers')),
    );
    assert.equal(wrote(), 0);
  });

  it('asks nothing if it is active everywhere', async () => {
    await answering(['beta-accounts · Storefront'], () => activateSegmentCommand(deps(), undefined));
    assert.match(last(), /^beta-accounts is active in Storefront \/ development, staging, pre-production, and production\.$/);
  });

  it('reports in which environments it succeeded, failed with a reason, or was not tried', async () => {
    const { id } = service.environment('staging');
    service.onCall = ({ method, path }) => (method === 'POST' && path.includes(id) ? { status: 401, body: {} } : undefined);
    await answering([['development', 'staging', 'production'], 'production'], () =>
      activateSegmentCommand(deps(), inEnvironment('development', 'wholesale-buyers')),
    );
    assert.equal(shown.at(-1)?.severity, 'warning');
    assert.match(last(), /is active in Storefront \/ development\. It is not active in staging: .*401.* Not tried: production\./);
  });
});

describe('Deactivate Segment in Environment…', () => {
  it('deactivates an empty segment', async () => {
    pressNext('Deactivate');
    const window = deps();
    await answering([], () => deactivateSegmentCommand(window, inEnvironment('development', 'churn-risk-accounts')));
    assert.match(last(), /churn-risk-accounts is not active in Storefront \/ development/);
    const { workspaceId, environmentId } = service.place('development');
    const place = { object: 'segment', workspaceId, environmentId, name: 'churn-risk-accounts' };
    assert.deepEqual(window.fired, [{ kind: 'object', connection: 'c1', place, isChanged: true }]);
    assert.equal(await holds('development', 'churn-risk-accounts'), undefined);
  });

  it('is done even if the learned facts can’t be stored, which is logged', async () => {
    const warnings: string[] = [];
    const failing = async (): Promise<never> => Promise.reject(new Error('disk full'));
    const used = { ...deps(), log: { warn: (line: string) => void warnings.push(line) } } as unknown as ReturnType<typeof deps>;
    Object.assign(used, { serviceFacts: { ...used.serviceFacts, rememberGated: failing } });
    pressNext('Deactivate');
    await answering([], () => deactivateSegmentCommand(used, inEnvironment('development', 'churn-risk-accounts')));
    assert.match(last(), /churn-risk-accounts is not active in Storefront \/ development/);
    assert.deepEqual(warnings, ['Error: disk full']);
  });

  it('asks nothing if the environment is known to require approvals, but the user can still try it', async () => {
    const used = deps();
    const { target } = inEnvironment('pre-production', 'beta-accounts');
    await used.serviceFacts.rememberGated(service.as('submitter-key').origin, target.environment.id, true);
    await answering([], () => deactivateSegmentCommand(used, { target }));
    assert.match(last(), /^beta-accounts was not changed: this needs an approval in pre-production/);
    assert.deepEqual(shown.at(-1)?.buttons, ['Copy Name', 'Try It All the Same…']);
    assert.equal(service.seen.length, 0);
    await answering([], () => deactivateSegmentCommand(used, { target, isTried: true }));
    assert.match(last(), /remove its keys first|is not active/);
  });

  it('says how many keys prevent it, and what to do first', async () => {
    await answering([], () => deactivateSegmentCommand(deps(), inEnvironment('development', 'beta-accounts')));
    assert.match(last(), /beta-accounts holds 12 keys in Storefront \/ development\. .*remove its keys first/);
    assert.deepEqual(shown.at(-1)?.buttons, ['Empty Segment…', 'Show Keys']);
    assert.equal(wrote(), 0);
  });

  it('says that it is not active, or that the API key may not see it', async () => {
    await answering([], () => deactivateSegmentCommand(deps(), inEnvironment('development', 'wholesale-buyers')));
    assert.match(last(), /is not active in Storefront \/ development, or this API key may not see it\.$/);
  });

  it('refers to the service’s web console if the environment requires approvals, and remembers that it does', async () => {
    const used = deps();
    pressNext('Deactivate');
    await answering([], () => deactivateSegmentCommand(used, inEnvironment('pre-production', 'loyalty: gold & platinum')));
    assert.match(
      last(),
      /was not changed: this needs an approval in pre-production, and the service accepts no change request for it/,
    );
    const { origin } = service.as('submitter-key');
    assert.equal(used.serviceFacts.isGated(origin, service.environment('pre-production').id), true);
  });

  it('says that the service has no such call', async () => {
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 405, body: {} } : undefined);
    pressNext('Deactivate');
    await answering([], () => deactivateSegmentCommand(deps(), inEnvironment('development', 'churn-risk-accounts')));
    assert.match(last(), /This service’s API can’t deactivate a segment/);
    service.as('submitter-key').forgetAbsent();
  });

  it('reports the current state after a lost answer', async () => {
    service.onCall = ({ method }) => (method === 'DELETE' ? 'loseRequest' : undefined);
    pressNext('Deactivate');
    const failed = deactivateSegmentCommand(deps(), inEnvironment('development', 'churn-risk-accounts'));
    const sentence = await failed.catch((error: unknown) => describeFailure(error).sentence);
    assert.match(
      String(sentence),
      /^Not done: Deactivate churn-risk-accounts in Storefront \/ development\. Nothing was changed\. /,
    );
  });
});

describe('Delete Segment…', () => {
  const make = async (): Promise<void> => {
    await service.as('submitter-key').createSegment(storefront().id, 'user', { name: 'made-here', description: '' });
    service.seen.length = 0;
  };

  it('names the environments in which the segment is active, asks for its name, and deletes it', async () => {
    await make();
    await service.as('submitter-key').activateSegment(service.environment('development').id, 'made-here');
    await service.as('submitter-key').uploadKeys(service.environment('development').id, 'made-here', ['a', 'b']);
    pressNext('Delete…');
    const window = deps();
    const asked = await answering(['made-here'], () => deleteSegmentCommand(window, inEnvironment('production', 'made-here')));
    const place = { object: 'segment', workspaceId: storefront().id, name: 'made-here' };
    assert.deepEqual(window.fired, [{ kind: 'object', connection: 'c1', place, isChanged: true }]);
    assert.equal(asked[0]?.title, 'Delete made-here from Storefront and all its environments?');
    assert.match(asked[0]?.prompt ?? '', /^Type “made-here” exactly\.$/);
    const dialog = shown.find(({ message }) => message.startsWith('Delete made-here'));
    assert.match(
      dialog?.detail ?? '',
      /development: 2 keys\nstaging: not active\npre-production: not active\nproduction: not active/,
    );
    assert.match(last(), /made-here is deleted from Storefront/);
  });

  it('asks for production, too, if it is active there; a gated environment refuses with a message', async () => {
    pressNext('Delete…');
    const asked = await answering(['vip-accounts', 'production'], () =>
      deleteSegmentCommand(deps(), inEnvironment('staging', 'vip-accounts')),
    );
    assert.match(asked[1]?.title ?? '', /^Delete vip-accounts in Storefront \/ production/);
    assert.match(last(), /^vip-accounts was not changed: this needs an approval in .*staging.* or production, /);
    assert.equal(await holds('production', 'vip-accounts'), 312);
  });

  it('names the environment if the segment is active in exactly one that requires approvals, and none if it is active in none', async () => {
    await make();
    const message = 'Approvals are required for this environment';
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 403, body: { message } } : undefined);
    const tryIt = async (): Promise<void> => {
      pressNext('Delete…');
      await answering(['made-here'], () => deleteSegmentCommand(deps(), inEnvironment('development', 'made-here')));
    };
    await tryIt();
    assert.match(last(), /^made-here was not changed: this needs an approval in Storefront, /);
    await service.as('submitter-key').activateSegment(service.environment('development').id, 'made-here');
    await tryIt();
    assert.match(last(), /^made-here was not changed: this needs an approval in development, /);
  });

  it('asks nothing if the segment is active in an environment that is known to require approvals', async () => {
    const given = deps();
    const { id } = service.environment('production');
    await given.serviceFacts.rememberGated(service.as('submitter-key').origin, id, true);
    await answering([], () => deleteSegmentCommand(given, inEnvironment('staging', 'vip-accounts')));
    assert.match(last(), /^vip-accounts was not changed: this needs an approval in production, /);
    assert.equal(shown.at(-1)?.buttons.at(-1), 'Try It All the Same…');
  });

  it('is done with a different API key if this one was refused before', async () => {
    const given = deps();
    const key = { connectionId: 'c1', origin: service.as('submitter-key').origin, keyName: 'submitter-key' };
    await rememberAble(given.memory, key, 'change', service.environment('development').id, false);
    await make();
    await service.as('submitter-key').activateSegment(service.environment('development').id, 'made-here');
    pressNext('Delete…');
    await answering(['made-here', 'Use “release-key” this once'], () =>
      deleteSegmentCommand(given, inEnvironment('development', 'made-here')),
    );
    assert.match(last(), /^made-here is deleted from Storefront/);
  });

  it('sends nothing if the wrong name is typed, or the dialog is left', async () => {
    await make();
    pressNext('Delete…');
    const [asked] = await answering(['made-her'], () => deleteSegmentCommand(deps(), inEnvironment('production', 'made-here')));
    assert.match(asked?.refused ?? '', /exactly\./);
    await answering([], () => deleteSegmentCommand(deps(), inEnvironment('production', 'made-here')));
    assert.equal(wrote(), 0);
  });

  it('says that a rule may prevent it', async () => {
    await make();
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 409, body: { message: 'used by checkout' } } : undefined);
    pressNext('Delete…');
    await answering(['made-here'], () => deleteSegmentCommand(deps(), inEnvironment('production', 'made-here')));
    assert.match(last(), /made-here was not changed\. If a rule of a flag uses it, change that rule first\. .*used by checkout/);
  });
});
