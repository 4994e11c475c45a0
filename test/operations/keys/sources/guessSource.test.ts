/** Tests the guessed form of a text before the user is asked: its format, its header, and the column or field of the keys. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeColumns, isColumnName, keyNameScore } from '../../../../src/domain/keys/columns.ts';
import type { KeySource, ListSource } from '../../../../src/domain/keys/keySource.ts';
import { guessList, guessSource, type SourceHint } from '../../../../src/operations/keys/sources/guessSource.ts';
import { sampleRows } from '../../../../src/operations/keys/sources/tableRows.ts';
import { assertTakesAtMost } from '../../../domain/keys/ratio.ts';
import { foundIn } from './lists.ts';

const lines = { format: 'lines' };
const table = (hasHeader: boolean, column = 0, delimiter = ',') => ({ format: 'csv', delimiter, hasHeader, column });
const [csv, yaml] = [{ fileName: 'a.csv' }, { fileName: 'a.yml' }];
const sourceOf = async (text: string, hint: SourceHint = {}): Promise<KeySource> => (await guessSource(text, hint)).source;

/** Declares a test of the guessed form of each text. */
function guesses(what: string, cases: readonly (readonly [text: string, source: object, hint?: SourceHint])[]): void {
  it(what, async () => {
    for (const [text, source, hint] of cases) assert.deepEqual(await sourceOf(text, hint), source, JSON.stringify(text));
  });
}

describe('a name', () => {
  it('ranks higher with two words for keys, in any order and spelling', () => {
    for (const name of ['account_id', 'accountId', 'Account ID', 'accountid', 'id.account', 'ID - Account', 'the user ids'])
      assert.equal(keyNameScore(name), 3.2, name);
    assert.deepEqual(['key', 'uuid', 'customer', 'email', 'plan', 'constructor', ''].map(keyNameScore), [4, 3, 2, 1, 0, 0, 0]);
    assert.equal(keyNameScore('mail of the user, by id'), 0, 'a sentence is no name');
    assert.deepEqual([keyNameScore('accountidx'), keyNameScore('myaccountid')], [0, 0]);
    assert.deepEqual([keyNameScore(`${'x'.repeat(57)} id`), keyNameScore(`${'x'.repeat(58)} id`)], [3, 0]);
  });

  it('is recognized as one for keys, or one that often occurs beside them', () => {
    assert.deepEqual(['id', 'Plan', 'created_at', 'userKey'].map(isColumnName), [true, true, true, true]);
    assert.deepEqual(['acct-1', 'konto', '', 'plan 9'].map(isColumnName), [false, false, false, false]);
  });
});

describe('the first rows', () => {
  it('are trimmed, without blank lines, the line that names the separator, and rows that are cut off', () => {
    const whole = (rows: readonly (readonly string[])[], lines: readonly number[]) => ({ rows, isWhole: true, lines });
    const comma = { delimiter: ',' } as const;
    assert.deepEqual(sampleRows(' a , b\n\n \nc', comma, false), whole([['a', 'b'], ['c']], [1, 4]));
    assert.deepEqual(sampleRows('', comma, false), whole([], []));
    assert.deepEqual(sampleRows('sep=;\na;b\n', { delimiter: ';' }, false), whole([['a', 'b']], [2]));
    for (const last of ['d', '"d']) assert.deepEqual(sampleRows(`a,b\nc,${last}`, comma, true), whole([['a', 'b']], [1]));
    assert.deepEqual(sampleRows('a\n"b\n', comma, false), { rows: [['a']], isWhole: false, lines: [1] });
    assert.equal(sampleRows('a\n'.repeat(300), comma, false).rows.length, 200);
  });
});

describe('the columns', () => {
  type Rows = readonly (readonly string[])[];
  const keysIn = (names: readonly string[] | undefined, ...rows: Rows) =>
    describeColumns(names, rows).columns.map(({ looksLikeKeys }) => looksLikeKeys);

  it('have names, samples, and letters if a name is missing or repeated', async () => {
    const { columns: found } = describeColumns(['id', '', '', 'id'], [['1', '2', '3', '4', '5']]);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['id (A)', 'B', 'C', 'id (D)', 'E'],
    );
    const wide = await guessSource(`${'1x,'.repeat(27)}1x\n${'2x,'.repeat(27)}2x\n`, csv);
    assert.deepEqual([wide.columns[25]?.name, wide.columns[26]?.name, wide.columns.length], ['Z', 'AA', 28]);
    const { columns } = await guessSource('\uFEFFaccount_id,plan\nacct-1,pro\nacct-2,pro\nacct-3,pro\nacct-4,free\n', csv);
    assert.deepEqual(columns, [
      { index: 0, name: 'account_id', samples: ['acct-1', 'acct-2', 'acct-3'], looksLikeKeys: true },
      { index: 1, name: 'plan', samples: ['pro', 'free'], looksLikeKeys: false },
    ]);
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
    const bestOf = (names: readonly string[] | undefined, ...rows: Rows): number => describeColumns(names, rows).best;
    assert.equal(bestOf(['n', 'user', 'id'], ['1', 'a', 'x'], ['2', 'b', 'x y']), 2);
    assert.equal(bestOf(undefined, ['x', 'a', 'b'], ['x', 'c', 'd']), 1);
    assert.equal(bestOf(undefined, ['x', 'x', 'a b'], ['x', 'y', 'c d'], ['y', 'z', 'c d']), 1);
    assert.equal(bestOf(undefined), 0);
  });
});

describe('the separator of a table', () => {
  const rows = (odd: number): string => `${'a1,b\n'.repeat(10 - odd)}${'c2\n'.repeat(odd)}`;
  guesses('occurs in nine of ten rows, and in at least two, unless the file says that it is a table', [
    [rows(1), table(false)],
    [rows(2), lines],
    ['a1,b\n', lines],
    ['a1,b\n', table(false), csv],
    ['a1\nb2\n', table(false), { fileName: 'untitled', languageId: 'csv' }],
    ['a1;b\nc\nd\ne;f\ng;h\n', table(false, 0, ';'), csv],
    ['a1\tb\nc2\td\n', table(false, 0, '\t'), csv],
    ['', lines],
  ]);
  guesses('is the one with the most regular rows, or else the one with more columns', [
    ['a1,b;c,d\ne2,f;g,h\n', table(false)],
    ['a1;b,c;d\ne2;f,g;h\n', table(false, 0, ';')],
    ['a1;b,c\nd2;e\nf3;g\n', table(false, 0, ';')],
    ['account_id;sum\nacct-1;1,50\nacct-2;2,75\n', table(true, 0, ';'), csv],
  ]);
  guesses('is the one that the first line or the file names', [
    ['sep=;\naccount_id;sum\nacct-1;1,50\nacct-2;2,75\n', table(true, 0, ';'), csv],
    ['"sep=,"\r\nn,id\r\n1,acct-1\r\n2,acct-2\r\n', table(true, 1)],
    ['sep=a\nsep=b\n', lines], // these are keys
    ['a1\nb2\n', table(false, 0, '\t'), { fileName: 'a.TSV' }],
    ['a1\nb2\n', table(false, 0, '\t'), { languageId: 'tsv' }],
  ]);
  guesses('is searched for only if most lines are quoted or contain a separator, and no quote stays open', [
    ['id\n"a\n', lines],
    ['"a"\n"b"\n"c\n', lines],
    ['id\na,b\nc\nd\n', lines],
    ['"a"\nb"\n', lines],
    [' "a"\n\n"b"\nc\n', table(false)],
    ['a1,x\nb2,y\nc,"d', table(false), { isCut: true }],
    ['a1,x\nb2,y\nc,"d', lines],
    [`${'a1,x\n'.repeat(60_000)}c,"d`, table(false)],
  ]);
});

describe('the first row of a table', () => {
  const hasHeader = async (text: string): Promise<boolean> => {
    const source = await sourceOf(text, csv);
    return source.format === 'csv' && source.hasHeader;
  };
  const isHeader = (what: string, cases: readonly (readonly [text: string, is: boolean])[]): void => {
    it(what, async () => {
      for (const [text, is] of cases) assert.equal(await hasHeader(text), is, JSON.stringify(text));
    });
  };

  isHeader('is a header if it has a name for keys, and most cells below it are no such names', [
    ['id,x\na,b\n', true],
    ['id,x\nuser,b\nkey,c\nuid,d\n', false],
    ['id,x\nuser,b\nk,c\n', false], // names in half of the cells are too many
    ['id,x\nuser,b\nk,c\nl,d\n', true],
    ['id,x\nuser,b\n,c\n', false], // empty cells don't count
    ['id,x\n,b\n,c\n', false],
    [',x\na,b\nc,d\n', false],
    [',x\n17,b\n18,d\n', false],
    ['acct-1,pro\nacct-2,free\n', false],
  ]);
  isHeader('is a header if all values below it have digits in the same pattern, and it has no digits', [
    ['konto,x\nk-17,x\nk-18,x\n', true],
    ['konto,x\nkonten-1,x\nk-180,x\n', true],
    ['konto\nk-17\n', false],
    ['konto\nk-17\n18-k\n', false],
    ['konto\nk-17\nkk\n', false],
    ['konto1\nk-17\nk-18\n', false],
    ['konto,konto\nk-17,k-18\nk-19,k-20\n', false], // what repeats is no name
    ['id,id\nk-17,k-18\nk-19,k-20\n', true],
    [',,konto\nx,y,k-17\nx,y,k-18\n', true],
    ['acct-1,acct-1\nacct-2,acct-3\n', false],
  ]);

  it('may be a name or a key if only its appearance suggests a name, so the user decides', async () => {
    for (const name of ['account_id', 'key', 'user-admin', 'Customer Success', 'member.support']) {
      const text = `${name}\nalice\nbob\ncarl\n`;
      const { source, columns, withHeader } = await guessSource(text, {});
      assert.deepEqual([source, columns], [lines, []], name);
      assert.deepEqual((await foundIn(text, source)).keys, [name, 'alice', 'bob', 'carl']);
      assert.deepEqual([withHeader?.source, withHeader?.columns[0]?.name], [table(true), name]);
    }
    for (const first of ['konto', 'ann@example.com']) {
      const { source, columns, withHeader } = await guessSource(`${first}\nk-17\nk-18\n`, csv);
      assert.deepEqual([source, columns[0]?.name], [table(false), 'A']);
      assert.deepEqual([withHeader?.source, withHeader?.columns[0]?.name], [table(true), first]);
    }
    const quoted = await guessSource('"account_id"\n"acct-1"\n', {});
    assert.deepEqual([quoted.source, quoted.withHeader?.source], [table(false), table(true)]);
    for (const text of ['acct-1\nacct-2\n', 'account_id,plan\nacct-1,pro\nacct-2,pro\n'])
      assert.equal((await guessSource(text, {})).withHeader, undefined, text);
    assert.equal((await guessSource('email\na@x.example\nb@x.example\n', csv)).withHeader, undefined);
  });
});

describe('a text', () => {
  const are =
    (format: string, texts: readonly string[], hint: SourceHint = {}) =>
    async () => {
      for (const text of texts) assert.equal((await sourceOf(text, hint)).format, format, JSON.stringify(text));
    };
  it('is JSON if it begins like JSON', are('json', ['["a"]', ' [\n', '[1', '[-1]', '[[', '[]', '[{', '{"a":1}', '{}', ' { "a"']));
  it('is YAML if all its lines belong to a list', are('yaml', ['- a\n- b\n', '---\n- a\n', '# c\n\n- a\n-\n  b\n', '  - a\n  - b\n', '-   a\n'])); // prettier-ignore
  const others = ['[a]', 'x ["a"]', '{a}', 'x {"a"', '- a\nb\n', 'x - a\n- b\n', '-a\n-b\n', '- a\nx- b\n', '- a\nb c\n'];
  it('is plain lines otherwise', are('lines', others));
  const several = ['{"a":1}\n\n{"a":2}\n', '"a"\n "b"\n'];
  it('has one object on each line if the second line begins like an object', are('ndjson', several, { fileName: 'a.json' }));
  it('is JSON if its name says so', are('json', ['{"a":1}\nx{"a":2}\n', '{"a":1}\n'], { fileName: 'a.json' }));
  const lined = { fileName: 'a.jsonl' };
  it('has JSON on each line if its name says so', are('ndjson', ['{"a":1}\n', 'x {\n', '{ x\n', 'x\n'], lined));
  it('is one JSON value if its first line has only a bracket', are('json', [' [ \n', '{\n"a":1}', '\n[\n"a"]'], lined));
  it('is not read as JSON if its file says that it is a table', are('csv', ['["a"],1\n["b"],2\n'], csv));

  it('is examined only at its beginning', async () => {
    const text = Array.from({ length: 800_000 }, (_, index) => `acct-${index}`).join('\n');
    const guessed = (of: string) => async () => assert.deepEqual(await sourceOf(of), lines);
    await assertTakesAtMost(20, guessed(text), guessed(text.slice(0, 300_000)));
  });
});

describe('the fields of a list', () => {
  /** Returns each field with its first values. */
  const fieldsIn = async (text: string, format: ListSource['format'] = 'json'): Promise<unknown> =>
    (await guessList(text, format)).columns.map(({ name, samples }) => [name, ...samples]);
  const fieldOf = async (text: string, hint: SourceHint = {}): Promise<unknown> => {
    const source = await sourceOf(text, hint);
    return 'field' in source ? source.field : source;
  };

  it('are those of the first list that is not empty; if several lists are not empty, there is no choice', async () => {
    const none = { source: { format: 'json', field: 'a' }, columns: [] };
    assert.deepEqual(await guessList('{"one":[{"a":"x"}],"two":[{"k":"b"}]}', 'json'), none);
    assert.deepEqual(await fieldsIn('{"one":[],"two":[{"k":"b"}]}'), [['k', 'b']]);
    assert.deepEqual(await fieldsIn('[[{"k":"a"}],"b",{"k":"c"}]'), [['k', 'c']]);
    assert.deepEqual(await fieldsIn('a: 1\nb: 2\n', 'yaml'), []);
  });

  it('are those of at most 200 items, and of the items before an error or a cut', async () => {
    assert.deepEqual(await fieldsIn(`[${'{"k":1},'.repeat(199)}{"k":2},{"k":3}]`), [['k', '1', '2']]);
    assert.deepEqual(await fieldsIn('[{"k":"a"},{"k":!'), [['k', 'a']]);
    assert.deepEqual(await fieldsIn('[{"k":"a"},{"k":"b'), [['k', 'a', 'b']]);
    const long = Array.from({ length: 5000 }, (_, index) => `- id: a${index}\n  plan: pro\n`).join('');
    assert.deepEqual(await fieldsIn(long, 'yaml'), [['id', 'a0', 'a1', 'a2'], ['plan', 'pro']]); // prettier-ignore
  });

  it('are found in the flow mappings of YAML, on one line or on several', async () => {
    const text = '- {plan: pro, "id": acct-1, tags: [a, {b: c}]}\n- { plan: pro,\n    id: "acct, 2" }\n';
    assert.deepEqual(await fieldsIn(text, 'yaml'), [['plan', 'pro'], ['id', 'acct-1', 'acct, 2'], ['tags']]);
    for (const list of [
      '[{id: a, plan: p}, {id: b, plan: p}]',
      '# all\naccounts: [\n  {plan: p, id: a},\n  {plan: p, id: b}\n]',
      'keys:\n  - {id: a}\n  - id: b\n',
      '- {id: "a',
      'tags: []\nkeys:\n  - {id: a}\n',
    ])
      assert.equal(await fieldOf(list, yaml), 'id', list);
    assert.equal(await fieldOf('keys: [a, b]', yaml), undefined);
  });
});
