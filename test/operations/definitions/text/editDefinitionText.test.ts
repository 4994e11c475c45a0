/** Tests that a text is edited only in the places that change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition, Rule } from '../../../../src/api/model.ts';
import { canonical, isSame } from '../../../../src/domain/definitions/sameValue.ts';
import { nodeAt } from '../../../../src/domain/definitions/document/located.ts';
import { sendable } from '../../../../src/domain/definitions/document/shapes.ts';
import { writeDefinitionText } from '../../../../src/operations/definitions/text/writeDefinitionText.ts';
import { editDefinitionText } from '../../../../src/operations/definitions/text/editDefinitionText.ts';
import { readDefinitionText } from '../../../../src/operations/definitions/text/readDefinitionText.ts';
import { twoDefinitions } from '../../../domain/definitions/anyDefinition.ts';
import { runs } from '../../../properties/runs.ts';

const mark = fc.constantFrom('\n', '\r\n');

const rule = fc
  .record({
    segment: fc.constantFrom('beta', 'staff', 'eu'),
    values: fc.array(fc.constantFrom('de', 'fr', 'at'), { minLength: 1, maxLength: 3 }),
    share: fc.constantFrom(0, 25, 50, 100),
  })
  .map(({ segment, values, share }): Rule => ({
    buckets: [
      { treatment: 'on', size: share },
      { treatment: 'off', size: 100 - share },
    ],
    condition: {
      combiner: 'AND',
      matchers: [
        { type: 'IN_SEGMENT', string: segment },
        { type: 'IN_LIST_STRING', attribute: 'country', strings: values },
      ],
    },
  }));
/** All rules differ, so it is clear which comment belongs to which rule. */
const rules = fc.uniqueArray(rule, { minLength: 2, maxLength: 4, selector: (one) => canonical(one.condition) });
const definition = rules.map((rules): FlagDefinition => ({
  name: 'f',
  treatments: [
    { name: 'on', description: 'New' },
    { name: 'off', keys: ['a', 'b'] },
  ],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules,
  defaultRule: [{ treatment: 'off', size: 100 }],
  note: { a: 1, b: [1, [2, 3]] },
}));

/** A numbered comment above and after each line. */
function commented(text: string): string {
  return text
    .split('\n')
    .map((line, at) => (line === '' ? line : `${/^ */.exec(line)![0]}# above${at}.\n${line} # behind${at}.`))
    .join('\n');
}

const commentsOf = (text: string): readonly string[] => (text.match(/(?:above|behind)\d+\./g) ?? []).toSorted();

describe('for any text and any other definition', () => {
  it('the edited text has the meaning of that definition', async () => {
    let strange = 0;
    await fc.assert(
      fc.asyncProperty(twoDefinitions, mark, async ([before, after], mark) => {
        const text = `# header\n\n${await writeDefinitionText(before)}# last\n`.replaceAll('\n', mark);
        const edited = await editDefinitionText(text, after);
        const { definition } = await readDefinitionText(edited);
        assert.ok(isSame(definition, sendable(after)), edited);
        assert.match(edited, /^# header/);
        assert.equal(await editDefinitionText(edited, after), edited);
        if (!edited.includes('# last')) strange += 1;
      }),
      runs(300),
    );
    // Only objects with names of a thousand letters are rewritten.
    assert.ok(strange <= 0.01 * runs(300).numRuns!, String(strange));
  });
});

describe('comments', () => {
  it('are removed only with their rule', async () => {
    await fc.assert(
      fc.asyncProperty(definition, fc.nat(3), async (before, nat) => {
        const text = commented(await writeDefinitionText(before));
        const at = nat % before.rules.length;
        const edited = await editDefinitionText(text, { ...before, rules: before.rules.toSpliced(at, 1) });
        const { root } = await readDefinitionText(text);
        const { start, end } = nodeAt(root, ['rules', at])!.span;
        const gone = new Set(commentsOf(text.slice(start, text.indexOf('\n', end))));
        const left = commentsOf(text).filter((comment) => !gone.has(comment));
        const missing = left.filter((comment) => !edited.includes(comment));
        // The comment above a rule moves with it.
        assert.ok(missing.length <= 1 && missing.every((comment) => comment.startsWith('above')), missing.join());
      }),
      runs(50),
    );
  });
});

describe('an edited text', () => {
  const yaml = `# killed: true
name: f
treatments: [{name: on}, {name: 'off'}]   # flow, as the user likes it
defaultTreatment: off

# twenty percent of Europe
rules:
- condition: {matchers: [{type: IN_SEGMENT, string: eu}]}
  buckets:
  - {treatment: on, size: 20}  # <- watch this
  - {treatment: off, size: 80}
trafficAllocation: 100
note: |
  two
  lines
defaultRule:
- treatment: off
  size: 100
`;
  const edit = async (change: (before: FlagDefinition) => object): Promise<string> => {
    const { definition } = await readDefinitionText(yaml);
    return editDefinitionText(yaml, change(definition!) as FlagDefinition);
  };

  it('keeps comments, order, empty lines, and all unaffected parts', async () => {
    const after = await edit((before) => ({
      ...before,
      treatments: [...before.treatments, { name: 'v 2', description: 'x: y' }],
      rules: [{ ...before.rules[0]!, buckets: [{ treatment: 'on', size: 25 }, { treatment: 'off', size: 75 }] }],
      note: 'one line',
      flagSets: ['a'],
    })); // prettier-ignore
    assert.equal(
      after,
      `# killed: true
name: f
treatments: [{name: on}, {name: 'off'}, {name: v 2, description: "x: y"}] # flow, as the user likes it
defaultTreatment: off

# twenty percent of Europe
rules:
  - condition: {matchers: [{type: IN_SEGMENT, string: eu}]}
    buckets:
      - {treatment: on, size: 25} # <- watch this
      - {treatment: off, size: 75}
trafficAllocation: 100
note: one line
defaultRule:
  - treatment: off
    size: 100
flagSets:
  - a
`,
    );
  });

  it('keeps lists that become empty or appear in their positions', async () => {
    const emptied = await edit((before) => ({ ...before, rules: [], note: 'a\nb' }));
    assert.match(emptied, /# twenty percent of Europe\nrules: \[\]\ntrafficAllocation: 100\nnote: \|-\n {2}a\n {2}b\n/);
    const { definition } = await readDefinitionText(yaml);
    assert.equal(
      await editDefinitionText(emptied, { ...definition!, rules: [{ buckets: [], condition: { matchers: [] } }], note: 'a\nb' }), // prettier-ignore
      emptied.replace('rules: []', 'rules:\n  - buckets: []\n    condition:\n      matchers: []'),
    );
  });

  it('keeps unaffected numbers as written', async () => {
    const numbers = 'note: [1e3, 1.10, 0x1F, +5, -0.50, .5]';
    const read = await readDefinitionText(`name: f\ntrafficAllocation: 100\n${numbers}\n`);
    assert.deepEqual(read.definition?.['note'], [1000, 1.1, 31, 5, -0.5, 0.5]);
    assert.equal(await editDefinitionText(read.text, { ...read.definition, trafficAllocation: 5 }), `name: f\ntrafficAllocation: 5\n${numbers}\n`); // prettier-ignore
    // Fields that only the service writes are not sent, and may contain larger numbers.
    const text = 'name: f\nid: 9007199254740993\ntrafficAllocation: 100\n';
    const body = { name: 'f', treatments: [], rules: [], defaultRule: [], trafficAllocation: 5 };
    assert.equal(await editDefinitionText(text, body), text.replace('100', '5'));
  });

  it('keeps comments if their items are removed, also those above the first', async () => {
    const list = (items: string): string => `name: f\nflagSets:\n${items}`;
    const sets = async (items: string, ...wanted: readonly string[]): Promise<string> => {
      const text = list(items);
      const { definition } = await readDefinitionText(text);
      return editDefinitionText(text, { ...definition!, flagSets: wanted });
    };
    const items = '  # of a\n  - a\n\n  # of b\n  - b # b\n  - c\n';
    assert.equal(await sets(items, 'c', 'a', 'b'), list('  - c\n  # of a\n  - a\n\n  # of b\n  - b # b\n'));
    assert.equal(await sets(items, 'b', 'a'), list('  # of b\n  - b # b\n  # of a\n  - a\n'));
    assert.equal(await sets(items, 'b', 'n'), list('  # of b\n  - b # b\n  - n\n'));
    assert.equal(await sets('  [\n    # of a\n    a, # a\n    b\n  ]\n', 'b', 'a'), list('  - b\n  # of a\n  - a # a\n'));
  });

  it('is rewritten below its first comment if it can’t be read', async () => {
    const { definition } = await readDefinitionText(yaml);
    assert.match(await editDefinitionText('# mine\nname: [', definition!), /^# mine\nname: f\n/);
  });

  it('keeps response-only fields, which are not sent', async () => {
    const after = await editDefinitionText('name: f\nid: x\nkilled: true\n', { name: 'f', treatments: [], rules: [], defaultRule: [], trafficAllocation: 5 }); // prettier-ignore
    assert.equal(after, 'name: f\ntrafficAllocation: 5\nid: x\nkilled: true\n');
  });

  it('keeps the rollout status that the user wrote, and its comment: it is not part of the definition', async () => {
    const body = { name: 'f', treatments: [], rules: [], defaultRule: [], trafficAllocation: 5 };
    for (const status of ['rolloutStatus: Ramping # soon', 'rolloutStatus:\n  id: x # soon']) {
      const text = `name: f\n${status}\ntrafficAllocation: 4\n`;
      const edited = await editDefinitionText(text, body);
      assert.equal(edited, text.replace('4', '5'));
      assert.deepEqual((await readDefinitionText(edited)).definition, body);
    }
    const json = await editDefinitionText('{"name": "f", "rolloutStatus": "Ramping"}', body);
    assert.match(json, /"rolloutStatus": "Ramping"/);
    assert.deepEqual((await readDefinitionText(json)).definition, body);
  });
});
