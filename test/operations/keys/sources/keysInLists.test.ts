/** Tests keys in lists: JSON, JSON lines and YAML, also in long texts that a thread parses. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeySource, ListSource } from '../../../../src/domain/keys/keySource.ts';
import { keysInText } from '../../../../src/operations/keys/sources/keysInText.ts';
import { assertTakesAtMost } from '../../../domain/keys/ratio.ts';
import { foundIn, problemTexts, reads, refusalOf, refuses } from './lists.ts';

const list = (format: ListSource['format'], field?: string): KeySource => ({ format, field });
const [json, lined, yaml] = [list('json'), list('ndjson'), list('yaml')];
const malformed = (line: number, column: number) => ({ code: 'malformed', line, column });
/** Tests that each of these texts is refused, with the position of its first error. */
function refusesMalformed(source: KeySource, texts: readonly (readonly [text: string, line: number, column: number])[]): void {
  for (const [text, line, column] of texts) refuses(source, text, malformed(line, column));
}

describe('keys in a list of JSON', () => {
  const escaped = '["a\\u0062", "\\"c\\"", 12345678901234567890, 1e+3]';
  reads('strings, and numbers as they are written', json, escaped, ['ab', '"c"', '12345678901234567890', '1e+3']);
  reads('other values', json, '["a",\n null,\n {"key": "b"},\r\n ["c"],\n true, "", "a"]', ['a'], [
    '2 notText null',
    '3 notText {…}',
    '4 notText […]',
    '5 notText true',
    '5 blank',
    '5 repeated a = 1',
  ]); // prettier-ignore
  const fields = '[{"id": 1, "key":\n "a"}, {"key": "b", "key": "c", "more": {"key": "x"}}, {"k\\u0065y": 2},\n {"id": 3}, "d", {"key": null}, {"key": ["e"]}, {"key":"a"}]'; // prettier-ignore
  reads('values of a field, each with its line', list('json', 'key'), fields, ['a', 'c', '2'], [
    '3 missingField',
    '3 missingField d',
    '3 notText null',
    '3 notText […]',
    '3 repeated a = 2',
  ]); // prettier-ignore
  reads('the first list that is not empty', json, '{"errors": [], "page": {"ids": ["a",\t"b"\t]}, "more": []}', ['a', 'b']);

  it('do not include values of a list within the list, which count as separate problems', async () => {
    for (const source of [json, yaml]) {
      const { keys, counts } = await foundIn('["a", ["b", ["c", "d"], {"e": ["f"]}], []]', source);
      assert.deepEqual([keys, counts.unusable], [['a'], 4]);
    }
  });

  it('have the right line numbers after any kind of line end', async () => {
    for (const begin of ['\n', '\r', '\r\n']) {
      assert.deepEqual(await refusalOf(`${begin}["a" 1]`, json), malformed(2, 6));
      assert.deepEqual(problemTexts(await foundIn(`${begin}"a"\n"a"`, lined)), ['1 blank', '3 repeated a = 2']);
    }
  });

  refuses(json, '{"a": 1}', { code: 'noList' });
  refuses(list('json', 'key'), '{"keys": []}', { code: 'noKeys' });
  refuses(json, '{"tags": ["x"], "keys": ["a"]}', { code: 'severalLists' });
  refuses(json, ' \n', { code: 'empty' });

  refusesMalformed(json, [
    ['["a",\n "b]', 2, 2],
    ['["a", "\\u12"]', 1, 7],
    ['[nil]', 1, 2],
    ['{"keys": ["a"]', 1, 15],
    ['\uFEFF["a" 1]', 1, 6],
    ['[\n/* all\n"a"]', 2, 1],
  ]);

  it('are refused if they are nested so deeply that reading them would overflow the stack', async () => {
    const deep = `["a", ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}]`;
    assert.deepEqual(await refusalOf(deep, json), { code: 'tooDeep' });
    assert.deepEqual(await refusalOf(`"a"\n${deep.slice(0, 60_000)}`, lined), { code: 'tooDeep' });
    for (const open of ['[', '{a: ', '- ']) {
      const refused = (await refusalOf(open.repeat(10_000), yaml)) as { readonly code: string };
      assert.equal(refused.code, 'malformed', open);
    }
  });
});

describe('keys in JSON on lines', () => {
  reads('values', lined, '"a"\r\n7\r\n\r\n["b"]\n"c"', ['a', '7', 'c'], ['3 blank', '4 notText […]']);
  reads('values of a field', list('ndjson', 'key'), '{"key":"a"}\n\n{"id":1}\n"x"\n{"key":"a"}\n  ', ['a'], [
    '2 blank',
    '3 missingField',
    '4 missingField x',
    '5 repeated a = 1',
    '6 blank',
  ]); // prettier-ignore

  refuses(list('ndjson', 'key'), '{"key":"a"}\n{"key":\n"b"}', malformed(2, 8));
  refuses(lined, '"a" "b"', malformed(1, 5));
});

describe('keys in YAML', () => {
  const plain =
    "# all\n---\n- yes\n- 0x1f\n- 2026-01-31\n- ~\n- null\n- 1_000\n- 'it''s' # a comment\n- \"b: c\"  \n- a:b#c\r\n- !!int 7\n";
  reads('texts as they are written', yaml, plain, [
    'yes',
    '0x1f',
    '2026-01-31',
    '~',
    'null',
    '1_000',
    "it's",
    'b: c',
    'a:b#c',
    '7',
  ]);
  reads('blocks', yaml, '- |-\n  block\n- >-\n  two\n  lines\n- plain\n  too\n', ['block', 'two lines', 'plain too']);
  reads('anchors and aliases', yaml, '- &one a\n- b\n- *one\n', ['a', 'b'], ['3 repeated a = 1']);
  reads('several documents', yaml, '- a\n---\n- b', ['a', 'b']);
  const fields = 'at: now\ntags: []\nkeys:\n- id: 1\n  key: a\n- id: 2\n- key:\n- key: [b]\n- c\n- {key: a}\n';
  reads('values of a field', list('yaml', 'key'), fields, ['a'], [
    '6 missingField',
    '7 blank',
    '8 notText […]',
    '9 missingField c',
    '10 repeated a = 5',
  ]); // prettier-ignore

  refuses(yaml, '- a: b', { code: 'noKeys' });
  for (const text of ['a: b', '--- a\n- b']) refuses(yaml, text, { code: 'noList' });
  refusesMalformed(yaml, [
    ['- "a" b', 1, 7],
    ['- a\n- [b\n- c', 3, 1],
    ['- {a: 1, a: 2}', 1, 10],
  ]);

  it('are not multiplied by an alias that contains aliases', async () => {
    const alias = (level: number): string => (level === 0 ? 'x' : `*l${level - 1}, *l${level - 1}`);
    const levels = Array.from({ length: 40 }, (_, level) => `- &l${level} [${alias(level)}]`);
    assert.deepEqual(await refusalOf(levels.join('\n'), yaml), { code: 'noKeys' });
  });

  it('with aliases are read in a time that only grows with the size of the text', async () => {
    const pair = (index: number): string => `  - &k${index} acct-${index}\n  - *k${index}\n`;
    const text = (count: number): string => `keys:\n${Array.from({ length: count }, (_, index) => pair(index)).join('')}`;
    const read = (count: number) => async () => assert.equal((await foundIn(text(count), yaml)).keys.length, count);
    await assertTakesAtMost(20, read(8_000), read(1_000));
  });
});

describe('a long text', () => {
  const many = Array.from({ length: 9001 }, (_, index) => `acct-${index}`);
  const ofKeys = list('yaml', 'key');

  it('in YAML is parsed in a thread that returns the results in parts, with all problems', async () => {
    const text = many.map((key) => `- key: ${key}\n- key: " ${key}"\n- key: ${key.toUpperCase()} \n`).join('');
    const { counts, problems, lookAlikes } = await foundIn(text, ofKeys);
    assert.deepEqual(counts, { found: 18_002, repeated: 9001, blank: 0, unusable: 0, trimmed: 0, lookAlikes: 9001 });
    assert.deepEqual([problems.length, lookAlikes.length], [9001, 9001]);
    assert.deepEqual(problems.at(-1), { kind: 'repeated', line: 27_002, key: 'acct-9000', firstLine: 27_001 });
  });

  it('in JSON is parsed in that thread, too', async () => {
    const found = await foundIn(JSON.stringify({ old: 'x', keys: [...many, null, many[0]] }, undefined, 1), json);
    assert.deepEqual(found.keys, many);
    assert.deepEqual(problemTexts(found), ['9005 notText null', '9006 repeated acct-0 = 4']);
  });

  it('that is malformed is refused with the position, and before parsing if it is too long for the parser', async () => {
    const text = many.map((key) => `- ${key}\n`).join('');
    assert.deepEqual(await refusalOf(`${text}- a: b\n  - c\n`, yaml), malformed(9003, 1));
    assert.deepEqual(await refusalOf(`[${text.replaceAll(/- (.*)/g, '"$1",')}`, json), malformed(9002, 1));
    assert.deepEqual(await refusalOf(`a: b\n${'# much\n'.repeat(1_500_000)}`, yaml), { code: 'tooLarge', megabytes: 10 });
  });

  it('is no longer read after an abort, while it arrives or is parsed', async () => {
    const reason = new Error('enough');
    const text = many.map((key) => `- key: ${key}\n`).join('');
    for (const wait of [0, 2, 30]) {
      const controller = new AbortController();
      const waiting = keysInText(text, ofKeys, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), wait);
      await assert.rejects(waiting, reason);
    }
    await assert.rejects(keysInText('a', { format: 'lines' }, { signal: AbortSignal.abort(reason) }), reason);
  });
});
