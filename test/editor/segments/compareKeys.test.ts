/** Tests Compare Segment with Current File…, and making the segment equal to the file, directly or by change requests. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { saveNext } from '../fakeDocuments.ts';
import { executed, pressNext } from '../fakeVscode.ts';
import { acceptText, questions, setTrusted } from '../person.ts';
import { answering, submit } from '../scripted.ts';
import {
  asRequest,
  keyLines,
  keysIn,
  lastButtons,
  lastMessage,
  openWindow,
  refuseAfter,
  service,
  stopRefusing,
  writeCount,
  type Window,
} from './window.ts';

const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');

const make = 'Make beta-accounts equal to list.txt';
const rows = (): string => questions.at(-1)?.options.join('\n') ?? '';

describe('a comparison', () => {
  it('counts the keys that only one side has, opens both as a diff, and makes them equal by a plan that is shown first', async (t) => {
    const window = openWindow(t);
    const list = [...(await keysIn()).slice(0, 10), 'new-1', 'new-2', 'new-3'].join('\n');
    const [asked] = await answering(['Open as diff'], () => compareKeys(window, window.drop(list)));
    const words = 'Only in list.txt: 3 · only in beta-accounts: 2 · in both: 10';
    assert.deepEqual([asked?.active, asked?.details[0], lastMessage()], ['Open as diff', words, words]);
    assert.deepEqual(lastButtons(), ['Make Equal…']);
    const [command, , , title] = executed.at(-1)!;
    assert.deepEqual([command, title], ['vscode.diff', 'beta-accounts (Storefront, development) ↔ list.txt']);
    assert.equal(writeCount(), 0);
    const told = await window.compare([make, 'Show Keys', 'Add 3 keys and remove 2', acceptText], list);
    assert.match(window.opened.at(-1)?.text ?? '', /Add 3 keys and remove 2\n\+ new-1\n[^]*\n- /);
    assert.match(told.join(), /now contains 13 keys, as counted by the service \(3 sent, 2 sent for removal, 12 before\)\.$/);
    const again = await window.compare([], list);
    assert.match(again.join(), /^beta-accounts contains exactly the keys in list\.txt \(13 keys\)/);
  });

  it('makes nothing equal through its old connection if a different one is in use when the button is pressed', async (t) => {
    const window = openWindow(t);
    const own = await window.connections.orAsk();
    const inUse = [own, { ...own!, connectionId: 'c2', connectionName: 'Other' }];
    Object.assign(window.connections, { orAsk: async () => inUse.shift() });
    pressNext('Make Equal…');
    await window.compare(['Open as diff'], 'new-1');
    for (let rests = 0; rests < 100 && !lastMessage().startsWith('This belongs'); rests += 1) await setTimeout(20);
    assert.equal(lastMessage(), 'A different connection is needed: switch to “Shop” first.');
    assert.equal(writeCount(), 0);
  });

  it('shows doubts about the keys first, because all keys of the segment would be removed, and reads them in a different format', async (t) => {
    const window = openWindow(t);
    const text = "'acct-1',\n'acct-2',\n'acct-3'";
    const separated = 'Use each value as a key, without the quotes, brackets and separators around it';
    for (const act of ['compare', 'remove'] as const) {
      await window[act]([undefined], text);
      assert.match(rows(), /^Quotes around values: 3: list\.txt:1 'acct-1', · /);
      assert.match(questions.at(-1)?.title ?? '', / – doubtful values: 3$/);
      await window[act](['Quotes around values: 3', separated, undefined], text);
      assert.doesNotMatch(rows(), /Quotes around values/);
      assert.match(rows(), /\nRead the keys as…: Separated keys/);
    }
    await window.compare(['Show what was found', 'Read the keys as…', 'Plain lines', undefined], 'a b\na b\n c d \n7,seven\n');
    assert.match(questions[0]?.options.join('\n') ?? '', /\nShow what was found: .*1 repeated .*1 trimmed \(line 3\)/);
    assert.match(window.opened.at(-1)?.name ?? '', / – found\.txt$/);
    await window.compare([undefined], 'a1, a2, a3');
    assert.match(rows(), /^Values with separators, which may be several keys: 1: list\.txt:1 a1, a2, a3/);
  });

  it('never treats a key in the first line as a header, unless the user says that it is a name', async (t) => {
    const window = openWindow(t);
    await window.addByOther('user-admin');
    const list = ['user-admin', ...(await keysIn()).filter((key) => key !== 'user-admin')].join('\n');
    const told = await window.compare(['The first line is a key'], list);
    assert.match(told.join(), /^beta-accounts contains exactly the keys in list\.txt \(13 keys\)/);
    // A window that remembers the first answer does not ask again.
    await openWindow(t).compare(['The first line is the name of the column', make, undefined], list);
    assert.match(
      questions[1]?.options.join('\n') ?? '',
      /\nShow what was found: Treated as a header, not as a key: user-admin\. /,
    );
    assert.match(
      rows(),
      /: Unchanged keys: 12; after this change, the segment will contain 12 keys\. Treated as a header, not as a key: user-admin$/m,
    );
  });

  it('is possible through a read-only connection and in a restricted window, but changes nothing there', async (t) => {
    const readOnly = await openWindow(t, { isReadOnly: true }).compare([make], 'new-1');
    assert.match(readOnly.join(), /is read-only: nothing is changed through it/);
    setTrusted(false);
    const restricted = await openWindow(t).compare([make], 'new-1');
    setTrusted(true);
    assert.match(restricted.join(), /restricted mode/);
    assert.equal(writeCount(), 0);
  });

  it('is refused if the service does not list all keys of the segment', async (t) => {
    const keys = (await keysIn()).slice(0, 7).map((key) => ({ key }));
    const body = { keys, count: 12, offset: 0, limit: 7, openChangeRequestId: null };
    service.onCall = ({ path: called }) => (called.includes('/keys') ? { status: 200, body } : undefined);
    const told = await openWindow(t).compare([], 'new-1');
    assert.match(
      told.join(),
      /^The service counts 12 keys but returned 7\. If somebody is changing the keys now, try again later\.$/,
    );
    assert.deepEqual(questions, []);
  });
});

describe('making a segment equal to a list', () => {
  const again = 'Somebody has changed beta-accounts since this change was planned.';

  /** A colleague removes a key that is in both and adds another one, so the number of keys stays the same. */
  async function swap(window: Window): Promise<void> {
    const { environment, workspace, name } = window.target;
    const [first] = await keysIn(environment.name);
    if (environment.name === 'development') {
      await window.removeByOther(first!);
      return void (await window.addByOther('theirs'));
    }
    for (const [operationType, key] of [
      ['ARCHIVE', first!],
      ['CREATE', 'theirs'],
    ] as const) {
      const change = { segment: { name, keys: [key] }, operationType, title: 'x', comment: 'x', approvers: [] };
      await service.as('submitter-key').submitChangeRequest(workspace.id, environment.id, change);
      await window.decide('APPROVED');
    }
  }

  it('is not reported as successful if somebody exchanges keys meanwhile and the count stays the same', async (t) => {
    const window = openWindow(t);
    let isSwapped = false;
    service.onCall = async ({ method }) => {
      if (method !== 'PUT' || isSwapped) return undefined;
      isSwapped = true;
      await swap(window);
      return undefined;
    };
    const list = [...(await keysIn()).slice(0, 10), 'new-1', 'new-2'].join('\n');
    const told = await window.compare([make, 'Add 2 keys and remove 2', acceptText], list);
    assert.match(
      told.join(),
      /now contains 12 keys, .*\)\. The segment differs from the list, because somebody else or a different window replaced keys at the same time\.$/,
    );
    assert.deepEqual(lastButtons(), ['Try Again…', 'Show Keys', 'Open Receipt']);
  });

  it('submits no change request if somebody changed the segment after the comparison', async (t) => {
    const window = openWindow(t, { environment: 'production' });
    const list = [...(await keysIn('production')), 'new-1'].join('\n');
    // While the user reads the plan.
    Object.assign(window.texts, { open: () => swap(window) });
    const told = await window.compare([make, 'Show Keys', asRequest, submit], list);
    assert.equal(told.at(-1), `${again} Nothing was sent.`);
    assert.equal((await window.state()).open, null);
  });

  it('is compared again, in one step, after a direct change was interrupted', async (t) => {
    const window = openWindow(t);
    refuseAfter(1);
    await window.compare([make, 'Add 10,001 keys'], [...(await keysIn()), keyLines(10_001)].join('\n'));
    stopRefusing();
    const reads = service.count('GET', /keys/);
    await window.again().resume([make, make]);
    assert.deepEqual(executed.at(-1)?.[0], 'flagAdmin.segment.compareKeys');
    assert.equal(service.count('GET', /keys/), reads, 'the comparison reads the segment, and nothing before it');
  });

  it('can’t be undone, and the question says so; an upload of the removed keys restores them if they were saved', async (t) => {
    const window = openWindow(t);
    const rest = await keysIn();
    await window.compare([make, 'Add 1 key'], [...rest, 'new-1'].join('\n'));
    assert.match(
      rows(),
      /^This change can’t be undone\nAdd 1 key: Unchanged keys: 12; after this change, the segment will contain 13 keys\n/,
    );
    assert.deepEqual(lastButtons(), ['Show Keys', 'Open Receipt']);
    const refused = await window.undo([]);
    assert.match(refused.join(), /^This can’t be undone: the earlier contents of beta-accounts were not recorded\.$/);
    const odd = ['new-1', 'münchen-1', 'a space', '変更', '"quoted", \\', '[', '#7'];
    await window.addByOther(...odd.slice(1));
    const place = path.join(window.folder, 'removed.json');
    saveNext(place);
    await window.compare([make, 'Save the keys to be removed as a file…', 'Remove 7 keys', acceptText], rest.join('\n'));
    assert.match(questions[1]?.options[0] ?? '', /^This change can’t be undone\. First save the keys that it removes$/);
    assert.match(questions[2]?.options[0] ?? '', /^This change can’t be undone$/);
    assert.doesNotMatch(questions[2]?.options.join('\n') ?? 'Save what', /Save what/);
    const saved = readFileSync(place, 'utf8');
    assert.deepEqual((JSON.parse(saved) as string[]).toSorted(), odd.toSorted());
    await window.upload(['Upload 7 keys'], saved, 'again.json');
    assert.deepEqual((await keysIn()).toSorted(), [...rest, ...odd].toSorted());
  });
});
