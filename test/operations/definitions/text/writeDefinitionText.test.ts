/** Tests that each written definition is read back exactly. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition } from '../../../../src/api/model.ts';
import { readBody } from '../../../../src/domain/definitions/document/readBody.ts';
import { sendable } from '../../../../src/domain/definitions/document/shapes.ts';
import { writeDefinitionText } from '../../../../src/operations/definitions/text/writeDefinitionText.ts';
import { readDefinitionText } from '../../../../src/operations/definitions/text/readDefinitionText.ts';
import { twoDefinitions } from '../../../domain/definitions/anyDefinition.ts';
import { runs } from '../../../properties/runs.ts';

// Without JSON.parse: in V8, it sometimes reads a lone surrogate in the name of a field as a backslash.
const plain = (value: unknown): unknown => structuredClone(value);

/** The same, with the fields of all objects in a different order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toReversed();
  return Object.fromEntries(fields.map(([name, inner]) => [name, reversed(inner)]));
}

describe('for any definition', () => {
  it('the text has exactly the same meaning, without response-only fields, and is the same for any order of fields', async () => {
    await fc.assert(
      fc.asyncProperty(twoDefinitions, async ([definition]) => {
        const text = await writeDefinitionText(definition);
        const read = await readDefinitionText(text);
        assert.deepEqual(read.syntaxProblems, [], text);
        assert.deepEqual(plain(read.definition), plain(sendable(definition)), text);
        assert.equal(await writeDefinitionText(read.definition!), text);
        assert.equal(await writeDefinitionText(reversed(definition) as FlagDefinition), text);
        // No character that an editor or a file would change.
        assert.ok(text.isWellFormed());
        assert.doesNotMatch(text, /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u);
      }),
      runs(400),
    );
  });
});

const example: FlagDefinition = {
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
  it('is plain YAML', async () => {
    assert.equal(
      await writeDefinitionText(example),
      `name: new-checkout
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
});

describe('a definition as text', () => {
  const least = { name: 'f', treatments: [], rules: [], defaultRule: [] };

  it('has the fields of a matcher in the order of its type, followed by other fields', async () => {
    const written = async (type: string): Promise<string | undefined> => {
      const matchers = [{ zone: 1, string: 'x', area: 2, type, negate: true }];
      const text = await writeDefinitionText({ ...least, rules: [{ buckets: [], condition: { matchers } }] });
      return /- (type[^]*?)\ndefaultRule/
        .exec(text)?.[1]
        ?.replaceAll(/: .*\n? */g, ' ')
        .trim();
    };
    assert.equal(await written('IN_SEGMENT'), 'type negate string area zone');
    assert.equal(await written('NOBODY_KNOWS'), 'type negate string area zone');
  });

  it('preserves the exact text fields of a matcher with an unknown type when it is read again', async () => {
    const matchers = [{ type: 'NOBODY_KNOWS', string: 5, strings: ['1.10', 1.5, true, 'yes', null, ['007']], from: '2', to: 2 }];
    const odd = { ...least, rules: [{ buckets: [], condition: { matchers } }] } as unknown as FlagDefinition;
    assert.deepEqual((await readDefinitionText(await writeDefinitionText(odd))).definition?.rules, odd.rules);
  });

  it('marks values of other types in the place of a text', async () => {
    const treatment = { name: 'on', description: 5, configurations: true, keys: [1.5, '5', null], size: 5 };
    const odd = { ...least, treatments: [treatment] } as unknown as FlagDefinition;
    const text = await writeDefinitionText(odd);
    assert.match(
      text,
      /description: !!int 5\n {4}configurations: !!bool true\n {4}keys:\n {6}- !!float 1\.5\n {6}- "5"\n {6}- null\n {4}size: 5\n/,
    );
    assert.deepEqual(readBody((await readDefinitionText(text)).root!).value, odd);
  });

  it('marks a whole number with an exponent as a float, as YAML does', async () => {
    const between = { from: '', to: -1e21 };
    const matchers = [{ type: 'BETWEEN_SEMVER', between }];
    const odd: FlagDefinition = { ...least, rules: [{ buckets: [], condition: { matchers } }] };
    const text = await writeDefinitionText(odd);
    assert.match(text, /to: !!float -1e\+21\n/);
    const read = await readDefinitionText(text);
    assert.deepEqual(read.syntaxProblems, []);
    assert.deepEqual(readBody(read.root!).value, odd);
  });

  it('keeps a text that has only blanks and line ends', async () => {
    for (const text of [' \n', '  \n\n', '\n \n', '\n\n  ', ' \n \n ', '\n', ' ']) {
      const blank: FlagDefinition = { ...least, treatments: [{ name: text, description: text }] };
      assert.deepEqual((await readDefinitionText(await writeDefinitionText(blank))).definition, blank, JSON.stringify(text));
    }
  });
});
