/** Tests keys in YAML, and long texts that a thread parses. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeysFound } from '../../../../src/domain/keys/keysFound.ts';
import { keysInText } from '../../../../src/operations/keys/sources/keysInText.ts';
import { takesAtMost } from '../../../domain/keys/ratio.ts';
import { foundIn, refusalOf } from './lists.ts';

const found = (text: string, field?: string): Promise<KeysFound> => foundIn(text, { format: 'yaml', field });
const refusal = (text: string, field?: string): Promise<unknown> => refusalOf(text, { format: 'yaml', field });

describe('keys in any YAML', () => {
  it('keep their text as written', async () => {
    const text = "[yes, 0x1f, 2026-01-31, ~, null, 1_000, !!int 7, \"a\\u0041\", 'it''s']";
    assert.deepEqual((await found(text)).keys, ['yes', '0x1f', '2026-01-31', '~', 'null', '1_000', '7', 'aA', "it's"]);
    assert.deepEqual((await found('- |\n  block\n- >-\n  two\n  lines\n- plain\n  too\n')).keys, [
      'block',
      'two lines',
      'plain too',
    ]);
  });

  it('may have anchors and aliases', async () => {
    const all = await found('- &one a\n- b\n- *one\n');
    assert.deepEqual(all.keys, ['a', 'b']);
    assert.deepEqual(all.problems, [{ kind: 'repeated', line: 3, key: 'a', firstLine: 1 }]);
  });

  it('can be the values of a field, each with its line', async () => {
    const text = 'at: now\ntags: []\nkeys:\n- id: 1\n  key: a\n- id: 2\n- key:\n- key: [b]\n- c\n- {key: a}\n';
    const all = await found(text, 'key');
    assert.deepEqual(all.keys, ['a']);
    assert.deepEqual(
      all.problems.map(({ kind, line, key }) => [kind, line, key]),
      [
        ['missingField', 6, ''],
        ['blank', 7, ''],
        ['notText', 8, '[…]'],
        ['missingField', 9, 'c'],
        ['repeated', 10, 'a'],
      ],
    );
  });

  it('are those of all documents', async () => {
    assert.deepEqual((await found('- a\n---\n- b\n')).keys, ['a', 'b']);
  });

  it('are refused if the text has no list, or an empty one', async () => {
    assert.deepEqual(await refusal('a: b'), { code: 'noList' });
    assert.deepEqual(await refusal('just words\nand more'), { code: 'noList' });
    assert.deepEqual(await refusal('keys: [{id: 1}]', 'key'), { code: 'noKeys' });
    assert.deepEqual(await refusal('keys: []'), { code: 'noKeys' });
    assert.deepEqual(await refusal('# nothing'), { code: 'noList' });
  });

  it('are refused in a malformed text, with line and column', async () => {
    assert.deepEqual(await refusal('- a\n- "b\n'), { code: 'malformed', line: 3, column: 1 });
    assert.deepEqual(await refusal('- a\n- [b\n- c'), { code: 'malformed', line: 3, column: 1 });
    assert.deepEqual(await refusal('- {a: 1, a: 2}'), { code: 'malformed', line: 1, column: 10 });
  });

  it('are not multiplied by aliases of aliases', async () => {
    const levels = Array.from(
      { length: 40 },
      (_, level) => `- &l${level} [${level === 0 ? 'x' : `*l${level - 1}, *l${level - 1}`}]`,
    );
    assert.deepEqual(await refusal(levels.join('\n')), { code: 'noKeys' });
  });
});

describe('a long text', () => {
  const many = Array.from({ length: 9001 }, (_, index) => `acct-${index}`);

  it('in YAML is parsed in a thread that returns the results in parts, with all problems', async () => {
    const text = many.map((key) => `- key: ${key}\n- key: " ${key}"\n- key: ${key.toUpperCase()} \n`).join('');
    const { counts, problems, lookAlikes } = await found(text, 'key');
    assert.deepEqual(counts, { found: 18_002, repeated: 9001, blank: 0, unusable: 0, trimmed: 0, lookAlikes: 9001 });
    assert.deepEqual([problems.length, lookAlikes.length], [9001, 9001]);
    assert.deepEqual(problems.at(-1), { kind: 'repeated', line: 27_002, key: 'acct-9000', firstLine: 27_001 });
  });

  it('in JSON is parsed in that thread, too', async () => {
    const text = JSON.stringify({ old: 'x', keys: [...many, null, many[0]] }, undefined, 1);
    const { keys, problems } = await foundIn(text, { format: 'json', field: undefined });
    assert.deepEqual(keys, many);
    assert.deepEqual(problems, [
      { kind: 'notText', line: 9005, key: 'null' },
      { kind: 'repeated', line: 9006, key: 'acct-0', firstLine: 4 },
    ]);
  });

  it('that is malformed is refused with the position', async () => {
    const text = many.map((key) => `- ${key}\n`).join('');
    assert.deepEqual(await refusal(`${text}- a: b\n  - c\n`), { code: 'malformed', line: 9003, column: 1 });
    assert.deepEqual(await refusalOf(`[${text.replaceAll(/- (.*)/g, '"$1",')}`, { format: 'json', field: undefined }), {
      code: 'malformed',
      line: 9002,
      column: 1,
    });
  });

  it('in YAML is refused before parsing if it is too long for the parser', async () => {
    assert.deepEqual(await refusal(`a: b\n${'# much\n'.repeat(1_500_000)}`, 'a'), { code: 'tooLarge', megabytes: 10 });
  });

  it('is no longer read after an abort, while it arrives or is parsed', async () => {
    const reason = new Error('enough');
    const text = many.map((key) => `- key: ${key}\n`).join('');
    for (const wait of [0, 1, 2, 10, 30]) {
      const controller = new AbortController();
      const waiting = keysInText(text, { format: 'yaml', field: 'key' }, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), wait);
      await assert.rejects(waiting, reason);
    }
    await assert.rejects(keysInText('a', { format: 'lines' }, { signal: AbortSignal.abort(reason) }), reason);
  });
});

it('reading a YAML list with aliases takes time that only grows with its size', async () => {
  const list = (count: number): string =>
    `keys:\n${Array.from({ length: count }, (_, index) => (index % 2 === 0 ? `  - &k${index} acct-${index}\n` : `  - *k${index - 1}\n`)).join('')}`;
  const read = (count: number) => async () => assert.equal((await found(list(count))).keys.length, count / 2);
  await takesAtMost(20, read(16_000), read(2_000));
});
