/** A file with several lists: which one holds the keys is asked, and none is taken unasked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answering, type Answer } from '../scripted.ts';
import { useSources } from './sources.ts';

const { findKeys, findKeysAgain, readAs } = await import('../../../src/editor/segments/source/findKeys.ts');

const sourceOf = useSources();
const json = '{"left": ["acct-1", "acct-2"], "owners": {"now": [{"id": 7, "key": "ann"}, {"id": 8, "key": "bob"}]}}';
const yaml = 'left:\n- acct-1\n- acct-2\nowners:\n  now:\n  - id: 7\n    key: ann\n  - id: 8\n    key: bob\n';

type Found = Awaited<ReturnType<typeof findKeys>>;
async function find(files: Readonly<Record<string, string>>, answers: readonly Answer[]) {
  const source = await sourceOf(files);
  let found: Found;
  const asked = await answering(answers, async () => (found = await findKeys(source, 'Upload')));
  return { found, asked, source };
}

for (const [name, text, form] of [
  ['a.json', json, 'JSON list'],
  ['a.yaml', yaml, 'YAML list'],
] as const) {
  describe(`several lists in ${name}`, () => {
    it('are asked about, with what they begin with', async () => {
      const { found, asked } = await find({ [name]: text }, ['left']);
      assert.equal(asked[0]?.prompt, `${name} has several lists. Which one holds the keys?`);
      assert.deepEqual(
        [asked[0]?.options, asked[0]?.details],
        [
          ['left', 'owners.now'],
          ['acct-1, acct-2', 'id, key'],
        ],
      );
      assert.equal(asked[0]?.active, undefined, 'a second Enter takes none');
      assert.deepEqual([found?.keys, found?.formWords, found?.origin], [['acct-1', 'acct-2'], `${form}, left`, `${name}, left`]);
    });

    it('have their own fields to choose from', async () => {
      const { found, asked, source } = await find({ [name]: text }, ['owners.now', 'key']);
      assert.deepEqual(asked[1]?.options, ['key · likely', 'id']);
      assert.deepEqual([found?.keys, found?.formWords], [['ann', 'bob'], `${form}, owners.now, field key`]);
      assert.ok(found && source.kept.kind === 'file');
      assert.deepEqual(await findKeysAgain(source.kept.uri, found.form), ['ann', 'bob'], 'the same again, unasked');
    });

    it('give no keys where the user walks away', async () => {
      for (const answers of [[undefined], ['owners.now', undefined]])
        assert.equal((await find({ [name]: text }, answers)).found, undefined);
    });

    it('are asked about again where the file is read in another form', async () => {
      const { found } = await find({ [name]: text }, ['left']);
      let again: Found;
      await answering([form, 'left'], async () => {
        again = await readAs(found!, 'Upload', 'readAs');
      });
      assert.deepEqual(again?.keys, ['acct-1', 'acct-2']);
    });
  });
}

it('each of several files is asked about, and one without several lists is not', async () => {
  const files = { 'a.json': json, 'b.json': json, 'c.json': '[{"id": 7, "key": "cy"}]' };
  const { found, asked } = await find(files, ['left', 'owners.now', 'key', 'key']);
  assert.deepEqual(found?.keys, ['acct-1', 'acct-2', 'ann', 'bob', 'cy']);
  assert.deepEqual(
    asked.map(({ prompt }) => prompt.split(' ')[0]),
    ['a.json', 'b.json', 'Which', 'Which'],
  );
});

it('a file with one list is not read as one before it with several', async () => {
  const rows = (name: string): string => `- id: 7\n  key: ${name}\n- id: 8\n  key: ${name}-2\n`;
  const files = { 'a.yaml': `one:\n${rows('ann')}two:\n${rows('bob')}`, 'b.yaml': rows('cy') };
  const { found } = await find(files, ['two', 'key', 'key']);
  assert.deepEqual(found?.keys, ['bob', 'bob-2', 'cy', 'cy-2']);
});

it('several lists are asked about also where the first has no usable key', async () => {
  const { found } = await find({ 'a.json': '{"skipped": [""], "keys": ["acct-1"]}' }, ['keys']);
  assert.deepEqual(found?.keys, ['acct-1']);
});
