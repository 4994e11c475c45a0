/** A file with several lists: none is taken. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { offered, shown } from '../../fakeVscode.ts';
import { useSources } from './sources.ts';

const { findKeys } = await import('../../../../src/editor/segments/source/findKeys.ts');

const sourceOf = useSources();
const json = '{"left": ["acct-1", "acct-2"], "owners": {"now": [{"id": 7, "key": "ann"}, {"id": 8, "key": "bob"}]}}';
const yaml = 'left:\n- acct-1\n- acct-2\nowners:\n  now:\n  - id: 7\n    key: ann\n  - id: 8\n    key: bob\n';

for (const [name, text] of [
  ['a.json', json],
  ['a.yaml', yaml],
  ['b.yaml', `- x\n---\n${yaml}`],
] as const) {
  it(`several lists in ${name} are refused without a question, with what to do`, async () => {
    assert.equal(await findKeys(await sourceOf({ [name]: text })), undefined);
    assert.deepEqual(offered, []);
    assert.match(
      shown.at(-1)?.message ?? '',
      /has several lists\. Select the one with the keys, or save it by itself, and try again\.$/,
    );
  });
}

it('a list that is not the whole document is named with its path, and an empty list beside it is a doubt', async () => {
  const named = async (name: string, text: string): Promise<unknown> => {
    const { formWords, origin, doubts } = (await findKeys(await sourceOf({ [name]: text })))!;
    return [formWords, origin, doubts.map(({ kind, values }) => [kind, values])];
  };
  const doubt = ['emptyList', [{ line: 2, value: 'results' }]];
  assert.deepEqual(await named('a.json', '{\n"results": [],\n"errors": ["timeout"]}'), [
    'JSON list, in “errors”',
    'a.json, in “errors”',
    [doubt],
  ]);
  assert.deepEqual(await named('a.yaml', 'a: x\nresults: []\npage: {keys: [k]}\n'), [
    'YAML list, in “page.keys”',
    'a.yaml, in “page.keys”',
    [doubt],
  ]);
  const long = `{\n"results": [],\n"page": {"keys": ${JSON.stringify(Array.from({ length: 9000 }, (_, index) => `k-${index}`))}}}`;
  assert.deepEqual(await named('long.json', long), ['JSON list, in “page.keys”', 'long.json, in “page.keys”', [doubt]]);
  assert.deepEqual(await named('b.json', '["a", "b"]'), ['JSON list', 'b.json', []]);
});

it('one list is read, whatever is empty, within it, or in another document', async () => {
  for (const [name, text, keys] of [
    ['a.json', '{"a": [], "b": ["x"]}', ['x']],
    ['b.json', '["x", ["y"]]', ['x']],
    ['c.yaml', '- a\n---\nk: [b]\n', ['a', 'b']],
  ] as const) {
    assert.deepEqual((await findKeys(await sourceOf({ [name]: text })))?.keys, keys);
  }
});
