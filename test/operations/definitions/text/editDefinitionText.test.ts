/** Tests that a text is edited only in the places that change. Texts in any layout keep their meaning, comments and order. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../../src/api/model.ts';
import { editDefinitionText, pairItems } from '../../../../src/operations/definitions/text/editDefinitionText.ts';
import { readDefinitionText } from '../../../../src/operations/definitions/text/readDefinitionText.ts';
import * as fc from 'fast-check';
import { isSame } from '../../../../src/domain/definitions/sameValue.ts';
import { sendable, any, map, type ValueShape } from '../../../../src/domain/definitions/document/shapes.ts';
import { twoDefinitions } from '../../../domain/definitions/anyDefinition.ts';
import { commentsOf, handwritten } from '../../../domain/definitions/document/handwritten.ts';
import { runs } from '../../../properties/runs.ts';

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
    for (const at of [0, 1, 2]) {
      const edited = await editDefinitionText(text, { ...definition!, rules: definition!.rules.toSpliced(at, 1) });
      const comments = ['a', 'b', 'c'].toSpliced(at, 1).flatMap((segment) => [`# above ${segment}`, `# of ${segment}`]);
      assert.deepEqual(edited.match(/#.*/g), [...comments, '# last']);
    }
  });

  it('has a value of a different kind where the definition has one, and stays as it is elsewhere', async () => {
    const values = [{ a: 1 }, 'x', [1], { b: { c: 3 } }];
    for (const [from, to] of values.flatMap((one) => values.map((other) => [one, other] as const))) {
      const { definition, text } = await readDefinitionText(`name: f # mine\nnote: ${JSON.stringify(from)}\n`);
      const edited = await editDefinitionText(text, { ...definition!, note: to });
      assert.deepEqual((await readDefinitionText(edited)).definition?.['note'], to);
      assert.match(edited, /^name: f # mine\n/);
    }
  });

  it('is rewritten below its first comment if it can’t be read', async () => {
    const { definition } = await readDefinitionText(yaml);
    assert.match(await editDefinitionText('# mine\nname: [', definition!), /^# mine\nname: f\n/);
  });

  it('keeps response-only fields, which are not sent, and the rollout status that the user wrote', async () => {
    const body = { name: 'f', treatments: [], rules: [], defaultRule: [], trafficAllocation: 5 };
    for (const status of ['rolloutStatus: Ramping # soon', 'rolloutStatus:\n  id: x # soon']) {
      const edited = await editDefinitionText(`name: f\nid: x\n${status}\nkilled: true\n`, body);
      assert.equal(edited, `name: f\ntrafficAllocation: 5\nid: x\n${status}\nkilled: true\n`);
      assert.deepEqual((await readDefinitionText(edited)).definition, body);
    }
  });
});

const mark = fc.constantFrom('\n', '\r\n');
const seed = fc.nat();

const share = (size: number): FlagDefinition['defaultRule'] => [{ treatment: 'on', size }, { treatment: 'off', size: 100 - size }]; // prettier-ignore
const plain: FlagDefinition = {
  name: 'f',
  treatments: [{ name: 'on', description: 'New: "x"', configurations: '{\n  "a": 1\n}' }, { name: 'off', keys: ['a', '1e3', 'yes'] }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: ['beta', 'eu', 'on'].map((string, place) => ({
    buckets: share(place * 10),
    condition: { combiner: 'AND', matchers: [{ type: 'IN_SEGMENT', string }, { type: 'IN_LIST_STRING', attribute: 'country', strings: ['de', 'fr'] }] },
  })),
  defaultRule: share(50),
  brandNew: { '# a': 1, b: [1, [2, 3], { c: null }] },
}; // prettier-ignore
const [first, second, third] = plain.rules;
const extra = { buckets: share(1), condition: { matchers: [{ type: 'EQUAL_NUMBER', attribute: 'age', number: 1 }] } };
/** Nothing is removed, so all comments must stay. */
const changes: Readonly<Record<string, FlagDefinition>> = {
  'a number': { ...plain, trafficAllocation: 50 },
  'a share': { ...plain, rules: plain.rules.with(1, { ...second!, buckets: share(77) }) },
  'a new rule': { ...plain, rules: [extra, ...plain.rules] },
  'a new last rule': { ...plain, rules: [...plain.rules, extra] },
  'rules in another order': { ...plain, rules: [third!, first!, second!] },
  'a new key': { ...plain, treatments: plain.treatments.with(1, { name: 'off', keys: ['a', 'b: #', '1e3', 'yes'] }) },
  'a new field': { ...plain, flagSets: ['x'] },
  'an unknown field': { ...plain, brandNew: { '# a': 2, b: [1, [2, 3], { c: null }], d: 'x' } },
};

describe('a text that was written by hand', () => {
  it('has the same meaning in any layout, and stays unchanged if the meaning does', async () => {
    await fc.assert(
      fc.asyncProperty(twoDefinitions, seed, mark, async ([definition], seed, mark) => {
        const text = handwritten(definition, seed).replaceAll('\n', mark);
        const read = await readDefinitionText(text);
        assert.deepEqual(read.syntaxProblems, [], text);
        assert.ok(isSame(read.definition, sendable(definition)), text);
        assert.equal(await editDefinitionText(text, definition), text);
      }),
      runs(300),
    );
  });

  it('can be edited to any other definition', async () => {
    await fc.assert(
      fc.asyncProperty(twoDefinitions, seed, mark, async ([before, after], seed, mark) => {
        const edited = await editDefinitionText(handwritten(before, seed).replaceAll('\n', mark), after);
        const read = await readDefinitionText(edited);
        assert.ok(isSame(read.definition, sendable(after)), edited);
        assert.equal(await editDefinitionText(edited, after), edited);
      }),
      runs(150),
    );
  });

  for (const [what, after] of Object.entries(changes))
    it(`keeps all comments if it gets ${what}`, async () => {
      await fc.assert(
        fc.asyncProperty(seed, mark, async (seed, mark) => {
          const text = handwritten(plain, seed).replaceAll('\n', mark);
          const edited = await editDefinitionText(text, after);
          const read = await readDefinitionText(edited);
          assert.ok(isSame(read.definition, after), edited);
          assert.deepEqual(commentsOf(edited), commentsOf(text), `${text}\n=>\n${edited}`);
        }),
        runs(60),
      );
    });
});

/** As `0-1 1-0`. */
const pairs = (before: readonly unknown[], after: readonly unknown[], shape: ValueShape = any): string =>
  Array.from(pairItems(before, after, shape), ({ from, to }) => `${from}-${to}`).join(' ');

describe('items are paired', () => {
  it('if they are equal', () => {
    assert.equal(pairs(['a', 'b', 'c'], ['c', 'a', 'd']), '0-1 2-0');
    assert.equal(pairs([{ x: 1 }, { x: 2 }], [{ x: 2 }, { x: 1 }]), '0-1 1-0');
    assert.equal(pairs([['a'], 1, null], [1, ['a']]), '0-1 1-0');
  });

  it('if they have the same name of a treatment, a share or a matcher', () => {
    for (const name of ['name', 'treatment', 'type'])
      assert.equal(pairs([{ [name]: 'a', x: 1 }, { [name]: 'b', x: 1 }, { [name]: 'c' }], [{ [name]: 'b', x: 2 }, { [name]: 'a', x: 2 }]), '0-1 1-0'); // prettier-ignore
    assert.equal(pairs([{ id: 'a', x: 1 }, { id: 'b', x: 1 }], [{ id: 'b', x: 2 }, { id: 'a', x: 2 }]), '0-0 1-1'); // prettier-ignore
    // Both the name and the type must be equal.
    assert.equal(pairs([{ name: 'a', type: 1, x: 1 }, { name: 'a', type: 2 }], [{ name: 'a', type: 2, x: 1 }, { name: 'a', type: 1, x: 2 }]), '0-1 1-0'); // prettier-ignore
  });

  it('in order, if equally many are left unpaired on both sides', () => {
    assert.equal(pairs([{ name: 'a' }, { name: 'b' }], [{ name: 'c' }, { name: 'd' }]), '0-0 1-1');
    assert.equal(pairs([{ name: 'a' }, { name: 'b' }], [{ name: 'c' }]), '');
    assert.equal(pairs([{ name: 'a' }], [{ name: 'c' }, { name: 'd' }]), '');
    assert.equal(pairs(['x', { name: 'a' }, { name: 'b' }], [{ name: 'c' }, { name: 'b', y: 1 }, 'x']), '0-2 1-0 2-1');
  });

  it('only if they are objects', () => {
    assert.equal(pairs(['a', 1], ['b', 2]), '');
    assert.equal(pairs([['a']], [['b']]), '');
    assert.equal(pairs(['a', { x: 1 }], [{ x: 2 }, 'b']), '1-0');
    assert.equal(pairs([{ x: 1 }, 'a'], ['b', { x: 2 }]), '0-1');
    assert.equal(pairs([{ x: 1 }], ['b', null, ['c']]), '');
    assert.equal(pairs(['b', null, ['c']], [{ x: 1 }]), '');
  });
});

describe('rules are paired', () => {
  const ruleOf = (segment: string, size: number, extra = 'x') => ({
    buckets: [{ treatment: 'on', size }],
    condition: { matchers: [{ type: 'IN_SEGMENT', string: segment }, { type: 'IN_SEGMENT', string: extra }] },
  }); // prettier-ignore
  const shape = map('rule');

  it('by their conditions', () => {
    const before = [ruleOf('a', 1), ruleOf('b', 2)];
    assert.equal(pairs(before, [ruleOf('c', 4), ruleOf('b', 5), ruleOf('a', 3)], shape), '0-2 1-1');
    assert.equal(pairs(before, [ruleOf('b', 5), ruleOf('a', 3)], shape), '0-1 1-0');
    // An object without a shape, or with a different one, is any object.
    for (const other of [any, map('bucket')]) assert.equal(pairs(before, [ruleOf('b', 5), ruleOf('a', 3)], other), '0-0 1-1');
  });
});
