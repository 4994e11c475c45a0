/** Tests the parts of a guess: names, samples, columns, separators and headers, at their limits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeColumns, isColumnName, keyNameScore } from '../../../../src/domain/keys/columns.ts';
import type { ListSource } from '../../../../src/domain/keys/keySource.ts';
import { guessList, guessSource, type SourceHint } from '../../../../src/operations/keys/sources/guessSource.ts';
import { sampleRows } from '../../../../src/operations/keys/sources/tableRows.ts';

const sourceOf = async (text: string, hint: SourceHint = {}): Promise<unknown> => (await guessSource(text, hint)).source;
const lines = { format: 'lines' };
const table = (hasHeader: boolean, column = 0, delimiter = ',') => ({ format: 'csv', delimiter, hasHeader, column });
const csv = { fileName: 'a.csv' };

describe('a name', () => {
  it('ranks higher with two words for keys, in any order and spelling', () => {
    for (const name of ['account_id', 'accountId', 'Account ID', 'accountid', 'id.account', 'ID - Account', 'user_id', 'the user ids'])
      assert.equal(keyNameScore(name), 3.2, name);
    assert.deepEqual(['key', 'uuid', 'customer', 'email', 'plan', 'constructor', ''].map(keyNameScore), [4, 3, 2, 1, 0, 0, 0]);
    assert.equal(keyNameScore('mail of the user, by id'), 0, 'a sentence is no name');
    assert.deepEqual([keyNameScore('accountidx'), keyNameScore('myaccountid')], [0, 0]);
    assert.deepEqual([keyNameScore(`${'x'.repeat(57)} id`), keyNameScore(`${'x'.repeat(58)} id`)], [3, 0]);
  }); // prettier-ignore

  it('is recognized as one for keys, or one that often occurs beside them', () => {
    assert.deepEqual(['id', 'Plan', 'created_at', 'userKey'].map(isColumnName), [true, true, true, true]);
    assert.deepEqual(['acct-1', 'konto', '', 'plan 9'].map(isColumnName), [false, false, false, false]);
  });
});

describe('the first rows', () => {
  it('are trimmed, omit blank lines, and are at most 200', () => {
    assert.deepEqual(sampleRows(' a , b\n\n \nc', { delimiter: ',' }, false), {
      rows: [['a', 'b'], ['c']],
      isWhole: true,
      lines: [1, 4],
    });
    assert.equal(sampleRows('a\n'.repeat(300), { delimiter: ',' }, false).rows.length, 200);
    assert.deepEqual(sampleRows('', { delimiter: ',' }, false), { rows: [], isWhole: true, lines: [] });
  });

  it('begin after a line that names the separator', () => {
    assert.deepEqual(sampleRows('sep=;\na;b\n', { delimiter: ';' }, false), { rows: [['a', 'b']], isWhole: true, lines: [2] });
  });

  it('omit the last row if the text is cut off', () => {
    assert.deepEqual(sampleRows('a,b\nc,d', { delimiter: ',' }, true), { rows: [['a', 'b']], isWhole: true, lines: [1] });
    assert.deepEqual(sampleRows('a,b\nc,"d', { delimiter: ',' }, true), { rows: [['a', 'b']], isWhole: true, lines: [1] });
  });

  it('end before a quote that is never closed', () => {
    assert.deepEqual(sampleRows('a\n"b\n', { delimiter: ',' }, false), { rows: [['a']], isWhole: false, lines: [1] });
  });
});

describe('the columns', () => {
  const columns = (names: readonly string[] | undefined, ...rows: readonly (readonly string[])[]) => describeColumns(names, rows);
  const keysIn = (names: readonly string[] | undefined, ...rows: readonly (readonly string[])[]) =>
    columns(names, ...rows).columns.map(({ looksLikeKeys }) => looksLikeKeys);

  it('have names, or letters if a name is missing or repeated', () => {
    const { columns: found } = columns(['id', '', '', 'id'], ['1', '2', '3', '4', '5']);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['id (A)', 'B', 'C', 'id (D)', 'E'],
    );
  });

  it('look like keys by their name, or if nothing repeats and has spaces', () => {
    assert.deepEqual(keysIn(['plan', 'note', 'id'], ['x', 'a b', 'o1'], ['x', 'c d', 'o2']), [false, false, true]);
    assert.deepEqual(keysIn(undefined, ['x', 'a'], ['x', 'b']), [false, true]);
    assert.deepEqual(keysIn(undefined, ['a b'], ['c'], ['d']), [false]);
    // Nine out of ten are not enough.
    assert.deepEqual(keysIn(undefined, ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 9].map((value) => [`${value}`])), [false]);
    assert.deepEqual(keysIn(['id', 'plan']), [true, false]);
    assert.deepEqual(keysIn(undefined, ['']), [false]);
    assert.deepEqual(keysIn(['id'], ['1'], ['1']), [true], 'half of them differ');
    assert.deepEqual(keysIn(['id'], ['1'], ['1'], ['1']), [false]);
  });

  it('are ranked by name, then by fewest repeated values, then by position', () => {
    const bestOf = (...all: Parameters<typeof columns>): number => columns(...all).best;
    assert.equal(bestOf(['n', 'user', 'id'], ['1', 'a', 'x'], ['2', 'b', 'x y']), 2);
    assert.equal(bestOf(undefined, ['x', 'a', 'b'], ['x', 'c', 'd']), 1);
    assert.equal(bestOf(undefined, ['x', 'x', 'a b'], ['x', 'y', 'c d'], ['y', 'z', 'c d']), 1);
    assert.equal(bestOf(undefined), 0);
  });
});

describe('a separator', () => {
  it('occurs in nine of ten rows, and in at least two', async () => {
    const rows = (odd: number): string => `${'a1,b\n'.repeat(10 - odd)}${'c2\n'.repeat(odd)}`;
    assert.deepEqual(await sourceOf(rows(1)), table(false));
    assert.deepEqual(await sourceOf(rows(2)), lines);
    assert.deepEqual(await sourceOf('a1,b\n'), lines);
    // A file with the name of a table is a table.
    assert.deepEqual(await sourceOf('a1,b\n', csv), table(false));
    assert.deepEqual(await sourceOf('a1;b\nc\nd\ne;f\ng;h\n', csv), table(false, 0, ';'));
    assert.deepEqual(await sourceOf('a1\tb\nc2\td\n', csv), table(false, 0, '\t'));
  });

  it('is the one with the most regular rows, and of two the one with more columns', async () => {
    assert.deepEqual(await sourceOf('a1,b;c,d\ne2,f;g,h\n', csv), table(false));
    assert.deepEqual(await sourceOf('a1;b,c;d\ne2;f,g;h\n', csv), table(false, 0, ';'));
    assert.deepEqual(await sourceOf('a1;b,c\nd2;e\nf3;g\n', csv), table(false, 0, ';'));
  });

  it('is a tab first if the file says so', async () => {
    for (const hint of [{ fileName: 'a.tsv' }, { fileName: 'a.TAB' }, { languageId: 'tsv' }])
      assert.deepEqual(await sourceOf('a1\nb2\n', hint), table(false, 0, '\t'));
  });

  it('is not found if a quote is never closed, or some lines have one', async () => {
    assert.deepEqual(await sourceOf('id\n"a\n'), lines);
    assert.deepEqual(await sourceOf('"a"\n"b"\n"c\n'), lines);
    assert.deepEqual(await sourceOf('id\na,b\nc\nd\n'), lines);
  });

  it('is not searched for if most lines are not quoted', async () => {
    assert.deepEqual(await sourceOf('"a"\nb"\n'), lines);
    assert.deepEqual(await sourceOf(' "a"\n\n"b"\nc\n'), table(false));
    assert.deepEqual(await sourceOf(''), lines);
  });
});

describe('the first row', () => {
  const hasHeader = async (text: string): Promise<boolean> => {
    const { source } = await guessSource(text, csv);
    return source.format === 'csv' && source.hasHeader;
  };

  it('is a header if it has a name that most cells below are not', async () => {
    assert.equal(await hasHeader('id,x\na,b\n'), true);
    assert.equal(await hasHeader('id,x\nuser,b\nkey,c\nuid,d\n'), false);
    assert.equal(await hasHeader('id,x\nuser,b\nk,c\n'), false, 'half of them are too many');
    assert.equal(await hasHeader('id,x\nuser,b\nk,c\nl,d\n'), true);
    // Empty cells don't count.
    assert.equal(await hasHeader('id,x\nuser,b\n,c\n'), false);
    assert.equal(await hasHeader('id,x\n,b\n,c\n'), false);
    assert.equal(await hasHeader(',x\na,b\nc,d\n'), false);
    assert.equal(await hasHeader(',x\n17,b\n18,d\n'), false);
  });

  it('is a header if it is the only row and has a name', async () => {
    assert.equal(await hasHeader('id,zzz\n'), true);
    assert.equal(await hasHeader('yyy,zzz\n'), false);
    assert.equal(await hasHeader('id\n'), true);
    assert.deepEqual(await sourceOf('id,zzz\n'), lines);
  });

  it('is a header if all values below it have digits in the same pattern, and it has no digits', async () => {
    assert.equal(await hasHeader('konto,x\nk-17,x\nk-18,x\n'), true);
    assert.equal(await hasHeader('konto,x\nkonten-1,x\nk-180,x\n'), true, 'of any length');
    assert.equal(await hasHeader('konto\nk-17\n'), false, 'one is no shape');
    assert.equal(await hasHeader('konto\nk-17\n18-k\n'), false);
    assert.equal(await hasHeader('konto\nk-17\nkk\n'), false);
    assert.equal(await hasHeader('konto1\nk-17\nk-18\n'), false);
    assert.equal(await hasHeader('konto,konto\nk-17,k-18\nk-19,k-20\n'), false, 'what repeats is no name');
    assert.equal(await hasHeader('id,id\nk-17,k-18\nk-19,k-20\n'), true);
    assert.equal(await hasHeader(',,konto\nx,y,k-17\nx,y,k-18\n'), true);
    assert.deepEqual(await sourceOf('konto\nk-17\nk-18\n'), lines);
  });
});

describe('a text without a hint to its format', () => {
  const format = async (text: string, hint: SourceHint = {}): Promise<string> => (await guessSource(text, hint)).source.format;

  it('is JSON if it begins like JSON', async () => {
    for (const text of ['["a"]', ' [\n', '[1', '[-1]', '[[', '[]', '[{', '{"a":1}', '{}', ' { "a"'])
      assert.equal(await format(text), 'json', text);
    for (const text of ['[a]', 'x ["a"]', '{a}', 'x {"a"']) assert.equal(await format(text), 'lines', text);
  });

  it('is YAML if all its lines belong to a list', async () => {
    for (const text of ['- a\n- b\n', '---\n- a\n', '# c\n\n- a\n-\n  b\n', '  - a\n  - b\n', '-   a\n'])
      assert.equal(await format(text), 'yaml', text);
    for (const text of ['- a\nb\n', 'x - a\n- b\n', '-a\n-b\n', '- a\nx- b\n', '- a\nb c\n']) assert.equal(await format(text), 'lines', text);
  }); // prettier-ignore

  it('has one object on each line if the second line begins like an object', async () => {
    const json = { fileName: 'a.json' };
    assert.equal(await format('{"a":1}\n\n{"a":2}\n', json), 'ndjson');
    assert.equal(await format('"a"\n "b"\n', json), 'ndjson');
    assert.equal(await format('{"a":1}\nx{"a":2}\n', json), 'json');
    assert.equal(await format('{"a":1}\n', json), 'json');
    const lined = { fileName: 'a.jsonl' };
    assert.equal(await format('{"a":1}\n', lined), 'ndjson');
    for (const text of [' [ \n', '{\n"a":1}', '\n[\n"a"]']) assert.equal(await format(text, lined), 'json', text);
    for (const text of ['x {\n', '{ x\n', 'x\n']) assert.equal(await format(text, lined), 'ndjson', text);
  });

  it('is not read as JSON if its file says that it is a table', async () => {
    assert.equal(await format('["a"],1\n["b"],2\n', csv), 'csv');
  });

  it('may be cut in its last line', async () => {
    assert.deepEqual(await sourceOf('a1,x\nb2,y\nc,"d', { isCut: true }), table(false));
    assert.deepEqual(await sourceOf('a1,x\nb2,y\nc,"d'), lines);
    const long = `${'a1,x\n'.repeat(60_000)}c,"d`;
    assert.deepEqual(await sourceOf(long), table(false));
  });
});

/** Returns each field with its first values. */
const fieldsIn = async (text: string, format: ListSource['format'] = 'json'): Promise<unknown> =>
  (await guessList(text, format)).columns.map(({ name, samples }) => [name, ...samples]);

describe('the first items of JSON', () => {
  it('have the scalars of their own fields, by field', async () => {
    const text = '[{"a":" x ","b":1,"more":{"a":"y","z":2},"list":["w"],"c":true},{"b":-2,"a":null}]';
    assert.deepEqual(await fieldsIn(text), [['a', 'x'], ['b', '1', '-2'], ['more.a', 'y'], ['more.z', '2'], ['list'], ['c']]);
  });

  it('are those of the first list that is not empty; if several lists are not empty, there is no choice', async () => {
    assert.deepEqual(await guessList('{"one":[{"a":"x"}],"two":[{"k":"b"}]}', 'json'), {
      source: { format: 'json', field: 'a' },
      columns: [],
    });
    assert.deepEqual(await fieldsIn('{"one":[],"two":[{"k":"b"}]}'), [['k', 'b']]);
    assert.deepEqual(await fieldsIn('[[{"k":"a"}],"b",{"k":"c"}]'), [['k', 'c']]);
  });

  it('are at most 200, and end before an error or a cut', async () => {
    assert.deepEqual(await fieldsIn(`[${'{"k":1},'.repeat(199)}{"k":2},{"k":3}]`), [['k', '1', '2']]);
    assert.deepEqual(await fieldsIn('[{"k":"a"},{"k":!'), [['k', 'a']]);
    assert.deepEqual(await fieldsIn('[{"k":"a"},{"k":"b'), [['k', 'a', 'b']]);
    assert.deepEqual(await fieldsIn('{"k":"a"}\n{"k":"b"}\n', 'ndjson'), [['k', 'a', 'b']]);
  });
});

describe('the first items of YAML', () => {
  it('have the scalars of their own fields, by field', async () => {
    const text =
      'keys:\n  - id: a # one\n    "b c": \' x \' # y\n    \'d\': "#e"\n    list:\n      - id: z\n  - id: b#c\n    f: # none\nnext: 1\n';
    assert.deepEqual(await fieldsIn(text, 'yaml'), [['id', 'a', 'b#c'], ['b c', 'x'], ['d', '#e'], ['list'], ['f']]);
    assert.deepEqual(await fieldsIn('-   id: a\n    b: 1\n-   id: c [d]\n    b: [1]\n', 'yaml'), [
      ['id', 'a', 'c [d]'],
      ['b', '1'],
    ]);
    assert.deepEqual(await fieldsIn('a: 1\nb: 2\n', 'yaml'), []);
  });

  it('may be in brackets, on one line or several', async () => {
    assert.deepEqual(await fieldsIn('keys: [{id: a}, {id: b,\n c: d}]\nmore: 1\n', 'yaml'), [
      ['id', 'a', 'b'],
      ['c', 'd'],
    ]);
    assert.deepEqual(await fieldsIn('keys:\n- {id: a,\n   c: d}\n- id: b\n', 'yaml'), [
      ['id', 'a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('are those at its beginning, if the text is long', async () => {
    const text = Array.from({ length: 5000 }, (_, index) => `- id: a${index}\n  plan: pro\n`).join('');
    assert.deepEqual(await fieldsIn(text, 'yaml'), [
      ['id', 'a0', 'a1', 'a2'],
      ['plan', 'pro'],
    ]);
  });
});
