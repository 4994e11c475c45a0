/** Tests the report of keys: how they were read, what was found, and what is doubtful. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useSources } from './sources.ts';

const { findKeys } = await import('../../../../src/editor/segments/source/findKeys.ts');
const { keyReportText } = await import('../../../../src/editor/segments/source/keyReport.ts');
const { sourceOptions } = await import('../../../../src/editor/segments/source/sourceOptions.ts');

const sourceOf = useSources();

describe('the report', () => {
  it('lists the format, the result, and the doubtful values, in columns', async () => {
    const found = await findKeys(
      await sourceOf({ 'odd.txt': `acct-1\n\n  acct-2  \nacct-1\n${'x'.repeat(251)}\nac\u0007ct\nacct-3\n` }),
    );
    assert.ok(found);
    const report = keyReportText({
      ...found,
      lookAlikes: [{ key: 'Acct-1', line: 7, otherKey: 'acct-1', otherLine: 1 }],
      counts: { ...found.counts, lookAlikes: 1 },
    });
    assert.equal(
      report,
      [
        'odd.txt',
        'Read as: Plain lines',
        '1 repeated (line 4), 1 blank (line 2), 2 unusable (line 5, line 6), 1 trimmed (line 3), 1 look-alike (line 7)',
        '',
        '  odd.txt:2                                            is blank: left out',
        '  odd.txt:3                                            is sent without the spaces around it',
        '  odd.txt:4  acct-1                                    is also in odd.txt:1: it is sent once',
        `  odd.txt:5  ${'x'.repeat(60)}…  too long: left out`,
        `  odd.txt:6  ac\\u{7}ct${' '.repeat(31)}  a character that no key may have: left out`,
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

  it('lists a thousand of each kind and counts the rest', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `acct-${index % 1500}`);
    const found = await findKeys(await sourceOf({ 'many.txt': lines.join('\n') }));
    const report = keyReportText(found!);
    assert.equal(report.match(/it is sent once$/gm)?.length, 1000);
    assert.equal(report.match(/^ {2}… and 500 more$/gm)?.length, 2);
  });

  it('has the lines of the values in a list, even if its document has other lines', async () => {
    const found = await findKeys(await sourceOf({ 'fine.yaml': 'accounts:\n  - acct-1\n  - acct-2\nother: 3\n' }));
    assert.match(keyReportText(found!), /^Every value is a usable key$/m);
    assert.equal(sourceOptions(found!)[0]?.detail, 'Every value is a usable key');
  });
});
