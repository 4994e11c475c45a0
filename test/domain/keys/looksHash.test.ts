/** Bytes of keys: where they are cut, which are plain, and that each way to a hash comes to the same one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainBut } from '../../../src/domain/keys/keyCollector.ts';
import { MAX_KEY_LENGTH } from '../../../src/domain/keys/keysFound.ts';
import { cutCells, cutColumn, encode, hashOf, hashPlain, NO_HASH, PIECE } from '../../../src/domain/keys/looksHash.ts';

const encoder = new TextEncoder();
const ends = new Int32Array(64);
const hashes = new Int32Array(64);
const others = { starts: new Int32Array(64), nexts: new Int32Array(64) };
/** A cell that is no plain key. */
const odd = (cell: string) => [cell] as const;
type Cell = string | readonly [string];

/** The cell, if its hash is the one of its small letters; in a list, if it has none. */
function cellOf(cell: string, hash: number): Cell {
  if (hash !== NO_HASH) assert.equal(hash, hashOf(cell.toLowerCase()), cell);
  return hash === NO_HASH ? odd(cell) : cell;
}

function cells(text: string, mark: string, unwanted = '\x7f'): readonly Cell[] {
  assert.ok(encode(text, encoder));
  const count = cutCells(text.length, encoder.encode(mark), unwanted.charCodeAt(0), ends, hashes);
  let start = 0;
  return [...ends.subarray(0, count)].map((end, index) => {
    const cell = cellOf(text.slice(start, end), hashes[index]!);
    start = end + mark.length;
    return cell;
  });
}

/** The wanted cell of each row, and the rest of the text after the last. */
function column(text: string, at: number, delimiter = ','): readonly Cell[] {
  assert.ok(encode(text, encoder));
  const rows = { ...others, ends, hashes };
  const count = cutColumn(text.length, delimiter.charCodeAt(0), at, rows);
  const rest = text.slice(count === 0 ? 0 : rows.nexts[count - 1]);
  const found = Array.from({ length: count }, (_, index) =>
    cellOf(text.slice(rows.starts[index], rows.ends[index]), hashes[index]!),
  );
  return [...found, rest];
}

const longest = 'k'.repeat(MAX_KEY_LENGTH);

describe('a piece', () => {
  it('is taken where all of it is ASCII and has room', () => {
    assert.equal(encode('a'.repeat(PIECE), encoder), true);
    assert.equal(encode('a'.repeat(PIECE + 5), encoder), false);
    assert.equal(encode('aé', encoder), false);
  });

  const cases: readonly (readonly [what: string, text: string, mark: string, cells: readonly Cell[], unwanted?: string])[] = [
    ['of any length', 'a\nAb\nabc\nabcD\nabcde\nabcdefgh\nrest', '\n', ['a', 'Ab', 'abc', 'abcD', 'abcde', 'abcdefgh']],
    ['with nothing in them', 'a\n\n\nb\n', '\n', ['a', odd(''), odd(''), 'b']],
    ['with spaces around them, or within', ' a\nb \nc d\n', '\n', [odd(' a'), odd('b '), 'c d']],
    ['with what can’t be seen', 'a\tb\nc\x7fd\n\0\ne\n', '\n', [odd('a\tb'), odd('c\x7fd'), odd('\0'), 'e']],
    ['with what can’t be seen, whatever is unwanted', 'c\x7fd\n\x7f\ne\n', '\n', [odd('c\x7fd'), odd('\x7f'), 'e'], ','],
    ['with what is unwanted', 'a,b\n,\nc\n', '\n', [odd('a,b'), odd(','), 'c'], ','],
    ['between two characters', 'ab\r\nc\rd\r\nef\ng\r\nh\r\ni\r', '\r\n', ['ab', odd('c\rd'), odd('ef\ng'), 'h']],
    ['between three', 'ab","cd","e"f","g"', '","', ['ab', 'cd', odd('e"f')], '"'],
    ['between four', 'ab", "cd", "e",  "f", "', '", "', ['ab', 'cd', odd('e",  "f')], '"'],
    ['between six', 'ab",\n  "cd",\n  "e",\n x",\n  "f",\n  ', '",\n  "', ['ab', 'cd', odd('e",\n x')], '"'],
    ['between tabs', 'ab",\n\t\t"cd",\n\t\t"e",\n\tx', '",\n\t\t"', ['ab', 'cd'], '"'],
    ['as long as a key may be, and longer', `${longest}\n${longest}k\na\n`, '\n', [longest, odd(`${longest}k`), 'a']],
    ['of none', 'abc', '\n', []],
  ];
  for (const [what, text, mark, expected, unwanted] of cases)
    it(`is cut into cells ${what}`, () => assert.deepEqual(cells(text, mark, unwanted), expected));

  it('ends where it ends, whatever was in its place before', () => {
    for (const mark of ['\n', '\r\n']) {
      cells(`aaaa${mark}bbbb${mark}cccc${mark}`, mark);
      assert.deepEqual(cells(`x${mark}yy`, mark), ['x']);
    }
    column('aaaa,b\nbbbb,c\n', 1);
    assert.deepEqual(column('a,x\nb,y', 1), ['x', 'b,y']);
  });
});

describe('a column', () => {
  it('has the cells at its place, and a key of no length where a row has none', () => {
    assert.deepEqual(column('a,b,c\nD,E\n,,\nx\n\nrest,x', 1), ['b', 'E', odd(''), odd(''), odd(''), 'rest,x']);
    assert.deepEqual(column('a,b\nc\n,d\n', 0), ['a', 'c', odd(''), '']);
    assert.deepEqual(column('a;b;c,d\ne;f;g\n', 2, ';'), ['c,d', 'g', '']);
    assert.deepEqual(column('no row', 0), ['no row']);
  });

  it('has cells that end with a row, however that ends', () => {
    assert.deepEqual(column('a,b\r\nc,d\n\r\ne,f\r\n', 1), ['b', 'd', odd(''), 'f', '']);
  });

  it('has cells that are no plain keys', () => {
    assert.deepEqual(column(`x, a,y\nx,b ,y\nx,c d,y\nx,${longest},y\nx,${longest}k,y\n`, 1), [
      odd(' a'),
      odd('b '),
      'c d',
      longest,
      odd(`${longest}k`),
      '',
    ]);
    // What can't be seen ends it: the whole is read again.
    assert.deepEqual(column('x,a\tb,y\nx,c\td\nx,e\x7ff\n', 1), [odd('a'), odd('c'), odd('e'), '']);
  });
});

describe('the plain characters of a text', () => {
  const plain = plainBut(',');
  const passed = { hash: 0 };

  it('have the hash of their small letters, whatever stands around them', () => {
    for (const key of ['a', 'aB', 'abc', 'abcd', 'ABCDE', 'abcdefgh', 'acct-0001'])
      for (const end of ['', ',', '\n', 'é', '\ud83d\ude00']) {
        assert.equal(hashPlain(`x,${key}${end}z`, 2, plain, passed), 2 + key.length + (end === '' ? 1 : 0));
        assert.equal(passed.hash, hashOf(`${key}${end === '' ? 'z' : ''}`.toLowerCase()), key + end);
        assert.equal(hashPlain(`x,${key}`, 2, plain, passed), 2 + key.length);
        assert.equal(passed.hash, hashOf(key.toLowerCase()), key);
      }
  });

  it('are passed as far as a key may go, and one more', () => {
    assert.equal(hashPlain(longest.repeat(2), 3, plain, passed), 3 + MAX_KEY_LENGTH + 1);
  });

  it('of different keys have different hashes', () => {
    const keys = ['', 'a', 'b', 'ab', 'ba', 'abcd', 'abce', 'abcde', 'bcdea', 'acct-1', 'acct-2', 'acct-12'];
    assert.equal(new Set(keys.map(hashOf)).size, keys.length);
  });
});
