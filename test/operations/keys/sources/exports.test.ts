/** Tests files that real programs export: which keys are read, and which values are reported as doubtful. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { DoubtKind, Remedies } from '../../../../src/domain/keys/doubts.ts';
import type { KeysFound } from '../../../../src/domain/keys/keysFound.ts';
import type { KeySource } from '../../../../src/domain/keys/keySource.ts';
import { guessSource } from '../../../../src/operations/keys/sources/guessSource.ts';
import { foundIn } from './lists.ts';

type Named = Partial<Record<DoubtKind, readonly string[]>>;

const upTo = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `acc-${index}`);
/** Each doubtful value with its line: "4 Total: 2". */
const namedIn = ({ doubts }: KeysFound): Named =>
  Object.fromEntries(doubts.map(({ kind, values }) => [kind, values.map(({ line, value }) => `${line} ${value}`)]));

async function read(text: string, fileName = '', change: Partial<KeySource> = {}): Promise<KeysFound> {
  const { source } = await guessSource(text, { fileName });
  return foundIn(text, { ...source, ...change } as KeySource);
}

const fixture = (name: string): Promise<string> => readFile(path.join(import.meta.dirname, 'exports', name), 'utf8');

/** Reads a text with the name of its file, and compares all keys and all doubts. */
function reads(name: string, text: string | undefined, keys: readonly string[], named: Named = {}): void {
  it(text === undefined ? name : `${name}: ${JSON.stringify(text.slice(0, 60))}`, async () => {
    const found = await read(text ?? (await fixture(name)), name);
    assert.deepEqual(found.keys, keys);
    assert.deepEqual(namedIn(found), named);
  });
}

describe('an ID inside objects', () => {
  reads('dynamo.json', undefined, ['acc-1', 'acc-2']);

  it('is offered as a path together with the plain fields', async () => {
    const { columns } = await guessSource(await fixture('nested-user.json'), { fileName: 'a.json' });
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['user.id', 'country'],
    );
  });

  it('is read even if field names contain dots', async () => {
    const text = '[{"a.b": {"c": "x"}, "a": {"b.c": "no", "b": {"d": "no"}}}, {"a": {"b": {"c": "y"}}}, {"a.b.c": "z"}]';
    assert.deepEqual((await foundIn(text, { format: 'json', field: 'a.b.c' })).keys, ['x', 'y', 'z']);
  });

  it('is offered for at most 500 fields, even if aliases multiply them', async () => {
    const wide = `[${JSON.stringify(Object.fromEntries(upTo(1000).map((name) => [name, 1])))}]`;
    assert.equal((await guessSource(wide, { fileName: 'a.json' })).columns.length, 500);
    const names = 'abcdefghijklmnopqrstuvw';
    const pair = (index: number): string =>
      `${names[index + 1]}: &${names[index + 1]} {x: *${names[index]}, y: *${names[index]}}\n`;
    const bomb = `a: &a {x: 1, y: 2}\n${Array.from({ length: 22 }, (_, index) => pair(index)).join('')}list: [*w, *w]\n`;
    assert.ok((await guessSource(bomb, { fileName: 'a.yaml' })).columns.length <= 500);
  });
});

describe('a table with bars', () => {
  reads('pipe.txt', undefined, ['acc-1', 'acc-2', 'acc-3']);
  reads('pipe60.csv', ['id|plan', ...upTo(60).map((id) => `${id}|pro`), ''].join('\n'), upTo(60));
  reads('one-column.txt', ' account_id \n------------\n acc-1\n acc-2\n(2 rows)\n', ['acc-1', 'acc-2']);
  reads('box.txt', '┌────┬──────┐\n│ id │ plan │\n├────┼──────┤\n│ a1 │ pro  │\n└────┴──────┘\n', ['a1']);
  reads('note.md', '# Beta\n\nThese accounts:\n\n| id | note |\n|:--|--:|\n| a1 | x \\| y |\n', ['a1'], {
    preamble: ['1 # Beta', '3 These accounts:'],
  });
  const empty = ' account_id | plan \n------------+------\n acc-1      | pro\n            | free\n acc-3      | free\n';
  reads('empty-cell.txt', empty, ['acc-1', 'acc-3']);
  reads('below.md', '| id | plan |\n|----|------|\n| a1 | pro |\n\nsome text below | with a bar\n', ['a1'], {
    narrowRow: ['5 some text below | with a bar'],
  });
  reads('rule.txt', 'acc-1\n---\nacc-2\n', ['acc-1', '---', 'acc-2'], { note: ['2 ---'] });
});

describe('a mark of a spreadsheet', () => {
  reads('apostrophe.csv', "id\n'0001\n'=1+1\nacc-3\n", ["'0001", "'=1+1", 'acc-3'], { guarded: ["2 '0001", "3 '=1+1"] });

  it('is removed if the user decides so, and a doubtful value inside it is then reported', async () => {
    const found = await read('id\n="0001"\n="NULL"\n"=""0003"""\n', 'a.csv', { remedies: { guarded: 'cleanUp' } });
    assert.deepEqual(found.keys, ['0001', 'NULL', '0003']);
    assert.deepEqual(namedIn(found), { placeholder: ['3 NULL'] });
    assert.deepEqual(found.cleaned[0], { line: 2, given: '="0001"', key: '0001' });
  });
});

describe('rows narrower or wider than the header', () => {
  reads('total.csv', undefined, ['acc-1'], { wideRow: ['3 acc-2'], narrowRow: ['4 Total: 2'] });

  it('are accepted if the user decides so', async () => {
    const total = await fixture('total.csv');
    assert.deepEqual((await read(total, 'total.csv', { remedies: { wideRow: 'asTheyAre' } })).keys, ['acc-1', 'acc-2']);
    const found = await read(total, 'total.csv', { remedies: { wideRow: 'asTheyAre', narrowRow: 'leaveOut' } });
    assert.deepEqual([found.keys, found.doubts], [['acc-1', 'acc-2'], []]);
  });

  const report = 'Account ID\na1\na2\n\n\nOpportunity Report\nAcme\n';
  const notes = ['Opportunity Report', 'Acme'];
  reads('report-of-one-column.csv', report, ['a1', 'a2', ...notes], { note: ['6 Opportunity Report', '7 Acme'] });
});

describe('characters that nobody sees', () => {
  reads('space.txt', 'acc-1\nacc\u00a02\n', ['acc-1', 'acc\u00a02'], { invisible: ['2 acc\u00a02'] });

  it('are removed if the user decides so', async () => {
    const { keys, doubts } = await read(await fixture('zw.txt'), 'zw.txt', { remedies: { invisible: 'cleanUp' } });
    assert.deepEqual([keys, doubts], [['acc-1', 'acc-2', 'acc-3', 'acc-4', 'acc-5'], []]);
  });
});

describe('a number that a spreadsheet changed', () => {
  reads('german.txt', 'acc-1\n5,58199E+12\n', ['acc-1', '5,58199E+12'], { shortened: ['2 5,58199E+12'] });
  reads('git.txt', '1e3\n12e5\n0e1f\n', ['1e3', '12e5', '0e1f']);
  reads('excel.txt', '1234567890123450000\n9876543210987650\n', ['1234567890123450000', '9876543210987650'], {
    rounded: ['1 1234567890123450000', '2 9876543210987650'],
  });
  reads('ids.txt', '1234567890123450\n9876543210987653\n', ['1234567890123450', '9876543210987653']);

  it('gets its digits back if the user decides so', async () => {
    const { keys } = await read('id\n1001.0\n"1,234,567"\n1.234.567\n', 'a.csv', { remedies: { formatted: 'cleanUp' } });
    assert.deepEqual(keys, ['1001', '1234567']);
  });
});

describe('a placeholder of an empty cell', () => {
  it('is left out if the user decides so, and each one is listed with its line', async () => {
    const found = await read(await fixture('nulls.csv'), 'nulls.csv', { remedies: { placeholder: 'leaveOut' } });
    assert.deepEqual([found.keys, found.doubts], [['acc-1', 'acc-2'], []]);
    assert.deepEqual(
      found.problems.map(({ kind, line, key }) => `${kind === 'leftOut' ? '' : kind}${line} ${key}`),
      ['3 NULL', '4 \\N', '5 #N/A', '6 null', '8 N/A', '9 undefined', '10 NaN'],
    );
  });
});

describe('a list in code', () => {
  reads('query.sql', "SELECT * FROM a\nWHERE id IN ('acc-1', 'it''s', -- first\n 'acc-3');\n", ['acc-1', "it's", 'acc-3']);
  reads('keys.js', 'const keys = [\n  "acc-1", // "no"\n  `acc-2`,\n  42,\n];\n', ['acc-1', 'acc-2', '42']);
  reads('keys.tf', 'resource "segment" "beta" {\n  keys = ["acc-1"]\n}\n', ['acc-1']);
  reads('keys.py', "KEYS = {'acc-1', 'say \\'hi\\''}\n", ['acc-1', "say 'hi'"]);
  reads('keys.sh', 'keys=(acc-1 acc-2)\n', ['keys=(acc-1 acc-2)']);
  reads('part.txt', 'keys = [\nacc-1\n}\n', ['keys = [', 'acc-1', '}'], { code: ['1 keys = [', '3 }'] });
  reads('types.sql', "CREATE TABLE a (id varchar(36));\nSELECT now() FROM a WHERE id IN('acc-1')\n", ['acc-1']);

  it('is refused if there is a second list, even if only one of them contains nothing but strings', async () => {
    for (const text of [
      'a = ["x"]\nb = ["y"]\n',
      "WHERE status IN ('active') AND id IN (101, 102, 103)\n",
      "WHERE status IN ('active') AND id IN(101)\n",
      'a = ["x"]\nb = ["y", OTHER]\n',
    ]) {
      const { source } = await guessSource(text, {});
      await assert.rejects(foundIn(text, source), /severalLists/, text);
    }
  });
});

describe('JSON', () => {
  reads('with comments', '/* beta */ // all\n[{"id": "acc-1", /* x */}]\n', ['acc-1']);
});

describe('a header in a later line', () => {
  reads('title-row.csv', undefined, ['acc-1', 'acc-2', 'acc-3'], {
    preamble: ['1 Accounts for beta (exported 2026-11-01),,', '2 ,,'],
  });
  reads('one-column.csv', 'Accounts for beta\n\naccount_id\nacc-1\nacc-2\n', ['acc-1', 'acc-2'], {
    preamble: ['1 Accounts for beta'],
  });
  reads('quote.csv', 'It"s a title\nid,plan\nacc-1,pro\n', ['acc-1'], { preamble: ['1 It"s a title'] });
  reads('keys.txt', 'Madonna\nCher\nSmith, id\nPrince, X\n', ['Madonna', 'Cher', 'Smith, id', 'Prince, X'], {
    separators: ['3 Smith, id', '4 Prince, X'],
  });
});

describe('quotes', () => {
  reads('outfile.csv', 'id,name\n"acc-1","say \\"hi\\", or not"\n"acc-2","x\\\\y"\n', ['acc-1', 'acc-2']);
  reads('backslash.csv', 'path,id\n"C:\\","acc-1"\n"D:\\","acc-2"\n', ['acc-1', 'acc-2']);
  // mysql -B does not quote, so these quotes may be part of the value. A spreadsheet quotes a cell for its comma.
  reads('batch.tsv', 'id\tplan\n"acc-1"\tpro\nacc-2\tfree\n', ['"acc-1"', 'acc-2'], { quoted: ['2 "acc-1"'] });

  it('are removed if the user decides so', async () => {
    const { keys, doubts } = await read('a\\\\b\n"x"\n“y”;\nacc-4,\n', '', {
      remedies: { escaped: 'cleanUp', quoted: 'cleanUp', separators: 'cleanUp' },
    });
    assert.deepEqual([keys, doubts], [['a\\b', 'x', 'y', 'acc-4'], []]);
  });
});

it('a decision to use values as they are resolves only their own doubt', async () => {
  const remedies: Remedies = { placeholder: 'asTheyAre' };
  const { keys, doubts } = await foundIn('NULL\n# x\n', { format: 'lines', remedies });
  assert.deepEqual([keys, doubts.map(({ kind }) => kind)], [['NULL', '# x'], ['comment']]);
});
