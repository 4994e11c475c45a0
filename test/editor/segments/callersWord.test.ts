/** Tests that no argument of another extension's call skips the check for production. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shown } from '../fakeVscode.ts';
import { withReplies } from '../person.ts';
import { lines, openWindow, segmentIn } from './window.ts';
import { useService } from '../../operations/service.ts';

const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');

const service = useService();

it('an upload to production whose caller gives a different name, in a workspace without that environment, is refused', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'production');
  const lie = {
    ...target,
    workspace: { ...target.workspace, id: service.workspace('Payments') },
    environment: { ...target.environment, name: 'yes', isProduction: false },
  };
  await withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, window.drop('three.txt', lines(3), lie)));
  assert.match(shown.at(-1)?.message ?? '', /^Nothing was changed: the service lists no environment “yes” in this workspace/);
  assert.equal(service.count('PUT', /./), 0);
});

it('an upload to production whose caller gives a different name asks for the name from the service', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'production');
  const lie = { ...target, environment: { ...target.environment, name: 'yes', isProduction: false } };
  await assert.rejects(
    withReplies(['Upload 3 keys', 'yes'], () => uploadKeysCommand(window, window.drop('three.txt', lines(3), lie))),
    /was not taken: Type “production” exactly/,
  );
  assert.equal(service.count('PUT', /./), 0);
});
