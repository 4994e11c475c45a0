/** A text with several lists: which there are, and the keys of one of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyList } from '../../../src/domain/keys/keysFound.ts';
import type { KeySource } from '../../../src/domain/keys/keySource.ts';
import { keysInText } from '../../../src/operations/keySources/keysInText.ts';

const texts = {
  json: `{"at": "now", "none": [], "left": ["acct-1", "acct-2", 3, "acct-4"],
    "of": {"all \\u0026": {"owners": [{"id": 7, "key": "ann", "tags": ["x"]}, {"more": 1}], "odd": [null, "x"]}}}`,
  yaml: 'at: now\nnone: []\nleft:\n- acct-1\n- acct-2\n- 3\n- acct-4\nof:\n  all &:\n    owners:\n    - id: 7\n      key: ann\n      tags: [x]\n    - more: 1\n    odd: [null, x]\n',
};
const lists: readonly KeyList[] = [
  { name: 'left', fields: [], samples: ['acct-1', 'acct-2', '3'] },
  { name: 'of.all &.owners', fields: ['id', 'key', 'tags'], samples: [] },
  { name: 'of.all &.odd', fields: [], samples: ['null', 'x'] },
];

async function read(text: string, form: KeySource): Promise<{ readonly keys?: readonly string[]; readonly lists?: unknown }> {
  const result = await keysInText(text, form);
  if (result.ok) return { keys: result.found.keys, lists: result.found.lists };
  return { lists: 'lists' in result.refusal ? result.refusal.lists : result.refusal.code };
}

for (const format of ['json', 'yaml'] as const) {
  describe(`several lists in ${format}`, () => {
    const text = texts[format];
    const source = { format, field: undefined } as const;

    it('are all told, with what they begin with', async () => {
      assert.deepEqual(await read(text, source), { keys: ['acct-1', 'acct-2', '3', 'acct-4'], lists });
    });

    it('are read one at a time, that which is wanted', async () => {
      const keysOf = async (list: number, field?: string): Promise<unknown> => (await read(text, { format, field, list })).keys;
      assert.deepEqual(await keysOf(0), ['acct-1', 'acct-2', '3', 'acct-4']);
      assert.deepEqual(await keysOf(1, 'key'), ['ann']);
      assert.deepEqual(await keysOf(2), format === 'yaml' ? ['null', 'x'] : ['x']);
      assert.deepEqual((await read(text, { format, field: undefined, list: 3 })).lists, 'noList');
    });

    it('are told, too, where the first has no usable key', async () => {
      const empty = format === 'json' ? '{"a": [""], "b": ["x"]}' : 'a: [""]\nb: [x]\n';
      const told = (await read(empty, source)).lists as readonly KeyList[];
      assert.deepEqual(
        told.map(({ name }) => name),
        ['a', 'b'],
      );
    });

    it('are none where there is one, whatever is empty or within it', async () => {
      for (const one of ['{"a": [], "b": ["x"]}', '["x", ["y"]]', '{"b": [{"key": "x", "c": ["y"]}, ["z"]]}'])
        assert.equal((await read(one, { format, field: one.includes('key') ? 'key' : undefined })).lists, undefined, one);
    });
  });
}

it('documents of YAML with a list each are one, and with several lists are told apart', async () => {
  const source = { format: 'yaml', field: undefined } as const;
  assert.deepEqual(await read('- a\n---\nk: [b]\n', source), { keys: ['a', 'b'], lists: undefined });
  const several = await read('- a\n---\nk: [b]\nm: [c]\n', source);
  assert.deepEqual(
    (several.lists as readonly KeyList[]).map(({ name }) => name),
    ['', 'k', 'm'],
  );
  assert.deepEqual((await read('- a\n---\nk: [b]\nm: [c]\n', { ...source, list: 2 })).keys, ['c']);
});
