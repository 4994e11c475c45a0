/** Tests that a change copied as Markdown stays text: no text of the service becomes a link, mention, picture or heading. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyList, DiffRow } from '../../../src/webview/protocol.ts';
import type { MarkdownView } from '../../../src/editor/review/markdown.ts';
import '../fakeVscode.ts';

const { viewAsMarkdown } = await import('../../../src/editor/review/markdown.ts');

const row = (fields: Partial<DiffRow>): DiffRow => ({
  change: 'edited',
  changeLabel: 'changed',
  title: 'Rule 1',
  details: [],
  before: [],
  after: [],
  bars: [],
  ...fields,
});
const status = { label: '', tone: 'neutral' } as const;
const empty = { heading: 'h', subheading: '', status, byline: '', reason: '', facts: [], summary: [], sections: [] } as const;
type Parts = Partial<MarkdownView> & { readonly keys?: readonly Pick<KeyList, 'title' | 'keys'>[] };
const changeAsMarkdown = ({ keys = [], ...parts }: Parts): string => viewAsMarkdown({ ...empty, ...parts }, keys);
const heading = (text: string): string => changeAsMarkdown({ heading: text }).trimEnd().slice(3);

describe('a change as Markdown', () => {
  it('has heading, facts, the affected keys, the lines with their marks, what changes, and the keys', () => {
    const line = (text: string, mark = '') => ({ text, tone: 'warning', mark }) as const;
    const folds = [{ label: '1 unchanged', lines: [line('beta: no change, on 100 %')] }];
    const forWhom = { title: 'For whom', lines: [line('Everybody else: on 100 % → off 100 %', 'loses “on”')], folds };
    const markdown = changeAsMarkdown({
      heading: 'Roll out search',
      facts: [{ label: 'Environment', value: 'production' }],
      forWhom,
      summary: [line('on 50 % → 80 %.', 'kills'), { text: 'Rule 2 moved above rule 1.', tone: 'warning' }],
      sections: [
        {
          id: 'rules',
          title: 'Rules',
          rows: [
            row({ details: [{ change: 'added', text: 'segment beta added' }], before: ['a'], after: ['b'] }),
            row({ title: 'Rule 2', before: ['age ≤ 5'], after: ['age ≤ 6'] }),
            row({ title: 'Rule 3', change: 'moved', changeLabel: 'moved from 4 to 3', before: ['x'], after: ['x'] }),
            row({ title: 'Everybody', bars: [{ treatment: 'on', before: undefined, after: 5 }] }),
            row({ change: 'same' }),
          ],
        },
        { id: 'treatments', title: 'Treatments', rows: [row({ change: 'same' })] },
      ],
      keys: [
        { title: 'Keys that would be added', keys: ['acct-1', 'maria@example.com'] },
        { title: 'None', keys: [] },
      ],
    });
    assert.equal(
      markdown,
      `## Roll out search

- **Environment**: production

### For whom

- **loses “on”** Everybody else\\: on 100 % → off 100 %
- beta\\: no change, on 100 %

- **kills** on 50 % → 80 %.
- Rule 2 moved above rule 1.

### Rules

- **Rule 1** (changed)
  - segment beta added
- **Rule 2** (changed)
  - ~~age ≤ 5~~
  - age ≤ 6
- **Rule 3** (moved from 4 to 3)
  - x
- **Everybody** (changed)
  - on 5%
- _1 unchanged_

### Keys that would be added (2)

- \`acct-1\`
- \`maria@example.com\`
`,
    );
  });

  it('shows names as plain text, even if they contain links, pictures, HTML, emphasis, headings, lists, tables or formulas', () => {
    for (const [name, written] of [
      ['[x](http://evil)', '\\[x\\](http\\://evil)'],
      ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)\\>'],
      ['*a* _b_ ~~c~~ `d`', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\`'],
      ['# a', '\\# a'],
      ['1. a', '1\\. a'],
      ['a | b', 'a \\| b'],
      ['$x$', '\\$x\\$'],
      ['&lt;', '\\&lt;'],
      ['a\\', 'a\\\\'],
      ['www.example.com', 'www\\.example.com'],
      ['a\u202eb\u2028c', 'a\\[U+202E\\]b ⏎ c'],
      ['\ud83d', '\\[U+D83D\\]'],
      // A mention notifies nobody, and a number links no issue.
      ['ask @everyone, see #12', 'ask \\@\u200beveryone, see \\#\u200b12'],
    ] as const) {
      assert.equal(heading(name), written);
    }
  });

  it('lists at most 200 keys, each in as many backticks as necessary, and counts the others', () => {
    const keys = ['a`b', '`', 'a``b`c', 'a\nb', '@everyone', ...Array.from({ length: 100_000 }, (_, index) => `k${index}`)];
    const lines = changeAsMarkdown({ keys: [{ title: 'Keys', keys }] }).split('\n');
    const first = lines.indexOf('- ``a`b``');
    assert.deepEqual(lines.slice(first + 1, first + 5), ['- `` ` ``', '- ```a``b`c```', '- `a ⏎ b`', '- `@everyone`']);
    assert.equal(lines.filter((line) => line.startsWith('- `')).length, 200);
    assert.ok(lines.includes('- _… and 99,805 more_'));
  });
});
