/** Tests the format of a text: how it is guessed and named, Read It As…, and several lists in a text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FoundKeys } from '../../../../src/editor/segments/source/source.ts';
import { chooseNext, offered, shown } from '../../fakeVscode.ts';
import { answering, type Answer } from '../../scripted.ts';
import { lastMessage, useSources } from './sources.ts';

const { readAs } = await import('../../../../src/editor/segments/source/findKeys.ts');
const { doubtAnswers } = await import('../../../../src/editor/segments/source/sourceOptions.ts');

const { find } = useSources();
const BOTH = ['acct-1', 'acct-2'];

/** Finds the keys of one file, with these answers. */
async function findWith(answers: readonly Answer[], name: string, text: string) {
  let found: FoundKeys | undefined;
  const asked = await answering(answers, async () => (found = await find({ [name]: text })));
  return { found, asked };
}
/** Asks for a different format, with these answers. */
async function readAgain(answers: readonly Answer[], found: FoundKeys | undefined) {
  let again: FoundKeys | undefined;
  const asked = await answering(answers, async () => (again = await readAs(found!, 'readAs')));
  return { found: again, asked };
}

describe('the format of a text', () => {
  it('is guessed and shown', async () => {
    for (const [name, text, words] of [
      ['keys.json', '["acct-1", "acct-2"]', 'JSON list'],
      ['rows.json', '[{"id": "acct-1", "n": 1}, {"id": "acct-2", "n": 1}]', 'JSON list, field id'],
      ['answer.json', '{"keys": [{"key": "acct-1"}, {"key": "acct-2"}]}', 'JSON list, in “keys”, field key'],
      ['rows.ndjson', '{"key": "acct-1"}\n{"key": "acct-2"}\n', 'JSON lines, field key'],
      ['keys.yaml', '- acct-1\n- acct-2\n', 'YAML list'],
      ['nested.yaml', 'list: &all\n  - {id: acct-1, plan: x}\n  - {id: acct-2, plan: x}\n', 'YAML list, in “list”, field id'],
      ['keys.txt', 'acct-1\nacct-2\n', 'Plain lines'],
      ['table.csv', 'id;plan\nacct-1;team\nacct-2;team\n', 'CSV with semicolons, column id'],
      ['table.tsv', 'id\tplan\nacct-1\tteam\nacct-2\tteam\n', 'Tab-separated, column id'],
      ['one.csv', 'acct-1\nacct-2\n', 'CSV without a header'],
    ] as const) {
      chooseNext(/(?:column|field) (\w+)$/.exec(words)?.[1]);
      const found = await find({ [name]: text });
      assert.deepEqual([found?.keys, found?.formWords], [BOTH, words]);
    }
  });

  it('keeps the rows below a quote if the table begins in a later line and has no quoted cells', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => `acct-${index}\t${index === 1 ? '"open' : 'free'}\t\\N\n`).join('');
    const { found } = await findWith(['account_id'], 'copy.txt', `note\nnote\naccount_id\tplan\tremark\n${rows}`);
    const header = 'account_id\\u{9}plan\\u{9}remark · line 3';
    const again = await readAgain(['Table that begins below the first line…', header, 'account_id'], found);
    assert.equal(again.found?.keys.length, 6);
  });

  it('has other fields, which are offered with the guess first, at once and after a change', async () => {
    for (const [name, text, form] of [
      ['rows.ndjson', '{"mail": "a@x", "id": "acct-1"}\n{"mail": "b@x", "id": "acct-2"}\n', 'JSON lines'],
      ['rows.csv', 'mail,id\na@x,acct-1\nb@x,acct-2\n', 'CSV'],
    ] as const) {
      const { found, asked } = await findWith(['id'], name, text);
      assert.deepEqual([asked[0]?.options, asked[0]?.details], [['id', 'mail'], ['acct-1, acct-2', 'a@x, b@x']]); // prettier-ignore
      assert.deepEqual(found?.keys, BOTH);
      const again = await readAgain([form, 'mail'], found);
      // Enter accepts the current format.
      assert.equal(again.asked[0]?.active, form);
      assert.deepEqual([again.asked.at(-1)?.options, again.found?.keys], [['id', 'mail'], ['a@x', 'b@x']]); // prettier-ignore
      assert.equal((await readAgain([undefined], found)).found, undefined);
    }
  });

  /** Returns the first choice that the report offers for the first doubtful value. */
  const firstRemedy = (found: FoundKeys): unknown => found.doubts[0] && doubtAnswers(found.doubts[0], found)[0]?.value;

  it('is changed to separated keys by one choice if the keys are in quotes or have separators, unless a table has a header', async () => {
    for (const text of ['"acct-1",\n"acct-2",\n"acct-3"\n', 'acct-1, acct-2; acct-3']) {
      const { found } = await findWith([], 'keys.txt', text);
      assert.equal(firstRemedy(found!), 'separated', text);
      const read = await readAs(found!, 'separated');
      assert.deepEqual([read?.keys, read?.formWords, read?.doubts], [[...BOTH, 'acct-3'], 'Separated keys', []], text);
    }
    for (const [name, text] of [
      ['a.csv', "account_id\n'acct-1'\n'acct-2'\n"],
      ['b.csv', "'acct-1',Ann\n'acct-2',Bob\n"],
      ['c.json', '[{"id": "a, b"}, {"id": "c, d"}]'],
    ] as const) {
      chooseNext('A');
      const found = await find({ [name]: text });
      assert.ok(found && found.doubts.length > 0 && firstRemedy(found) !== 'separated', name);
    }
  });

  it('is asked for if the guess can’t be read, after the error is shown', async () => {
    for (const [name, text, words] of [
      ['lines.json', 'acct-1\nacct-2\n', /^lines\.json can’t be read from line 1:1 on\./],
      ['no-list.json', '{"a": 1}\n', /^There is no usable key in no-list\.json/],
      ['quote.csv', 'id,plan\n"acct-1,team\n', /^quote\.csv can’t be read from line 2 on\. Fix that line/],
      ['header.csv', 'account_id\n', /^There is no usable key in header\.csv/],
    ] as const) {
      shown.length = 0;
      const { found, asked } = await findWith(['Plain lines'], name, text);
      assert.match(shown[0]?.message ?? '', words);
      assert.equal(asked.at(-1)?.prompt, 'Read the keys as…');
      assert.equal(found?.keys.length, text.split('\n').length - 1);
    }
    // If no format helps, there is no question.
    assert.equal((await findWith([], 'empty.txt', ' \n')).found, undefined);
  });
});

describe('several lists in a file', () => {
  it('are refused without a question, with the next step', async () => {
    const yaml = 'left:\n- acct-1\n- acct-2\nowners:\n  now:\n  - id: 7\n    key: ann\n';
    const json = '{"left": ["acct-1", "acct-2"], "owners": {"now": [{"id": 7, "key": "ann"}]}}';
    for (const [name, text] of Object.entries({ 'a.json': json, 'a.yaml': yaml, 'b.yaml': `- x\n---\n${yaml}` })) {
      assert.equal(await find({ [name]: text }), undefined);
      assert.deepEqual(offered, []);
      assert.match(lastMessage(), / has several lists\. Select the list with the keys, or save it separately, and try again\.$/);
    }
  });

  it('are one list if the others are empty, which is named with its path, and an empty list beside it is doubtful', async () => {
    for (const [name, text, words] of [
      ['a.json', '{\n"results": [],\n"errors": ["timeout"]}', 'JSON list, in “errors”'],
      ['a.yaml', 'a: x\nresults: []\npage: {keys: [k]}\n', 'YAML list, in “page.keys”'],
      ['b.json', '["a", "b"]', 'JSON list'],
    ] as const) {
      const { formWords, origin, doubts } = (await find({ [name]: text }))!;
      assert.deepEqual([formWords, origin], [words, words.replace(/^\w+ list/, name)]);
      const doubt = { kind: 'emptyList', values: [{ line: 2, value: 'results' }] };
      assert.deepEqual(doubts.map(({ kind, values }) => ({ kind, values })), name === 'b.json' ? [] : [doubt]); // prettier-ignore
    }
  });
});
