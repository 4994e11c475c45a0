/** How a work ended is told whatever else fails. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { withReplies } from '../person.ts';
import { lines, openWindow, segmentIn } from './window.ts';

const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const service = useService();

for (const environment of ['development', 'production'] as const) {
  it(`is told in ${environment} if the learned facts can’t be stored, which is logged`, async (t) => {
    const window = openWindow(t, service);
    const warnings: string[] = [];
    const log = { ...window.log, warn: (line: string) => void warnings.push(line), dispose: () => undefined };
    const serviceFacts = { ...window.serviceFacts, rememberGated: async () => Promise.reject(new Error('disk full')) };
    const failing = { ...window, log, serviceFacts };
    const target = segmentIn(service, environment);
    const replies = environment === 'production' ? ['Upload 3 keys', 'production', undefined] : ['Upload 3 keys'];
    const told = await withReplies(replies, () => uploadKeys(failing, window.drop('three.txt', lines(3), target)));
    assert.deepEqual(warnings, ['Error: disk full']);
    if (environment === 'production') return;
    assert.match(told.join('\n'), /3/);
    assert.equal(told.length, 1);
    await withReplies(['Remove 3 keys', { keep: true }], () => undoLast(failing, [{ target }]));
  });
}
