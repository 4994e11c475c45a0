/** Tests the guessed format of a text before the user is asked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guessSource } from '../../../../src/operations/keys/sources/guessSource.ts';
import { keysInText } from '../../../../src/operations/keys/sources/keysInText.ts';
import { takesAtMost } from '../../../domain/keys/ratio.ts';

const guess = (text: string, fileName = 'keys.txt', languageId = 'plaintext') => guessSource(text, { fileName, languageId });
const sourceOf = async (text: string, fileName?: string) => (await guess(text, fileName)).source;
const table = (delimiter: string, hasHeader: boolean, column: number) => ({ format: 'csv', delimiter, hasHeader, column });

describe('the format of a text is guessed as', () => {
  it('a table by its file extension, its language or its regular rows', async () => {
    assert.deepEqual(await sourceOf('a1,x\nb2,y\n'), table(',', false, 0));
    assert.deepEqual(await sourceOf('a1;x\nb2;y\n', 'keys.csv'), table(';', false, 0));
    assert.deepEqual(await sourceOf('a1\tx\nb2\ty\n', 'keys.tsv'), table('\t', false, 0));
    assert.deepEqual((await guess('a1\na2\n', 'untitled', 'csv')).source, table(',', false, 0));
    assert.deepEqual(await sourceOf('a1\na2\n', 'keys.CSV'), table(',', false, 0));
  });

  it('a table by the separator that fits all rows, not by commas in the cells', async () => {
    assert.deepEqual(await sourceOf('account_id;sum\nacct-1;1,50\nacct-2;2,75\n', 'keys.csv'), table(';', true, 0));
  });

  it('a table by a first line that names the separator, whatever its file extension; that line is not a row', async () => {
    for (const name of ['keys.csv', 'keys.txt'])
      assert.deepEqual(await sourceOf('sep=;\naccount_id;sum\nacct-1;1,50\nacct-2;2,75\n', name), table(';', true, 0), name);
    assert.deepEqual(await sourceOf('"sep=,"\r\nn,id\r\n1,acct-1\r\n2,acct-2\r\n'), table(',', true, 1));
    assert.deepEqual((await guess('\uFEFFSEP=\t\nacct-1\tx\nacct-2\ty\n')).columns[0]?.samples, ['acct-1', 'acct-2']);
    assert.deepEqual(await sourceOf('sep=a\nsep=b\n'), { format: 'lines' }, 'these are keys');
  });

  it('a table of one column if the first line names it, and the file says that it is a table', async () => {
    for (const name of ['account_id', 'accountId', 'Account ID', 'accountid', 'key', 'user', 'id']) {
      const text = `${name}\nacct-1\nacct-2\n`;
      assert.deepEqual(await sourceOf(text, 'keys.csv'), table(',', true, 0), name);
      assert.deepEqual((await guess(text, 'untitled', 'csv')).source, table(',', true, 0), name);
    }
  });

  it('lines if only the appearance of the first line suggests a name, so the user decides', async () => {
    for (const name of ['account_id', 'key', 'user-admin', 'Customer Success', 'member.support']) {
      const text = `${name}\nalice\nbob\ncarl\n`;
      const { source, columns, withHeader } = await guess(text);
      assert.deepEqual([source, columns], [{ format: 'lines' }, []], name);
      const result = await keysInText(text, source);
      assert.deepEqual(result.ok && result.found.keys, [name, 'alice', 'bob', 'carl']);
      assert.deepEqual(withHeader?.source, table(',', true, 0), name);
      assert.deepEqual(withHeader?.columns[0]?.name, name);
    }
    const quoted = await guess('"account_id"\n"acct-1"\n');
    assert.deepEqual([quoted.source, quoted.withHeader?.source], [table(',', false, 0), table(',', true, 0)]);
    assert.equal((await guess('acct-1\nacct-2\n')).withHeader, undefined);
    assert.equal((await guess('account_id,plan\nacct-1,pro\nacct-2,pro\n')).withHeader, undefined);
  });

  it('a table of one column if its lines are quoted', async () => {
    assert.deepEqual(await sourceOf('"acct-1"\n"acct-2"\n'), table(',', false, 0));
  });

  it('a table even if it is malformed, so that the unclosed quote is reported', async () => {
    const { source } = await guess('id\n"acct-1\n', 'keys.csv');
    assert.deepEqual(await keysInText('id\n"acct-1\n', source), { ok: false, refusal: { code: 'unterminatedQuote', line: 2 } });
  });
});

describe('a header', () => {
  const hasHeader = async (text: string, fileName = 'keys.csv'): Promise<boolean> => {
    const source = await sourceOf(text, fileName);
    return source.format === 'csv' && source.hasHeader;
  };

  it('is recognized by its names even if columns have the same name; letters then distinguish them', async () => {
    const { source, columns } = await guessSource('id,id,id\n1,2,3\n4,5,6\n', { fileName: 'a.csv' });
    assert.deepEqual(source, { format: 'csv', delimiter: ',', hasHeader: true, column: 0 });
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['id (A)', 'id (B)', 'id (C)'],
    );
    const keys = await guessSource('acct-1,acct-1\nacct-2,acct-3\n', { fileName: 'a.csv' });
    assert.ok(keys.source.format === 'csv' && !keys.source.hasHeader, 'what is no name is a key, and repeats');
  });

  it('can also be a key if the table has only one column, so the user decides', async () => {
    for (const first of ['konto', 'ann@example.com']) {
      const { source, columns, withHeader } = await guess(`${first}\nk-17\nk-18\n`, 'keys.csv');
      assert.deepEqual([source, columns[0]?.name], [table(',', false, 0), 'A']);
      assert.deepEqual([withHeader?.source, withHeader?.columns[0]?.name], [table(',', true, 0), first]);
    }
    assert.equal((await guess('email\na@x.example\nb@x.example\n', 'keys.csv')).withHeader, undefined);
  });

  it('is not a key, because the first line of a list may be any key', async () => {
    assert.equal(await hasHeader('admin\nuser1\nuser2\nuser3\n', 'keys.txt'), false);
    assert.equal(await hasHeader('user-admin\nuser-guest\nuser-root\n', 'keys.txt'), false);
    assert.equal(await hasHeader('acct-1,pro\nacct-2,free\n'), false);
    assert.equal(await hasHeader('account_id', 'keys.txt'), false);
  });
});

describe('the column of the keys', () => {
  it('is described with name, samples and whether it looks like keys', async () => {
    const { columns } = await guess('\uFEFFaccount_id,plan\nacct-1,pro\nacct-2,pro\nacct-3,pro\nacct-4,free\n', 'keys.csv');
    assert.deepEqual(columns, [
      { index: 0, name: 'account_id', samples: ['acct-1', 'acct-2', 'acct-3'], looksLikeKeys: true },
      { index: 1, name: 'plan', samples: ['pro', 'free'], looksLikeKeys: false },
    ]);
  });

  it('is named by a letter if it has no name', async () => {
    const { columns } = await guess(`${'1x,'.repeat(27)}1x\n${'2x,'.repeat(27)}2x\n`, 'keys.csv');
    assert.deepEqual([columns[0]?.name, columns[25]?.name, columns[26]?.name, columns.length], ['A', 'Z', 'AA', 28]);
  });
});

it('the guess reads only the beginning of a long text', async () => {
  const text = Array.from({ length: 800_000 }, (_, index) => `acct-${index}`).join('\n');
  const guessed = (of: string) => async () => assert.deepEqual(await sourceOf(of), { format: 'lines' });
  await takesAtMost(20, guessed(text), guessed(text.slice(0, 300_000)));
});

describe('the field of the keys', () => {
  const fieldOf = async (text: string, fileName?: string): Promise<unknown> => {
    const source = await sourceOf(text, fileName);
    return 'field' in source ? source.field : source;
  };

  it('is described in the order of the text, with samples as they are written', async () => {
    const { columns, source } = await guess(
      '[{"n": 1e3, "key": "a", "x": null}, {"key": "b", "more": {"key": "c"}, "n": 12345678901234567890}]',
    );
    assert.deepEqual(source, { format: 'json', field: 'key' });
    assert.deepEqual(
      columns.map(({ index, name, samples }) => [index, name, samples]),
      [
        [0, 'n', ['1e3', '12345678901234567890']],
        [1, 'key', ['a', 'b']],
        [2, 'x', []],
        [3, 'more.key', ['c']],
      ],
    );
  });

  it('is found in a text that is cut off or malformed', async () => {
    const text = `[${Array.from({ length: 50 }, (_, index) => `{"id": "a${index}", "plan": "pro"}`).join(',')}]`;
    assert.deepEqual((await guessSource(text.slice(0, 700), { isCut: true })).source, { format: 'json', field: 'id' });
    assert.equal(await fieldOf(`${text.slice(0, -1)},]`), 'id');
  });

  it('is found in the flow mappings of YAML, on one line or on several', async () => {
    const { columns, source } = await guess(
      '- {plan: pro, "id": acct-1, tags: [a, {b: c}]}\n- { plan: pro,\n    id: "acct, 2" }\n',
      'a.yaml',
    );
    assert.deepEqual(source, { format: 'yaml', field: 'id' });
    assert.deepEqual(
      columns.map(({ name, samples }) => [name, samples]),
      [
        ['plan', ['pro']],
        ['id', ['acct-1', 'acct, 2']],
        ['tags', []],
      ],
    );
    assert.equal(await fieldOf('[{id: a, plan: p}, {id: b, plan: p}]', 'a.yml'), 'id');
    assert.equal(await fieldOf('# all\naccounts: [\n  {plan: p, id: a},\n  {plan: p, id: b}\n]', 'a.yml'), 'id');
    assert.equal(await fieldOf('keys:\n  - {id: a}\n  - id: b\n', 'a.yml'), 'id');
    assert.equal(await fieldOf('- {id: "a', 'a.yml'), 'id');
    assert.equal(await fieldOf('tags: []\nkeys:\n  - {id: a}\n', 'a.yml'), 'id');
    assert.equal(await fieldOf('keys: [a, b]', 'a.yml'), undefined);
  });

  it('is any name, with escapes resolved', async () => {
    assert.equal(await fieldOf('[{"k\\u0065y": "a"}]'), 'key');
    assert.equal(await fieldOf('[{"__proto__": "a"}]'), '__proto__');
    assert.deepEqual((await keysInText('[{"__proto__": "a"}]', { format: 'json', field: '__proto__' })).ok, true);
  });
});
