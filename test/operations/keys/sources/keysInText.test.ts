/** Tests keys in lines, in tables, and between separators: the found keys, and the lines of problems. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_KEY_LENGTH } from '../../../../src/domain/keys/keysFound.ts';
import type { KeySource } from '../../../../src/domain/keys/keySource.ts';
import { assertTakesAtMost } from '../../../domain/keys/ratio.ts';
import { foundIn, reads, refuses } from './lists.ts';

const lines: KeySource = { format: 'lines' };
const separated: KeySource = { format: 'separated' };
const csv = (column: number, delimiter: ',' | ';' | '\t' = ',', hasHeader = true): KeySource => ({
  format: 'csv',
  delimiter,
  hasHeader,
  column,
});
const bare = (column: number, delimiter: ',' | ';' | '\t' = ','): KeySource => csv(column, delimiter, false);

describe('keys on plain lines', () => {
  const mixed = ['4 blank', '5 blank', '6 repeated a = 1'];
  reads('mixed line ends', lines, 'a\r\nb\rc\n\n\r\na\n', ['a', 'b', 'c'], mixed);
  reads('a byte order mark and spaces', lines, '\uFEFFa\n b\nc\t\n', ['a', 'b', 'c'], ['2 trimmed', '3 trimmed']);
  const longest = 'é'.repeat(MAX_KEY_LENGTH);
  const unusable = `${longest}\n${longest}é\nb\u0007c\nd\te\nf\u0085g\na\ud800\n`;
  reads('unusable keys, of which a long one is shown in part', lines, unusable, [longest], [
    `2 tooLong ${longest}`,
    '3 controlCharacter b\u0007c',
    '4 controlCharacter d\te',
    '5 controlCharacter f\u0085g',
    '6 loneSurrogate a\ud800',
  ]); // prettier-ignore
  for (const text of ['', '\uFEFF \r\n\t\n']) refuses(lines, text, { code: 'empty' });
  refuses(lines, 'PK\u0003\u0004\0\0abc', { code: 'binary' });
  refuses(lines, '\u0001\n\u0002', { code: 'noKeys' });

  it('are counted by what became of them', async () => {
    const { counts } = await foundIn('a\n b\na\n\n\u0007\n', lines);
    assert.deepEqual(counts, { found: 2, repeated: 1, blank: 1, unusable: 1, trimmed: 1, lookAlikes: 0 });
  });

  it('have at most 100,000 trimmed lines listed', async () => {
    const many = await foundIn(Array.from({ length: 100_001 }, (_, index) => ` ${index}`).join('\n'), lines);
    assert.deepEqual([many.trimmed.length, many.counts.trimmed], [100_000, 100_001]);
  });
});

describe('keys in a table', () => {
  const text = 'name,account_id,plan\nAda,acct-1,pro\nBob,acct-2,free\n';
  reads('a column', csv(1), text, ['acct-1', 'acct-2']);
  reads('without a header', bare(1), text, ['account_id', 'acct-1', 'acct-2']);
  reads('semicolons', csv(0, ';'), text.replaceAll(',', ';'), ['Ada', 'Bob']);

  const marked = '"sep=;"\r\nkey\na\nb\na\n';
  reads('below a line that names the separator', csv(0, ';'), marked, ['a', 'b'], ['5 repeated a = 3']);
  reads('only the first line names the separator', bare(0, ';'), '\nsep=;\na\n', ['sep=', 'a'], ['1 blank']);
  const quotes = 'id,note\r\n"a ""1""","x,y"\r\nb,"line\r\nline\nline"\r\n  "c" ,z\r\nb,\r\n';
  reads('quotes, separators and line ends in quoted cells', csv(0), quotes, ['a "1"', 'b', 'c'], ['7 repeated b = 3']);
  // Quoted in parts, which is invalid CSV. The outer quotes count as quotes of the cell.
  reads('a cell that is quoted in parts', bare(0), '"a" and "b" ,x\n', ['a" and "b']);
  reads('quotes of the value', bare(0), '"""Smith"" ",x\n"""Roe"" " ,x\n', ['"Smith"', '"Roe"'], ['1 trimmed', '2 trimmed']);
  const spaced = 'n, id\n1, "Smith, John"\n2, Ann\n3, "Roe" ';
  reads('spaces before quotes belong to the separator', csv(1), spaced, ['Smith, John', 'Ann', 'Roe'], ['3 trimmed']);
  reads('the line on which a cell starts', csv(1), 'note,id\n"one\ntwo",a\nx,a\n', ['a'], ['4 repeated a = 3']);
  reads('a line end in the key', bare(0), '"a\nb"\nc', ['c'], ['1 controlCharacter a\nb']);
  const short = ['3 missingColumn', '4 blank', '5 blank', '6 blank'];
  reads('short rows, blank cells and blank lines', csv(1), 'n,id\n1,a\n2\n3,\n\n4, \n5,b', ['a', 'b'], short);
  reads('blank lines above the header', csv(0), '\n\nid\na\n', ['a'], ['1 blank', '2 blank']);
  refuses(csv(0), 'id,note\na,"x\ny"\nb,"open\nc\n', { code: 'unterminatedQuote', line: 4 });
  refuses(csv(0), 'id\n"a""', { code: 'unterminatedQuote', line: 2 });

  it('keep the two halves of a character together at the end of a piece of the text', async () => {
    const long = `"q"\n${'a\n'.repeat(32_765)}b😀\n`;
    assert.equal(long.indexOf('😀'), 65_535);
    assert.deepEqual((await foundIn(long, bare(0))).keys, ['q', 'a', 'b😀']);
  });
});

describe('separated keys', () => {
  reads('separators', separated, 'a, b;c\td\r\ne\rf\n', ['a', 'b', 'c', 'd', 'e', 'f']);
  reads('doubled quotes', separated, '\'O\'\'Brien\', "a""b", "it\'\'s"', ["O'Brien", 'a"b', "it''s"]);
  reads('quotes inside', separated, 'O\'Brien, 5", a"b"c, rock \'n\' roll', ["O'Brien", '5"', 'a"b"c', "rock 'n' roll"]);
  const brackets = "('a', 'b');\n[c, d]\n(acct-1, acct-2)\nAcme (EU), (x)";
  reads('brackets around all keys', separated, brackets, ['a', 'b', 'c', 'd', 'acct-1', 'acct-2', 'Acme (EU)', '(x)']);
  reads('quotes of letters', separated, '“a, b”, „c“; «d» , ‘e’', ['a, b', 'c', 'd', 'e']);
  reads('a quote that is never closed', separated, "'a, b\n'c'", ["'a", 'b', 'c']);
  const numbered = ['2 blank', '4 repeated a = 1', '5 blank', '6 repeated b = 1'];
  reads('lines', separated, "a, b\n\n'c',\r\na\n , ;\nlast, b", ['a', 'b', 'c', 'last'], numbered);

  it('are read in a time that grows with the text, even if quotes are never closed', async () => {
    const read = (count: number) => () =>
      foundIn(Array.from({ length: count }, (_, index) => `'k${index}`).join(', '), separated);
    await assertTakesAtMost(40, read(100_000), read(10_000));
  });
});
