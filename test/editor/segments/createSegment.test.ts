/** Create Segment…, answered by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executed, pressNext, workspace } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { last, useSegments } from './useSegments.ts';

const { createSegment } = await import('../../../src/editor/segments/createSegment.ts');
const { activateSegment } = await import('../../../src/editor/segments/activateSegment.ts');
const { deactivateSegment } = await import('../../../src/editor/segments/deactivateSegment.ts');
const { deleteSegment } = await import('../../../src/editor/segments/deleteSegment.ts');

const { service, deps, storefront, inEnvironment, wrote } = useSegments();

describe('Create Segment…', () => {
  it('asks all it needs when it comes from the palette, and offers to activate the segment', async () => {
    pressNext('Activate in Environment…');
    const window = deps();
    const asked = await answering(['Storefront', ' made-here ', 'user'], () => createSegment(window, undefined));
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

  it('asks for the rest on a node, and takes a traffic type that is typed', async () => {
    const node = { target: { kind: 'workspace', workspace: storefront() } };
    await answering(['made-here', 'Another traffic type…', 'account'], () => createSegment(deps(), node));
    assert.match(last(), /made-here is made/);
  });

  it('refuses a name that is taken, before anything is sent', async () => {
    const node = { target: { kind: 'workspace', workspace: storefront() } };
    const [asked] = await answering(['beta-accounts'], () => createSegment(deps(), node));
    assert.match(asked?.refused ?? '', /^There is one of this name already\./);
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
