/** Tests how the rows of a section are folded, and how its lines and bars are compared. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { sidesOf } from '../../src/webview/bars.ts';
import { groupRows } from '../../src/webview/rows.ts';
import { markLines } from '../../src/webview/lineMarks.ts';
import type { MarkedLine } from '../../src/webview/lineMarks.ts';
import { row } from './sample.ts';
import { runs } from '../properties/runs.ts';

const flat = (lines: readonly MarkedLine[]): string[] =>
  lines.map(
    (line) => (line.isChanged ? '*' : '') + line.parts.map((part) => (part.isChanged ? `<${part.text}>` : part.text)).join(''),
  );

describe('unchanged rows', () => {
  it('are folded in their places, one fold for each run', () => {
    const groups = groupRows([row('same', 'a'), row('edited', 'b'), row('same', 'c'), row('same', 'd'), row('added', 'e')]);
    const titles = groups.map((group) => (group.kind === 'fold' ? group.rows.map((entry) => entry.row.title) : group.row.title));
    assert.deepEqual(titles, [['a'], 'b', ['c', 'd'], 'e']);
  });

  it('keep their unique keys if a row is inserted before them, even with the same title', () => {
    const keysOf = (...rows: ReturnType<typeof row>[]): readonly string[] =>
      groupRows(rows).flatMap((group) => (group.kind === 'fold' ? [group.key, ...group.rows.map(({ key }) => key)] : group.key));
    const keys = keysOf(row('edited', 'a'), row('edited', 'a'), row('same', 'a'), row('same', 'fold 3 a'));
    assert.equal(new Set(keys).size, 5);
    assert.equal(keysOf(row('added', 'new'), row('same', 'x'))[1], keysOf(row('same', 'x'))[0]);
  });
});

describe('lines', () => {
  it('are not marked if both sides have them; a repeated line counts as often as it occurs', () => {
    const { before, after } = markLines(['a b c', 'same', 'x', 'x'], ['same', 'x y z', 'x']);
    assert.deepEqual([flat(before), flat(after)], [['*a b c', 'same', 'x', '*x'], ['same', '*x y z', 'x']]); // prettier-ignore
  });

  it('have only their different words marked if a similar line replaces them', () => {
    const { before, after } = markLines(
      ['country is in the list DE, AT, CH', 'and more'],
      ['and account is in segment beta', 'country is in the list DE, LI, CH', 'and more'],
    );
    assert.deepEqual(flat(before), ['*country is in the list DE, <AT>, CH', 'and more']);
    assert.deepEqual(flat(after), ['*and account is in segment beta', '*country is in the list DE, <LI>, CH', 'and more']);
  });

  it('are split into words once each, because a line may name thousands of values', (context) => {
    const lines = (value: string): string[] =>
      Array.from({ length: 20 }, (_, index) => `country is in the list ${value}${index}`);
    const split = context.mock.method(String.prototype, 'split');
    markLines(lines('a'), lines('b'));
    assert.equal(split.mock.callCount(), 40);
  });

  it('keep their text, whatever words are marked', () => {
    const lines = fc.array(fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('a, b', 'a, c', 'a, b, c', '')), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const marked = markLines(before, after);
        const texts = (side: readonly MarkedLine[]): string[] => side.map((line) => line.parts.map((part) => part.text).join(''));
        assert.deepEqual(texts(marked.before), before);
        assert.deepEqual(texts(marked.after), after);
        assert.ok(marked.before.every((line, index) => line.isChanged || after.includes(before[index] ?? '')));
      }),
      runs(100),
    );
  });
});

describe('bars', () => {
  it('compare both sides only if they differ', () => {
    const bar = (before: number | undefined, after: number | undefined) => ({ treatment: 'on', before, after });
    assert.deepEqual(sidesOf([bar(10, 20)]), ['before', 'after']);
    assert.deepEqual(sidesOf([bar(10, 10)]), ['after']);
    assert.deepEqual(sidesOf([bar(undefined, 10)]), ['after']);
    assert.deepEqual(sidesOf([bar(10, undefined)]), ['before']);
    assert.deepEqual(sidesOf([bar(10, 10), bar(undefined, 0)]), ['before', 'after']);
  });
});
