/** Tests Make Equal: a plan from the comparison, sent directly or by change requests, one part after the other. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { heldIn } from '../../operations/keys/prepared.ts';
import { useService } from '../../operations/service.ts';
import { shown, executed } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';
import { submit } from '../scripted.ts';
import { saveNext } from '../fakeDocuments.ts';

const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');
const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');

const service = useService();

const keep = { keep: true } as const;

describe('a segment that is made equal at once', () => {
  const make = 'Make beta-accounts equal to list.txt';

  const writes = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

  const again = 'Somebody has changed beta-accounts since this was planned.';

  /** A colleague removes a key that is in both and adds another one, so the number of keys stays the same. */
  async function swap(environment: string): Promise<void> {
    const { id } = service.environment(environment);
    const [first] = await heldIn(service, environment);
    const client = service.as('submitter-key');
    if (environment === 'development') {
      await client.removeKeys(id, 'beta-accounts', { keys: [first!], comment: 'x' });
      await client.uploadKeys(id, 'beta-accounts', ['theirs']);
      return;
    }
    for (const [operationType, key] of [
      ['ARCHIVE', first!],
      ['CREATE', 'theirs'],
    ] as const) {
      const segment = { name: 'beta-accounts', keys: [key] };
      const change = { segment, operationType, title: 'x', comment: 'x', approvers: [] };
      await client.submitChangeRequest(service.workspace('Storefront'), id, change);
      await approve(environment);
    }
  }

  /** Submits a change request for the segment. Returns its ID. */
  async function approve(environment: string): Promise<string> {
    const client = service.as('release-key');
    const { id } = service.environment(environment);
    const { openChangeRequestId } = await client.readKeys(id, 'beta-accounts', { offset: 0, limit: 1 });
    await client.decideChangeRequest(openChangeRequestId!, { status: 'APPROVED', comment: 'x' });
    return openChangeRequestId!;
  }

  /** While the user reads the plan. */
  function whileLooking(window: Window, act: () => Promise<unknown>): void {
    Object.assign(window.texts, { open: act });
  }

  describe('making a segment equal to a list', () => {
    it('sends nothing if somebody changed the segment after the comparison, even if its number of keys is the same', async (t) => {
      const window = openWindow(t, service);
      const target = segmentIn(service, 'development');
      const args = window.drop('list.txt', [...(await heldIn(service)).slice(0, 10), 'new-1', 'new-2'].join('\n'), target);
      whileLooking(window, () => swap('development'));
      const told = await withReplies([make, 'Show Keys', 'Add 2 keys and remove 2', keep], () => compareKeys(window, args));
      assert.equal(writes(), 2, 'the colleague’s');
      assert.deepEqual(told, [`${again} Nothing was sent.`]);
      assert.deepEqual(shown.at(-1)?.buttons, ['Try Again…']);
      const done = await withReplies([make, 'Add 3 keys and remove 3', keep], () => compareKeys(window, args));
      // The sentence ends there: it does not say that somebody changed the segment, and offers no new comparison.
      assert.match(done.join(), /now holds 12 keys, by the service’s own count \([^)]*\)\.$/);
      assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt']);
    });

    it('is not reported as successful if somebody exchanges keys meanwhile and the count stays the same', async (t) => {
      const window = openWindow(t, service);
      const target = segmentIn(service, 'development');
      const held = await heldIn(service);
      const args = window.drop('list.txt', [...held.slice(0, 10), 'new-1', 'new-2'].join('\n'), target);
      let isSwapped = false;
      service.onCall = async ({ method }) => {
        if (method !== 'PUT' || isSwapped) return undefined;
        isSwapped = true;
        await swap('development');
        return undefined;
      };
      const told = await withReplies([make, 'Add 2 keys and remove 2', keep], () => compareKeys(window, args));
      assert.match(
        told.join(),
        /now holds 12 keys, by the service’s own count \([^)]*\)\. The segment differs from the list, because somebody else replaced keys at the same time\.$/,
      );
      assert.deepEqual(shown.at(-1)?.buttons, ['Try Again…', 'Show Keys', 'Open Receipt']);
      assert.ok((await heldIn(service)).includes('theirs'));
    });

    it('submits no change request then either', async (t) => {
      const window = openWindow(t, service);
      const target = segmentIn(service, 'production');
      const args = window.drop('list.txt', [...(await heldIn(service, 'production')), 'new-1'].join('\n'), target);
      whileLooking(window, () => swap('production'));
      const replies = [make, 'Show Keys', 'Submit as a change request…', submit];
      const told = await withReplies(replies, () => compareKeys(window, args));
      assert.equal(told.at(-1), `${again} Nothing was sent.`);
      const { id } = service.environment('production');
      const { openChangeRequestId } = await service.as('release-key').readKeys(id, 'beta-accounts', { offset: 0, limit: 1 });
      assert.equal(openChangeRequestId, null);
    });

    it('sends no further part if the count before it is not the expected one', async (t) => {
      const window = openWindow(t, service);
      const target = segmentIn(service, 'development');
      const args = window.drop('list.txt', [...(await heldIn(service)), lines(10_001)].join('\n'), target);
      const client = service.as('release-key');
      let isChanged = false;
      service.onCall = async ({ method, path: called }) => {
        if (method !== 'PUT' || isChanged || !called.endsWith('/upload')) return undefined;
        isChanged = true;
        await client.uploadKeys(target.environment.id, target.name, ['theirs']);
        return undefined;
      };
      const told = await withReplies([make, 'Add 10,001 keys'], () => compareKeys(window, args));
      assert.equal(told.at(-1), `${again} Nothing more was sent.`);
      assert.deepEqual(shown.at(-1)?.buttons, ['Try Again…']);
      assert.equal((await heldIn(service)).length, 12 + 10_000 + 1);
    });
  });

  it('refuses a file with several lists', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const held = await heldIn(service);
    const args = window.drop('list.json', JSON.stringify({ gone: held.slice(0, 5), stays: held }), target);
    const told = await withReplies([], () => compareKeys(window, args));
    assert.match(told.join(), /^list\.json has several lists\./);
    assert.equal(writes(), 0);
  });

  describe('a segment whose keys the service does not list completely', () => {
    const part = async (size: number): Promise<{ readonly status: number; readonly body: unknown }> => {
      const keys = (await heldIn(service)).slice(0, size).map((key) => ({ key }));
      return { status: 200, body: { keys, count: 12, offset: 0, limit: size, openChangeRequestId: null } };
    };

    it('is not compared', async (t) => {
      const window = openWindow(t, service);
      const args = window.drop('list.txt', 'new-1', segmentIn(service, 'development'));
      const listing = await part(7);
      service.onCall = ({ path: called }) => (called.includes('/keys') ? listing : undefined);
      const told = await withReplies([], () => compareKeys(window, args));
      assert.deepEqual([questions, writes()], [[], 0]);
      assert.match(told.join(), /^The service counts 12 keys but gave 7\. If somebody changes them just now, try again\.$/);
    });
  });
});

describe('a segment that is made equal in several parts', () => {
  const held = (): Promise<readonly string[]> => heldIn(service, 'production');

  async function approve(): Promise<string> {
    const client = service.as('release-key');
    const { id } = service.environment('production');
    const { openChangeRequestId } = await client.readKeys(id, 'beta-accounts', { offset: 0, limit: 1 });
    assert.ok(openChangeRequestId);
    await client.decideChangeRequest(openChangeRequestId, { status: 'APPROVED', comment: 'Seen.' });
    return openChangeRequestId;
  }

  /** The list contains two keys of the segment and 10,001 others: two parts add keys, and a third one removes keys. */
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

  it('an interrupted direct change to make a segment equal is compared again, in one step', async (t) => {
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
        questions[1]?.options.slice(0, 2).join('\n') ?? '',
        /^It can’t be undone\nAdd 1 key: 12 unchanged; the segment will then contain 13 keys$/,
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
        questions[1]?.options.slice(0, 2).join('\n') ?? '',
        /^It can’t be undone: save what it removes first\nRemove 6 keys: 12 unchanged; the segment will then contain 12 keys$/,
      );
      assert.match(
        questions[2]?.options.slice(0, 2).join('\n') ?? '',
        /^It can’t be undone\nRemove 6 keys: 12 unchanged; the segment will then contain 12 keys$/,
      );
      assert.doesNotMatch(questions[2]?.options.join('\n') ?? 'Save what', /Save what/);
      assert.deepEqual(await heldIn(service), rest);
      assert.deepEqual((JSON.parse(readFileSync(place, 'utf8')) as string[]).toSorted(), odd.toSorted());
      const [saved] = window.drop('again.json', readFileSync(place, 'utf8'), target);
      await withReplies(['Upload 6 keys'], () => uploadKeysCommand(window, [saved]));
      assert.deepEqual((await heldIn(service)).toSorted(), [...rest, ...odd].toSorted());
    });
  });
});
