/** Read it as…: the guess can be changed, in each form, and the guess within the form comes first. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeySource } from '../../../src/domain/keys/keySource.ts';
import '../fakeDocuments.ts';
import { chooseNext, offered, shown } from '../fakeVscode.ts';

const { findKeys, readAs } = await import('../../../src/editor/segments/source/findKeys.ts');
const { sourceAs, withHeader, firstRow } = await import('../../../src/editor/segments/source/sourceAs.ts');
const { wholeText } = await import('../../../src/editor/segments/source/source.ts');

const sourceOf = (text: string, fileName: string, languageId = '') => ({
  text,
  description: fileName,
  fileName,
  languageId,
  lines: wholeText(fileName),
  kept: { kind: 'unsaved' as const },
});

const texts: readonly (readonly [name: string, text: string, words: string])[] = [
  ['keys.json', '["acct-1", "acct-2"]', 'JSON list'],
  ['rows.json', '[{"id": "acct-1", "n": 1}, {"id": "acct-2", "n": 1}]', 'JSON list, field id'],
  ['answer.json', '{"keys": [{"key": "acct-1"}, {"key": "acct-2"}]}', 'JSON list, field key'],
  ['rows.ndjson', '{"key": "acct-1"}\n{"key": "acct-2"}\n', 'JSON lines, field key'],
  ['keys.yaml', '- acct-1\n- acct-2\n', 'YAML list'],
  ['nested.yaml', 'list: &all\n  - id: acct-1\n    plan: team\n  - id: acct-2\n    plan: team\n', 'YAML list, field id'],
  ['keys.txt', 'acct-1\nacct-2\n', 'Plain lines'],
  ['table.csv', 'id;plan\nacct-1;team\nacct-2;team\n', 'CSV with semicolons, column id'],
  ['table.tsv', 'id\tplan\nacct-1\tteam\nacct-2\tteam\n', 'Tab-separated, column id'],
  ['one.csv', 'acct-1\nacct-2\n', 'CSV without a header'],
];

describe('the form of a text', () => {
  for (const [name, text, words] of texts) {
    it(`is guessed, and said: ${name}`, async () => {
      chooseNext(/(?:column|field) (\w+)$/.exec(words)?.[1]);
      const found = await findKeys(sourceOf(text, name), 'Upload');
      assert.deepEqual([found?.keys, found?.formWords], [['acct-1', 'acct-2'], words]);
    });
  }

  it('can be changed, and the user can stay with what it was', async () => {
    const found = await findKeys(sourceOf('["acct-1"]\n', 'keys.json'), 'Upload');
    assert.ok(found);
    offered.length = 0;
    chooseNext('Plain lines');
    const lines = await readAs(found, 'Upload');
    assert.deepEqual([lines?.keys, lines?.formWords], [['["acct-1"]'], 'Plain lines']);
    assert.deepEqual(offered[0]?.labels, [
      'Plain lines',
      'CSV',
      'CSV with semicolons',
      'Tab-separated',
      'JSON list',
      'JSON lines',
      'YAML list',
    ]);
    chooseNext(undefined);
    assert.equal(await readAs(found, 'Upload'), undefined);
  });

  it('is asked for where the guess can’t be read, after it was said what is wrong', async () => {
    const cases: readonly (readonly [name: string, text: string, words: RegExp])[] = [
      ['lines.json', 'acct-1\nacct-2\n', /^lines\.json can’t be read: it goes wrong in line 1, column 1/],
      ['no-list.json', '{"a": 1}\n', /^There is no list of keys in no-list\.json/],
      ['quote.csv', 'id,plan\n"acct-1,team\n', /^The quote that opens in line 2 of quote\.csv is never closed/],
      ['header.csv', 'account_id\n', /^There is no usable key in header\.csv/],
    ];
    for (const [name, text, words] of cases) {
      shown.length = 0;
      offered.length = 0;
      chooseNext('Plain lines');
      const found = await findKeys(sourceOf(text, name), 'Upload');
      assert.match(shown[0]?.message ?? '', words);
      assert.equal(offered.at(-1)?.placeholder, 'Read it as…');
      assert.equal(found?.keys.length, text.split('\n').length - 1);
    }
    // What no form can help is not asked about.
    offered.length = 0;
    assert.equal(await findKeys(sourceOf(' \n', 'empty.txt'), 'Upload'), undefined);
    assert.deepEqual(offered, []);
  });

  it('names the column of the form that was chosen', async () => {
    chooseNext('A');
    const table = await findKeys(sourceOf('acct-1;Ann\nacct-2;Bob\n', 'keys.txt'), 'Upload');
    assert.deepEqual([table?.origin, table?.formWords], ['keys.txt, column A', 'CSV with semicolons without a header, column A']);
  });

  it('is one of a table with or without a header, whose first row is shown', () => {
    const text = '\uFEFFacct-1;Ann\nacct-2;Bob';
    const csv: Extract<KeySource, { format: 'csv' }> = { format: 'csv', delimiter: ';', hasHeader: true, column: 0 };
    const guess = sourceAs(text, csv);
    assert.deepEqual(guess.source, { ...csv, hasHeader: false });
    assert.equal(firstRow(text, csv), 'acct-1, Ann');
    const named = withHeader(text, csv, true);
    assert.deepEqual(
      named.columns.map(({ name, samples }) => [name, samples]),
      [
        ['acct-1', ['acct-2']],
        ['Ann', ['Bob']],
      ],
    );
  });
});
