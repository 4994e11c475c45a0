/** Tests identities in a file: rows, columns, and errors by line. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_COLUMNS } from '../../../src/domain/identities/identityTable.ts';
import { attributeIdFrom, columnUses, guessMapping } from '../../../src/domain/identities/mapping.ts';
import { found, keysOf, refusalOf, tableOf } from './read.ts';

/** Asserts that a text has these identities: the line and the key of each, and its attributes. */
async function assertRows(text: string, fileName: string, ...rows: readonly (readonly [where: string, values: object])[]): Promise<void> {
  const { identities } = await found(text, fileName);
  assert.deepEqual(identities.map(({ key, values, line }) => [`${line} ${key}`, values]), rows);
} // prettier-ignore
const kindsOf = (problems: readonly { readonly kind: string; readonly line: number }[]): string =>
  problems.map(({ kind, line }) => `${line} ${kind}`).join(', ');

describe('identities from a table', () => {
  it('are text as written: no number is rounded, padded or cut', async () => {
    const id = '12345678901234567890';
    await assertRows(`key\tzip\tid\tratio\nk\t007\t${id}\t1.10\n`, 'a.tsv', ['2 k', { zip: '007', id, ratio: '1.10' }]);
    const json = `[{"key":"k","id":${id},"ratio":1.10,"isOn":true,"none":null}]`;
    await assertRows(json, '', ['1 k', { id, ratio: '1.10', isOn: 'true' }]);
  });

  it('are reported with the line on which a row begins, also after a cell of several lines', async () => {
    const text = 'key,note\r\na,"one\r\ntwo"\r\n\r\nb,x\r\na,again\r\n';
    await assertRows(text, 'a.csv', ['2 a', { note: 'one\r\ntwo' }], ['5 b', { note: 'x' }]);
    assert.deepEqual((await found(text, 'a.csv')).problems, [{ kind: 'repeatedKey', line: 6, key: 'a', firstLine: 2 }]);
  });

  it('say what is wrong with the rows that are left out', async () => {
    const text = `key,plan\n a ,free\n,free\n${'x'.repeat(251)},free\nb\u0007,free\nc,\nd,free,odd\ne,free,,\nTotal: 2`;
    const { identities, problems } = await found(text, 'a.csv');
    assert.equal(keysOf(identities), 'a e');
    assert.equal(kindsOf(problems), '3 emptyKey, 4 badKey, 5 badKey, 6 noValues, 7 wideRow, 9 narrowRow');
  });

  it('leave out rows whose key or attributes could not be read in the encoding of the file', async () => {
    const text = 'key,city,left out\na,K\uFFFDln,x\nb\uFFFD,Bonn,x\nc,Bonn,\uFFFD\n';
    const { identities, problems } = await found(text, 'a.csv', ({ keyColumn, attributes }) => ({ keyColumn, attributes: attributes.slice(0, 1) })); // prettier-ignore
    assert.equal(keysOf(identities), 'c');
    assert.deepEqual(problems, [
      { kind: 'undecoded', line: 2, key: 'a' },
      { kind: 'undecoded', line: 3, key: 'b\uFFFD' },
    ]);
  });
});

describe('identities from JSON', () => {
  const objects = ['{"key":"a","plan":"free"}', '{"plan":"team","key":"b","size":3}'];

  it('are objects in a list or on lines, each with its line', async () => {
    for (const text of [`[\n${objects.join(',\n')}]`, ` \n${objects.join('\n')}\n`])
      await assertRows(text, '', ['2 a', { plan: 'free' }], ['3 b', { plan: 'team', size: '3' }]);
  });

  it('may be one object, on one line or on several, but not an object of lists or objects', async () => {
    await assertRows(objects[0]!, '', ['1 a', { plan: 'free' }]);
    await assertRows('\n{\n  "key": "a",\n  "values": {\n    "plan": "free"\n  }\n}\n', '', ['2 a', { plan: 'free' }]);
    await assertRows('{"key": "a",\n "plan": "free"}', 'one.json', ['1 a', { plan: 'free' }]);
    assert.deepEqual(await refusalOf('{\n"a": {"plan":"x"},\n"b": {"plan":"y"}\n}'), { code: 'notObjects' });
    const twice = '{\n"key": "a",\n"plan": "free"\n}\n{\n"key": "b"\n}';
    assert.deepEqual(await refusalOf(twice), { code: 'malformed', line: 5, column: 1 });
  });

  it('are read without lists, and the lists are reported', async () => {
    const text = '[{"key":"a","tags":["x"],"plan":"free"},{"key":"b","plan":"p","more":[{"key":"z"}]}, 7]';
    await assertRows(text, '', ['1 a', { plan: 'free' }], ['1 b', { plan: 'p' }]);
    assert.equal(kindsOf((await found(text)).problems), '1 nested, 1 nested, 1 notObject');
  });

  for (const [what, text, values] of [
    [
      'a list of pairs (Flagsmith)',
      '{"data":[{"identifier":"u1","traits":[{"trait_key":"plan","trait_value":"pro"}]}]}',
      { plan: 'pro' },
    ],
    ['objects at any depth', '[{"id":"u1","a":{"b":{"c":{"plan":"pro","plan_b":2}}}}]', { plan: 'pro', plan_b: '2' }],
    [
      'one name twice, of which the outer one counts',
      '[{"id":"u1","plan":"outer","traits":{"plan":"inner"}}]',
      { plan: 'outer' },
    ],
  ] as const)
    // prettier-ignore
    it(`have attributes inside ${what}`, async () => {
      const { identities } = await found(text);
      assert.deepEqual(identities.map((one) => [one.key, one.values]), [['u1', values]]); // prettier-ignore
    });
});

describe('a doubtful key of an identity', () => {
  it('is a row with fewer or more cells, or a line above the table, too; rows are sent if the user decides so', async () => {
    const others = Array.from({ length: 20 }, (_, index) => `acc-${index},pro,x\n`).join('');
    const text = `Beta accounts\n\nid,plan,note\n${others}b,pro\nc,pro,x,y\n`;
    const { identities, doubts } = await found(text, 'a.csv');
    const told = doubts.map(({ kind, values }) => `${kind} ${values.map(({ line, value }) => `${line} ${value}`).join()}`);
    assert.deepEqual(told, ['preamble 1 Beta accounts', 'narrowRow 24 b', 'wideRow 25 c']);
    assert.equal(identities.length, 20);
    const remedies = { narrowRow: 'asTheyAre', wideRow: 'leaveOut', preamble: 'leaveOut' } as const;
    const decided = await found(text, 'a.csv', undefined, remedies);
    assert.deepEqual([decided.identities.at(-1)?.key, decided.doubts], ['b', []]);
  });

  it('is reported with its line, and cleaned up or left out if the user decides so', async () => {
    const text = 'id,plan\n="0001",pro\nNULL,free\nacc-3,pro\n';
    const { doubts } = await found(text, 'a.csv');
    assert.deepEqual(doubts.map(({ kind, values }) => [kind, values[0]?.line]), [['guarded', 2], ['placeholder', 3]]); // prettier-ignore
    const remedies = { guarded: 'cleanUp', placeholder: 'leaveOut' } as const;
    const decided = await found(text, 'a.csv', undefined, remedies);
    assert.deepEqual([keysOf(decided.identities), decided.doubts], ['0001 acc-3', []]);
    assert.deepEqual(decided.problems, [{ kind: 'leftOut', line: 3, key: 'NULL' }]);
  });
});

it('a text with no identities is refused, with the position if it is known', async () => {
  const wide = Array.from({ length: MAX_COLUMNS + 1 }, (_, index) => `"c${index}":1`).join(',');
  for (const [text, refusal, fileName] of [
    [' \n\n', { code: 'empty' }],
    ['key,a\n\0,1', { code: 'binary' }],
    ['key,a\nb,"x\n', { code: 'unterminatedQuote', line: 2 }, 'a.csv'],
    ['[\n{"key": a}]', { code: 'malformed', line: 2, column: 9 }],
    ['["a", "b"]', { code: 'notObjects' }],
    ['[]', { code: 'noRows' }],
    ['key,plan\n', { code: 'noRows' }, 'a.csv'],
    ['a\nb\nc\n', { code: 'oneColumn' }],
    [`[{${wide}}]`, { code: 'tooManyColumns', limit: MAX_COLUMNS }],
  ] as const)
    assert.deepEqual(await refusalOf(text, fileName), refusal, text.slice(0, 40));
});

describe('the guess of the columns', () => {
  it('uses as key the column that is named like a key and has no repeated values', async () => {
    const table = await tableOf('plan,account,user_id\nfree,acme,u1\nteam,acme,u2\nfree,acme,u3\n', 'a.csv');
    const attributes = [{ column: 0, id: 'plan' }, { column: 1, id: 'account' }]; // prettier-ignore
    assert.deepEqual(guessMapping(table), { keyColumn: 2, attributes });
  });

  it('uses as key the column with the fewest repeated values, or the first one, if no name helps', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `${at < 200 ? at : 'z'},${at === 1 ? 0 : at}`);
    for (const [key, ...lines] of [
      ['x', 'x,y,plan', '1,1,p', '2,2,p'],
      ['y', 'x,y,plan', '1,1,p', '1,2,p', '2,,p', '3,,p'],
      ['y', 'x,y,plan', '1,1,p', '" 1",2,p', '2,3,p', '3,4,p'],
      ['y', 'x,y,plan', ',1,p', ',2,p'],
      ['email', 'n,email', '1,a', '2,a', '3,b', '4,b'],
      ['n', 'n,id', '1,a', '2,a', '3,a', '4,a'],
      ['x', 'x,y', ...rows], // the first 200 rows decide
    ]) {
      const table = await tableOf(`${lines.join('\n')}\n`, 'a.csv');
      assert.equal(table.columns[guessMapping(table).keyColumn]!.name, key, lines.slice(0, 9).join(' '));
    }
  });

  it('lists every column and uses only exact names; if two names give the same ID, the exact name gets it', async () => {
    const table = await tableOf('account_id,Größe,日本,,plan,Plan Name,Plan_Name\nacc-1,1,2,3,4,5\n', 'columns.csv');
    assert.deepEqual(columnUses(table, 0), [
      { column: 1, id: 'Gr_e', isExact: false },
      { column: 2, id: '', isExact: false },
      { column: 3, id: '', isExact: false },
      { column: 4, id: 'plan', isExact: true },
      { column: 5, id: '', isExact: false, takenBy: 6 },
      { column: 6, id: 'Plan_Name', isExact: true },
    ]);
    await assertRows('account_id,Größe,plan\nacc-1,1,4\n', 'columns.csv', ['2 acc-1', { plan: '4' }]);
  });

  it('creates IDs that the live service accepts', () => {
    const names = ['Plan', 'sign-up date', '2nd', 'Größe', '  '];
    assert.deepEqual(names.map(attributeIdFrom), ['Plan', 'sign-up_date', 'nd', 'Gr_e', '']);
  });
});
