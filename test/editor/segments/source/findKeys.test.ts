/** Tests how keys are found in sources: the questions and messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Source } from '../../../../src/editor/segments/source/source.ts';
import { Document, documents, Uri } from '../../fakeDocuments.ts';
import { chooseNext, offered, shown } from '../../fakeVscode.ts';
import { answering } from '../../scripted.ts';
import { useSources } from './sources.ts';

const { findKeys, findKeysAgain } = await import('../../../../src/editor/segments/source/findKeys.ts');
const { headerWords, keyOddities, unusableWords } = await import('../../../../src/editor/segments/source/foundWords.ts');
const { keyReportText } = await import('../../../../src/editor/segments/source/keyReport.ts');
const { sourceOptions } = await import('../../../../src/editor/segments/source/sourceOptions.ts');
const { joinSelected } = await import('../../../../src/editor/segments/source/readSource.ts');

const sourceOf = useSources();

describe('keys from a source', () => {
  it('are found without a question if there is one column', async () => {
    const found = await findKeys(await sourceOf({ 'a.txt': 'acct-1\nacct-2\n' }));
    assert.deepEqual([found?.keys, found?.origin, offered], [['acct-1', 'acct-2'], 'a.txt', []]);
  });

  it('are found without a question if only one column has values', async () => {
    const found = await findKeys(await sourceOf({ 'a.csv': 'note,account_id,\n,acct-1,\n,acct-2,\n' }));
    assert.deepEqual([found?.keys, offered], [['acct-1', 'acct-2'], []]);
  });

  it('need a question if a different column may have values below the rows that the guess is based on', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `${row < 250 ? '' : `acct-${row}`},Ann\n`).join('');
    const found = findKeys(await sourceOf({ 'a.csv': `account_id,name\n${rows}` }));
    chooseNext('account_id');
    assert.equal((await found)?.keys.length, 50);
  });

  it('need a question for the column, with the guess first', async () => {
    chooseNext('name');
    const found = await findKeys(await sourceOf({ 'a.csv': 'name,account_id\nAnn,acct-1\nBob,acct-2\n' }));
    assert.deepEqual(offered.at(-1)?.labels, ['account_id', 'name']);
    assert.deepEqual([found?.keys, found?.origin], [['Ann', 'Bob'], 'a.csv, column name']);
    assert.match(found?.formWords ?? '', /^CSV, column name$/);
  });

  it('do not include a first line that names the separator of a table; that line is not a header either', async () => {
    const found = await findKeys(await sourceOf({ 'a.csv': 'sep=;\n\nkey\nacct-1\nacct-2\n' }));
    assert.deepEqual(found?.keys, ['acct-1', 'acct-2']);
    assert.deepEqual(found?.headers, [{ line: 3, text: 'key' }]);
  });

  it('may all be in rows with fewer cells than the header, which the user can include', async () => {
    const read = async (): Promise<unknown> =>
      (await findKeys(await sourceOf({ 'a.csv': 'id,plan,note\nacct-1\nacct-2\n' })))?.keys;
    const asked = await answering(['Take them as they are'], async () => assert.deepEqual(await read(), ['acct-1', 'acct-2']));
    assert.equal(asked[0]?.title, 'Rows with fewer cells than the header, left out: 2');
    await answering(['Leave them out', undefined], async () => assert.equal(await read(), undefined));
    assert.match(shown.at(-1)?.message ?? '', /^There is no usable key in a\.csv/);
  });

  it('are not read if the user cancels the question for the column', async () => {
    assert.equal(await findKeys(await sourceOf({ 'a.csv': 'name,account_id\nAnn,acct-1\n' })), undefined);
    assert.deepEqual(shown, []);
  });

  it('from several files are one list, with one question for the column of the same export', async () => {
    chooseNext('account_id');
    const source = await sourceOf({
      'a.csv': 'name,account_id\nAnn,acct-1\nBob,acct-2\n',
      'b.csv': 'name,account_id\nBob,acct-2\nCy,acct-3\nCy,acct-3\n',
      'c.txt': 'acct-4\n\nacct-4\n',
    });
    const found = await findKeys(source);
    assert.ok(found);
    assert.deepEqual(found.keys, ['acct-1', 'acct-2', 'acct-3', 'acct-4']);
    assert.equal(offered.length, 1);
    assert.equal(found.counts.repeated, 3);
    const report = keyReportText(found);
    assert.match(report, /b\.csv:4 +acct-3 +is also in b\.csv:3:/);
    assert.match(report, /c\.txt:3 +acct-4 +is also in c\.txt:1:/);
    assert.match(report, /b\.csv:2 +acct-2 +is also in a\.csv:3:/);
    assert.equal(keyOddities(found), '3 repeated, 1 blank');
  });

  it('from several files are read in the format of each file, even if their columns have the same names', async () => {
    const source = await sourceOf({
      'a.csv': 'account_id,name\nacct-1,Ann\nacct-2,Bob\n',
      'b.csv': 'account_id;name\nacct-3;Cy\nacct-4;Di\n',
      'c.json': '[{"account_id": "acct-5", "name": "Ed"}, {"account_id": "acct-6", "name": "Flo"}]',
    });
    chooseNext('account_id');
    assert.deepEqual((await findKeys(source))?.keys, ['acct-1', 'acct-2', 'acct-3', 'acct-4', 'acct-5', 'acct-6']);
    assert.equal(offered.length, 3);
  });

  it('include the first line if the user says that it is not a name; a line that is left out is reported', async () => {
    const text = 'user-admin\nalice\nbob\n';
    const source = await sourceOf({ 'staff.txt': text });
    assert.equal(await findKeys(source), undefined, 'the user walked away');
    assert.deepEqual(offered.at(-1)?.placeholder, 'staff.txt begins with “user-admin”. Is that a key?');
    assert.deepEqual(offered.at(-1)?.labels, ['It is a key', 'It is the name of the column']);
    chooseNext('It is a key');
    const whole = await findKeys(source);
    assert.ok(whole);
    assert.deepEqual([whole.keys, headerWords(whole.headers)], [['user-admin', 'alice', 'bob'], '']);
    chooseNext('It is the name of the column');
    const named = await findKeys(source);
    assert.ok(named);
    assert.deepEqual(named.keys, ['alice', 'bob']);
    assert.equal(headerWords(named.headers), 'Left out as a header: user-admin');
    assert.equal(sourceOptions(named)[0]?.detail, 'Left out as a header: user-admin. Every value is a usable key');
    assert.match(keyReportText(named), /\nEvery value is a usable key\n\n  staff\.txt:1 +Left out as a header: user-admin\n/);
  });

  it('do not include the header of a table; the report names its line, in one file and in several', async () => {
    const table = await findKeys(await sourceOf({ 'a.csv': '\n \nkey\nacct-1\n' }));
    assert.equal(table && headerWords(table.headers), 'Left out as a header: key');
    const one = await findKeys(await sourceOf({ 'a.txt': 'acct-2\n', 'b.csv': 'key\nacct-1\n' }));
    assert.equal(one && headerWords(one.headers), 'Left out as a header: key');
    chooseNext('It is the name of the column');
    const many = await findKeys(await sourceOf({ 'a.txt': 'key\nacct-1\n', 'b.txt': 'key\nacct-2\n' }));
    assert.deepEqual(many?.keys, ['acct-1', 'acct-2']);
    assert.equal(offered.length, 1, 'asked once for both');
    assert.equal(headerWords(many.headers), 'Left out as a header: key');
    assert.match(keyReportText(many), /\n  a\.txt:1 +Left out as a header: key\n  b\.txt:1 +Left out as a header: key\n/);
  });

  it('can be read from their file again without a question, also after the file was edited', async () => {
    const source = await sourceOf({ 'a.csv': 'name,account_id\nAnn,acct-1\n' });
    const { fileUri: uri = '' } = source;
    const form = { format: 'csv', delimiter: ',', hasHeader: true, column: 1 } as const;
    const again = await findKeysAgain(uri, form);
    assert.deepEqual([again, offered], [['acct-1'], []]);
    documents.push(new Document(Uri.parse(uri), 'name,account_id\nAnn,acct-9\n', { isDirty: true }));
    assert.deepEqual(await findKeysAgain(uri, form), ['acct-9']);
  });

  it('are refused if a key was not read as written; other columns may contain anything', async () => {
    const garbled = await sourceOf({ 'a.txt': 'acct-1\nM\uFFFDller\n' });
    assert.equal(await findKeys(garbled), undefined);
    assert.match(shown.at(-1)?.message ?? '', /^a\.txt:2 has characters that could not be read\. Reopen it/);
    chooseNext('account_id');
    const beside = await findKeys(await sourceOf({ 'b.csv': 'account_id,name\nacct-1,M\uFFFDller\nacct-2,Ann\n' }));
    assert.deepEqual(beside?.keys, ['acct-1', 'acct-2']);
  });

  it('have the lines of the document, not of the selections', async () => {
    const place = { fileName: 'a.txt', uri: 'file:///a.txt' };
    const joined = joinSelected(
      [
        { text: 'acct-1\n acct-2', line: 9 },
        { text: 'acct-1', line: 99 },
      ],
      place,
    );
    const source: Source = {
      ...joined,
      description: 'the selection in a.txt',
      fileName: 'a.txt',
      languageId: 'plaintext',
    };
    const found = await findKeys(source);
    assert.ok(found);
    assert.equal(keyOddities(found), '1 repeated (line 100), 1 trimmed (line 11)');
    assert.match(keyReportText(found), /a\.txt:100 +acct-1 +is also in a\.txt:10:/);
  });

  it('include a reason for each value that can’t be a key, even after many repeated values', async () => {
    const found = await findKeys(await sourceOf({ 'a.txt': `${'acct-1\n'.repeat(100_002)}${'x'.repeat(251)}\n` }));
    assert.equal(found && unusableWords(found), '1 can’t be used: too long');
  });

  it('are reported with each line only once, even if a line has several doubtful values, such as a JSON list', async () => {
    const found = await findKeys(await sourceOf({ 'a.json': '["a-1", null, true, "a-2"]' }));
    assert.ok(found);
    assert.equal(keyOddities(found), '2 unusable (line 1)');
    const lines = await findKeys(await sourceOf({ 'b.json': '["a-1",\nnull, true,\nfalse, "a-2"]' }));
    assert.equal(keyOddities(lines!), '3 unusable (line 2, line 3)');
  });
});
