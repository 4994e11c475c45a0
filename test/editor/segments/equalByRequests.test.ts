/** A segment made equal to a file by change requests: part after part, also after a reload, and changed back. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { heldIn } from '../../operations/keyWork/prepared.ts';
import { useService } from '../../operations/service.ts';
import { saveNext } from '../fakeDocuments.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';

const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');
const { pointOut } = await import('../../../src/editor/segments/work/pointOut.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');

const service = useService();
const keep = { keep: true } as const;
const submit = 'Submit the change request';
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
  const replies = ['Make beta-accounts equal to list.txt…', 'Submit it as 3 change requests…', keep, keep, '', submit];
  await withReplies(replies, () => compareKeys(window, args));
  return { window, wanted };
}

/** Goes on by the button of what is pointed out. */
async function goOn(window: Window, part: number): Promise<void> {
  const published = await approve();
  pressNext(`Submit Part ${part} of 3…`);
  await withReplies([], () => pointOut(window, published));
  const [, argument] = executed.at(-1) ?? [];
  const told = await withReplies([`Go on with part ${part} of 3…`, keep, keep, '', submit], () =>
    resumeUpload(window, [argument]),
  );
  assert.match(told.join(), new RegExp(`\\(part ${part} of 3\\)” is submitted`));
}

describe('a segment that is made equal by change requests', () => {
  for (const [how, later] of [
    ['in one window', (window: Window) => window],
    ['in another window each time, as after a reload', (window: Window) => window.again()],
  ] as const) {
    it(`gets one part after the other, ${how}`, async (t) => {
      const { window, wanted } = await begun(t);
      await goOn(later(window), 2);
      await goOn(later(window), 3);
      await approve();
      assert.deepEqual((await held()).toSorted(), wanted.split('\n').toSorted());
    });
  }

  it('is refused where the file changed, saying what changed', async (t) => {
    const { window, wanted } = await begun(t);
    await approve();
    writeFileSync(path.join(window.folder, 'list.txt'), `${wanted}\none-more`);
    for (const now of [window, window.again()]) {
      const told = await withReplies(['beta-accounts made equal to list.txt', 'Go on with part 2 of 3…'], () =>
        resumeUpload(now, []),
      );
      assert.match(
        told.join(),
        /^list\.txt has changed since: it had 10,003 keys and has 10,004 now; .*Nothing more was sent\.$/,
      );
      assert.deepEqual(shown.at(-1)?.buttons, ['Compare Again…']);
    }
  });

  it('is compared again where what is to be removed is no longer what it was', async (t) => {
    const { window } = await begun(t);
    await goOn(window.again(), 2);
    await approve();
    const removed = (await held()).filter((key) => !key.startsWith('new-'))[2];
    const client = service.as('submitter-key');
    const { id } = service.environment('production');
    const request = {
      segment: { name: 'beta-accounts', keys: [removed ?? ''] },
      operationType: 'ARCHIVE',
      title: 'x',
      comment: 'x',
      approvers: [],
    } as const;
    await client.submitChangeRequest(service.workspace('Storefront'), id, request);
    await approve();
    const told = await withReplies(['beta-accounts made equal to list.txt', 'Go on with part 3 of 3…'], () =>
      resumeUpload(window.again(), []),
    );
    assert.match(told.join(), /^beta-accounts may have changed since, so it has to be compared with list\.txt again\.$/);
  });
});

it('what was made equal directly and left half way is compared again, in one step', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  const args = window.drop('list.txt', [...(await heldIn(service)), lines(10_001)].join('\n'), target);
  service.onCall = ({ method }) => (method === 'PUT' && service.count('PUT', /./) > 1 ? { status: 400, body: {} } : undefined);
  await withReplies(['Make beta-accounts equal to list.txt…', 'Add 10,001 keys'], () => compareKeys(window, args));
  service.onCall = () => undefined;
  const reads = service.count('GET', /keys/);
  await withReplies(['beta-accounts made equal to list.txt', 'Compare again, and make them equal…'], () =>
    resumeUpload(window.again(), []),
  );
  assert.deepEqual(executed.at(-1)?.[0], 'flagAdmin.segment.compareKeys');
  assert.equal(service.count('GET', /keys/), reads, 'the comparison reads the segment, and nothing before it');
});

describe('the undo of what was made equal', () => {
  it('after a reload, rests on the file and on what the journal keeps', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const before = await heldIn(service);
    const args = window.drop('list.txt', [...before, 'new-1', 'new-2'].toSorted().join('\n'), target);
    await withReplies(['Make beta-accounts equal to list.txt…', 'Add 2 keys'], () => compareKeys(window, args));
    assert.equal((await heldIn(service)).length, before.length + 2);
    await withReplies(['Remove 2 keys', keep], () => undoLast(window.again(), [{ target }]));
    assert.deepEqual((await heldIn(service)).toSorted(), before.toSorted());
  });

  it('has what was removed as well, where the user had it kept in a file', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const before = await heldIn(service);
    const args = window.drop('list.txt', [...before.slice(2), 'new-1'].join('\n'), target);
    const place = path.join(window.folder, 'removed.txt');
    saveNext(place);
    const replies = ['Make beta-accounts equal to list.txt…', 'Keep what is removed in a file…', 'Add 1 key and remove 2', keep];
    await withReplies(replies, () => compareKeys(window, args));
    assert.deepEqual(
      readFileSync(place, 'utf8'),
      `[\n${before
        .slice(0, 2)
        .toSorted()
        .map((key) => `"${key}"`)
        .join(',\n')}\n]\n`,
    );
    assert.match(questions[2]?.options.join('\n') ?? '', /^Add 1 key and remove 2: 2 calls\nSubmit [^]*Show the keys: [^\n]*$/);
    await withReplies(['Add 2 keys and remove 1', keep], () => undoLast(window.again(), [{ target }]));
    assert.deepEqual((await heldIn(service)).toSorted(), before.toSorted());
  });

  it('has each key as it was, whatever encoding the editor reads files in', async (t) => {
    const { workspace } = (globalThis as unknown as { fakeVscode: { workspace: { decode(bytes: Uint8Array): Promise<string> } } })
      .fakeVscode;
    t.mock.method(workspace, 'decode', async (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes));
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const rest = await heldIn(service);
    const odd = ['münchen-1', ' spaces around ', 'nbsp\u00a0', '\uFEFFmark', '変更', '"quoted", \\', '['];
    await service.as('submitter-key').uploadKeys(target.environment.id, target.name, odd);
    const before = await heldIn(service);
    assert.equal(before.length, rest.length + odd.length);
    saveNext(path.join(window.folder, 'removed.json'));
    const replies = ['Make beta-accounts equal to list.txt…', 'Keep what is removed in a file…', 'Remove 7 keys', keep];
    await withReplies(replies, () => compareKeys(window, window.drop('list.txt', rest.join('\n'), target)));
    assert.deepEqual(await heldIn(service), rest);
    await withReplies(['Add 7 keys'], () => undoLast(window.again(), [{ target }]));
    assert.deepEqual((await heldIn(service)).toSorted(), before.toSorted());
  });

  it('is refused in words where the file with what was removed is gone, or no such list any more', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const before = await heldIn(service);
    const place = path.join(window.folder, 'removed.json');
    saveNext(place);
    const replies = ['Make beta-accounts equal to list.txt…', 'Keep what is removed in a file…', 'Remove 2 keys', keep];
    await withReplies(replies, () => compareKeys(window, window.drop('list.txt', before.slice(2).join('\n'), target)));
    const kept = readFileSync(place, 'utf8');
    const undo = (...script: readonly string[]): Promise<string> =>
      withReplies(script, () => undoLast(window.again(), [{ target }])).then((told) => told.join());
    for (const content of ['acct-1\nacct-2\n', '[\n"a",\n7\n]\n', '{}', new Uint8Array([0x5b, 0x22, 0xfc, 0x22, 0x5d])]) {
      writeFileSync(place, content);
      assert.match(
        await undo(),
        /^removed\.json, in which the keys that were removed are kept, can’t be read.* Nothing was changed\.$/,
      );
    }
    rmSync(place);
    assert.match(await undo(), /can’t be read/);
    writeFileSync(place, '["a", "b"]');
    assert.match(await undo(), /^The keys that were removed stood in beta-accounts only/, 'other keys');
    writeFileSync(place, JSON.stringify(JSON.parse(kept)));
    await undo('Add 2 keys');
    assert.deepEqual((await heldIn(service)).toSorted(), before.toSorted(), 'the same list in another layout');
  });

  it('is said beforehand to need the window where keys are removed that stand in no file', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const before = await heldIn(service);
    const args = window.drop('list.txt', [...before.slice(2), 'new-1'].join('\n'), target);
    await withReplies(['Make beta-accounts equal to list.txt…', 'Add 1 key and remove 2', keep], () => compareKeys(window, args));
    assert.match(questions[1]?.options[0] ?? '', /To undo it, this window is needed: what is removed stands in no file/);
    const told = await withReplies([], () => undoLast(window.again(), [{ target }]));
    assert.match(told.join(), /^The keys that were removed stood in beta-accounts only, and the window that had them is closed/);
    await withReplies(['Add 2 keys and remove 1', keep], () => undoLast(window, [{ target }]));
    assert.deepEqual((await heldIn(service)).toSorted(), before.toSorted());
  });
});
