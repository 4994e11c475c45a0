/** Tests keys in lists: JSON, JSON lines, YAML. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { found, kinds, refusal } from './lists.ts';

describe('keys in a list of JSON', () => {
  it('are its strings, with escapes, and its numbers digit by digit as they are written', async () => {
    assert.deepEqual((await found('["a\\u0062", "\\"c\\"", 12345678901234567890, 1e3, -0.50]', 'json')).keys, [
      'ab',
      '"c"',
      '12345678901234567890',
      '1e3',
      '-0.50',
    ]);
  });

  it('do not include other values, which are reported with their lines', async () => {
    const { keys, counts, ...rest } = await found('["a",\n null,\n {"key": "b"},\r\n ["c"],\n true, "", "a"]', 'json');
    assert.deepEqual(keys, ['a']);
    assert.deepEqual(kinds({ keys, counts, ...rest }), [
      ['notText', 2, 'null'],
      ['notText', 3, '{…}'],
      ['notText', 4, '[…]'],
      ['notText', 5, 'true'],
      ['blank', 5, ''],
      ['repeated', 5, 'a'],
    ]);
    assert.equal(counts.unusable, 4);
  });

  it('do not include values of a list within the list, which count as separate problems', async () => {
    for (const format of ['json', 'yaml'] as const) {
      const { keys, counts } = await found('["a", ["b", ["c", "d"], {"e": ["f"]}], []]', format);
      assert.deepEqual([keys, counts.unusable], [['a'], 4]);
    }
  });

  it('can be the values of a field, each with its line', async () => {
    const text =
      '[{"id": 1, "key":\n "a"}, {"key": "b", "key": "c", "more": {"key": "x"}}, {"k\\u0065y": 2},\n {"id": 3}, "d", {"key": null}, {"key": ["e"]}, {"key":"a"}]';
    const all = await found(text, 'json', 'key');
    assert.deepEqual(all.keys, ['a', 'c', '2']);
    assert.deepEqual(kinds(all), [
      ['missingField', 3, ''],
      ['missingField', 3, 'd'],
      ['notText', 3, 'null'],
      ['notText', 3, '[…]'],
      ['repeated', 3, 'a'],
    ]);
    assert.equal(all.problems.at(-1)?.firstLine, 2);
  });

  it('can be inside objects, as in answers of the service', async () => {
    assert.deepEqual(
      (await found('{"count": 2, "keys": [{"key": "a"}, {"key": "b"}], "openChangeRequestId": null}', 'json', 'key')).keys,
      ['a', 'b'],
    );
    assert.deepEqual((await found('{"errors": [], "page": {"ids": ["a", "b"]}, "more": []}', 'json')).keys, ['a', 'b']);
  });

  it('are refused if the text has no list', async () => {
    assert.deepEqual(await refusal('{"a": 1}', 'json'), { code: 'noList' });
    assert.deepEqual(await refusal('"a"', 'json'), { code: 'noList' });
    assert.deepEqual(await refusal('{"a": [{"b": "c"}]}', 'json', 'key'), { code: 'noKeys' });
    assert.deepEqual(await refusal('{"tags": ["x"], "keys": ["a"]}', 'json'), { code: 'severalLists' });
    assert.deepEqual(await refusal('[]', 'json'), { code: 'noKeys' });
    assert.deepEqual(await refusal('{"keys": []}', 'json', 'key'), { code: 'noKeys' });
    assert.deepEqual(await refusal(' \n', 'json'), { code: 'empty' });
  });

  for (const [what, text, line, column] of [
    ['two commas at the end', '["a",\n "b",,\n]', 2, 6],
    ['no comma', '["a"\r\n "b"]', 2, 2],
    ['a quote that is not closed', '["a",\n "b]', 2, 2],
    ['a line end in a string', '["a\nb"]', 1, 2],
    ['an escape that is none', '["a\\x"]', 1, 2],
    ['half an escape', '["a", "\\u12"]', 1, 7],
    ['a number that is none', '[1, 01]', 1, 6],
    ['a word that is none', '[nil]', 1, 2],
    ['the wrong bracket', '["a"}', 1, 5],
    ['an end too early', '{"keys": ["a"]', 1, 15],
    ['more than one value', '["a"]\n["b"]', 2, 1],
    ['a mark before it', '\uFEFF["a" 1]', 1, 6],
    ['a comment without an end', '[\n/* all\n"a"]', 2, 1],
  ] as const) {
    it(`are refused for ${what}, with line and column`, async () => {
      assert.deepEqual(await refusal(text, 'json'), { code: 'malformed', line, column });
    });
  }

  it('are refused if they are nested so deeply that reading them would overflow the stack', async () => {
    const deep = `["a", ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}]`;
    assert.deepEqual(await refusal(deep, 'json'), { code: 'tooDeep' });
    assert.deepEqual(await refusal(`"a"\n${deep.slice(0, 60_000)}`, 'ndjson'), { code: 'tooDeep' });
    for (const open of ['[', '{a: ', '- ']) {
      const refused = (await refusal(open.repeat(10_000), 'yaml')) as { readonly code: string };
      assert.equal(refused.code, 'malformed', open);
    }
  });
});

describe('keys in JSON on lines', () => {
  it('are the values, or those of a field, and blank lines count for line numbers', async () => {
    assert.deepEqual((await found('"a"\r\n7\r\n\r\n"b"\n', 'ndjson')).keys, ['a', '7', 'b']);
    const all = await found('{"key":"a"}\n\n{"id":1}\n"x"\n{"key":"a"}\n  ', 'ndjson', 'key');
    assert.deepEqual(kinds(all), [
      ['blank', 2, ''],
      ['missingField', 3, ''],
      ['missingField', 4, 'x'],
      ['repeated', 5, 'a'],
      ['blank', 6, ''],
    ]);
  });

  it('are refused if a line has more or less than one value', async () => {
    assert.deepEqual(await refusal('{"key":"a"}\n{"key":\n"b"}', 'ndjson', 'key'), { code: 'malformed', line: 2, column: 8 });
    assert.deepEqual(await refusal('"a" "b"', 'ndjson'), { code: 'malformed', line: 1, column: 5 });
    assert.deepEqual(await refusal('"a",\n"b"', 'ndjson'), { code: 'malformed', line: 1, column: 4 });
  });
});

describe('keys in a list of YAML', () => {
  it('keep their text as written', async () => {
    const text = "# all\n---\n- yes\n- 0x1f\n- 2026-01-31\n- ~\n- null\n- 1_000\n- 'it''s' # a comment\n- \"b: c\"\n- a:b#c\n";
    assert.deepEqual((await found(text, 'yaml')).keys, [
      'yes',
      '0x1f',
      '2026-01-31',
      '~',
      'null',
      '1_000',
      "it's",
      'b: c',
      'a:b#c',
    ]);
  });

  it('are reported by line, also blank ones', async () => {
    assert.deepEqual(kinds(await found('  - a\n\n  -\n  # no\n  - a\n', 'yaml')), [
      ['blank', 3, ''],
      ['repeated', 5, 'a'],
    ]);
  });

  for (const [text, keys] of [
    ['- |\n  a', ['a']],
    ['- a\n  b', ['a b']],
    ['- a\n - b', ['a - b']],
    ["- 'a\n  b'", ['a b']],
    ["- 'a''", ["a'"]],
    ['- "a\\n"', ['a']],
    ['- &x a\n- *x', ['a']],
    ['- !!str a', ['a']],
    ['-  a', ['a']],
    ['["a"]', ['a']],
    ['keys:\n- a', ['a']],
    ['%YAML 1.2\n---\n- a', ['a']],
    ['---\n---\n- a', ['a']],
    ['- a\n---\n- b', ['a', 'b']],
  ] as const) {
    it(`are read from ${JSON.stringify(text)}`, async () => {
      assert.deepEqual((await found(text, 'yaml')).keys, keys);
    });
  }

  for (const [text, expected] of [
    ['- a: b', { code: 'noKeys' }],
    ['- a:', { code: 'noKeys' }],
    ['- [a]', { code: 'noKeys' }],
    ['- - a', { code: 'noKeys' }],
    ['- a\tb', { code: 'noKeys' }],
    ['- a\r- b', { code: 'noKeys' }],
    ['a', { code: 'noList' }],
    [' ---\n- a', { code: 'noList' }],
    ['--- a\n- b', { code: 'noList' }],
    ['- "a', { code: 'malformed', line: 1, column: 5 }],
    ['- "a" b', { code: 'malformed', line: 1, column: 7 }],
    ['- @a', { code: 'malformed', line: 1, column: 3 }],
    ["- 'a'b'", { code: 'malformed', line: 1, column: 6 }],
    ["- a\n- 'b\n- c'", { code: 'malformed', line: 2, column: 5 }],
  ] as const) {
    it(`are refused in ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(await refusal(text, 'yaml'), expected);
    });
  }
});
