/** All sandboxes are one connection at one address: what was done in another one, or before a reset, is not for this one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { withReplies } from '../person.ts';
import { lines, openWindow, segmentIn } from './window.ts';

const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const service = useService();

describe('what was done in another sandbox, or before a reset,', () => {
  it('is not undone in this one, if the same keys are somebody else’s', async (t) => {
    const before = openWindow(t, service, { connectionId: 'sandbox', instance: 'before' });
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeys(before, before.drop('three.txt', lines(3), target)));
    await service.sandbox.reset();
    const client = service.as('submitter-key');
    await client.uploadKeys(target.environment.id, target.name, ['new-000001']);
    const now = openWindow(t, service, { connectionId: 'sandbox', instance: 'now' }, before.folder);
    const told = await withReplies([], () => undoLast(now, [{ target }]));
    assert.match(told.join(), /^It was done in another sandbox, or in this one before it was reset/);
    const { keys } = await client.readKeys(target.environment.id, target.name, { offset: 0, limit: 1_000 });
    assert.ok(keys.some(({ key }) => key === 'new-000001'));
  });

  it('is not gone on with in this one', async (t) => {
    const before = openWindow(t, service, { connectionId: 'sandbox', instance: 'before' });
    const target = segmentIn(service, 'development');
    service.onCall = ({ method, path }) => (method === 'PUT' && /upload/.test(path) ? { status: 400, body: {} } : undefined);
    await withReplies(['Upload 3 keys'], () => uploadKeys(before, before.drop('three.txt', lines(3), target)));
    service.onCall = () => undefined;
    const [change] = await journalOf(before.changes).list();
    assert.equal(change?.connection.instance, 'before');
    const puts = service.count('PUT', /upload/);
    const now = openWindow(t, service, { connectionId: 'sandbox', instance: 'now' }, before.folder);
    await withReplies([undefined], () => resumeUpload(now, [{ change: change.id }]));
    assert.equal(service.count('PUT', /upload/), puts);
  });

  it('is this one’s again after a reload', async (t) => {
    const before = openWindow(t, service, { connectionId: 'sandbox', instance: 'same' });
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeys(before, before.drop('three.txt', lines(3), target)));
    await withReplies(['Remove 3 keys', { keep: true }], () => undoLast(before.again(), [{ target }]));
    const { keys } = await service.as('submitter-key').readKeys(target.environment.id, target.name, { offset: 0, limit: 1_000 });
    assert.ok(!keys.some(({ key }) => key === 'new-000001'));
  });
});
