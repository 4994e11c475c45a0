/** Tests Read As…: the format of a text, and several lists in it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import '../../fakeDocuments.ts';
import { chooseNext, offered, shown } from '../../fakeVscode.ts';
import { answering } from '../../scripted.ts';
import { useSources } from './sources.ts';

const { findKeys, readAs } = await import('../../../../src/editor/segments/source/findKeys.ts');
const { answersTo } = await import('../../../../src/editor/segments/source/sourceOptions.ts');
const { wholeText } = await import('../../../../src/editor/segments/source/source.ts');

describe('one format for a file', () => {
  type Found = NonNullable<Awaited<ReturnType<typeof findKeys>>>;

  /** The first option for the first doubt. */
  const firstRemedy = (found: Found): unknown => found.doubts[0] && answersTo(found.doubts[0], found)[0]?.value;

  const sourceOf = (text: string, fileName: string, languageId = '') => ({
    text,
    description: fileName,
    fileName,
    languageId,
    lines: wholeText(fileName),
  });

  const texts: readonly (readonly [name: string, text: string, words: string])[] = [
    ['keys.json', '["acct-1", "acct-2"]', 'JSON list'],
    ['rows.json', '[{"id": "acct-1", "n": 1}, {"id": "acct-2", "n": 1}]', 'JSON list, field id'],
    ['answer.json', '{"keys": [{"key": "acct-1"}, {"key": "acct-2"}]}', 'JSON list, in “keys”, field key'],
    ['rows.ndjson', '{"key": "acct-1"}\n{"key": "acct-2"}\n', 'JSON lines, field key'],
    ['keys.yaml', '- acct-1\n- acct-2\n', 'YAML list'],
    [
      'nested.yaml',
      'list: &all\n  - id: acct-1\n    plan: team\n  - id: acct-2\n    plan: team\n',
      'YAML list, in “list”, field id',
    ],
    ['keys.txt', 'acct-1\nacct-2\n', 'Plain lines'],
    ['table.csv', 'id;plan\nacct-1;team\nacct-2;team\n', 'CSV with semicolons, column id'],
    ['table.tsv', 'id\tplan\nacct-1\tteam\nacct-2\tteam\n', 'Tab-separated, column id'],
    ['one.csv', 'acct-1\nacct-2\n', 'CSV without a header'],
  ];

  describe('the format of a text', () => {
    for (const [name, text, words] of texts) {
      it(`is guessed and shown: ${name}`, async () => {
        chooseNext(/(?:column|field) (\w+)$/.exec(words)?.[1]);
        const found = await findKeys(sourceOf(text, name));
        assert.deepEqual([found?.keys, found?.formWords], [['acct-1', 'acct-2'], words]);
      });
    }

    it('can be changed, or kept by the user', async () => {
      const found = await findKeys(sourceOf('["acct-1"]\n', 'keys.json'));
      assert.ok(found);
      offered.length = 0;
      chooseNext('Plain lines');
      const lines = await readAs(found, 'readAs');
      assert.deepEqual([lines?.keys, lines?.formWords], [['["acct-1"]'], 'Plain lines']);
      assert.deepEqual(offered[0]?.labels, [
        'Plain lines',
        'Separated keys',
        'List in code',
        'CSV',
        'CSV without a header',
        'CSV with semicolons',
        'CSV with semicolons without a header',
        'Tab-separated',
        'Tab-separated without a header',
        'Separated by bars',
        'Separated by bars without a header',
        'Table drawn with lines',
        'JSON list',
        'JSON lines',
        'YAML list',
        'Table that begins in a later line…',
      ]);
      chooseNext(undefined);
      assert.equal(await readAs(found, 'readAs'), undefined);
    });

    it('keeps the rows below a quote if the table begins in a later line and has no quoted cells', async () => {
      const rows = Array.from({ length: 6 }, (_, index) => `acct-${index}\t${index === 1 ? '"open' : 'free'}\t\\N\n`).join('');
      const text = `note\nnote\naccount_id\tplan\tremark\n${rows}`;
      let found: Awaited<ReturnType<typeof findKeys>>;
      await answering(['account_id'], async () => (found = await findKeys(sourceOf(text, 'copy.txt'))));
      let again: typeof found;
      await answering(
        ['Table that begins in a later line…', 'account_id\\u{9}plan\\u{9}remark · line 3', 'account_id'],
        async () => {
          again = await readAs(found!, 'readAs');
        },
      );
      assert.equal(again?.keys.length, 6);
    });

    for (const [name, text, form] of [
      ['rows.json', '[{"mail": "a@x", "id": "acct-1"}, {"mail": "b@x", "id": "acct-2"}]', 'JSON list'],
      ['rows.ndjson', '{"mail": "a@x", "id": "acct-1"}\n{"mail": "b@x", "id": "acct-2"}\n', 'JSON lines'],
      ['rows.yaml', '- mail: a@x\n  id: acct-1\n- mail: b@x\n  id: acct-2\n', 'YAML list'],
      ['rows.csv', 'mail,id\na@x,acct-1\nb@x,acct-2\n', 'CSV'],
    ] as const) {
      it(`offers its other fields, the guess first, at once and after a change: ${name}`, async () => {
        let found: Awaited<ReturnType<typeof findKeys>>;
        const [first] = await answering(['id'], async () => (found = await findKeys(sourceOf(text, name))));
        assert.deepEqual(
          [first?.options, first?.details],
          [
            ['id', 'mail'],
            ['acct-1, acct-2', 'a@x, b@x'],
          ],
        );
        assert.deepEqual(found?.keys, ['acct-1', 'acct-2']);
        const answers = [form, 'mail'];
        const asked = await answering(answers, async () => (found = await readAs(found!, 'readAs')));
        // Enter accepts the current format.
        assert.equal(asked[0]?.active, form);
        assert.deepEqual(asked.at(-1)?.options, ['id', 'mail']);
        assert.deepEqual(found?.keys, ['a@x', 'b@x']);
      });
    }

    for (const [what, text] of [
      ['in quotes, as from a program', '"acct-1",\n"acct-2",\n"acct-3"\n'],
      ['in quotes of SQL', "'acct-1',\n'acct-2',\n'acct-3'\n"],
      ['in quotes of SQL, in brackets, on one line', "('acct-1', 'acct-2', 'acct-3');"],
      ['in quotes of a letter', '“acct-1”, “acct-2” and\n“acct-3”'.replace(' and', ',')],
      ['on one line', 'acct-1, acct-2; acct-3'],
      ['on lines that are no table', 'acct-1, acct-2\nacct-3\nacct-2, acct-1, acct-3\n'],
      ['with a separator after each', 'acct-1;\nacct-2;\nacct-3'],
    ] as const) {
      it(`is changed to separated keys by one choice, if the keys are ${what}`, async () => {
        const found = await findKeys(sourceOf(text, 'keys.txt'));
        assert.ok(found);
        assert.equal(firstRemedy(found), 'separated');
        const [again, asked] = [{ ...found }, offered.length];
        const read = await readAs(again, 'separated');
        assert.deepEqual(
          [read?.keys, read?.formWords, offered.length],
          [['acct-1', 'acct-2', 'acct-3'], 'Separated keys', asked],
        );
        assert.deepEqual(read!.doubts, []);
      });
    }

    it('is not changed to separated keys if a table has a header, or a document has fields', async () => {
      for (const [name, text] of [
        ['a.csv', "account_id\n'acct-1'\n'acct-2'\n"],
        ['b.csv', "'acct-1',Ann\n'acct-2',Bob\n"],
        ['c.json', '[{"id": "a, b"}, {"id": "c, d"}]'],
      ] as const) {
        chooseNext('A');
        const found = await findKeys(sourceOf(text, name));
        assert.ok(found && found.doubts.length > 0 && firstRemedy(found) !== 'separated', name);
      }
    });

    it('is asked for if the guess can’t be read, after the error is shown', async () => {
      const cases: readonly (readonly [name: string, text: string, words: RegExp])[] = [
        ['lines.json', 'acct-1\nacct-2\n', /^lines\.json can’t be read from line 1:1 on\./],
        ['no-list.json', '{"a": 1}\n', /^There is no usable key in no-list\.json/],
        ['quote.csv', 'id,plan\n"acct-1,team\n', /^quote\.csv can’t be read from line 2 on\. Fix that line/],
        ['header.csv', 'account_id\n', /^There is no usable key in header\.csv/],
      ];
      for (const [name, text, words] of cases) {
        shown.length = 0;
        offered.length = 0;
        let found: Awaited<ReturnType<typeof findKeys>>;
        const asked = await answering(['Plain lines'], async () => (found = await findKeys(sourceOf(text, name))));
        assert.match(shown[0]?.message ?? '', words);
        assert.equal(asked.at(-1)?.prompt, 'Read it as…');
        assert.equal(found?.keys.length, text.split('\n').length - 1);
      }
      // If no format helps, there is no question.
      offered.length = 0;
      assert.equal(await findKeys(sourceOf(' \n', 'empty.txt')), undefined);
      assert.deepEqual(offered, []);
    });
  });
});

describe('several lists in a file', () => {
  const sourceOf = useSources();

  const json = '{"left": ["acct-1", "acct-2"], "owners": {"now": [{"id": 7, "key": "ann"}, {"id": 8, "key": "bob"}]}}';

  const yaml = 'left:\n- acct-1\n- acct-2\nowners:\n  now:\n  - id: 7\n    key: ann\n  - id: 8\n    key: bob\n';

  for (const [name, text] of [
    ['a.json', json],
    ['a.yaml', yaml],
    ['b.yaml', `- x\n---\n${yaml}`],
  ] as const) {
    it(`several lists in ${name} are refused without a question, with the next step`, async () => {
      assert.equal(await findKeys(await sourceOf({ [name]: text })), undefined);
      assert.deepEqual(offered, []);
      assert.match(
        shown.at(-1)?.message ?? '',
        /has several lists\. Select the one with the keys, or save it by itself, and try again\.$/,
      );
    });
  }

  it('a list that is not the whole document is named with its path, and an empty list beside it is doubtful', async () => {
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

  it('one list is read even if others are empty, inside it, or in a different document', async () => {
    for (const [name, text, keys] of [
      ['a.json', '{"a": [], "b": ["x"]}', ['x']],
      ['b.json', '["x", ["y"]]', ['x']],
      ['c.yaml', '- a\n---\nk: [b]\n', ['a', 'b']],
    ] as const) {
      assert.deepEqual((await findKeys(await sourceOf({ [name]: text })))?.keys, keys);
    }
  });
});
