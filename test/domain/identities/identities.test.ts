/** Tests identities in a file: rows, columns, and errors by line. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { identitiesFrom } from '../../../src/domain/identities/identitiesFrom.ts';
import { MAX_COLUMNS } from '../../../src/domain/identities/identityTable.ts';
import { attributeIdFrom, columnUses, guessMapping } from '../../../src/domain/identities/mapping.ts';
import { readTable as read } from '../../../src/operations/keys/sources/identityRows.ts';
import { found, keysOf, refusalOf, tableOf } from './read.ts';

const rowsOf = async (text: string, fileName = ''): Promise<unknown> =>
  (await found(text, fileName)).identities.map(({ key, values, line }) => [line, key, values]);

describe('identities from a table', () => {
  it('are its rows, with the attributes that the header names', async () => {
    assert.deepEqual(await rowsOf('account_id,plan,Sign-up_date\nacct-1,free,2026-01-02\nacct-2,"team, EU",\n', 'a.csv'), [
      [2, 'acct-1', { plan: 'free', 'Sign-up_date': '2026-01-02' }],
      [3, 'acct-2', { plan: 'team, EU' }],
    ]);
  });

  it('are text as written: no number is rounded, padded or cut', async () => {
    assert.deepEqual(await rowsOf('key\tzip\tid\tratio\nk\t007\t12345678901234567890\t1.10\n', 'a.tsv'), [
      [2, 'k', { zip: '007', id: '12345678901234567890', ratio: '1.10' }],
    ]);
    assert.deepEqual(await rowsOf('[{"key":"k","id":12345678901234567890,"ratio":1.10,"isOn":true,"none":null}]'), [
      [1, 'k', { id: '12345678901234567890', ratio: '1.10', isOn: 'true' }],
    ]);
  });

  it('are reported with the line on which a row begins, also after a cell of several lines', async () => {
    const { identities, problems } = await found('key,note\r\na,"one\r\ntwo"\r\n\r\nb,x\r\na,again\r\n', 'a.csv');
    assert.deepEqual(
      identities.map(({ line, key, values }) => [line, key, values.note]),
      [
        [2, 'a', 'one\r\ntwo'],
        [5, 'b', 'x'],
      ],
    );
    assert.deepEqual(problems, [{ kind: 'repeatedKey', line: 6, key: 'a', firstLine: 2 }]);
  });

  it('say what is wrong with the rows that are left out', async () => {
    const text = [
      'key,plan',
      ' a ,free',
      ',free',
      `${'x'.repeat(251)},free`,
      'b\u0007,free',
      'c,',
      'd,free,odd',
      'e,free,,',
      'Total: 2',
    ].join('\n');
    const { identities, problems } = await found(text, 'a.csv');
    assert.deepEqual(keysOf(identities), ['a', 'e']);
    assert.deepEqual(
      problems.map(({ kind, line }) => [kind, line]),
      [
        ['emptyKey', 3],
        ['badKey', 4],
        ['badKey', 5],
        ['noValues', 6],
        ['wideRow', 7],
        ['narrowRow', 9],
      ],
    );
  });

  it('leave out rows whose key or attributes could not be read in the encoding of the file', async () => {
    const { identities, problems } = await found(
      'key,city,left out\na,K\uFFFDln,x\nb\uFFFD,Bonn,x\nc,Bonn,\uFFFD\n',
      'a.csv',
      (mapping) => ({
        ...mapping,
        attributes: mapping.attributes.slice(0, 1),
      }),
    );
    assert.deepEqual(keysOf(identities), ['c']);
    assert.deepEqual(problems, [
      { kind: 'undecoded', line: 2, key: 'a' },
      { kind: 'undecoded', line: 3, key: 'b\uFFFD' },
    ]);
  });
});

describe('identities from JSON', () => {
  const wanted = [
    [2, 'a', { plan: 'free' }],
    [3, 'b', { plan: 'team', size: '3' }],
  ];

  it('are objects in a list, each with its line', async () => {
    assert.deepEqual(await rowsOf('[\n{"key":"a","plan":"free"},\n{"plan":"team","key":"b","size":3}]'), wanted);
  });

  it('are an object on each line', async () => {
    assert.deepEqual(await rowsOf(' \n{"key":"a","plan":"free"}\n{"plan":"team","key":"b","size":3}\n'), wanted);
  });

  it('may be one object, on one line or on several', async () => {
    assert.deepEqual(await rowsOf('{"key":"a","plan":"free"}'), [[1, 'a', { plan: 'free' }]]);
    const pretty = '\n{\n  "key": "a",\n  "values": {\n    "plan": "free"\n  }\n}\n';
    assert.deepEqual(await rowsOf(pretty), [[2, 'a', { plan: 'free' }]]);
    assert.deepEqual(await rowsOf('{"key": "a",\n "plan": "free"}', 'one.json'), [[1, 'a', { plan: 'free' }]]);
  });

  it('are not looked for in an object of lists or objects', async () => {
    assert.deepEqual(await refusalOf('{\n"a": {"plan":"x"},\n"b": {"plan":"y"}\n}'), { code: 'notObjects' });
    assert.deepEqual(await refusalOf('{\n"key": "a",\n"plan": "free"\n}\n{\n"key": "b"\n}'), {
      code: 'malformed',
      line: 5,
      column: 1,
    });
  });

  it('may have their attributes in `values`, as the service has them', async () => {
    assert.deepEqual(
      await rowsOf(
        '{"count": 2, "list": [\n{"key":"a","values":{"plan":"free","key":"inner"}},\n{"key":"b","values":{"plan":"team","size":3}}]}',
      ),
      [
        [2, 'a', { plan: 'free', key: 'inner' }],
        [3, 'b', { plan: 'team', size: '3' }],
      ],
    );
  });

  it('are read without lists, and the lists are reported', async () => {
    const { identities, problems } = await found(
      '[{"key":"a","tags":["x"],"plan":"free"},{"key":"b","plan":"p","more":[{"key":"z"}]}, 7]',
    );
    assert.deepEqual(
      identities.map(({ key, values }) => [key, values]),
      [
        ['a', { plan: 'free' }],
        ['b', { plan: 'p' }],
      ],
    );
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      ['nested', 'nested', 'notObject'],
    );
  });
});

describe('attributes inside objects and in lists of pairs', () => {
  for (const [what, text, rows] of [
    [
      'a list of pairs (Flagsmith)',
      '{"data":[{"identifier":"identity_1","traits":[{"trait_key":"plan","trait_value":"pro"}]},{"identifier":"identity_2","traits":[{"trait_key":"plan","trait_value":"free"}]}]}',
      [
        ['identity_1', { plan: 'pro' }],
        ['identity_2', { plan: 'free' }],
      ],
    ],
    [
      'an object',
      '[{"userId":"u1","traits":{"plan":"pro"}},{"userId":"u2","traits":{"plan":"free"}}]',
      [
        ['u1', { plan: 'pro' }],
        ['u2', { plan: 'free' }],
      ],
    ],
    ['objects at any depth', '[{"id":"u1","a":{"b":{"c":{"plan":"pro","plan_b":2}}}}]', [['u1', { plan: 'pro', plan_b: '2' }]]],
    [
      'pairs of other names',
      '{"id":"u1","attributes":[{"Name":"plan","Value":"pro"},{"Name":"eu","Value":true}]}',
      [['u1', { plan: 'pro', eu: 'true' }]],
    ],
    [
      'JSON on lines',
      '{"id":"u1","traits":{"plan":"pro"}}\n{"id":"u2","traits":{"plan":"x"}}\n',
      [
        ['u1', { plan: 'pro' }],
        ['u2', { plan: 'x' }],
      ],
    ],
    [
      'one name twice, of which the outer one counts',
      '[{"id":"u1","plan":"outer","traits":{"plan":"inner"}}]',
      [['u1', { plan: 'outer' }]],
    ],
    ['comments', '// users\n[{"id":"u1","traits":{"plan":"pro"},}]', [['u1', { plan: 'pro' }]]],
  ] as const)
    it(`are read from ${what}`, async () => {
      assert.deepEqual(
        (await found(text)).identities.map(({ key, values }) => [key, values]),
        rows,
      );
    });
});

describe('a doubtful key of an identity', () => {
  it('is a row with fewer or more cells, or a line above the table, too; rows are sent if the user decides so', async () => {
    const others = Array.from({ length: 20 }, (_, index) => `acc-${index},pro,x\n`).join('');
    const table = await tableOf(`Beta accounts\n\nid,plan,note\n${others}b,pro\nc,pro,x,y\n`, 'a.csv');
    const { identities, doubts } = await identitiesFrom(table, guessMapping(table), setImmediate);
    assert.deepEqual(
      doubts.map(({ kind, values }) => [kind, values]),
      [
        ['preamble', [{ line: 1, value: 'Beta accounts' }]],
        ['narrowRow', [{ line: 24, value: 'b' }]],
        ['wideRow', [{ line: 25, value: 'c' }]],
      ],
    );
    assert.equal(identities.length, 20);
    const remedies = { narrowRow: 'asTheyAre', wideRow: 'leaveOut', preamble: 'leaveOut' } as const;
    const decided = await identitiesFrom(table, guessMapping(table), setImmediate, remedies);
    assert.deepEqual([decided.identities.at(-1)?.key, decided.doubts], ['b', []]);
  });

  it('is reported with its line, and cleaned up or left out if the user decides so', async () => {
    const text = 'id,plan\n="0001",pro\nNULL,free\nacc-3,pro\n';
    const { doubts } = await found(text, 'a.csv');
    assert.deepEqual(
      doubts.map(({ kind, values }) => [kind, values[0]?.line]),
      [
        ['guarded', 2],
        ['placeholder', 3],
      ],
    );
    const table = await tableOf(text, 'a.csv');
    const remedies = { guarded: 'cleanUp', placeholder: 'leaveOut' } as const;
    const decided = await identitiesFrom(table, guessMapping(table), setImmediate, remedies);
    assert.deepEqual([decided.identities.map(({ key }) => key), decided.doubts], [['0001', 'acc-3'], []]);
    assert.deepEqual(decided.problems, [{ kind: 'leftOut', line: 3, key: 'NULL' }]);
  });
});

describe('a text with no identities', () => {
  it('is refused, with the position if it is known', async () => {
    assert.deepEqual(await refusalOf(' \n\n'), { code: 'empty' });
    assert.deepEqual(await refusalOf('key,a\n\0,1'), { code: 'binary' });
    assert.deepEqual(await refusalOf('key,a\nb,"x\n', 'a.csv'), { code: 'unterminatedQuote', line: 2 });
    assert.deepEqual(await refusalOf('[\n{"key": a}]'), { code: 'malformed', line: 2, column: 9 });
    assert.deepEqual(await refusalOf('["a", "b"]'), { code: 'notObjects' });
    assert.deepEqual(await refusalOf('[]'), { code: 'noRows' });
    assert.deepEqual(await refusalOf('key,plan\n', 'a.csv'), { code: 'noRows' });
    assert.deepEqual(await refusalOf('a\nb\nc\n'), { code: 'oneColumn' });
    const wide = Array.from({ length: MAX_COLUMNS + 1 }, (_, index) => `"c${index}":1`).join(',');
    assert.deepEqual(await refusalOf(`[{${wide}}]`), { code: 'tooManyColumns', limit: MAX_COLUMNS });
  });
});

describe('the guess of the columns', () => {
  it('uses as key the column that is named like a key and has no repeated values', async () => {
    const table = await tableOf('plan,account,user_id\nfree,acme,u1\nteam,acme,u2\nfree,acme,u3\n', 'a.csv');
    assert.deepEqual(guessMapping(table), {
      keyColumn: 2,
      attributes: [
        { column: 0, id: 'plan' },
        { column: 1, id: 'account' },
      ],
    });
  });

  it('uses as key the column with the fewest repeated values, or the first one, if no name helps', async () => {
    const keyOf = async (...rows: readonly string[]): Promise<string> => {
      const table = await tableOf(`${rows.join('\n')}\n`, 'a.csv');
      return table.columns[guessMapping(table).keyColumn]!.name;
    };
    assert.equal(await keyOf('x,y,plan', '1,1,p', '2,2,p'), 'x');
    assert.equal(await keyOf('x,y,plan', '1,1,p', '1,2,p', '2,,p', '3,,p'), 'y');
    assert.equal(await keyOf('x,y,plan', '1,1,p', '" 1",2,p', '2,3,p', '3,4,p'), 'y');
    assert.equal(await keyOf('x,y,plan', ',1,p', ',2,p'), 'y');
    assert.equal(await keyOf('n,email', '1,a', '2,a', '3,b', '4,b'), 'email');
    assert.equal(await keyOf('n,id', '1,a', '2,a', '3,a', '4,a'), 'n');
    const rows = Array.from({ length: 600 }, (_, at) => `${at < 200 ? at : 'z'},${at === 1 ? 0 : at}`);
    assert.equal(await keyOf('x,y', ...rows), 'x', 'by the first 200 rows');
  });

  it('maps no attribute twice, and ignores names that can’t be an attribute ID', async () => {
    const result = await read('key,plan,plan,%%\na,1,2,3\n', { format: 'csv', delimiter: ',', hasHeader: true });
    assert.deepEqual(result.ok && guessMapping(result.table).attributes, [{ column: 1, id: 'plan' }]);
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
    assert.deepEqual((await found('account_id,Größe,plan\nacc-1,1,4\n', 'columns.csv')).identities, [
      { key: 'acc-1', values: { plan: '4' }, line: 2 },
    ]);
  });

  it('creates IDs that the live service accepts', async () => {
    for (const [name, id] of [
      ['Plan', 'Plan'],
      ['sign-up date', 'sign-up_date'],
      ['2nd', 'nd'],
      ['Größe', 'Gr_e'],
      ['  ', ''],
    ])
      assert.equal(attributeIdFrom(name!), id);
  });
});
