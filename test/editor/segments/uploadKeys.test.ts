/** Tests Upload Keys from Current File…: refusals before anything is sent, the final message, and the next steps. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { questions, setTrusted, withReplies } from '../person.ts';
import { Uri } from '../fakeDocuments.ts';
import { shown } from '../fakeVscode.ts';
import { lines, openWindow, segmentIn } from './window.ts';

const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { openReceipt } = await import('../../../src/editor/segments/openReceipt.ts');
const { cleanSentence } = await import('../../../src/editor/segments/source/foundWords.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');

const service = useService();
const writes = (): number => service.seen.filter(({ method }) => method !== 'GET').length;
const table = 'account,owner\nacct-1,ann\nacct-2,bob\n';

describe('an upload', () => {
  it('says that a read-only connection can’t send keys, before it asks for the column', async (t) => {
    const window = openWindow(t, service, { isReadOnly: true });
    const args = window.drop('two.csv', table, segmentIn(service, 'development'));
    const told = await withReplies([], () => uploadKeysCommand(window, args));
    assert.deepEqual(told, ['The connection “Shop” is read-only: nothing is changed through it.']);
    assert.deepEqual([questions.length, service.seen.length], [0, 0]);
  });

  it('says how many calls it takes, which depends on the host if the keys are long', async (t) => {
    const content = Array.from({ length: 9_000 }, (_, index) => `acct-${String(index).padStart(60, '0')}\n`).join('');
    for (const [origin, detail] of [
      ['https://app.harness.io', /^Upload 9,000 keys: .*\. In 2 calls\. /],
      ['https://api.split.io', /^Upload 9,000 keys: (?!.*In \d calls)/],
    ] as const) {
      const window = openWindow(t, service, { origin });
      const args = window.drop('long.txt', content, segmentIn(service, 'development'));
      await withReplies([undefined], () => uploadKeysCommand(window, args));
      assert.match(questions.at(-1)?.options[0] ?? '', detail);
    }
  });

  it('asks nothing in a restricted window', async (t) => {
    const window = openWindow(t, service);
    setTrusted(false);
    const told = await withReplies([], () =>
      uploadKeysCommand(window, window.drop('a.txt', 'a', segmentIn(service, 'development'))),
    );
    setTrusted(true);
    assert.match(told.join(), /restricted mode/);
    assert.equal(service.seen.length, 0);
  });

  it('shows the first keys as they would be sent, after the doubts about them', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const ask = async (content: string, ...replies: readonly (string | undefined)[]): Promise<readonly string[]> => {
      await withReplies([...replies, undefined], () => uploadKeysCommand(window, window.drop('pasted.txt', content, target)));
      return questions.at(-1)?.options ?? [];
    };
    const plain = await ask(lines(4));
    assert.match(plain[0] ?? '', /^Upload 4 keys: /);
    assert.equal(questions.at(-1)?.descriptions[0], 'new-000000 · new-000001 · new-000002 · …');
    assert.ok(plain.includes(`Show what was found: ${cleanSentence()}`));

    const quoted = await ask('“acct-1”\n“acct-2”\nacct-3\n# exported\n');
    assert.deepEqual(quoted.slice(0, 2), [
      'Quotes around values: 2: pasted.txt:1 “acct-1” · pasted.txt:2 “acct-2”',
      'Comments: 1: pasted.txt:4 # exported',
    ]);
    assert.match(questions.at(-1)?.title ?? '', / – 3 doubtful$/);
    assert.ok(!quoted.join('\n').includes(cleanSentence()));

    // The row itself continues, and shows what would be sent before the user decides.
    await ask('="0001"\n="0002"\n="0003"\n', 'Marks of a spreadsheet around values: 3', undefined);
    assert.match(questions.at(-2)?.options[0] ?? '', /^Clean them up: 0001 instead of ="0001", in 3 lines: 0001 · 0002 · 0003$/);
    const decisions = ['Quotes around values: 2', 'Clean them up: …', 'Comments: 1', 'Leave them out'];
    const cleaned = await ask('“acct-1”\n“acct-2”\nacct-3\n# exported\n', ...decisions);
    assert.match(cleaned[0] ?? '', /^1 can’t be used: left out by your decision$/);
    assert.equal(questions.at(-1)?.descriptions[1], 'acct-1 · acct-2 · acct-3');
    await ask(
      '“acct-1”\n# exported\n',
      'Quotes around values: 1',
      'Clean it up: …',
      'Comments: 1',
      'Take them as they are',
      'Show what was found',
    );
    assert.match(window.opened.at(-1)?.text ?? '', /pasted\.txt:1 +acct-1 +is sent instead of “acct-1”\n/);
    assert.doesNotMatch(window.opened.at(-1)?.text ?? '', /\n! /);
    await ask('“acct-1”\n“acct-2”\n', 'Show what was found');
    assert.match(
      window.opened.at(-1)?.text ?? '',
      /\n! Quotes around values: 2\n {2}pasted\.txt:1 {2}“acct-1”\n {2}pasted\.txt:2 {2}“acct-2”\n/,
    );
    assert.ok(!window.opened.at(-1)?.text.includes(cleanSentence()));
    assert.equal(writes(), 0);
  });

  it('reads the segment’s keys if the limit may be exceeded, so that keys that are already there don’t count twice', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const client = service.as('submitter-key');
    // With the 12 of the sample, the segment contains 10,112 keys: too many for one page.
    const crowd = lines(10_100, 'crowd').split('\n');
    for (const part of [crowd.slice(0, 10_000), crowd.slice(10_000)])
      await client.uploadKeys(target.environment.id, target.name, part);
    const fits = [...crowd.slice(0, 10), lines(89_888)].join('\n');
    const before = writes();
    const args = window.drop('a.txt', `${fits}\none-more`, target);
    const refused = await withReplies(['Upload 89,899 keys'], () => uploadKeysCommand(window, args));
    assert.match(refused.join(), /holds 10,112 keys already; 89,889 more would pass the limit of 100,000\. Nothing was sent\.$/);
    assert.equal(writes(), before);
    const told = await withReplies(['Upload 89,898 keys'], () => uploadKeysCommand(window, window.drop('b.txt', fits, target)));
    assert.match(
      told.join(),
      /now holds 100,000 keys, by the service’s own count \(89,898 sent, 89,888 of them new, 10,112 before\)\.$/,
    );
  });

  it('says in its title and first row which values can’t be keys, and why', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const list = `a\n${'x'.repeat(251)}\nb\nac\u0007ct\n`;
    const [{ files }] = window.drop('odd.txt', list, target) as [{ files: unknown }];
    await withReplies(['beta-accounts · development · Storefront', undefined], () => uploadKeysCommand(window, [{ files }]));
    assert.equal(questions[0]?.title, 'Upload 2 of 4 keys from odd.txt');
    assert.match(questions[1]?.options[0] ?? '', /^2 can’t be used: too long, a character that no key may have$/);
    await withReplies([undefined], () => uploadKeysCommand(window, window.drop('one.json', '["a", null]', target)));
    assert.match(questions[0]?.options[0] ?? '', /^1 can’t be used: not text$/);
  });

  it('is refused before anything is sent, if it has more keys than a segment can contain', async (t) => {
    const window = openWindow(t, service);
    const args = window.drop('many.txt', lines(100_001), segmentIn(service, 'development'));
    const told = await withReplies([], () => uploadKeysCommand(window, args));
    assert.deepEqual(told, ['many.txt has more than 100,000 different keys: no segment holds so many. Nothing was sent.']);
    assert.equal(writes(), 0);
  });

  it('says in the question if the keys exceed the limit', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const args = window.drop('many.txt', lines(99_990), target);
    const told = await withReplies(['Upload 99,990 keys'], () => uploadKeysCommand(window, args));
    assert.match(questions[0]?.options[0] ?? '', /: It holds 12 keys now; 99,990 of the 99,990 are new\. /);
    assert.match(told.join(), /would pass the limit of 100,000\. Nothing was sent\.$/);
    assert.equal(writes(), 0);
  });

  it('reports the service’s count at the end, with a receipt and an undo', async (t) => {
    const window = openWindow(t, service);
    const args = window.drop('three.txt', lines(3), segmentIn(service, 'development'));
    const told = await withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, args));
    assert.deepEqual(told, [
      'beta-accounts in Storefront / development now holds 15 keys, by the service’s own count (3 sent, 12 before).',
    ]);
    assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt', 'Undo…']);
    await openReceipt(window, []);
    const receipt = window.opened.at(-1);
    assert.match(receipt?.name ?? '', /^Receipt – beta-accounts – [\d-]+ [\d.]+\.txt$/);
    assert.match(receipt?.text ?? '', /^# Flag Admin: for reading, not for upload\n\nAdd 3 keys to beta-accounts\n=+\n/);
    assert.match(
      receipt?.text ?? '',
      /\nState +3 of 3 keys are sent\n[^]*\nAPI key +submitter-key\n[^]*\nKeys in the segment +12 → 15\n/,
    );
    const file = path.join(window.folder, receipt!.name);
    writeFileSync(file, receipt!.text);
    const again = [{ target: segmentIn(service, 'development'), files: [Uri.file(file)] }];
    assert.match(
      (await withReplies([], () => uploadKeysCommand(window, again))).join(),
      /is a text of Flag Admin’s own, such as a receipt/,
    );
  });

  it('shows on request how many keys are new, and can then be undone without affecting the others', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const held = (await service.as('submitter-key').readKeys(target.environment.id, target.name, { offset: 0, limit: 5 })).keys;
    const args = window.drop('some.txt', [...held.map(({ key }) => key), 'new-1', 'new-2'].join('\n'), target);
    const told = await withReplies(['Upload 7 keys'], () => uploadKeysCommand(window, args));
    assert.match(questions.at(-1)?.options[0] ?? '', /: It holds 12 keys now; 2 of the 7 are new\. /);
    assert.match(told.join(), /now holds 14 keys, by the service’s own count \(7 sent, 2 of them new, 12 before\)\.$/);
    const undone = await withReplies(['Remove 2 keys', { keep: true }], () => undoLast(window.again(), [{ target }]));
    assert.match(
      questions[0]?.options[0] ?? '',
      /^Remove 2 keys: .* It holds 14 keys now\. 5 of its 7 keys were already like that before, and stay so$/,
    );
    assert.match(undone.join(), /now holds 12 keys, by the service’s own count \(2 sent to be removed, 14 before\)\.$/);
  });

  it('reports if the service’s count is not the expected one', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    let isFirst = true;
    service.onCall = async ({ method }) => {
      if (method !== 'PUT' || !isFirst) return undefined;
      isFirst = false;
      await service.as('release-key').uploadKeys(target.environment.id, target.name, ['somebody-elses']);
      return undefined;
    };
    const told = await withReplies(['Upload 3 keys'], () =>
      uploadKeysCommand(window, window.drop('three.txt', lines(3), target)),
    );
    assert.match(
      told.join(),
      /now holds 16 keys, .*\. The expected number was 15: somebody else changed the segment at the same time\. So this can’t be undone\.$/,
    );
    assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt']);
  });

  it('that was interrupted is resumed from its file, also in a different window', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const args = window.drop('many.txt', lines(25_000), target);
    let sent = 0;
    service.onCall = ({ method }) =>
      method === 'PUT' && ++sent > 1 ? { status: 400, body: { code: 400, message: 'no' } } : undefined;
    const stopped = await withReplies(['Upload 25,000 keys'], () => uploadKeysCommand(window, args));
    assert.match(
      stopped.join(),
      /^Not finished: Add 25,000 keys to beta-accounts in .*10,000 of 25,000 keys are sent\. What was done stays\. The service could not accept/,
    );
    assert.deepEqual(shown.at(-1)?.buttons.slice(0, 1), ['Resume Upload…']);
    service.onCall = () => undefined;
    service.seen.length = 0;
    const told = await withReplies(['Add 25,000 keys to beta-accounts', 'Send the rest: 15,000 keys'], () =>
      resumeUpload(window.again(), []),
    );
    assert.match(told.join(), /now holds 25,012 keys, by the service’s own count \(25,000 sent, 12 before\)\.$/);
    assert.equal(service.count('PUT', /upload/), 2);
    assert.match(
      (await withReplies([], () => resumeUpload(window.again(), []))).join(),
      /^There is no unfinished upload or removal/,
    );
  });

  it('is not resumed with a file that has changed; a message names the change', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const args = window.drop('many.txt', lines(25_000), target);
    let sent = 0;
    service.onCall = ({ method }) => (method === 'PUT' && ++sent > 1 ? { status: 400, body: {} } : undefined);
    await withReplies(['Upload 25,000 keys'], () => uploadKeysCommand(window, args));
    service.onCall = () => undefined;
    writeFileSync(path.join(window.folder, 'many.txt'), lines(24_000));
    service.seen.length = 0;
    // Not even in the window that still has the keys, because the user looks at the file.
    const told = await withReplies(['Add 25,000 keys to beta-accounts', 'Send the rest: 15,000 keys'], () =>
      resumeUpload(window, []),
    );
    assert.deepEqual(told, [
      'many.txt has changed since its keys were read: it had 25,000 then, and has 24,000 now. Nothing more was sent.',
    ]);
    assert.deepEqual(shown.at(-1)?.buttons, ['Try Again…']);
    // An interrupted save may have left an empty file. The started upload still waits for it.
    for (const left of ['', '\n\n']) {
      writeFileSync(path.join(window.folder, 'many.txt'), left);
      const emptied = await withReplies(['Add 25,000 keys to beta-accounts', 'Send the rest: 15,000 keys'], () =>
        resumeUpload(window, []),
      );
      assert.match(
        emptied.join(),
        /^many\.txt has changed since its keys were read: it had 25,000 then, and has 0 now\. Nothing more was sent\.$/,
      );
    }
    assert.equal(writes(), 0);
  });

  it('is not resumed through a different connection, and can be discarded there', async (t) => {
    const window = openWindow(t, service);
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 400, body: {} } : undefined);
    const args = window.drop('three.txt', lines(3), segmentIn(service, 'development'));
    await withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, args));
    const other = openWindow(t, service, { connectionId: 'c2' }, window.folder);
    await withReplies(['Add 3 keys to beta-accounts', undefined], () => resumeUpload(other, []));
    assert.match(
      questions.at(-1)?.options[0] ?? '',
      /This belongs to the connection “Shop”: switch to it first\. What was done stays$/,
    );
    const moved = openWindow(t, service, { origin: 'https://elsewhere.example' }, window.folder);
    const told = await withReplies(['Add 3 keys to beta-accounts', 'Discard it'], () => resumeUpload(moved, []));
    assert.match(
      questions.at(-1)?.options[0] ?? '',
      /It began at http:\/\/127\.0\.0\.1:1, and “Shop” leads to https:\/\/elsewhere\.example now/,
    );
    assert.deepEqual(told, ['“Add 3 keys to beta-accounts” is discarded.']);
  });

  it('ignores an argument of another extension that looks like a change', async (t) => {
    const window = openWindow(t, service);
    for (const change of ['../../etc/passwd', 12, '']) {
      await withReplies([], () => openReceipt(window, [{ change }]));
      await withReplies([], () => undoLast(window, [{ change }]));
      await withReplies([], () => resumeUpload(window, [{ change }]));
    }
    assert.equal(writes(), 0);
  });
});
