/** The receipt names each API key: a change may be resumed with another one. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { withReplies } from '../person.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';

const { openReceipt } = await import('../../../src/editor/segments/openReceipt.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');
const { journalOf } = await import('../../../src/editor/segments/changes.ts');

const service = useService();

/** Its lines that speak of API keys. */
async function receiptOf(window: Window, id: string): Promise<readonly string[]> {
  await withReplies([], () => openReceipt(window, [{ change: id }]));
  const { text } = window.opened.at(-1)!;
  return text.split('\n').filter((line) => line.startsWith('API key'));
}

it('after a resume with another API key', async (t) => {
  const one = openWindow(t, service);
  const target = segmentIn(service, 'development');
  let puts = 0;
  service.onCall = ({ method, path }) =>
    method === 'PUT' && /upload/.test(path) && (puts += 1) > 1 ? { status: 400, body: {} } : undefined;
  await withReplies(['Upload 20,000 keys'], () => uploadKeys(one, one.drop('many.txt', lines(20_000), target)));
  service.onCall = () => undefined;
  const journal = journalOf(one.changes);
  const [change] = await journal.list();
  assert.match((await receiptOf(one, change!.id))[0]!, /^API key +submitter-key$/);
  const two = openWindow(t, service, { keyName: 'release-key' }, one.folder);
  await withReplies(['Send the rest: 10,000 keys'], () => resumeUpload(two, [{ change: change!.id }]));
  const [named] = await receiptOf(two, change!.id);
  assert.match(named!, /^API key +submitter-key, release-key$/);
});
