/** What is written is read again, to the letter, whatever the definition. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { sendable } from '../../../src/domain/definitions/document/shapes.ts';
import { replaceHeader, writeDefinitionText } from '../../../src/operations/definitionText/writeDefinitionText.ts';
import { readDefinitionText } from '../../../src/operations/definitionText/readDefinitionText.ts';
import { twoDefinitions } from '../../domain/definitions/anyDefinition.ts';
import { runs } from '../../properties/runs.ts';
import { texts } from '../../properties/texts.ts';

// Not by JSON.parse: V8's takes a lone surrogate that is the name of a field for a backslash now and then.
const plain = (value: unknown): unknown => structuredClone(value);

/** The same, with the fields of everything in it in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toReversed();
  return Object.fromEntries(fields.map(([name, inner]) => [name, reversed(inner)]));
}

describe('of any definition', () => {
  it('the text says the same to the letter, without what only the service writes, and is written the same again, in whatever order its fields come', async () => {
    await fc.assert(
      fc.asyncProperty(twoDefinitions, fc.array(texts, { maxLength: 3 }), async ([definition], header) => {
        const text = await writeDefinitionText(definition, header);
        const read = await readDefinitionText(text);
        assert.deepEqual(read.syntaxProblems, [], text);
        assert.deepEqual(plain(read.definition), plain(sendable(definition)), text);
        assert.equal(await writeDefinitionText(read.definition!, header), text);
        assert.equal(await writeDefinitionText(reversed(definition) as FlagDefinition, header), text);
      }),
      runs(400),
    );
  });

  it('the text has no character that an editor or a file would change', async () => {
    await fc.assert(
      fc.asyncProperty(twoDefinitions, fc.array(texts, { maxLength: 3 }), async ([definition], header) => {
        const text = await writeDefinitionText(definition, header);
        assert.ok(text.isWellFormed());
        assert.doesNotMatch(text, /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u);
      }),
      runs(200),
    );
  });
});

const definition: FlagDefinition = {
  name: 'new-checkout',
  id: 'x',
  killed: true,
  treatments: [
    { name: 'on', description: 'The new way: better', configurations: '{\n  "a": 1\n}' },
    { name: '0x1f', description: '', keys: ['1', 'yes'], segments: [] },
  ],
  defaultTreatment: 'on',
  rules: [
    {
      buckets: [{ treatment: 'on', size: 100 }],
      condition: { combiner: 'AND', matchers: [{ type: 'IN_SEGMENT', string: 'beta', negate: false }] },
    },
  ],
  defaultRule: [{ treatment: 'on', size: 100 }],
  note: { a: [[1], { b: null }] },
};

describe('the text of a definition', () => {
  it('is plain YAML, below a comment', async () => {
    assert.equal(
      await writeDefinitionText(definition, ['new-checkout in production', 'It is killed.\nrules: []']),
      `# new-checkout in production
# It is killed.
# rules: []

name: new-checkout
treatments:
  - name: on
    description: "The new way: better"
    configurations: |-
      {
        "a": 1
      }
  - name: "0x1f"
    description: ""
    keys:
      - "1"
      - yes
    segments: []
defaultTreatment: on
rules:
  - buckets:
      - treatment: on
        size: 100
    condition:
      combiner: AND
      matchers:
        - type: IN_SEGMENT
          negate: false
          string: beta
defaultRule:
  - treatment: on
    size: 100
note:
  a:
    - - 1
    - b: null
`,
    );
  });

  it('gets another header where its own is still there', async () => {
    for (const mark of ['\n', '\r\n']) {
      const [before, after] = (
        await Promise.all([['a', 'b'], ['c']].map((header) => writeDefinitionText(definition, header)))
      ).map((text) => text.replaceAll('\n', mark)) as [string, string];
      assert.equal(replaceHeader(before, ['a', 'b'], ['c']), after);
      assert.equal(replaceHeader(before, ['a'], ['c']), before);
      assert.equal(replaceHeader(before, [], ['c']), before);
    }
  });
});

describe('a definition as text', () => {
  const least = { name: 'f', treatments: [], rules: [], defaultRule: [] };

  it('has the fields of a matcher in the order of its type, and others behind them', async () => {
    const written = async (type: string): Promise<string | undefined> => {
      const matchers = [{ zone: 1, string: 'x', area: 2, type, negate: true }];
      const text = await writeDefinitionText({ ...least, rules: [{ buckets: [], condition: { matchers } }] });
      return /- (type[^]*?)\ndefaultRule/
        .exec(text)?.[1]
        ?.replaceAll(/: .*\n? */g, ' ')
        .trim();
    };
    assert.equal(await written('IN_SEGMENT'), 'type negate string area zone');
    assert.equal(await written('NOBODY_KNOWS'), 'type negate area string zone');
  });

  it('has a header of lines that nobody can end', async () => {
    const header = async (...lines: readonly string[]) => (await writeDefinitionText(least, lines)).split('\nname:')[0];
    assert.equal(await header('a\r\n\nb\u2028\u0085c\u2029d'), '# a\n# b\n# c\n# d\n');
    assert.equal(await header('  a\tb\ufeff c\ud800 '), '# a b  c\n');
    assert.equal(await header('', ' \t'), '#\n#\n');
  });
});
