/** Tests how keys are found in sources: the questions, the messages, and the report. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FoundKeys } from '../../../../src/editor/segments/source/source.ts';
import { chooseNext, offered, shown } from '../../fakeVscode.ts';
import { answering } from '../../scripted.ts';
import { lastMessage, useSources } from './sources.ts';

const { headerWords, keyOddities, unusableWords } = await import('../../../../src/editor/segments/source/foundWords.ts');
const { keyReportText } = await import('../../../../src/editor/segments/source/keyReport.ts');
const { sourceOptions } = await import('../../../../src/editor/segments/source/sourceOptions.ts');

const { find } = useSources();
/** The keys of files that contain some. */
const keysOf = async (files: Parameters<typeof find>[0]): Promise<FoundKeys> => (await find(files)) ?? assert.fail(lastMessage());

describe('keys from a source', () => {
  it('need a question only if several columns may have values, with the guess first, and are not read if the user cancels it', async () => {
    const only = await keysOf({ 'a.csv': 'note,account_id,\n,acct-1,\n,acct-2,\n' });
    assert.deepEqual([only.keys, only.origin, offered], [['acct-1', 'acct-2'], 'a.csv, column account_id', []]);
    const files = { 'a.csv': 'name,account_id\nAnn,acct-1\nBob,acct-2\n' };
    assert.equal(await find(files), undefined);
    assert.deepEqual(shown, []);
    chooseNext('name');
    const { keys, origin, formWords } = await keysOf(files);
    assert.deepEqual(offered.at(-1)?.labels, ['account_id', 'name']);
    assert.deepEqual([keys, origin, formWords], [['Ann', 'Bob'], 'a.csv, column name', 'CSV, column name']);
    // The guess is based on the first 250 rows.
    const rows = Array.from({ length: 300 }, (_, row) => `${row < 250 ? '' : `acct-${row}`},Ann\n`).join('');
    chooseNext('account_id');
    assert.equal((await keysOf({ 'a.csv': `account_id,name\n${rows}` })).keys.length, 50);
  });

  it('may all be in rows with fewer cells than the header, which the user can include', async () => {
    const read = async (): Promise<unknown> => (await find({ 'a.csv': 'id,plan,note\nacct-1\nacct-2\n' }))?.keys;
    const asked = await answering(['Use them unchanged'], async () => assert.deepEqual(await read(), ['acct-1', 'acct-2']));
    assert.equal(asked[0]?.title, 'Skipped rows with fewer cells than the header: 2');
    await answering(['Leave them out', undefined], async () => assert.equal(await read(), undefined));
    assert.match(lastMessage(), /^There is no usable key in a\.csv/);
  });

  it('from several files are one list, with one question for the column of the same export, but not for files of different formats', async () => {
    chooseNext('account_id');
    const found = await keysOf({
      'a.csv': 'name,account_id\nAnn,acct-1\nBob,acct-2\n',
      'b.csv': 'name,account_id\nBob,acct-2\nCy,acct-3\nCy,acct-3\n',
      'c.txt': 'acct-4\n\nacct-4\n',
      'd.csv': 'name;account_id\nDi;acct-5\nEd;acct-6\n',
    });
    assert.deepEqual(found.keys, ['acct-1', 'acct-2', 'acct-3', 'acct-4', 'acct-5', 'acct-6']);
    assert.deepEqual([offered.length, found.counts.repeated, keyOddities(found)], [2, 3, '3 repeated, 1 blank']);
    const report = keyReportText(found);
    assert.match(
      report,
      /\n  a\.csv:1 +Treated as a header, not as a key: account_id\n[^]*\n  d\.csv:1 +Treated as a header, not as a key: account_id\n/,
    );
    assert.match(report, /b\.csv:4 +acct-3 +is also in b\.csv:3;/);
    assert.match(report, /c\.txt:3 +acct-4 +is also in c\.txt:1;/);
    assert.match(report, /b\.csv:2 +acct-2 +is also in a\.csv:3;/);
  });

  it('include the first line if the user says that it is not a name; a line that is left out is reported', async () => {
    const files = { 'staff.txt': 'user-admin\nalice\nbob\n' };
    assert.equal(await find(files), undefined, 'the user walked away');
    assert.deepEqual(offered.at(-1), {
      placeholder: 'staff.txt begins with “user-admin”. Is that a key?',
      labels: ['The first line is a key', 'The first line is the name of the column'],
    });
    chooseNext('The first line is a key');
    const whole = await keysOf(files);
    assert.deepEqual([whole.keys, headerWords(whole.headers)], [['user-admin', 'alice', 'bob'], '']);
    chooseNext('The first line is the name of the column');
    const named = await keysOf(files);
    const words = 'Treated as a header, not as a key: user-admin';
    assert.deepEqual([named.keys, headerWords(named.headers)], [['alice', 'bob'], words]);
    assert.equal(sourceOptions(named)[0]?.detail, `${words}. Every value is a usable key`);
    assert.match(
      keyReportText(named),
      /\nEvery value is a usable key\n\n  staff\.txt:1 +Treated as a header, not as a key: user-admin\n/,
    );
  });

  it('are refused if a key was not read as written; other columns may contain anything', async () => {
    assert.equal(await find({ 'a.txt': 'acct-1\nM\uFFFDller\n' }), undefined);
    assert.match(lastMessage(), /^a\.txt:2 has characters that could not be read\. Reopen it/);
    chooseNext('account_id');
    const beside = await keysOf({ 'b.csv': 'account_id,name\nacct-1,M\uFFFDller\nacct-2,Ann\n' });
    assert.deepEqual(beside.keys, ['acct-1', 'acct-2']);
  });
});

describe('the report about keys', () => {
  it('has the format, the result, and the doubtful values, in columns', async () => {
    const found = await keysOf({ 'odd.txt': `acct-1\n\n  acct-2  \nacct-1\n${'x'.repeat(251)}\nac\u0007ct\nacct-3\n` });
    const lookAlikes = [{ key: 'Acct-1', line: 7, otherKey: 'acct-1', otherLine: 1 }];
    assert.equal(
      keyReportText({ ...found, lookAlikes, counts: { ...found.counts, lookAlikes: 1 } }),
      [
        'odd.txt',
        'Read as: Plain lines',
        '1 repeated (line 4), 1 blank (line 2), 2 unusable (line 5, line 6), 1 trimmed (line 3), 1 look-alike (line 7)',
        '',
        '  odd.txt:2                                            is blank: left out',
        '  odd.txt:3                                            is sent without the spaces around it',
        '  odd.txt:4  acct-1                                    is also in odd.txt:1; it is sent only once',
        `  odd.txt:5  ${'x'.repeat(60)}…  too long: left out`,
        `  odd.txt:6  ac\\u{7}ct${' '.repeat(31)}  a character that isn’t allowed in a key: left out`,
        '  odd.txt:7  Acct-1                                    looks like acct-1 in odd.txt:1: both are sent',
        '',
        'Keys (3)',
        '  acct-1',
        '  acct-2',
        '  acct-3',
        '',
      ].join('\n'),
    );
  });

  it('lists a thousand of each kind and counts the rest, and has a reason for each value that can’t be a key', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `acct-${index % 1500}`);
    const report = keyReportText(await keysOf({ 'many.txt': lines.join('\n') }));
    assert.equal(report.match(/it is sent only once$/gm)?.length, 1000);
    assert.equal(report.match(/^ {2}… and 500 more$/gm)?.length, 2);
    const last = await keysOf({ 'a.txt': `${'acct-1\n'.repeat(100_002)}${'x'.repeat(251)}\n` });
    assert.equal(unusableWords(last), 'Unusable values: 1 (too long)');
  });
});
