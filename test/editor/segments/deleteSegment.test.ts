/** Delete Segment…, answered by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberAble } from '../../../src/operations/learned/keyRecords.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { last, useSegments } from './useSegments.ts';

const { deleteSegment } = await import('../../../src/editor/segments/deleteSegment.ts');

const { service, deps, storefront, inEnvironment, wrote, holds } = useSegments();

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
    const window = deps();
    const asked = await answering(['made-here'], () => deleteSegment(window, inEnvironment('production', 'made-here')));
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
      deleteSegment(deps(), inEnvironment('staging', 'vip-accounts')),
    );
    assert.match(asked[1]?.title ?? '', /^Delete vip-accounts in Storefront \/ production/);
    assert.match(last(), /^vip-accounts was not changed: this needs an approval in .*staging.* or production, /);
    assert.equal(await holds('production', 'vip-accounts'), 312);
  });

  it('names no environment where it needs an approval and is active in none, and the one where it is in one', async () => {
    await make();
    const message = 'Approvals are required for this environment';
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 403, body: { message } } : undefined);
    const tryIt = async (): Promise<void> => {
      pressNext('Delete…');
      await answering(['made-here'], () => deleteSegment(deps(), inEnvironment('development', 'made-here')));
    };
    await tryIt();
    assert.match(last(), /^made-here was not changed: this needs an approval in Storefront, /);
    await service.as('submitter-key').activateSegment(service.environment('development').id, 'made-here');
    await tryIt();
    assert.match(last(), /^made-here was not changed: this needs an approval in development, /);
  });

  it('is done with another API key if this one was refused before', async () => {
    const given = deps();
    const key = { connectionId: 'c1', origin: service.as('submitter-key').origin, keyName: 'submitter-key' };
    await rememberAble(given.memory, key, 'change', service.environment('development').id, false);
    await make();
    await service.as('submitter-key').activateSegment(service.environment('development').id, 'made-here');
    pressNext('Delete…');
    await answering(['made-here', 'Use “release-key” this once'], () =>
      deleteSegment(given, inEnvironment('development', 'made-here')),
    );
    assert.match(last(), /^made-here is deleted from Storefront/);
  });

  it('sends nothing if the wrong name is typed, or the dialog is left', async () => {
    await make();
    pressNext('Delete…');
    const [asked] = await answering(['made-her'], () => deleteSegment(deps(), inEnvironment('production', 'made-here')));
    assert.match(asked?.refused ?? '', /exactly\./);
    await answering([], () => deleteSegment(deps(), inEnvironment('production', 'made-here')));
    assert.equal(wrote(), 0);
  });

  it('says that a rule may stand in the way', async () => {
    await make();
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 409, body: { message: 'used by checkout' } } : undefined);
    pressNext('Delete…');
    await answering(['made-here'], () => deleteSegment(deps(), inEnvironment('production', 'made-here')));
    assert.match(last(), /made-here was not changed\. If a rule of a flag uses it, change that rule first\. .*used by checkout/);
  });
});
