/** A segment made equal to a file by change requests: part after part, also after a reload, and changed back. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { heldIn } from '../../operations/keys/prepared.ts';
import { useService } from '../../operations/service.ts';
import { saveNext } from '../fakeDocuments.ts';
import { executed, shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';
import { submit } from '../scripted.ts';

const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');

const service = useService();
const keep = { keep: true } as const;
const held = (): Promise<readonly string[]> => heldIn(service, 'production');

async function approve(): Promise<string> {
  const client = service.as('release-key');
  const { id } = service.environment('production');
  const { openChangeRequestId } = await client.readKeys(id, 'beta-accounts', { offset: 0, limit: 1 });
  assert.ok(openChangeRequestId);
  await client.decideChangeRequest(openChangeRequestId, { status: 'APPROVED', comment: 'Seen.' });
  return openChangeRequestId;
}

/** The list keeps two keys of the segment, and has 10,001 of its own: two parts add, and a third one removes. */
async function begun(t: TestContext): Promise<{ readonly window: Window; readonly wanted: string }> {
  const window = openWindow(t, service);
  const wanted = [...(await held()).slice(0, 2), lines(10_001)].join('\n');
  const args = window.drop('list.txt', wanted, segmentIn(service, 'production'));
  const replies = ['Make beta-accounts equal to list.txt', 'Submit as 3 change requests, one after the other…', submit];
  await withReplies(replies, () => compareKeys(window, args));
  return { window, wanted };
}

describe('a segment that is made equal by change requests', () => {
  it('can still be resumed if the service refuses a new change', async (t) => {
    const { window } = await begun(t);
    await approve();
    const [left] = await journalOf(window.changes).list();
    const text = [...(await held()).slice(0, 2), lines(10_001)].join('\n');
    const args = window.drop('list.txt', text, segmentIn(service, 'production'));
    service.onCall = ({ method }) => (method === 'POST' ? { status: 400, body: { message: 'no', details: 'x' } } : undefined);
    const replies = ['Make beta-accounts equal to list.txt', 'Submit as 2 change requests, one after the other…', submit];
    await assert.rejects(
      withReplies(replies, () => compareKeys(window, args)),
      { kind: 'changeFailed' },
    );
    assert.equal((await journalOf(window.changes).read(left!.id))?.isDiscarded, undefined);
  });
});

it('what was made equal directly and left half way is compared again, in one step', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  const args = window.drop('list.txt', [...(await heldIn(service)), lines(10_001)].join('\n'), target);
  service.onCall = ({ method }) => (method === 'PUT' && service.count('PUT', /./) > 1 ? { status: 400, body: {} } : undefined);
  await withReplies(['Make beta-accounts equal to list.txt', 'Add 10,001 keys'], () => compareKeys(window, args));
  service.onCall = () => undefined;
  const reads = service.count('GET', /keys/);
  await withReplies(['Make beta-accounts equal to list.txt', 'Make beta-accounts equal to list.txt'], () =>
    resumeUpload(window.again(), []),
  );
  assert.deepEqual(executed.at(-1)?.[0], 'flagAdmin.segment.compareKeys');
  assert.equal(service.count('GET', /keys/), reads, 'the comparison reads the segment, and nothing before it');
});

describe('a segment that was made equal', () => {
  it('can’t be restored by an undo, and the undo list says so before it is chosen', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const args = window.drop('list.txt', [...(await heldIn(service)), 'new-1'].toSorted().join('\n'), target);
    await withReplies(['Make beta-accounts equal to list.txt', 'Add 1 key'], () => compareKeys(window, args));
    assert.match(
      questions[1]?.options[0] ?? '',
      /^Add 1 key: 12 unchanged; the segment will then contain 13 keys\. It can’t be undone$/,
    );
    assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt']);
    const told = await withReplies([], () => undoLast(window, [{ target }]));
    assert.match(told.join(), /^This can’t be undone: the earlier contents of beta-accounts were not recorded\.$/);
  });

  it('can be restored by an upload of the removed keys if the user first saves them in a file', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const rest = await heldIn(service);
    const odd = ['münchen-1', 'a space', '変更', '"quoted", \\', '[', '#7'];
    await service.as('submitter-key').uploadKeys(target.environment.id, target.name, odd);
    const place = path.join(window.folder, 'removed.json');
    saveNext(place);
    const replies = ['Make beta-accounts equal to list.txt', 'Save what is removed as a file…', 'Remove 6 keys', keep];
    await withReplies(replies, () => compareKeys(window, window.drop('list.txt', rest.join('\n'), target)));
    assert.match(
      questions[1]?.options[0] ?? '',
      /^Remove 6 keys: 12 unchanged; the segment will then contain 12 keys\. It can’t be undone: save what it removes first$/,
    );
    assert.match(
      questions[2]?.options[0] ?? '',
      /^Remove 6 keys: 12 unchanged; the segment will then contain 12 keys\. It can’t be undone$/,
    );
    assert.doesNotMatch(questions[2]?.options.join('\n') ?? 'Save what', /Save what/);
    assert.deepEqual(await heldIn(service), rest);
    assert.deepEqual((JSON.parse(readFileSync(place, 'utf8')) as string[]).toSorted(), odd.toSorted());
    const [saved] = window.drop('again.json', readFileSync(place, 'utf8'), target);
    await withReplies(['Upload 6 keys'], () => uploadKeys(window, [saved]));
    assert.deepEqual((await heldIn(service)).toSorted(), [...rest, ...odd].toSorted());
  });
});
