/** Tests exactly how a text is written as a scalar, and edits of a text by position. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scalarText } from '../../../../src/domain/definitions/document/scalarText.ts';
import { lineEnd, lineStart } from '../../../../src/domain/definitions/document/located.ts';

describe('a text in YAML', () => {
  it('has no quotes if it is read back unchanged without them', () => {
    // prettier-ignore
    const words = [
      'on', 'v 2', 'a  b', 'a-b', 'a-', 'a.', 'a@b', 'a+b', 'a%', '/a/b', '_a', 'é', 'e\u0301', '日本', '1.2.3',
      '2024-01-01', '1_000', '0xg', '0x', '0o8', '0b1', '1e', '1e5x', 'x1e5', '1x', 'truex', 'xnull', 'yes', 'no',
    ];
    for (const word of words) assert.equal(scalarText(word), word);
  });

  it('has quotes if it would otherwise have a different meaning', () => {
    // prettier-ignore
    const words = [
      '5', '05', '5.', '5.5', '12.34', '5e3', '5E+3', '1e-31', '0o17', '0x1F', 'true', 'TRUE', 'False', 'null', 'Null',
      '~', '.inf', '.nan', '-1', '+1', '', ' a', 'a ', '-a', '.a', '@a', '%a', 'a: b', 'a:', 'a #b', 'a#b', 'a,b',
      '[a', 'a]', '{a', "it's", 'ab!', '<<', '=', '?', '- a', '\u0300a',
    ];
    for (const word of words) assert.equal(scalarText(word), `"${word}"`);
  });

  it('uses the other kind of quotes if it contains quotes', () => {
    assert.equal(scalarText('"a"'), `'"a"'`);
    assert.equal(scalarText(`a'b"c'`), `'a''b"c'''`);
    assert.equal(scalarText('a\\b'), "'a\\b'");
  });

  it('shows an invisible character by its number', () => {
    assert.equal(scalarText('\t'), '"\\t"');
    assert.equal(scalarText('a\nb'), '"a\\nb"');
    assert.equal(scalarText('\u00a0\u200b\ufeff\u2028\u2029\ufffe\uffff\u007f'), '"\\u00a0\\u200b\\ufeff\\u2028\\u2029\\ufffe\\uffff\\u007f"'); // prettier-ignore
    assert.equal(scalarText('\ud800'), '"\\ud800"');
    assert.equal(scalarText('\u{1f600}\u{e0001}'), '"\u{1f600}\\U000e0001"');
    assert.equal(scalarText('"\\\u200b'), '"\\"\\\\\\u200b"');
  });
});

describe('a text', () => {
  it('has lines with either kind of line end', () => {
    const lines = 'ab\n\r\ncd\r\ne';
    const ends = Array.from(lines, (_, place) => [lineStart(lines, place), lineEnd(lines, place)]);
    const first = [0, 2];
    const last = [5, 7];
    assert.deepEqual(ends, [first, first, first, [3, 3], [3, 4], last, last, last, last.with(1, 8), [9, 10]]);
    assert.deepEqual([lineStart('a', 0), lineEnd('a', 0)], [0, 1]);
  });
});
