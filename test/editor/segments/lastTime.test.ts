/** Tests a repeated upload: the column and the segment of the last upload come first and need no further question. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { answering } from '../scripted.ts';
import { openWindow, type Window } from './window.ts';

const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');
const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');

const service = useService();
const week = (number: number): string => `name,account_id\nAnn,week-${number}-a\nBob,week-${number}-b\n`;
/** The arguments for a file that is dropped on the view but not on a segment. */
const dropped = (window: Window, name: string, content: string): readonly unknown[] => {
  const [{ files }] = window.drop(name, content, undefined as never) as readonly [{ files: readonly unknown[] }];
  return [{ files }];
};

describe('a newer version of a file that was read before', () => {
  it('uses the same column without asking, names it in the last question, and offers the same segment first', async (t) => {
    const window = openWindow(t, service);
    const first = await answering(['name', 'beta-accounts · development · Storefront', 'Upload 2 keys'], () =>
      uploadKeysCommand(window, dropped(window, 'accounts-2026-11-19.csv', week(1))),
    );
    assert.match(first[0]?.prompt ?? '', /^Which of these holds the keys/);
    const later = () => dropped(window, 'accounts-2026-11-26.csv', week(2));
    const [where, how] = await answering(
      ['beta-accounts · development · Storefront – last time for a file like this', undefined],
      () => uploadKeysCommand(window, later()),
    );
    assert.equal(where?.options[0], 'beta-accounts · development · Storefront – last time for a file like this');
    assert.equal(where.active, 'beta-accounts');
    assert.ok(how?.details.includes('CSV, column name, as last time'), how?.details.join('\n'));
    const [compared] = await answering([undefined], () => compareKeys(window, later()));
    assert.match(compared?.title ?? '', /^Compare with 2 keys/);
  });

  it('is read from its own header on, even if the last file had more lines above the header', async (t) => {
    const window = openWindow(t, service);
    const report = (lines: number, content: string) =>
      dropped(window, `report-2026-11-${20 + lines}.csv`, `${'A report of accounts\n'.repeat(lines)}${content}`);
    await answering(['account_id', 'beta-accounts · development · Storefront', 'Upload 2 keys'], () =>
      uploadKeysCommand(window, report(2, week(6))),
    );
    for (const lines of [1, 0, 3]) {
      const [compared] = await answering([undefined], () => compareKeys(window, report(lines, week(7))));
      assert.match(compared?.title ?? '', /^Compare with 2 keys/, String(lines));
    }
  });

  it('has the same production segment as the first option, but does not preselect it', async (t) => {
    const window = openWindow(t, service);
    const place = (
      await answering([undefined], () => uploadKeysCommand(window, dropped(window, 'p-2026-11-19.txt', 'a1\nb1\n')))
    )[0]!.options.find((row) => row.startsWith('beta-accounts · production'))!;
    await answering([place, 'Upload 2 keys', undefined], () =>
      uploadKeysCommand(window, dropped(window, 'p-2026-11-19.txt', 'a1\nb1\n')),
    );
    const [where] = await answering([undefined], () =>
      uploadKeysCommand(window, dropped(window, 'p-2026-11-26.txt', 'a2\nb2\n')),
    );
    assert.equal(where?.options[0], `${place} – last time for a file like this`);
    assert.equal(where.active, undefined);
  });
});
