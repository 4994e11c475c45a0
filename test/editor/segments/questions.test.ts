/** How many questions keys take from the command to the send: each box or pick that needs Enter is one. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useService } from '../../operations/service.ts';
import '../fakeDocuments.ts';
import { shown } from '../fakeVscode.ts';
import { answering, submit, type Answer } from '../scripted.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';

const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');
const { removeKeys } = await import('../../../src/editor/segments/uploadKeys.ts');
const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');

const service = useService();
const table = 'account_id,plan_name\nacct-1,free\nacct-2,team\nacct-3,free\n';
const last = (): string => shown.at(-1)?.message ?? '';

/** Production is known to ask for an approval. */
async function gatedWindow(t: TestContext): Promise<Window> {
  const window = openWindow(t, service);
  const connected = await window.connections.orAsk();
  await window.serviceFacts.rememberGated(connected!.origin, service.environment('production').id, true);
  return window;
}

/** What a command is called with for a file, from the palette: no segment is chosen yet. */
function fileOf(window: Window, name: string, content: string): readonly unknown[] {
  const [{ files }] = window.drop(name, content, segmentIn(service, 'production')) as [{ files: unknown }];
  return [{ files }];
}

const count = async (replies: readonly Answer[], act: () => Promise<unknown>): Promise<number> =>
  (await answering(replies, act)).length;

describe('the questions for keys', () => {
  it('of a plain upload are two: where, and whether', async (t) => {
    const window = await gatedWindow(t);
    const replies = ['beta-accounts · development · Storefront', 'Upload 3 keys'];
    assert.equal(await count(replies, () => uploadKeys(window, fileOf(window, 'three.txt', lines(3)))), 2);
    assert.match(last(), /beta-accounts in Storefront \/ development now holds/);
  });

  it('of a table for an environment that requires an approval are four: the column, where, the way, and the sheet', async (t) => {
    const window = await gatedWindow(t);
    const place = 'beta-accounts · production · Storefront';
    const replies = ['account_id', place, 'Submit as a change request…', submit];
    assert.equal(await count(replies, () => uploadKeys(window, fileOf(window, 'three.csv', table))), 4);
    assert.match(last(), /^The change request “Add 3 keys to beta-accounts” is submitted\./);
  });

  it('of a removal there are three: where, the way, and the sheet', async (t) => {
    const window = await gatedWindow(t);
    const place = 'beta-accounts · production · Storefront';
    const { keys } = await service
      .as('submitter-key')
      .readKeys(service.environment('production').id, 'beta-accounts', { offset: 0, limit: 2 });
    const args = fileOf(window, 'two.txt', keys.map(({ key }) => key).join('\n'));
    const replies = [place, 'Submit as a change request…', submit];
    assert.equal(await count(replies, () => removeKeys(window, args)), 3);
    assert.match(last(), /is submitted\./);
  });

  it('keep why keys are removed until they are', async (t) => {
    const window = openWindow(t, service);
    const remove = (keys: string) => removeKeys(window, window.drop('two.txt', keys, segmentIn(service, 'development')));
    const { keys } = await service
      .as('submitter-key')
      .readKeys(service.environment('development').id, 'beta-accounts', { offset: 0, limit: 3 });
    const [first, ...two] = keys.map(({ key }) => key);
    await answering(['Remove 2 keys', { typed: 'They le' }], () => remove(two.join('\n')));
    const row = async (text: string, list: string) => (await answering([text, undefined], () => remove(list)))[1]?.value;
    assert.equal(await row('Remove 2 keys', two.join('\n')), 'They le');
    assert.match((await row('Remove 1 key', first!)) ?? '', /^From /, 'other keys have another reason');
    await answering(['Remove 2 keys', 'They left.'], () => remove(two.join('\n')));
    await answering(['Upload 2 keys'], () =>
      uploadKeys(window, window.drop('two.txt', two.join('\n'), segmentIn(service, 'development'))),
    );
    assert.match((await row('Remove 2 keys', two.join('\n'))) ?? '', /^From /);
  });

  it('of a comparison are two: where, and how to see it', async (t) => {
    const window = await gatedWindow(t);
    const place = 'beta-accounts · development · Storefront';
    const args = fileOf(window, 'three.txt', lines(3));
    assert.equal(await count([place, 'Open as diff'], () => compareKeys(window, args)), 2);
  });

  it('from a segment’s node ask nothing that the node says', async (t) => {
    const window = await gatedWindow(t);
    const args = window.drop('three.txt', lines(3), segmentIn(service, 'production'));
    const replies = ['Submit as a change request…', submit];
    assert.equal(await count(replies, () => uploadKeys(window, args)), 2);
    assert.match(last(), /is submitted\./);
  });
});
