/** Tests which keys and which segment a command offers: the current file, the clipboard, and those of the last upload. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { Document, editor, Selection, Uri } from '../fakeDocuments.ts';
import { answering, type Answer } from '../scripted.ts';
import { openWindow, service, type Window } from './window.ts';

const { removeKeysCommand, uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');

const place = 'beta-accounts · development · Storefront';
const log = new Document(new Uri({ scheme: 'output', path: 'Flag Admin' }), 'GET /workspaces 200\nGET /environments 200\n');
const accounts = new Document(Uri.file('/work/accounts.txt'), 'acct-1\nacct-2\nacct-3\n');

afterEach(() => {
  editor.active = undefined;
  editor.visible = [];
});

describe('keys from the current file, with the log in front', () => {
  it('are those of the selection in the only visible file, and the question names it', async (t) => {
    editor.active = { document: log, selections: [new Selection(0, 0, 1, 0)] };
    editor.visible = [{ document: accounts, selections: [new Selection(1, 0, 3, 0)] }];
    const window = openWindow(t);
    const [where] = await answering([undefined], () => uploadKeysCommand(window, []));
    assert.equal(where?.title, 'Upload 2 keys from the selection in accounts.txt');
  });

  it('are read from the clipboard, and nothing is asked about the log, if no file is open', async (t) => {
    editor.active = { document: log, selections: [] };
    editor.clipboard.text = 'acct-1\nacct-2\n';
    for (const command of [uploadKeysCommand, removeKeysCommand, compareKeys]) {
      const window = openWindow(t);
      service.seen.length = 0;
      const [asked] = await answering([undefined], () => command(window, [window]));
      assert.deepEqual([asked?.options, service.seen], [['The clipboard', 'Choose a file…'], []]);
      const [, how] = await answering(['The clipboard', undefined], () => command(window, [window]));
      assert.match(JSON.stringify(how), /the clipboard/);
    }
  });
});

describe('a newer version of a file that was read before', () => {
  const week = (number: number): string => `name,account_id\nAnn,week-${number}-a\nBob,week-${number}-b\n`;
  /** Drops a file on the view but not on a segment. */
  const upload = (window: Window, answers: readonly Answer[], file: string, text: string, command: typeof compareKeys = uploadKeysCommand as never) =>
    answering(answers, () => command(window, [{ files: window.drop(text, file)[0].files }])); // prettier-ignore
  const LAST_TIME = ' – chosen last time for a file like this';

  it('uses the same column without asking, names it in the last question, and offers the same segment first', async (t) => {
    const window = openWindow(t);
    const [first] = await upload(window, ['name', place, 'Upload 2 keys'], 'accounts-2026-11-19.csv', week(1));
    assert.match(first?.prompt ?? '', /^Which column or field contains the keys/);
    const later = ['accounts-2026-11-26.csv', week(2)] as const;
    const [where, how] = await upload(window, [place + LAST_TIME, undefined], ...later);
    assert.deepEqual([where?.options[0], where?.active], [place + LAST_TIME, 'beta-accounts']);
    assert.ok(how?.details.includes('CSV, column name, as last time'), how?.details.join('\n'));
    const [compared] = await upload(window, [undefined], ...later, compareKeys);
    assert.match(compared?.title ?? '', /^Compare a segment with 2 keys/);
  });

  it('is read from its own header on, even if the last file had more lines above the header', async (t) => {
    const window = openWindow(t);
    const report = (lines: number) =>
      [`report-2026-11-${20 + lines}.csv`, `${'A report of accounts\n'.repeat(lines)}${week(lines)}`] as const;
    await upload(window, ['account_id', place, 'Upload 2 keys'], ...report(2));
    for (const lines of [1, 0, 3]) {
      const [asked] = await upload(window, [undefined], ...report(lines));
      assert.match(asked?.title ?? '', /^Upload 2 keys/, String(lines));
    }
  });

  it('has the same production segment as the first option, but does not preselect it', async (t) => {
    const window = openWindow(t);
    const [all] = await upload(window, [undefined], 'p-2026-11-19.txt', 'a1\nb1\n');
    const row = all!.options.find((option) => option.startsWith('beta-accounts · production'))!;
    await upload(window, [row, 'Upload 2 keys', undefined], 'p-2026-11-19.txt', 'a1\nb1\n');
    const [where] = await upload(window, [undefined], 'p-2026-11-26.txt', 'a2\nb2\n');
    assert.deepEqual([where?.options[0], where?.active], [row + LAST_TIME, undefined]);
  });
});
