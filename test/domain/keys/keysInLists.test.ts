/** Keys out of lists: JSON, JSON in lines, YAML. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { found, kinds, refusal } from './lists.ts';

describe('keys in a list of JSON', () => {
  it('are its strings, with escapes, and its numbers digit by digit as they are written', () => {
    assert.deepEqual(found('["a\\u0062", "\\"c\\"", 12345678901234567890, 1e3, -0.50]', 'json').keys, [
      'ab',
      '"c"',
      '12345678901234567890',
      '1e3',
      '-0.50',
    ]);
  });

  it('are no other values: each is told with its line', () => {
    const { keys, counts, ...rest } = found('["a",\n null,\n {"key": "b"},\r\n ["c"],\n true, "", "a"]', 'json');
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

  it('are the values of a field, on the line where each stands', () => {
    const text =
      '[{"id": 1, "key":\n "a"}, {"key": "b", "key": "c", "more": {"key": "x"}}, {"k\\u0065y": 2},\n {"id": 3}, "d", {"key": null}, {"key": ["e"]}, {"key":"a"}]';
    const all = found(text, 'json', 'key');
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

  it('may stand within objects, as the service answers', () => {
    assert.deepEqual(
      found('{"count": 2, "keys": [{"key": "a"}, {"key": "b"}], "openChangeRequestId": null}', 'json', 'key').keys,
      ['a', 'b'],
    );
    assert.deepEqual(found('{"errors": [], "tags": [{"name": "x"}], "page": {"ids": ["a", "b"]}, "more": ["c"]}', 'json').keys, [
      'a',
      'b',
    ]);
    assert.deepEqual(found('{"tags": ["x"], "keys": [{"id": 1, "key": "a"}]}', 'json', 'key').keys, ['a']);
    assert.deepEqual(found('{"keys": [{"of": {"key": "no"}}], "others": [{"key": "a"}]}', 'json', 'key').keys, ['a']);
  });

  it('are refused where there is no list of them', () => {
    assert.deepEqual(refusal('{"a": 1}', 'json'), { code: 'noList' });
    assert.deepEqual(refusal('"a"', 'json'), { code: 'noList' });
    assert.deepEqual(refusal('{"a": [{"b": "c"}]}', 'json', 'key'), { code: 'noList' });
    assert.deepEqual(refusal('[]', 'json'), { code: 'noKeys' });
    assert.deepEqual(refusal('{"keys": []}', 'json', 'key'), { code: 'noKeys' });
    assert.deepEqual(refusal(' \n', 'json'), { code: 'empty' });
  });

  for (const [what, text, line, column] of [
    ['a comma too many', '["a",\n "b",\n]', 3, 1],
    ['no comma', '["a"\r\n "b"]', 2, 2],
    ['a quote that is not closed', '["a",\n "b]', 2, 2],
    ['a line end in a string', '["a\nb"]', 1, 4],
    ['an escape that is none', '["a\\x"]', 1, 4],
    ['half an escape', '["a", "\\u12"]', 1, 8],
    ['a number that is none', '[1, 01]', 1, 5],
    ['a word that is none', '[nil]', 1, 2],
    ['the wrong bracket', '["a"}', 1, 5],
    ['an end too early', '{"keys": ["a"]', 1, 15],
    ['more than one value', '["a"]\n["b"]', 2, 1],
    ['a mark before it', '\uFEFF["a" 1]', 1, 6],
    ['a comment', '[\n// all\n"a"]', 2, 1],
  ] as const) {
    it(`are refused for ${what}, with line and column`, () => {
      assert.deepEqual(refusal(text, 'json'), { code: 'malformed', line, column });
    });
  }

  it('are read at any depth without a stack', () => {
    const deep = 1_000_000;
    assert.deepEqual(found(`["a", ${'['.repeat(deep)}${']'.repeat(deep)}]`, 'json').keys, ['a']);
  });
});

describe('keys in JSON on lines', () => {
  it('are the values, or those of a field, and blank lines count', () => {
    assert.deepEqual(found('"a"\r\n7\r\n\r\n"b"\n', 'ndjson').keys, ['a', '7', 'b']);
    const all = found('{"key":"a"}\n\n{"id":1}\n"x"\n{"key":"a"}\n  ', 'ndjson', 'key');
    assert.deepEqual(kinds(all), [
      ['blank', 2, ''],
      ['missingField', 3, ''],
      ['missingField', 4, 'x'],
      ['repeated', 5, 'a'],
      ['blank', 6, ''],
    ]);
  });

  it('are refused where a line has more or less than one value', () => {
    assert.deepEqual(refusal('{"key":"a"}\n{"key":\n"b"}', 'ndjson', 'key'), { code: 'malformed', line: 2, column: 8 });
    assert.deepEqual(refusal('"a" "b"', 'ndjson'), { code: 'malformed', line: 1, column: 5 });
    assert.deepEqual(refusal('"a",\n"b"', 'ndjson'), { code: 'malformed', line: 1, column: 4 });
  });
});

describe('keys in a list of YAML', () => {
  it('keep their text as it is written', () => {
    const text = "# all\n---\n- yes\n- 0x1f\n- 2026-01-31\n- ~\n- null\n- 1_000\n- 'it''s' # a comment\n- \"b: c\"\n- a:b#c\n";
    assert.deepEqual(found(text, 'yaml').keys, ['yes', '0x1f', '2026-01-31', '~', 'null', '1_000', "it's", 'b: c', 'a:b#c']);
  });

  it('are told by line, blank ones too', () => {
    assert.deepEqual(kinds(found('  - a\n\n  -\n  # no\n  - a\n', 'yaml')), [
      ['blank', 3, ''],
      ['repeated', 5, 'a'],
    ]);
  });

  for (const text of [
    '- a: b',
    '- |\n  a',
    '- a\n  b',
    '- &x a\n- *x',
    '- [a]',
    '- - a',
    'keys:\n- a',
    '- a\n - b',
    '["a"]',
    '%YAML 1.2\n---\n- a',
    '- "a\\n"',
    '- "a',
    "- 'a\n  b'",
    '- a\tb',
    '- a\n---\n- b',
    '- a\r- b',
    '- !!str a',
    'a',
    '- "a" b',
    '- @a',
    '- a:',
  ]) {
    it(`are left to a parser in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(refusal(text, 'yaml'), { code: 'needsParser' });
    });
  }

  it('are left to a parser where they are fields', () => {
    assert.deepEqual(refusal('- key: a', 'yaml', 'key'), { code: 'needsParser' });
  });
});
