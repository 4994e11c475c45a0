/** Tests long lists of keys: which rows are drawn, how the keyboard moves, and what the search finds. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { rowAfterKey, visibleRows, scrollToRow } from '../../src/webview/keyListBox.ts';
import { searchKeys } from '../../src/webview/keys.ts';
import { runs } from '../properties/runs.ts';

const viewport = fc.record({
  scrollTop: fc.integer({ min: -500, max: 3_000_000 }),
  height: fc.integer({ min: 1, max: 2000 }),
  rowHeight: fc.integer({ min: 10, max: 60 }),
  count: fc.integer({ min: 1, max: 100_000 }),
});

describe('the visible rows', () => {
  it('cover the viewport wherever it is scrolled to, and are few', () => {
    fc.assert(
      fc.property(viewport, (view) => {
        const { first, end } = visibleRows(view);
        const top = Math.min(Math.max(view.scrollTop, 0), Math.max(view.count * view.rowHeight - view.height, 0));
        const bottom = Math.min(top + view.height, view.count * view.rowHeight);
        assert.ok(first >= 0 && end <= view.count && first < end);
        assert.ok(first * view.rowHeight <= top && end * view.rowHeight >= bottom);
        assert.ok(end - first <= view.height / view.rowHeight + 26);
      }),
      runs(100),
    );
  });

  it('do not exist in an empty or folded list', () => {
    assert.deepEqual(visibleRows({ scrollTop: 0, height: 300, rowHeight: 20, count: 0 }), { first: 0, end: 0 });
    assert.deepEqual(visibleRows({ scrollTop: 0, height: 0, rowHeight: 20, count: 100 }), { first: 0, end: 0 });
  });
});

describe('the keyboard in a list of keys', () => {
  const view = { scrollTop: 0, height: 200, rowHeight: 20, count: 1000 };

  it('moves by row, by page and to the ends, and stops there; other keys and an empty list do nothing', () => {
    for (const [key, row, next] of [
      ['ArrowDown', 4, 5],
      ['ArrowUp', 0, 0],
      ['PageDown', 0, 9],
      ['PageUp', 5, 0],
      ['Home', 700, 0],
      ['End', 0, 999],
      ['PageDown', 998, 999],
      ['Tab', 4, undefined],
      ['toString', 4, undefined],
    ] as const)
      assert.equal(rowAfterKey(key, row, view), next, key);
    assert.equal(rowAfterKey('End', 0, { ...view, count: 0 }), undefined);
  });

  it('scrolls only as far as necessary to show the row', () => {
    assert.equal(scrollToRow(3, view), 0);
    assert.equal(scrollToRow(10, view), 20);
    assert.equal(scrollToRow(2, { ...view, scrollTop: 100 }), 40);
  });
});

describe('the search in keys', () => {
  const keys = ['ACCT-1', 'acct-2', 'other', 'acct.2'];

  it('finds a part of a key literally, whatever its case and the spaces around it, in the order of the list', () => {
    assert.deepEqual(searchKeys(keys, ' Acct '), ['ACCT-1', 'acct-2', 'acct.2']);
    assert.deepEqual(searchKeys(keys, 't.2'), ['acct.2']);
    assert.equal(searchKeys(keys, '  '), keys, 'the whole list');
  });
});
