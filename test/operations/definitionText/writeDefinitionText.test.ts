/** What is written is read again, to the letter, whatever the definition. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition } from '../../../src/api/model.ts';
import {
  replaceHeader,
  responseOnlyFields,
  sendable,
  writeDefinitionText,
} from '../../../src/domain/definitions/document/writeDefinition.ts';
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
        const text = writeDefinitionText(definition, header);
        const read = await readDefinitionText(text);
        assert.deepEqual(read.syntaxProblems, [], text);
        assert.deepEqual(plain(read.definition), plain(sendable(definition)), text);
        assert.equal(writeDefinitionText(read.definition!, header), text);
        assert.equal(writeDefinitionText(reversed(definition) as FlagDefinition, header), text);
      }),
      runs(400),
    );
  });

  it('the text has no character that an editor or a file would change', async () => {
    await fc.assert(
      fc.asyncProperty(twoDefinitions, fc.array(texts, { maxLength: 3 }), async ([definition], header) => {
        const text = writeDefinitionText(definition, header);
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
  it('is plain YAML, below a comment', () => {
    assert.equal(
      writeDefinitionText(definition, ['new-checkout in production', 'It is killed.\nrules: []']),
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

  it('has what only the service writes beside it, for the header', () => {
    assert.deepEqual(responseOnlyFields(definition), [
      { field: 'id', value: 'x' },
      { field: 'killed', value: true },
    ]);
  });

  it('gets another header where its own is still there', () => {
    for (const mark of ['\n', '\r\n']) {
      const [before, after] = [['a', 'b'], ['c']].map((header) => writeDefinitionText(definition, header).replaceAll('\n', mark)) as [string, string]; // prettier-ignore
      assert.equal(replaceHeader(before, ['a', 'b'], ['c']), after);
      assert.equal(replaceHeader(before, ['a'], ['c']), before);
      assert.equal(replaceHeader(before, [], ['c']), before);
    }
  });
});
