/** Tests which values are doubtful, given the other values. `exports.test.ts` tests each kind in a file. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { remediesFor } from '../../../src/domain/keys/doubts.ts';
import { KeyCollector } from '../../../src/domain/keys/keyCollector.ts';
import type { KeysFound } from '../../../src/domain/keys/keysFound.ts';

function found(keys: readonly string[], format = 'lines'): KeysFound {
  const collector = new KeyCollector({ format });
  for (const [index, key] of keys.entries()) collector.add(key, index + 1);
  return collector.found();
}
const kinds = (keys: readonly string[], format?: string): readonly string[] => found(keys, format).doubts.map(({ kind }) => kind);

describe('a value is doubtful', () => {
  it('if quotes of any kind enclose the whole value, with or without a separator after them', () => {
    for (const [open, close] of ["''", '""', '``', '‘’', '“”', '„“', '„”', '«»']) {
      assert.deepEqual(kinds([`${open}beta${close}`, `${open}eu${close},`]), ['quoted'], open);
      assert.ok(!kinds([`the${open}beta${close}`, `${open}eu${close}list`]).includes('quoted'), open);
    }
  });

  it('if it begins or ends with a markup tag', () => {
    for (const tag of ['<p', '<!--', '</div', '<?xml', 'x</b>', 'x</sign-in>', '<BR', 'width=1/>'])
      assert.deepEqual(kinds([tag, 'a', 'b', 'c']), ['markup'], tag);
    for (const key of ['<1', 'a</1>', 'a/>b']) assert.deepEqual(kinds([key]), [], key);
  });

  it('if it has a separator: always in plain lines, elsewhere only if most values have one', () => {
    assert.deepEqual(kinds(['acct-1', 'a1, a2']), ['separators']);
    assert.deepEqual(kinds(['Smith, John', 'Roe, Jane', 'Cher'], 'csv'), ['separators']);
    assert.deepEqual(kinds(['Smith, John', 'Madonna', 'Cher', 'Prince'], 'csv'), []);
  });

  it('if it has spaces and at least four of five values have none', () => {
    assert.deepEqual(kinds(['Ann Lee', 'Bob', 'Cy', 'Di', 'Ed']), ['spaced']);
    assert.deepEqual(kinds(['Ann Lee', 'Bob Roe', 'Cy', 'Di', 'Ed']), []);
  });

  it('if it follows two blank lines in the same text', () => {
    assert.deepEqual(kinds(['', '', 'acct-1', '', 'acct-2', '', '', 'Acme']), ['note']);
    const collector = new KeyCollector({ format: 'lines' });
    for (const key of ['acct-1', '', '']) collector.add(key, 1);
    collector.startText(9);
    collector.add('acct-2', 1);
    assert.deepEqual([collector.found().doubts, collector.found().lines], [[], [1, 10]]);
  });

  it('if it has a dot before three digits, unless other values show that the dot separates decimals', () => {
    assert.deepEqual(kinds(['999', '1.001', '12.345']), ['grouped']);
    assert.deepEqual(kinds(['999', '1.001', '3.14']), []);
    assert.deepEqual(kinds(['1.001', 'acct-1']), []);
  });

  it('each time it occurs; only the first thousand are listed', () => {
    const [doubt] = found(Array.from({ length: 1500 }, (_, index) => (index % 2 === 0 ? 'NULL' : `'x${index}'`))).doubts;
    assert.deepEqual([doubt?.kind, doubt?.count, doubt?.values.length], ['placeholder', 750, 750]);
    const many = found(Array.from({ length: 1500 }, (_, index) => `'${index}'`)).doubts[0]!;
    assert.deepEqual([many.count, many.values.length], [1500, 1000]);
  });

  it('unless it looks like a usual key', () => {
    const signs = 'a@example.com https://example.com/?a=1 x<y {"a":1} DOMAIN\\user v1.2 1.2.3 3.14 +4912345 1e10'.split(' ');
    const words = 'acct-1 acct-2 total-1 sum41 na-1 nanny null-island'.split(' ');
    for (const keys of [[], words, signs, ["O'Brien", "D'Arcy", "'"], ['👩👩👧', '日本', 'Größe'], [',a', ';b']])
      assert.deepEqual(kinds(keys), [], keys.join());
  });
});

it('numbers with thousands separators keep their value when they are cleaned up', () => {
  const cleaned = (keys: readonly string[]): readonly string[] => {
    const collector = new KeyCollector({ format: 'csv', remedies: { formatted: 'cleanUp' } });
    for (const [index, key] of keys.entries()) collector.add(key, index + 1);
    return collector.found().keys;
  };
  assert.deepEqual(cleaned(['999', '1,000', '1,001', '12,000', '1,234,000']), ['999', '1000', '1001', '12000', '1234000']);
  // 1.000 may mean one or one thousand, so it is not changed.
  const dotted = cleaned(['1.000', '20.000', '1.234.567', '7.0', '12345,000', '0,000']);
  assert.deepEqual(dotted, ['1.000', '20.000', '1234567', '7', '12345', '0']);
  const [doubt] = found(['1.000', '20.000']).doubts;
  assert.deepEqual([doubt?.kind, remediesFor(doubt!)], ['formatted', ['leaveOut', 'asTheyAre']]);
});

it('a doubt offers to clean up only if a clean value is known, and lines above a table can only be left out', () => {
  const remedies = (kind: 'quoted' | 'preamble' | 'comment', clean?: string): readonly string[] =>
    remediesFor({ kind, count: 1, values: [{ line: 1, value: 'x', ...(clean !== undefined && { clean }) }] });
  assert.deepEqual(remedies('quoted', 'y'), ['cleanUp', 'leaveOut', 'asTheyAre']);
  assert.deepEqual(remedies('comment'), ['leaveOut', 'asTheyAre']);
  assert.deepEqual(remedies('preamble'), ['leaveOut']);
});
