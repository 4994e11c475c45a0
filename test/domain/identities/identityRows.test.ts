/** Tests tables of identities at their limits: columns, samples, errors, and the detected format. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identitiesFrom } from '../../../src/domain/identities/identitiesFrom.ts';
import { MAX_COLUMNS } from '../../../src/domain/identities/identityTable.ts';
import { guessMapping } from '../../../src/domain/identities/mapping.ts';
import { MAX_KEY_LENGTH } from '../../../src/domain/keys/keysFound.ts';
import { guessForm, readTable as read } from '../../../src/operations/keys/sources/identityRows.ts';
import { found, keysOf } from './read.ts';

describe('a table', () => {
  const csv = (hasHeader: boolean) => ({ format: 'csv', delimiter: ',', hasHeader }) as const;
  const json = { format: 'json' } as const;
  const tableIn = async (text: string, form: Parameters<typeof read>[1] = csv(true)) => {
    const result = await read(text, form);
    assert.ok(result.ok);
    return result.table;
  };
  /** Each column as `name: its samples`. */
  const columnsOf = async (text: string, hasHeader = true): Promise<readonly string[]> =>
    (await tableIn(text, csv(hasHeader))).columns.map(({ name, ownName, samples }) => {
      assert.equal(ownName, name);
      return `${name}: ${samples.join(' ')}`;
    });

  it('has the names of its header, or letters, and three values of each column from its beginning', async () => {
    const header = ' key , plan\na, free \nb,\nc,free\nd,team\ne, \nf,x\ng,y\n';
    assert.deepEqual(await columnsOf(header), ['key: a b c', 'plan: free team x']);
    assert.deepEqual(await columnsOf('a\nb,1,2\nc,3\n', false), ['A: a b c', 'B: 1 3', 'C: 2']);
    const long = `key,plan\n${'a,free\n'.repeat(199)}a,team\na,late\n`;
    assert.deepEqual(await columnsOf(long), ['key: a', 'plan: free team']);
  });

  it('begins after a first line that names the separator, and uses that separator', async () => {
    const { identities } = await found('sep=;\nkey;plan\nacct-1;free\n');
    assert.deepEqual(identities, [{ key: 'acct-1', values: { plan: 'free' }, line: 3 }]);
    assert.deepEqual((await tableIn('sep=,\nkey,plan\na,free\n')).rows, [{ line: 3, cells: ['a', 'free'] }]);
  });

  it('that COPY wrote keeps the rows below a cell that begins with a quote', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => `a${index}\t${index === 1 ? '"open' : 'free'}\t\\N\n`).join('');
    assert.equal(keysOf((await found(`account_id\tplan\tnote\n${rows}`)).identities), 'a0 a1 a2 a3 a4 a5');
  });

  it('may have 200 columns', async () => {
    const cells = (count: number): string => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
    const tooMany = { ok: false, refusal: { code: 'tooManyColumns', limit: MAX_COLUMNS } };
    const table = (count: number): string => `${cells(count)}\n${cells(count)}\n`;
    const object = (count: number): string => `[{${cells(count).replaceAll(/c\d+/g, '"$&":1')}}]`;
    for (const [form, text] of [[csv(true), table], [csv(false), table], [json, object]] as const) {
      assert.equal((await read(text(MAX_COLUMNS), form)).ok, true);
      assert.deepEqual(await read(text(MAX_COLUMNS + 1), form), tooMany);
    } // prettier-ignore
  });

  it('with identities yields after each 1,000 rows', async () => {
    const table = await tableIn('k,a\n'.repeat(2001));
    let count = 0;
    await identitiesFrom(table, guessMapping(table), async () => (count += 1));
    assert.equal(count, 2);
  });

  it('is refused if the JSON ends too early or does not contain objects', async () => {
    const malformed = { code: 'malformed', line: 2, column: 12 };
    assert.deepEqual(await read('[\n{"key":"a"}', json), { ok: false, refusal: malformed });
    for (const text of ['"a"', '7', 'null', '[["a"],["b"]]'])
      assert.deepEqual(await read(text, json), { ok: false, refusal: { code: 'notObjects' } }, text);
  });

  it('has a column for each path, but no column for values inside a list', async () => {
    const values = '"values":{"plan":"free","more":{"plan":"x"},"size":1}';
    const { columns, rows } = await tableIn(`[{${values},"key":"a","list":[{"key":"z"}],"last":true}]`, json);
    assert.equal(columns.map(({ name }) => name).join(' '), 'values.plan values.more.plan values.size key last');
    assert.deepEqual(rows, [{ line: 1, cells: ['free', 'x', '1', 'a', 'true'], fault: 'nested' }]);
  });
});

describe('a row', () => {
  it('may have a key of the maximum length, and is reported by its beginning', async () => {
    const long = 'k'.repeat(MAX_KEY_LENGTH);
    const { identities, problems } = await found(`key,plan\n${long},x\n${long}k,x\n${long},y\n`, 'a.csv');
    assert.equal(keysOf(identities), long);
    assert.deepEqual(problems, [
      { kind: 'badKey', line: 3, key: 'k'.repeat(60) },
      { kind: 'repeatedKey', line: 4, key: 'k'.repeat(60), firstLine: 2 },
    ]);
  });

  it('in JSON is left out if its key has half a character', async () => {
    const { problems } = await found('[{"key":"a\\ud83d","plan":"x"},{"key":"b","plan":"y"}]');
    assert.deepEqual(problems, [{ kind: 'badKey', line: 1, key: 'a\ud83d' }]);
  });

  it('is sent without cells that are empty or contain only spaces, with attributes of any name', async () => {
    const { identities } = await found('key,plan,city,size,more\na,x,,  ,1\n', 'a.csv', ({ keyColumn, attributes }) => ({
      keyColumn,
      attributes: attributes.map(({ column, id }) => ({ column, id: id === 'plan' ? '__proto__' : id })),
    }));
    const { values } = identities[0]!;
    assert.equal(JSON.stringify(values), '{"__proto__":"x","more":"1"}');
    for (const { writable, configurable } of Object.values(Object.getOwnPropertyDescriptors(values)))
      assert.ok(writable && configurable);
  });
});

describe('the form', () => {
  it('is JSON if the text begins like JSON, and JSON lines if the first line is a complete object or the file name says so', async () => {
    for (const [format, text, fileName = ''] of [
      ['json', ' \uFEFF[1'],
      ['json', '[x,y'],
      ['json', '{"key":"a"}'],
      ['ndjson', '\n{"key":"a"} , \n{'],
      ['ndjson', '\r\n{"key":"a"},\r\n{"key":"b"}'],
      ['json', '{\n"key":"a"}'],
      ['json', '{ \n}'],
      ['ndjson', `{"key":"${'a'.repeat(40_000)}"}\n{"key":"b"}`],
      ['ndjson', '{"key":"a"\n{"key":"b"}', 'a.jsonl'],
      ['json', '{"key":"a"\n{"key":"b"}', 'a.json'],
      ['json', '{\n"key":"a"}', 'a.jsonl'],
    ] as const)
      assert.deepEqual(await guessForm(text, { fileName }), { format }, text.slice(0, 40));
  });

  it('is otherwise a table with a header, guessed from complete rows at the beginning of a long text', async () => {
    const table = (delimiter: string) => ({ format: 'csv', delimiter, hasHeader: true });
    for (const text of ['', 'a\nb\n']) assert.deepEqual(await guessForm(text, { fileName: '' }), table(','));
    const row = `k1;"${'x'.repeat(996)}"`;
    for (const end of ['\n', '\r']) {
      const text = ['key;plan', ...Array.from({ length: 40 }, () => row), 'z;"never closed'].join(end);
      assert.deepEqual(await guessForm(text, {}), table(';'));
    }
    for (const text of ['key;plan\na;b\nc;d\n', `key;plan;${'x'.repeat(40_000)}`])
      assert.deepEqual(await guessForm(text, { fileName: 'a.csv' }), table(';'));
  });
});
