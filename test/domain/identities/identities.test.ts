/** Identities out of a file: rows, columns, and what is wrong by line. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identitiesFrom, type IdentitiesFound } from '../../../src/domain/identities/identitiesFrom.ts';
import { MAX_COLUMNS, SLICE, type IdentityTable, type TableRefusal } from '../../../src/domain/identities/identityTable.ts';
import { attributeIdFrom, guessMapping, type Mapping } from '../../../src/domain/identities/mapping.ts';
import { guessForm, readTable } from '../../../src/domain/identities/readTable.ts';
import { MAX_KEY_LENGTH } from '../../../src/domain/keys/keysFound.ts';
import { read } from './read.ts';

function tableOf(text: string, fileName = ''): IdentityTable {
  const result = read(text, guessForm(text, { fileName }));
  assert.ok(result.ok, JSON.stringify(result));
  return result.table;
}

function refusalOf(text: string, fileName = ''): TableRefusal {
  const result = read(text, guessForm(text, { fileName }));
  assert.ok(!result.ok);
  return result.refusal;
}

function found(text: string, fileName = '', change = (mapping: Mapping) => mapping): IdentitiesFound {
  const table = tableOf(text, fileName);
  const steps = identitiesFrom(table, change(guessMapping(table)));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const rowsOf = (text: string, fileName = ''): unknown =>
  found(text, fileName).identities.map(({ key, values, line }) => [line, key, values]);

describe('identities out of a table', () => {
  it('are its rows, with the attributes that the header names', () => {
    assert.deepEqual(rowsOf('account_id,plan,Sign-up date\nacct-1,free,2026-01-02\nacct-2,"team, EU",\n', 'a.csv'), [
      [2, 'acct-1', { plan: 'free', 'Sign-up_date': '2026-01-02' }],
      [3, 'acct-2', { plan: 'team, EU' }],
    ]);
  });

  it('are text as written: no number is rounded, padded or cut', () => {
    assert.deepEqual(rowsOf('key\tzip\tid\tratio\nk\t007\t12345678901234567890\t1.10\n', 'a.tsv'), [
      [2, 'k', { zip: '007', id: '12345678901234567890', ratio: '1.10' }],
    ]);
    assert.deepEqual(rowsOf('[{"key":"k","id":12345678901234567890,"ratio":1.10,"isOn":true,"none":null}]'), [
      [1, 'k', { id: '12345678901234567890', ratio: '1.10', isOn: 'true' }],
    ]);
  });

  it('are told by the line on which a row begins, also after a cell of several lines', () => {
    const { identities, problems } = found('key,note\r\na,"one\r\ntwo"\r\n\r\nb,x\r\na,again\r\n', 'a.csv');
    assert.deepEqual(
      identities.map(({ line, key, values }) => [line, key, values.note]),
      [
        [2, 'a', 'one\r\ntwo'],
        [5, 'b', 'x'],
      ],
    );
    assert.deepEqual(problems, [{ kind: 'repeatedKey', line: 6, key: 'a', firstLine: 2 }]);
  });

  it('say what is wrong with the rows that are left out', () => {
    const text = [
      'key,plan',
      ' a ,free',
      ',free',
      `${'x'.repeat(251)},free`,
      'b\u0007,free',
      'c,',
      'd,free,odd',
      'e,free,,',
    ].join('\n');
    const { identities, problems, counts } = found(text, 'a.csv');
    assert.deepEqual(
      identities.map(({ key }) => key),
      ['a', 'e'],
    );
    assert.deepEqual(
      problems.map(({ kind, line }) => [kind, line]),
      [
        ['trimmed', 2],
        ['emptyKey', 3],
        ['tooLong', 4],
        ['controlCharacter', 5],
        ['noValues', 6],
        ['tooManyCells', 7],
      ],
    );
    assert.deepEqual(counts, { rows: 7, repeated: 0, empty: 1, unusable: 4, nested: 0, trimmed: 1, undecoded: 0 });
  });

  it('say where spaces around a key are left out', () => {
    const { identities, problems, counts } = found('key,plan\n a ,free\nb,free\n ,free\n', 'a.csv');
    assert.deepEqual(
      identities.map(({ key }) => key),
      ['a', 'b'],
    );
    assert.deepEqual(problems[0], { kind: 'trimmed', line: 2, key: 'a' });
    assert.deepEqual([counts.trimmed, counts.unusable, counts.empty], [1, 0, 1]);
  });

  it('leave out rows whose key or attributes could not be read in the encoding of the file', () => {
    const { identities, problems, counts } = found(
      'key,city,left out\na,K\uFFFDln,x\nb\uFFFD,Bonn,x\nc,Bonn,\uFFFD\n',
      'a.csv',
      (mapping) => ({
        ...mapping,
        attributes: mapping.attributes.slice(0, 1),
      }),
    );
    assert.deepEqual(
      identities.map(({ key }) => key),
      ['c'],
    );
    assert.deepEqual(problems, [
      { kind: 'undecoded', line: 2, key: 'a' },
      { kind: 'undecoded', line: 3, key: 'b\uFFFD' },
    ]);
    assert.deepEqual([counts.unusable, counts.undecoded], [2, 2]);
  });
});

describe('identities out of JSON', () => {
  const wanted = [
    [2, 'a', { plan: 'free' }],
    [3, 'b', { plan: 'team', size: '3' }],
  ];

  it('are objects in a list, each with its line', () => {
    assert.deepEqual(rowsOf('[\n{"key":"a","plan":"free"},\n{"plan":"team","key":"b","size":3}]'), wanted);
  });

  it('are an object on each line', () => {
    assert.deepEqual(rowsOf('\n{"key":"a","plan":"free"}\n{"plan":"team","key":"b","size":3}\n'), wanted);
  });

  it('may be one object, on one line or on several', () => {
    assert.deepEqual(rowsOf('{"key":"a","plan":"free"}'), [[1, 'a', { plan: 'free' }]]);
    const pretty = '\n{\n  "key": "a",\n  "values": {\n    "plan": "free"\n  }\n}\n';
    assert.deepEqual(rowsOf(pretty), [[2, 'a', { plan: 'free' }]]);
    assert.deepEqual(rowsOf('{"key": "a",\n "plan": "free"}', 'one.json'), [[1, 'a', { plan: 'free' }]]);
  });

  it('are not looked for in an object of lists or objects', () => {
    assert.deepEqual(refusalOf('{\n"identities": [\n{"key":"a","plan":"x"}\n]\n}'), { code: 'oneObject' });
    assert.deepEqual(refusalOf('{\n"a": {"plan":"x"},\n"b": {"plan":"y"}\n}'), { code: 'oneObject' });
    assert.deepEqual(refusalOf('{\n"key": "a",\n"plan": "free"\n}\n{\n"key": "b"\n}'), {
      code: 'brokenJson',
      line: 5,
      column: 1,
    });
  });

  it('may have their attributes in `values`, as the service has them', () => {
    assert.deepEqual(
      rowsOf('[\n{"key":"a","values":{"plan":"free","key":"inner"}},\n{"key":"b","values":{"plan":"team","size":3}}]'),
      [
        [2, 'a', { plan: 'free', key: 'inner' }],
        [3, 'b', { plan: 'team', size: '3' }],
      ],
    );
  });

  it('leave lists and objects out, and say so', () => {
    const { identities, problems } = found(
      '[{"key":"a","tags":["x"],"plan":"free"},{"key":"b","plan":"p","more":{"key":"z"}}, 7]',
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

  it('keep names that every object has already', () => {
    const [row] = found('[{"key":"a","__proto__":"x","constructor":"y"}]').identities;
    assert.equal(JSON.stringify(row?.values), '{"proto":"x","constructor":"y"}');
  });
});

describe('a table', () => {
  const csv = (hasHeader: boolean) => ({ format: 'csv', delimiter: ',', hasHeader }) as const;
  const json = { format: 'json' } as const;
  const columnsOf = (text: string, hasHeader = true): unknown => {
    const result = read(text, csv(hasHeader));
    return result.ok && result.table.columns;
  };
  const faultsOf = (text: string): unknown => {
    const result = read(text, csv(true));
    return result.ok && result.table.rows.map(({ fault }) => fault);
  };

  it('has the names of its header, or letters, and three values of each column', () => {
    assert.deepEqual(columnsOf(' key , plan\na, free \nb,\nc,free\nd,team\ne, \nf,x\ng,y\n'), [
      { name: 'key', samples: ['a', 'b', 'c'] },
      { name: 'plan', samples: ['free', 'team', 'x'] },
    ]);
    assert.deepEqual(columnsOf('a\nb,1,2\nc,3\n', false), [
      { name: 'A', samples: ['a', 'b', 'c'] },
      { name: 'B', samples: ['1', '3'] },
      { name: 'C', samples: ['2'] },
    ]);
  });

  it('is sampled at its beginning', () => {
    assert.deepEqual(columnsOf(`key,plan\n${'a,free\n'.repeat(199)}a,team\na,late\n`), [
      { name: 'key', samples: ['a'] },
      { name: 'plan', samples: ['free', 'team'] },
    ]);
  });

  it('has rows that are too wide where something stands behind the last column', () => {
    assert.deepEqual(faultsOf('key,plan\na,x\nb,x,\nc,x, ,\nd,x,,y\ne\n'), [
      undefined,
      undefined,
      undefined,
      'tooManyCells',
      undefined,
    ]);
  });

  it('may have 200 columns', () => {
    const cells = (count: number): string => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
    const tooMany = { ok: false, refusal: { code: 'tooManyColumns', limit: MAX_COLUMNS } };
    for (const hasHeader of [true, false]) {
      const text = (count: number): string => `${cells(count)}\n${cells(count)}\n`;
      assert.equal(read(text(MAX_COLUMNS), csv(hasHeader)).ok, true);
      assert.deepEqual(read(text(MAX_COLUMNS + 1), csv(hasHeader)), tooMany);
    }
    const object = (count: number): string => `[{${cells(count).replaceAll(/c\d+/g, '"$&":1')}}]`;
    assert.equal(read(object(MAX_COLUMNS), json).ok, true);
    assert.deepEqual(read(object(MAX_COLUMNS + 1), json), tooMany);
  });

  it('lets others work between slices, and between 200 rows', () => {
    const stepsOf = (steps: Generator): number => {
      let count = 0;
      while (!steps.next().done) count += 1;
      return count;
    };
    // Of 16 characters each, as many as four slices hold.
    const text = 'key-000000,free\n'.repeat((4 * SLICE) / 16);
    assert.equal(stepsOf(readTable(text, csv(true))), 4);
    const result = read('k,a\n'.repeat(401), csv(true));
    assert.ok(result.ok);
    assert.equal(stepsOf(identitiesFrom(result.table, guessMapping(result.table))), 2);
  });

  it('is told by the line on which a quote opens that nothing closes', () => {
    assert.deepEqual(refusalOf('key,a\n"x\ny","z\n', 'a.csv'), { code: 'unterminatedQuote', line: 3 });
  });

  it('is no table where JSON ends too early, or holds something else', () => {
    assert.deepEqual(read('[\n{"key":"a"}', json), { ok: false, refusal: { code: 'brokenJson', line: 2, column: 12 } });
    for (const text of ['"a"', '7', 'null'])
      assert.deepEqual(read(text, json), { ok: false, refusal: { code: 'notObjects' } }, text);
    assert.deepEqual(read('[["a"],["b"]]', json), { ok: false, refusal: { code: 'notObjects' } });
  });

  it('has rows that are lists or values, each with its line and nothing in it', () => {
    const result = read('[{"key":"a","plan":"b"},\n["x"],\n7]', json);
    assert.deepEqual(result.ok && result.table.rows, [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [], fault: 'notObject' },
      { line: 3, cells: [], fault: 'notObject' },
    ]);
  });

  it('has what is deeper in no column, and the fields after it in theirs', () => {
    const result = read('[{"values":{"plan":"free","more":{"plan":"x"},"size":1},"key":"a","list":[{"key":"z"}],"last":true}]', json);
    assert.ok(result.ok);
    assert.deepEqual(result.table.columns.map(({ name }) => name), ['plan', 'size', 'key', 'last']);
    assert.deepEqual(result.table.rows, [{ line: 1, cells: ['free', '1', 'a', 'true'], fault: 'nested' }]);
  }); // prettier-ignore
});

describe('a row', () => {
  const all = (text: string, change = (mapping: Mapping) => mapping) => found(text, 'a.csv', change);

  it('without a key in JSON has an empty one', () => {
    const { problems } = found('[{"key":"a","plan":"x"},{"plan":"y"}]');
    assert.deepEqual(problems, [{ kind: 'emptyKey', line: 1, key: '' }]);
  });

  it('may have a key as long as the service takes, and is told by its beginning', () => {
    const long = 'k'.repeat(MAX_KEY_LENGTH);
    const { identities, problems } = all(`key,plan\n${long},x\n${long}k,x\n${long},y\n`);
    assert.deepEqual(
      identities.map(({ key }) => key),
      [long],
    );
    assert.deepEqual(problems, [
      { kind: 'tooLong', line: 3, key: 'k'.repeat(60) },
      { kind: 'repeatedKey', line: 4, key: 'k'.repeat(60), firstLine: 2 },
    ]);
  });

  it('is left out for half a character in its key, or for one attribute of several that could not be read', () => {
    assert.deepEqual(all('key,plan,city\na\ud83d,x,y\nb,x,\uFFFD\n').problems, [
      { kind: 'loneSurrogate', line: 2, key: 'a\ud83d' },
      { kind: 'undecoded', line: 3, key: 'b' },
    ]);
  });

  it('sends no cell that is empty or has spaces only', () => {
    assert.deepEqual(
      all('key,plan,city,size\na,,  ,1\n').identities.map(({ values }) => values),
      [{ size: '1' }],
    );
  });

  it('has attributes of any name', () => {
    const { identities } = all('key,plan,city\na,x,y\n', (mapping) => ({
      ...mapping,
      attributes: mapping.attributes.map(({ column, id }) => ({ column, id: id === 'plan' ? '__proto__' : id })),
    }));
    assert.equal(JSON.stringify(identities[0]?.values), '{"__proto__":"x","city":"y"}');
    assert.deepEqual(
      Object.values(Object.getOwnPropertyDescriptors(identities[0]!.values)).map(({ writable, configurable }) => [writable, configurable]),
      [[true, true], [true, true]],
    );
  }); // prettier-ignore

  it('is counted once, as what it is', () => {
    const text = '[{"key":"a","plan":"x","more":[]},{"key":"a","plan":"y"},{"key":"b ","plan":"z"},{"key":""},7,8]';
    assert.deepEqual(found(text).counts, { rows: 6, repeated: 1, empty: 1, nested: 1, trimmed: 1, unusable: 2, undecoded: 0 });
  });
});

describe('the form', () => {
  it('is JSON by how it begins, on lines where the first one ends as an object does', () => {
    const [json, lined] = [{ format: 'json' }, { format: 'ndjson' }];
    for (const [text, form] of [
      [' \uFEFF[1', json],
      ['[x,y', json],
      ['{"key":"a"}', lined],
      ['\n{"key":"a"} , \n{', lined],
      ['\r\n{"key":"a"},\r\n', lined],
      ['{\n"key":"a"}', json],
      ['{ \n}', json],
      [`{"key":"${'a'.repeat(SLICE)}"}\n{"key":"b"}`, lined],
    ] as const)
      assert.deepEqual(guessForm(text, { fileName: '' }), form, text.slice(0, 40));
  });

  it('is JSON on lines where the name says so, also where the first is broken', () => {
    assert.deepEqual(guessForm('{"key":"a"\n{"key":"b"}', { fileName: 'a.jsonl' }), { format: 'ndjson' });
    assert.deepEqual(guessForm('{"key":"a"\n{"key":"b"}', { fileName: 'a.json' }), { format: 'json' });
    assert.deepEqual(guessForm('{\n"key":"a"}', { fileName: 'a.jsonl' }), { format: 'json' });
  });

  it('is guessed by whole rows of the beginning of a long text', () => {
    const table = { format: 'csv', delimiter: ';', hasHeader: true };
    const row = `k1;"${'x'.repeat(996)}"`;
    for (const end of ['\n', '\r']) {
      const text = ['key;plan', ...Array.from({ length: 40 }, () => row), 'z;"never closed'].join(end);
      assert.deepEqual(guessForm(text, {}), table);
    }
    assert.deepEqual(guessForm(`key;plan;${'x'.repeat(SLICE)}`, { fileName: 'a.csv' }), table);
  });

  it('is a table with a header else', () => {
    const csv = { format: 'csv', delimiter: ',', hasHeader: true };
    assert.deepEqual(guessForm('', { fileName: '' }), csv);
    assert.deepEqual(guessForm('a\nb\n', { fileName: '' }), csv);
    assert.deepEqual(guessForm('key;plan\na;b\nc;d\n', { fileName: 'a.csv' }), { ...csv, delimiter: ';' });
  });
});

describe('a text with no identities', () => {
  it('is refused, with the place where there is one', () => {
    assert.deepEqual(refusalOf(' \n\n'), { code: 'empty' });
    assert.deepEqual(refusalOf('key,a\n\0,1'), { code: 'binary' });
    assert.deepEqual(refusalOf('key,a\nb,"x\n', 'a.csv'), { code: 'unterminatedQuote', line: 2 });
    assert.deepEqual(refusalOf('[\n{"key": a}]'), { code: 'brokenJson', line: 2, column: 9 });
    assert.deepEqual(refusalOf('["a", "b"]'), { code: 'notObjects' });
    assert.deepEqual(refusalOf('[]'), { code: 'noRows' });
    assert.deepEqual(refusalOf('key,plan\n', 'a.csv'), { code: 'noRows' });
    assert.deepEqual(refusalOf('a\nb\nc\n'), { code: 'oneColumn' });
    const wide = Array.from({ length: MAX_COLUMNS + 1 }, (_, index) => `"c${index}":1`).join(',');
    assert.deepEqual(refusalOf(`[{${wide}}]`), { code: 'tooManyColumns', limit: MAX_COLUMNS });
  });
});

describe('the guess', () => {
  it('takes for the key what is named so and does not repeat', () => {
    const table = tableOf('plan,account,user_id\nfree,acme,u1\nteam,acme,u2\nfree,acme,u3\n', 'a.csv');
    assert.deepEqual(guessMapping(table), {
      keyColumn: 2,
      attributes: [
        { column: 0, id: 'plan' },
        { column: 1, id: 'account' },
      ],
    });
  });

  it('takes for the key what repeats least, then the first, where no name tells, or its values repeat', () => {
    const keyOf = (...rows: readonly string[]): string => {
      const table = tableOf(`${rows.join('\n')}\n`, 'a.csv');
      return table.columns[guessMapping(table).keyColumn]!.name;
    };
    assert.equal(keyOf('x,y,plan', '1,1,p', '2,2,p'), 'x');
    assert.equal(keyOf('x,y,plan', '1,1,p', '1,2,p', '2,,p', '3,,p'), 'y');
    assert.equal(keyOf('x,y,plan', '1,1,p', '" 1",2,p', '2,3,p', '3,4,p'), 'y');
    assert.equal(keyOf('x,y,plan', ',1,p', ',2,p'), 'y');
    assert.equal(keyOf('n,email', '1,a', '2,a', '3,b', '4,b'), 'email');
    assert.equal(keyOf('n,id', '1,a', '2,a', '3,a', '4,a'), 'n');
    const rows = Array.from({ length: 600 }, (_, at) => `${at < 200 ? at : 'z'},${at === 1 ? 0 : at}`);
    assert.equal(keyOf('x,y', ...rows), 'x', 'by the first 200 rows');
  });

  it('feeds no attribute twice, and none from a name that can be no id', () => {
    const result = read('key,plan,plan,%%\na,1,2,3\n', { format: 'csv', delimiter: ',', hasHeader: true });
    assert.deepEqual(result.ok && guessMapping(result.table).attributes, [{ column: 1, id: 'plan' }]);
  });

  it('makes ids that the live service takes', () => {
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
