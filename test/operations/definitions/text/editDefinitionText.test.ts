/** Tests that a text is edited only in the places that change. handwritten.test.ts compares the meaning of random texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../../src/api/model.ts';
import { editDefinitionText } from '../../../../src/operations/definitions/text/editDefinitionText.ts';
import { readDefinitionText } from '../../../../src/operations/definitions/text/readDefinitionText.ts';

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

  it('loses only the comments of a removed rule', async () => {
    const rule = (segment: string): string =>
      `  # above ${segment}\n  - buckets: [] # of ${segment}\n    condition: {matchers: [{type: IN_SEGMENT, string: ${segment}}]}\n`;
    const text = `name: f\nrules:\n${['a', 'b', 'c'].map(rule).join('')}# last\n`;
    const { definition } = await readDefinitionText(text);
    for (const [at, left] of [
      ['b', 'c'],
      ['a', 'c'],
      ['a', 'b'],
    ].entries()) {
      const edited = await editDefinitionText(text, { ...definition!, rules: definition!.rules.toSpliced(at, 1) });
      const comments = left.flatMap((segment) => [`# above ${segment}`, `# of ${segment}`]);
      assert.deepEqual(edited.match(/#.*/g), [...comments, '# last']);
    }
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
