/** Keys out of any text: in slices, or by the parser in its thread. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as yaml from 'yaml';
import { keysFromText } from '../../src/domain/keys/keysFromText.ts';
import { keysInText } from '../../src/operations/keysInText.ts';
import { keysInYaml } from '../../src/operations/keysInYaml.ts';

const found = (text: string, field?: string) => {
  const result = keysInYaml(yaml, text, { field });
  assert.ok(result.ok, JSON.stringify(result));
  return result.found;
};
const refusal = (text: string, field?: string): unknown => {
  const result = keysInYaml(yaml, text, { field });
  return result.ok ? result : result.refusal;
};

describe('keys in any YAML', () => {
  it('keep their text as it is written', () => {
    const text = "[yes, 0x1f, 2026-01-31, ~, null, 1_000, !!int 7, \"a\\u0041\", 'it''s']";
    assert.deepEqual(found(text).keys, ['yes', '0x1f', '2026-01-31', '~', 'null', '1_000', '7', 'aA', "it's"]);
    assert.deepEqual(found('- |\n  block\n- >-\n  two\n  lines\n- plain\n  too\n').keys, ['block', 'two lines', 'plain too']);
  });

  it('may be anchored, and stand in for one another', () => {
    const all = found('- &one a\n- b\n- *one\n');
    assert.deepEqual(all.keys, ['a', 'b']);
    assert.deepEqual(all.problems, [{ kind: 'repeated', line: 3, key: 'a', firstLine: 1 }]);
  });

  it('are the values of a field, on the line where each stands', () => {
    const text = 'at: now\ntags: [x]\nkeys:\n- id: 1\n  key: a\n- id: 2\n- key:\n- key: [b]\n- c\n- {key: a}\n';
    const all = found(text, 'key');
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

  it('are those of all documents', () => {
    assert.deepEqual(found('- a\n---\n- b\n').keys, ['a', 'b']);
  });

  it('are refused where there is no list of them, or none', () => {
    assert.deepEqual(refusal('a: b'), { code: 'noList' });
    assert.deepEqual(refusal('just words\nand more'), { code: 'noList' });
    assert.deepEqual(refusal('keys: [{id: 1}]', 'key'), { code: 'noList' });
    assert.deepEqual(refusal('keys: []'), { code: 'noKeys' });
    assert.deepEqual(refusal('# nothing'), { code: 'noList' });
  });

  it('are refused where it is malformed, with line and column', () => {
    assert.deepEqual(refusal('- a\n- "b\n'), { code: 'malformed', line: 3, column: 1 });
    assert.deepEqual(refusal('- a\n- [b\n- c'), { code: 'malformed', line: 3, column: 1 });
    assert.deepEqual(refusal('- {a: 1, a: 2}'), { code: 'malformed', line: 1, column: 10 });
  });

  it('are not multiplied by aliases of aliases', () => {
    const levels = Array.from(
      { length: 40 },
      (_, level) => `- &l${level} [${level === 0 ? 'x' : `*l${level - 1}, *l${level - 1}`}]`,
    );
    assert.deepEqual(refusal(levels.join('\n')), { code: 'noKeys' });
  });
});

describe('keys in a text', () => {
  const many = Array.from({ length: 9001 }, (_, index) => `acct-${index}`);

  it('of a form that we scan are read here', async () => {
    const text = `${many.join('\n')}\nACCT-1\n`;
    const result = await keysInText(text, { format: 'lines' });
    assert.ok(result.ok && result.found.keys.length === 9002);
    assert.deepEqual(result, keysFromText(text, { format: 'lines' }));
  });

  it('of YAML that is more than a plain list come from the thread, part by part, with all that was found', async () => {
    const text = many.map((key) => `- key: ${key}\n- key: " ${key}"\n- key: ${key.toUpperCase()} \n`).join('');
    const result = await keysInText(text, { format: 'yaml', field: 'key' });
    assert.deepEqual(result, keysInYaml(yaml, text, { field: 'key' }));
    assert.ok(result.ok);
    assert.deepEqual(result.found.counts, { found: 18_002, repeated: 9001, blank: 0, unusable: 0, trimmed: 0, lookAlikes: 9001 });
    assert.deepEqual([result.found.problems.length, result.found.lookAlikes.length], [9001, 9001]);
  });

  it('that is malformed says where', async () => {
    const result = await keysInText('- a: b\n  - c\n', { format: 'yaml', field: undefined });
    assert.deepEqual(result, keysInYaml(yaml, '- a: b\n  - c\n', { field: undefined }));
    assert.equal(result.ok ? '' : result.refusal.code, 'malformed');
  });

  it('too long for the parser is refused before it starts', async () => {
    const text = `a: b\n${'# much\n'.repeat(1_500_000)}`;
    assert.deepEqual(await keysInText(text, { format: 'yaml', field: 'a' }), { ok: false, refusal: { code: 'needsParser' } });
  });

  it('is left at once when it is aborted, while it is scanned and while it is parsed', async () => {
    const reason = new Error('enough');
    const text = many.map((key) => `- key: ${key}\n`).join('');
    for (const format of ['yaml', 'json'] as const) {
      const controller = new AbortController();
      const waiting = keysInText(
        format === 'yaml' ? text : JSON.stringify(many.concat(many)),
        { format, field: 'key' },
        controller.signal,
      );
      controller.abort(reason);
      if (format === 'yaml') await assert.rejects(waiting, reason);
      else await waiting.catch((thrown: unknown) => assert.equal(thrown, reason));
    }
    await assert.rejects(keysInText('a', { format: 'lines' }, AbortSignal.abort(reason)), reason);
  });
});
