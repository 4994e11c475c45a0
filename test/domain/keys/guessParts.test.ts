/** What a guess is made of: names, samples, columns, separators and headers, each by examples at its limits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isColumnName, keyNameScore } from '../../../src/domain/keys/columnName.ts';
import { sampleRows } from '../../../src/domain/keys/csvSample.ts';
import { describeColumns } from '../../../src/domain/keys/guessColumn.ts';
import { guessSource, type SourceHint } from '../../../src/domain/keys/guessSource.ts';
import { sampleJson } from '../../../src/domain/keys/jsonSample.ts';
import { sampleYaml } from '../../../src/domain/keys/yamlSample.ts';

const sourceOf = (text: string, hint: SourceHint = {}): unknown => guessSource(text, hint).source;
const lines = { format: 'lines' };
const table = (hasHeader: boolean, column = 0, delimiter = ',') => ({ format: 'csv', delimiter, hasHeader, column });
const csv = { fileName: 'a.csv' };
/** With undefined where a row has nothing. */
const filled = (rows: readonly (readonly unknown[])[]): unknown => rows.map((row) => Array.from(row));

describe('a name', () => {
  it('is worth more for keys with two words for them, whatever their order and how they are put together', () => {
    for (const name of ['account_id', 'accountId', 'Account ID', 'accountid', 'id.account', 'ID - Account', 'user_id', 'the user ids'])
      assert.equal(keyNameScore(name), 3.2, name);
    assert.deepEqual(['key', 'uuid', 'customer', 'email', 'plan', 'constructor', ''].map(keyNameScore), [4, 3, 2, 1, 0, 0, 0]);
    assert.equal(keyNameScore('mail of the user, by id'), 0, 'a sentence is no name');
    assert.deepEqual([keyNameScore('accountidx'), keyNameScore('myaccountid')], [0, 0]);
    assert.deepEqual([keyNameScore(`${'x'.repeat(57)} id`), keyNameScore(`${'x'.repeat(58)} id`)], [3, 0]);
  }); // prettier-ignore

  it('of a column is one for keys, or one that often stands beside them', () => {
    assert.deepEqual(['id', 'Plan', 'created_at', 'userKey'].map(isColumnName), [true, true, true, true]);
    assert.deepEqual(['acct-1', 'konto', '', 'plan 9'].map(isColumnName), [false, false, false, false]);
  });
});

describe('the first rows', () => {
  it('are trimmed, without blank lines, and 200 at most', () => {
    assert.deepEqual(sampleRows(' a , b\n\n \nc', ',', false), { rows: [['a', 'b'], ['c']], isWhole: true });
    assert.equal(sampleRows('a\n'.repeat(300), ',', false).rows.length, 200);
    assert.deepEqual(sampleRows('', ',', false), { rows: [], isWhole: true });
  });

  it('do not have the last one of a text that is cut', () => {
    assert.deepEqual(sampleRows('a,b\nc,d', ',', true), { rows: [['a', 'b']], isWhole: true });
    assert.deepEqual(sampleRows('a,b\nc,"d', ',', true), { rows: [['a', 'b']], isWhole: true });
  });

  it('end at a quote that is never closed', () => {
    assert.deepEqual(sampleRows('a\n"b\n', ',', false), { rows: [['a']], isWhole: false });
  });
});

describe('the columns', () => {
  const columns = (names: readonly string[] | undefined, ...rows: readonly (readonly string[])[]) => describeColumns(names, rows);
  const keysIn = (names: readonly string[] | undefined, ...rows: readonly (readonly string[])[]) =>
    columns(names, ...rows).columns.map(({ looksLikeKeys }) => looksLikeKeys);

  it('have names, or letters where there is none or one stands twice', () => {
    const { columns: found } = columns(['id', '', '', 'id'], ['1', '2', '3', '4', '5']);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['id (A)', 'B', 'C', 'id (D)', 'E'],
    );
  });

  it('look like keys by their name, or where nothing repeats and has spaces', () => {
    assert.deepEqual(keysIn(['plan', 'note', 'id'], ['x', 'a b', 'o1'], ['x', 'c d', 'o2']), [false, false, true]);
    assert.deepEqual(keysIn(undefined, ['x', 'a'], ['x', 'b']), [false, true]);
    assert.deepEqual(keysIn(undefined, ['a b'], ['c'], ['d']), [false]);
    // Nine of ten are too few.
    assert.deepEqual(keysIn(undefined, ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 9].map((value) => [`${value}`])), [false]);
    assert.deepEqual(keysIn(['id', 'plan']), [true, false]);
    assert.deepEqual(keysIn(undefined, ['']), [false]);
    assert.deepEqual(keysIn(['id'], ['1'], ['1']), [true], 'half of them differ');
    assert.deepEqual(keysIn(['id'], ['1'], ['1'], ['1']), [false]);
  });

  it('have a best one: by name, then by how little it repeats, then the first', () => {
    const bestOf = (...all: Parameters<typeof columns>): number => columns(...all).best;
    assert.equal(bestOf(['n', 'user', 'id'], ['1', 'a', 'x'], ['2', 'b', 'x y']), 2);
    assert.equal(bestOf(undefined, ['x', 'a', 'b'], ['x', 'c', 'd']), 1);
    assert.equal(bestOf(undefined, ['x', 'x', 'a b'], ['x', 'y', 'c d'], ['y', 'z', 'c d']), 1);
    assert.equal(bestOf(undefined), 0);
  });
});

describe('a separator', () => {
  it('is one that nine of ten rows have, in two rows or more', () => {
    const rows = (odd: number): string => `${'a1,b\n'.repeat(10 - odd)}${'c2\n'.repeat(odd)}`;
    assert.deepEqual(sourceOf(rows(1)), table(false));
    assert.deepEqual(sourceOf(rows(2)), lines);
    assert.deepEqual(sourceOf('a1,b\n'), lines);
    // A file that says that it is a table is one.
    assert.deepEqual(sourceOf('a1,b\n', csv), table(false));
    assert.deepEqual(sourceOf('a1;b\nc\nd\ne;f\ng;h\n', csv), table(false, 0, ';'));
  });

  it('is the one with the most regular rows, and of two the one with more columns', () => {
    assert.deepEqual(sourceOf('a1,b;c,d\ne2,f;g,h\n', csv), table(false));
    assert.deepEqual(sourceOf('a1;b,c;d\ne2;f,g;h\n', csv), table(false, 0, ';'));
    assert.deepEqual(sourceOf('a1;b,c\nd2;e\nf3;g\n', csv), table(false, 0, ';'));
  });

  it('is a tab first where the file says so', () => {
    for (const hint of [{ fileName: 'a.tsv' }, { fileName: 'a.TAB' }, { languageId: 'tsv' }])
      assert.deepEqual(sourceOf('a1\nb2\n', hint), table(false, 0, '\t'));
  });

  it('is none where a quote is never closed, or some lines have one', () => {
    assert.deepEqual(sourceOf('id\n"a\n'), lines);
    assert.deepEqual(sourceOf('id\na,b\nc\nd\n'), lines);
  });

  it('is not looked for where most lines are no quoted ones', () => {
    assert.deepEqual(sourceOf('"a"\nb"\n'), lines);
    assert.deepEqual(sourceOf(' "a"\n\n"b"\nc\n'), table(false));
    assert.deepEqual(sourceOf(''), lines);
  });
});

describe('the first row', () => {
  const hasHeader = (text: string): boolean => guessSource(text, csv).source.format === 'csv' && (sourceOf(text, csv) as { hasHeader: boolean }).hasHeader; // prettier-ignore

  it('is a header where it has a name that most cells below are not', () => {
    assert.equal(hasHeader('id,x\na,b\n'), true);
    assert.equal(hasHeader('id,x\nuser,b\nkey,c\nuid,d\n'), false);
    assert.equal(hasHeader('id,x\nuser,b\nk,c\n'), false, 'half of them are too many');
    assert.equal(hasHeader('id,x\nuser,b\nk,c\nl,d\n'), true);
    // Cells without anything say nothing.
    assert.equal(hasHeader('id,x\nuser,b\n,c\n'), false);
    assert.equal(hasHeader('id,x\n,b\n,c\n'), false);
    assert.equal(hasHeader(',x\na,b\nc,d\n'), false);
  });

  it('is a header where it stands alone and has a name', () => {
    assert.equal(hasHeader('id,zzz\n'), true);
    assert.equal(hasHeader('yyy,zzz\n'), false);
    assert.equal(hasHeader('id\n'), true);
    assert.deepEqual(sourceOf('id,zzz\n'), lines);
  });

  it('is a header where all below have digits in one shape, and it has none', () => {
    assert.equal(hasHeader('konto\nk-17\nk-18\n'), true);
    assert.equal(hasHeader('konto\nkonten-1\nk-180\n'), true, 'of any length');
    assert.equal(hasHeader('konto\nk-17\n'), false, 'one is no shape');
    assert.equal(hasHeader('konto\nk-17\n18-k\n'), false);
    assert.equal(hasHeader('konto\nk-17\nkk\n'), false);
    assert.equal(hasHeader('konto1\nk-17\nk-18\n'), false);
    assert.equal(hasHeader('konto,konto\nk-17,k-18\nk-19,k-20\n'), false, 'what repeats is no name');
    assert.equal(hasHeader('id,id\nk-17,k-18\nk-19,k-20\n'), true);
    assert.equal(hasHeader(',,konto\nx,y,k-17\nx,y,k-18\n'), true);
    assert.deepEqual(sourceOf('konto\nk-17\nk-18\n'), lines);
  });
});

describe('a text that says nothing of itself', () => {
  const format = (text: string, hint: SourceHint = {}): string => guessSource(text, hint).source.format;

  it('is JSON by how it begins', () => {
    for (const text of ['["a"]', ' [\n', '[1', '[-1]', '[[', '[]', '[{', '{"a":1}', '{}', ' { "a"'])
      assert.equal(format(text), 'json', text);
    for (const text of ['[a]', 'x ["a"]', '{a}', 'x {"a"']) assert.equal(format(text), 'lines', text);
  });

  it('is YAML where all its lines are of a list', () => {
    for (const text of ['- a\n- b\n', '---\n- a\n', '# c\n\n- a\n-\n  b\n', '  - a\n  - b\n', '-   a\n'])
      assert.equal(format(text), 'yaml', text);
    for (const text of ['- a\nb\n', 'x - a\n- b\n', '-a\n-b\n', '- a\nx- b\n', '- a\nb c\n']) assert.equal(format(text), 'lines', text);
  }); // prettier-ignore

  it('is one object on each line where the second begins as one does', () => {
    const json = { fileName: 'a.json' };
    assert.equal(format('{"a":1}\n\n{"a":2}\n', json), 'ndjson');
    assert.equal(format('"a"\n "b"\n', json), 'ndjson');
    assert.equal(format('{"a":1}\nx{"a":2}\n', json), 'json');
    assert.equal(format('{"a":1}\n', json), 'json');
    const lined = { fileName: 'a.jsonl' };
    assert.equal(format('{"a":1}\n', lined), 'ndjson');
    for (const text of [' [ \n', '{\n"a":1}', '\n[\n"a"]']) assert.equal(format(text, lined), 'json', text);
    for (const text of ['x {\n', '{ x\n', 'x\n']) assert.equal(format(text, lined), 'ndjson', text);
  });

  it('is not taken for JSON where its file says that it is a table', () => {
    assert.equal(format('["a"],1\n["b"],2\n', csv), 'csv');
  });

  it('may be cut in its last line', () => {
    assert.deepEqual(sourceOf('a1,x\nb2,y\nc,"d', { isCut: true }), table(false));
    assert.deepEqual(sourceOf('a1,x\nb2,y\nc,"d'), lines);
    const long = `${'a1,x\n'.repeat(60_000)}c,"d`;
    assert.deepEqual(sourceOf(long), table(false));
  });
});

describe('the first items of JSON', () => {
  const json = (text: string, isCut = false, isLined = false): unknown =>
    sampleJson(text, isCut, isLined).map(({ fields, rows }) => [fields, filled(rows)]);

  it('have the scalars of their own fields, by field', () => {
    assert.deepEqual(json('[{"a":" x ","b":1,"more":{"a":"y","z":2},"list":["w"],"c":true},{"b":-2,"a":null}]'), [
      [['a', 'b', 'more', 'list', 'c'], [['x', '1', undefined, undefined, ''], ['', '-2']]],
    ]);
  }); // prettier-ignore

  it('are of each list that has objects, and of the first in any case', () => {
    assert.deepEqual(json('{"one":["a"],"two":[{"k":"b"}],"three":[]}'), [
      [[], []],
      [['k'], [['b']]],
    ]);
    assert.deepEqual(json('[[{"k":"a"}],"b",{"k":"c"}]'), [[['k'], [['c']]]]);
  });

  it('are 200, or a few more, and what stands before a fault or a cut', () => {
    const [list] = sampleJson(`[${'{"k":1},'.repeat(3000)}{}]`, false, false);
    assert.ok(list!.rows.length >= 200 && list!.rows.length < 400, `${list!.rows.length}`);
    assert.deepEqual(json('[{"k":"a"},{"k":!'), [[['k'], [['a'], []]]]);
    assert.deepEqual(json('[{"k":"a"},{"k":"b', true), [[['k'], [['a'], []]]]);
    assert.deepEqual(json('{"k":"a"}\n{"k":"b"}\n', false, true), [[['k'], [['a'], ['b']]]]);
  });
});

describe('the first items of YAML', () => {
  const yaml = (text: string): unknown => [sampleYaml(text).fields, filled(sampleYaml(text).rows)];

  it('have the scalars of their own fields, by field', () => {
    assert.deepEqual(yaml('keys:\n  - id: a # one\n    "b c": \' x \' # y\n    \'d\': "#e"\n    list:\n      - id: z\n  - id: b#c\n    f: # none\nnext: 1\n'), [
      ['id', 'b c', 'd', 'list', 'f'],
      [['a', 'x', '#e', ''], ['b#c', undefined, undefined, undefined, '']],
    ]);
    assert.deepEqual(yaml('-   id: a\n    b: 1\n-   id: c [d]\n    b: [1]\n'), [['id', 'b'], [['a', '1'], ['c [d]', '']]]);
    assert.deepEqual(yaml('a: 1\nb: 2\n'), [[], []]);
  }); // prettier-ignore

  it('may stand in brackets, in one line or several', () => {
    assert.deepEqual(yaml('keys: [{id: a}, {id: b,\n c: d}]\n- x: 1\n'), [['id', 'c'], [['a'], ['b', 'd']]]);
    assert.deepEqual(yaml('tags: [x]\nkeys:\n- {id: a,\n   c: d}\n- id: b\n'), [['id', 'c'], [['a', 'd'], ['b']]]);
  }); // prettier-ignore
});
