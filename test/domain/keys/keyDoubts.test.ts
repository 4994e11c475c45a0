/** Which keys look as if what stands around them was taken for a part of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyDoubts } from '../../../src/domain/keys/keyDoubts.ts';
import { guessSource } from '../../../src/operations/keys/sources/guessSource.ts';
import { keysInText } from '../../../src/operations/keys/sources/keysInText.ts';

const codes = (keys: readonly string[]): readonly string[] => keyDoubts(keys).map(({ code }) => code);

describe('a doubt is', () => {
  it('that keys stand in quotes, with or without a comma after them', async () => {
    assert.deepEqual(codes(["'acct-1',", "'acct-2',", "'acct-3'"]), ['inQuotes']);
    assert.deepEqual(codes(['“acct-1”', '„acct-2“', '`acct-3`;']), ['inQuotes']);
    assert.deepEqual(codes(["'acct-1',", "'acct-2',"]), ['inQuotes']);
    assert.deepEqual(codes(["'Smith, John'", "'Roe, Jane'"]), ['inQuotes']);
    assert.deepEqual(keyDoubts(["'a'", "'b'", 'c']), [{ code: 'inQuotes', count: 2, example: "'a'" }]);
  });

  it('told by quotes of every kind, where they stand around the whole key', () => {
    for (const [open, close] of ["''", '""', '``', '‘’', '“”', '„“', '„”', '«»']) {
      const quoted = ['beta', 'eu'].map((key) => `${open}${key}${close}`);
      assert.deepEqual(codes(quoted), ['inQuotes'], open);
      assert.deepEqual(codes(quoted.map((key) => `the ${key}`)), [], `the ${open}`);
      assert.deepEqual(codes(quoted.map((key) => `${key} list`)), [], `${open} list`);
    }
  });

  it('that a separator ends them, or is in the middle of them', async () => {
    assert.deepEqual(codes(['acct-1,', 'acct-2,', 'acct-3']), ['separators']);
    assert.deepEqual(codes(['acct-1;', 'acct-2;']), ['separators']);
    assert.deepEqual(codes(['a1, a2, a3, a4']), ['separators']);
    assert.deepEqual(codes(['a1;a2', 'a3;a4', 'a5']), ['separators']);
  });

  it('that they are the tags of a page', async () => {
    const page =
      '<!DOCTYPE html>\n<html>\n<head><title>Sign in</title></head>\n<body>\nPlease sign in, first\n</body>\n</html>\n';
    const result = await keysInText(page, (await guessSource(page, { fileName: 'accounts.csv', languageId: 'csv' })).source);
    assert.ok(result.ok);
    assert.deepEqual(codes(result.found.keys), ['markup']);
  });

  it('told by one tag in four keys, wherever it begins or ends', () => {
    for (const tag of ['<p', '<!--', '</div', '<?xml', 'sign in</b>', 'sign in</sign-in>', '<BR', 'width=1 />'])
      assert.deepEqual(codes([tag, 'a', 'b', 'c']), ['markup'], tag);
    for (const key of ['<1', 'a</1>', 'a/>b']) assert.deepEqual(codes([key, key]), [], key);
  });

  it('that even one of them begins as a comment does', async () => {
    assert.deepEqual(keyDoubts(['# exported', 'acct-1', 'acct-2']), [{ code: 'comments', count: 1, example: '# exported' }]);
    assert.deepEqual(codes(['# exported', "'a',", "'b',"]), ['inQuotes', 'comments']);
  });
});

describe('no doubt is', () => {
  it('what stands after the first 10,000', async () => {
    const keys = Array.from({ length: 9_999 }, (_, index) => `acct-${index}`);
    assert.deepEqual(codes([...keys, '# last']), ['comments']);
    assert.deepEqual(codes([...keys, 'acct', '# later']), []);
  });

  it('what keys may look like', async () => {
    for (const keys of [
      [],
      ['acct-1', 'acct-2'],
      ["O'Brien", "D'Arcy", "'"],
      ['Smith, John', 'Madonna', 'Cher', 'Prince'],
      ['a@example.com', 'https://example.com/?a=1', 'x<y', '{"a":1}'],
      ["'a'", 'b', 'c'],
      [',a', ';b'],
    ])
      assert.deepEqual(codes(keys), [], keys.join());
  });
});
