/** Tests which items of a list are keys, and problems in a list: JSON, JSON lines, YAML. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { found, kinds, refusal } from './lists.ts';

describe('the list in JSON', () => {
  for (const [what, text, keys, field] of [
    ['is not an empty one', '{"a": [], "b": {"c": "x"}, "keys": ["k"]}', ['k']],
    ['is told by a field after lists', '{"keys": [{"tags": ["t"], "key": "a"}]}', ['a'], 'key'],
    ['is told by a field after objects', '{"keys": [{"more": {"x": 1}, "key": "a"}]}', ['a'], 'key'],
    ['is told by a field after null', '{"keys": [{"n": null, "key": "a"}]}', ['a'], 'key'],
    ['has names with spaces around it', '{"of all": {"b c": ["a"]}}', ['a']],
    ['has tabs in it', '[\t"a",\t"b"\t]', ['a', 'b']],
    ['has letters of all scripts', '["é", "日本", "a\\u0062 c"]', ['é', '日本', 'ab c']],
    ['has numbers of all kinds', '[1e+3, 2E3, -1.5e-2]', ['1e+3', '2E3', '-1.5e-2']],
    ['takes the last of several fields', '[{"key": "a", "more": {}, "key": "b"}]', ['b'], 'key'],
    ['has fields of no other name', '[{"key": "a", "id2": "x", "keyed": "y", "k\\u0061": "z"}]', ['a'], 'key'],
  ] as const)
    it(what, async () => {
      const all = await found(text, 'json', field);
      assert.deepEqual(all.keys, keys);
      assert.deepEqual(all.problems, []);
    });

  it('has repeated and similar keys, however each is written', async () => {
    assert.deepEqual(kinds(await found('["ab", "a\\u0062",\r\r12, "12", "x", 12]', 'json')), [
      ['repeated', 1, 'ab'],
      ['repeated', 3, '12'],
      ['repeated', 3, '12'],
    ]);
    for (const text of ['["ab", "ａb"]', '["ａb", "ab"]', '["ab", "\\uff41b"]'])
      assert.equal((await found(text, 'json')).counts.lookAlikes, 1, text);
  });

  it('counts the lines before it', async () => {
    for (const begin of ['\n', '\r', '\r\n']) {
      assert.deepEqual(await refusal(`${begin}["a" 1]`, 'json'), { code: 'malformed', line: 2, column: 6 });
      assert.deepEqual(kinds(await found(`${begin}"a"\n"a"`, 'ndjson')), [
        ['blank', 1, ''],
        ['repeated', 3, 'a'],
      ]);
    }
  });

  it('has each unusable item reported once', async () => {
    assert.deepEqual(kinds(await found('["a", {"x": null},\nfalse]', 'json')), [
      ['notText', 1, '{…}'],
      ['notText', 2, 'false'],
    ]);
    assert.deepEqual(kinds(await found('[null, "a"]', 'json')), [['notText', 1, 'null']]);
    assert.deepEqual(
      kinds(await found('[null, "x", {"more": {}, "key": "a"},\n{"key": {"a": 1}}, {"key": false}]', 'json', 'key')),
      [
        ['missingField', 1, 'null'],
        ['missingField', 1, 'x'],
        ['notText', 2, '{…}'],
        ['notText', 2, 'false'],
      ],
    );
    assert.deepEqual(kinds(await found(`["${'x'.repeat(41)}", {"key": "a"}]`, 'json', 'key')), [
      ['missingField', 1, 'x'.repeat(40)],
    ]);
  });

  for (const [text, column] of [
    ['[{"a" "b"}]', 7],
    ['[{"a"x1}]', 6],
    ['["a":1]', 5],
    ['["a\\x', 2],
    ['["a\\n\u0001"]', 2],
    ['["a", "b\\u0041', 7],
    ['["\\', 2],
    ['["\\u', 2],
    ['["\\u1', 2],
    ['["\\u12', 2],
    ['["\\u123', 2],
    ['["\\u1x', 2],
    ['["\\ux', 2],
  ] as const)
    it(`is refused at the right column in ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(await refusal(text, 'json'), { code: 'malformed', line: 1, column });
    });
});

describe('JSON on lines', () => {
  it('has a value on each, also on the last without an end', async () => {
    assert.deepEqual((await found('"a"\n12', 'ndjson')).keys, ['a', '12']);
    for (const text of ['"a"', '"a"\n', '"a"\r\n']) assert.deepEqual((await found(text, 'ndjson')).problems, []);
    const all = await found('["a"]\n"b"\n', 'ndjson');
    assert.deepEqual(all.keys, ['b']);
    assert.deepEqual(kinds(all), [['notText', 1, '[…]']]);
  });
});

describe('a list of YAML', () => {
  it('may have comments and spaces after its values, which are not part of them', async () => {
    const all = await found("- a # c\n- b  \n- # c\n- 'c'  \r\n- d:e #f\n- é # g\n", 'yaml');
    assert.deepEqual(all.keys, ['a', 'b', 'c', 'd:e', 'é']);
    assert.deepEqual(kinds(all), [['blank', 3, '']]);
    assert.deepEqual(all.trimmed, []);
  });
});
