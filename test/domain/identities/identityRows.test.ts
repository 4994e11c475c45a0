/** Tests tables of identities at their limits: columns, samples, errors, and the detected format. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identitiesFrom } from '../../../src/domain/identities/identitiesFrom.ts';
import { MAX_COLUMNS } from '../../../src/domain/identities/identityTable.ts';
import { guessMapping, type Mapping } from '../../../src/domain/identities/mapping.ts';
import { MAX_KEY_LENGTH } from '../../../src/domain/keys/keysFound.ts';
import { guessForm, readTable as read } from '../../../src/operations/keys/sources/identityRows.ts';
import { found, keysOf } from './read.ts';

describe('a table', () => {
  const csv = (hasHeader: boolean) => ({ format: 'csv', delimiter: ',', hasHeader }) as const;
  const json = { format: 'json' } as const;
  const columnsOf = async (text: string, hasHeader = true): Promise<unknown> => {
    const result = await read(text, csv(hasHeader));
    return result.ok && result.table.columns;
  };
  const faultsOf = async (text: string): Promise<unknown> => {
    const result = await read(text, csv(true));
    return result.ok && result.table.rows.map(({ fault }) => fault);
  };

  it('has the names of its header, or letters, and three values of each column', async () => {
    assert.deepEqual(await columnsOf(' key , plan\na, free \nb,\nc,free\nd,team\ne, \nf,x\ng,y\n'), [
      { name: 'key', ownName: 'key', samples: ['a', 'b', 'c'] },
      { name: 'plan', ownName: 'plan', samples: ['free', 'team', 'x'] },
    ]);
    assert.deepEqual(await columnsOf('a\nb,1,2\nc,3\n', false), [
      { name: 'A', ownName: 'A', samples: ['a', 'b', 'c'] },
      { name: 'B', ownName: 'B', samples: ['1', '3'] },
      { name: 'C', ownName: 'C', samples: ['2'] },
    ]);
  });

  it('begins after a first line that names the separator, and uses that separator', async () => {
    const { identities } = await found('sep=;\nkey;plan\nacct-1;free\n');
    assert.deepEqual(identities, [{ key: 'acct-1', values: { plan: 'free' }, line: 3 }]);
    const result = await read('sep=,\nkey,plan\na,free\n', csv(true));
    assert.deepEqual(result.ok && result.table.rows, [{ line: 3, cells: ['a', 'free'] }]);
  });

  it('that COPY wrote keeps the rows below a cell that begins with a quote', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => `a${index}\t${index === 1 ? '"open' : 'free'}\t\\N\n`).join('');
    const { identities } = await found(`account_id\tplan\tnote\n${rows}`);
    assert.deepEqual(keysOf(identities), ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('is sampled at its beginning', async () => {
    assert.deepEqual(await columnsOf(`key,plan\n${'a,free\n'.repeat(199)}a,team\na,late\n`), [
      { name: 'key', ownName: 'key', samples: ['a'] },
      { name: 'plan', ownName: 'plan', samples: ['free', 'team'] },
    ]);
  });

  it('has rows that are too wide or too narrow, but empty cells after the last column don’t count', async () => {
    assert.deepEqual(await faultsOf('key,plan\na,x\nb,x,\nc,x, ,\nd,x,,y\ne\n'), [
      undefined,
      undefined,
      undefined,
      'wideRow',
      'narrowRow',
    ]);
  });

  it('may have 200 columns', async () => {
    const cells = (count: number): string => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
    const tooMany = { ok: false, refusal: { code: 'tooManyColumns', limit: MAX_COLUMNS } };
    for (const hasHeader of [true, false]) {
      const text = (count: number): string => `${cells(count)}\n${cells(count)}\n`;
      assert.equal((await read(text(MAX_COLUMNS), csv(hasHeader))).ok, true);
      assert.deepEqual(await read(text(MAX_COLUMNS + 1), csv(hasHeader)), tooMany);
    }
    const object = (count: number): string => `[{${cells(count).replaceAll(/c\d+/g, '"$&":1')}}]`;
    assert.equal((await read(object(MAX_COLUMNS), json)).ok, true);
    assert.deepEqual(await read(object(MAX_COLUMNS + 1), json), tooMany);
  });

  it('with identities yields after each 1,000 rows', async () => {
    const result = await read('k,a\n'.repeat(2001), csv(true));
    assert.ok(result.ok);
    let count = 0;
    await identitiesFrom(result.table, guessMapping(result.table), async () => (count += 1));
    assert.equal(count, 2);
  });

  it('is refused if the JSON ends too early or does not contain objects', async () => {
    assert.deepEqual(await read('[\n{"key":"a"}', json), { ok: false, refusal: { code: 'malformed', line: 2, column: 12 } });
    for (const text of ['"a"', '7', 'null'])
      assert.deepEqual(await read(text, json), { ok: false, refusal: { code: 'notObjects' } }, text);
    assert.deepEqual(await read('[["a"],["b"]]', json), { ok: false, refusal: { code: 'notObjects' } });
  });

  it('has an empty row, with its line, for each list or value in place of an object', async () => {
    const result = await read('[{"key":"a","plan":"b"},\n["x"],\n7]', json);
    assert.deepEqual(result.ok && result.table.rows, [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [], fault: 'notObject' },
      { line: 3, cells: [], fault: 'notObject' },
    ]);
  });

  it('has a column for each path, but no column for values inside a list', async () => {
    const result = await read('[{"values":{"plan":"free","more":{"plan":"x"},"size":1},"key":"a","list":[{"key":"z"}],"last":true}]', json);
    assert.ok(result.ok);
    assert.deepEqual(result.table.columns.map(({ name }) => name), ['values.plan', 'values.more.plan', 'values.size', 'key', 'last']);
    assert.deepEqual(result.table.rows, [{ line: 1, cells: ['free', 'x', '1', 'a', 'true'], fault: 'nested' }]);
  }); // prettier-ignore
});

describe('a row', () => {
  const all = async (text: string, change = (mapping: Mapping) => mapping) => await found(text, 'a.csv', change);

  it('may have a key of the maximum length, and is reported by its beginning', async () => {
    const long = 'k'.repeat(MAX_KEY_LENGTH);
    const { identities, problems } = await all(`key,plan\n${long},x\n${long}k,x\n${long},y\n`);
    assert.deepEqual(keysOf(identities), [long]);
    assert.deepEqual(problems, [
      { kind: 'badKey', line: 3, key: 'k'.repeat(60) },
      { kind: 'repeatedKey', line: 4, key: 'k'.repeat(60), firstLine: 2 },
    ]);
  });

  it('in JSON is left out if its key has half a character', async () => {
    const { problems } = await found('[{"key":"a\\ud83d","plan":"x"},{"key":"b","plan":"y"}]');
    assert.deepEqual(problems, [{ kind: 'badKey', line: 1, key: 'a\ud83d' }]);
  });

  it('is sent without cells that are empty or contain only spaces', async () => {
    assert.deepEqual(
      (await all('key,plan,city,size\na,,  ,1\n')).identities.map(({ values }) => values),
      [{ size: '1' }],
    );
  });

  it('has attributes of any name', async () => {
    const { identities } = await all('key,plan,city\na,x,y\n', (mapping) => ({
      ...mapping,
      attributes: mapping.attributes.map(({ column, id }) => ({ column, id: id === 'plan' ? '__proto__' : id })),
    }));
    assert.equal(JSON.stringify(identities[0]?.values), '{"__proto__":"x","city":"y"}');
    assert.deepEqual(
      Object.values(Object.getOwnPropertyDescriptors(identities[0]!.values)).map(({ writable, configurable }) => [writable, configurable]),
      [[true, true], [true, true]],
    );
  }); // prettier-ignore
});

describe('the form', () => {
  it('is JSON if the text begins like JSON, and JSON lines if the first line is a complete object', async () => {
    const [json, lined] = [{ format: 'json' }, { format: 'ndjson' }];
    for (const [text, form] of [
      [' \uFEFF[1', json],
      ['[x,y', json],
      ['{"key":"a"}', json],
      ['\n{"key":"a"} , \n{', lined],
      ['\r\n{"key":"a"},\r\n{"key":"b"}', lined],
      ['{\n"key":"a"}', json],
      ['{ \n}', json],
      [`{"key":"${'a'.repeat(40_000)}"}\n{"key":"b"}`, lined],
    ] as const)
      assert.deepEqual(await guessForm(text, { fileName: '' }), form, text.slice(0, 40));
  });

  it('is JSON lines if the file name says so, even if the first line is invalid', async () => {
    assert.deepEqual(await guessForm('{"key":"a"\n{"key":"b"}', { fileName: 'a.jsonl' }), { format: 'ndjson' });
    assert.deepEqual(await guessForm('{"key":"a"\n{"key":"b"}', { fileName: 'a.json' }), { format: 'json' });
    assert.deepEqual(await guessForm('{\n"key":"a"}', { fileName: 'a.jsonl' }), { format: 'json' });
  });

  it('is guessed from complete rows at the beginning of a long text', async () => {
    const table = { format: 'csv', delimiter: ';', hasHeader: true };
    const row = `k1;"${'x'.repeat(996)}"`;
    for (const end of ['\n', '\r']) {
      const text = ['key;plan', ...Array.from({ length: 40 }, () => row), 'z;"never closed'].join(end);
      assert.deepEqual(await guessForm(text, {}), table);
    }
    assert.deepEqual(await guessForm(`key;plan;${'x'.repeat(40_000)}`, { fileName: 'a.csv' }), table);
  });

  it('is otherwise a table with a header', async () => {
    const csv = { format: 'csv', delimiter: ',', hasHeader: true };
    assert.deepEqual(await guessForm('', { fileName: '' }), csv);
    assert.deepEqual(await guessForm('a\nb\n', { fileName: '' }), csv);
    assert.deepEqual(await guessForm('key;plan\na;b\nc;d\n', { fileName: 'a.csv' }), { ...csv, delimiter: ';' });
  });
});
