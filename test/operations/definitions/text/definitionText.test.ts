/** Tests that a definition is read from its text as far as possible, and that each written definition is read back exactly. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../../src/api/model.ts';
import { readDefinitionText } from '../../../../src/operations/definitions/text/readDefinitionText.ts';
import * as fc from 'fast-check';
import { readBody } from '../../../../src/domain/definitions/document/readBody.ts';
import { sendable } from '../../../../src/domain/definitions/document/shapes.ts';
import { writeDefinitionText } from '../../../../src/operations/definitions/text/writeDefinitionText.ts';
import { twoDefinitions } from '../../../domain/definitions/anyDefinition.ts';
import { runs } from '../../../properties/runs.ts';

const bodyOf = async (text: string): Promise<unknown> => (await readDefinitionText(text)).definition;
const reasonsOf = async (text: string): Promise<readonly string[]> => {
  const { syntaxProblems } = await readDefinitionText(text);
  return syntaxProblems.map((problem) => {
    const { start, end } = problem.span;
    return `${problem.code === 'syntax' ? problem.reason : problem.code}: ${text.slice(start, end)}`;
  });
};

describe('the body that is read from a text', () => {
  it('has strings wherever the service requires them, however they are written', async () => {
    const text = 'name: 0x1f\ntreatments:\n- {name: true}\n- name: 2026-01-31\n  description: 1.0\n- name: yes\n';
    assert.deepEqual(await bodyOf(text), {
      name: '0x1f',
      treatments: [{ name: 'true' }, { name: '2026-01-31', description: '1.0' }, { name: 'yes' }],
      rules: [],
      defaultRule: [],
    });
  });

  it('has strings in the text fields of every matcher, even if its type is unknown', async () => {
    const matchers = [
      '{type: GREATER_THAN_SEMVER, attribute: 7, string: 1.10, strings: [1.10, 007, yes], level: 1.10}',
      '{type: IN_SEGMENT, string: 0x1F, strings: [1e5], attribute: true}',
      '{type: BRAND_NEW, string: {a: 1.50}, from: 2.0, strings: [[1.10], 12345678901234567890]}',
    ];
    const body = (await bodyOf(`name: f\nrules:\n- condition: {matchers: [${matchers.join(', ')}]}\n`)) as FlagDefinition;
    assert.deepEqual(body.rules[0]?.condition.matchers, [
      { type: 'GREATER_THAN_SEMVER', attribute: '7', string: '1.10', strings: ['1.10', '007', 'yes'], level: 1.1 },
      { type: 'IN_SEGMENT', string: '0x1F', strings: ['1e5'], attribute: 'true' },
      { type: 'BRAND_NEW', string: { a: 1.5 }, from: '2.0', strings: [['1.10'], '12345678901234567890'] },
    ]);
  });

  it('contains unknown fields, read by the rules of YAML', async () => {
    const body = (await bodyOf('name: f\nnew: {a: 0x1f, b: [yes, true, ~], c: 1.50}\n')) as { new: unknown };
    assert.deepEqual(body.new, { a: 31, b: ['yes', true, null], c: 1.5 });
  });

  it('contains only exact numbers, and texts with any digits', async () => {
    const kinds = async (digits: string): Promise<readonly boolean[]> => [
      (await bodyOf(`name: f\nnote: ${digits}\n`)) !== undefined,
      (await bodyOf(`{"name": "f", "note": ${digits}}`)) !== undefined,
    ];
    for (const exact of ['9007199254740991', '9007199254740992', '-9007199254740992', '1e30', '0.1', '0.12345678901234567'])
      assert.deepEqual(await kinds(exact), [true, true], exact);
    for (const other of ['9007199254740993', '-9007199254740993', '9007199254740994', '1' + '0'.repeat(22), '9'.repeat(400)])
      assert.deepEqual(await kinds(other), [false, false], other);
    for (const yaml of ['0x20000000000001', '+9007199254740993', '9007199254740994.0'])
      assert.equal(await bodyOf(`name: f\nnote: ${yaml}\n`), undefined, yaml);
    assert.ok(await bodyOf('name: f\nnote: 0x20000000000000\n'));
    const names = (await bodyOf('name: 9007199254740993\n')) as { name: string };
    assert.equal(names.name, '9007199254740993');
  });

  it('is read from lines that end in CRLF, and after a byte order mark', async () => {
    for (const text of ['\uFEFFname: f\r\nrules:\r\n', '\uFEFF{\r\n"name": "f", "rules": null}']) {
      const read = await readDefinitionText(text);
      assert.deepEqual(read.definition, { name: 'f', rules: [], treatments: [], defaultRule: [] });
      assert.equal(read.root?.span.start, 1);
    }
  });

  it('is undefined if a value has the wrong type, is missing, or occurs twice', async () => {
    for (const text of [
      '',
      '# only',
      '[]',
      'x: 1',
      'name: [f]',
      'name: f\nrules: {}',
      'name: f\nname: f',
      'name: f\nsize: .inf',
      '{name: f',
    ])
      assert.equal(await bodyOf(text), undefined, text);
  });
});

/** test/domain/definitions/document/eachSyntax.test.ts has each reason. */
describe('invalid YAML', () => {
  it('is reported with its reason and its place', async () => {
    for (const [text, reason] of [
      ["name: f\nrules: ['a\nkilled: 1\n", "missingMark: 'a"],
      ['treatments:\n  - name: on\n     description: x\n', 'badIndent:      '],
      ['treatments:\n  - name: on\n    - name: off\n', 'badIndent:     '],
      ['treatments:\n  - name: on\n - name: off\n', 'badIndent:  '],
      ['name: f\n  rules: []\n', 'badIndent:   '],
      ['name: *', 'alias: *'],
      ['{: 1, name: f}', 'missingMark: :'],
      ['defaultRule:\n  - treatment: on\n    siz\n', 'missingMark: siz'],
    ] as const) {
      const [first] = await reasonsOf(text);
      assert.equal(first, reason);
    }
  });

  it('is reported once for each line, because later errors in the line follow from the first', async () => {
    const lines = async (text: string): Promise<readonly number[]> =>
      (await readDefinitionText(text)).syntaxProblems.map(({ span }) => text.slice(0, span.start).split('\n').length);
    const text =
      'name: f\nrules: [\n  - buckets:\n      - treatment: on\n        size: 100\n    condition:\n      combiner: AND\n';
    const found = await lines(text);
    assert.ok(found.length > 1);
    assert.equal(new Set(found).size, found.length, String(found));
    // Problems with a fix come before problems that follow from them.
    const tab = await readDefinitionText('treatments:\n\t- name: on\n  - name: off\n');
    assert.equal(tab.syntaxProblems[0]?.fixes[0]?.code, 'useSpaces');
  });

  it('is reported once for a text that is nested too deeply or too long', async () => {
    for (const text of ['['.repeat(200), '- '.repeat(5000), '{a: '.repeat(2000), '[['.repeat(40) + ']]'.repeat(40)]) {
      assert.equal((await reasonsOf(text)).filter((reason) => reason.startsWith('tooLarge')).length, 1, text.slice(0, 10));
    }
    assert.match((await reasonsOf('#'.repeat(1_000_001)))[0]!, /^tooLarge: #{200}$/);
  });

  it('includes aliases, which are not expanded', async () => {
    const bomb = `a: &a [x, x]\n${'bcdefghij'.replaceAll(/./g, (name, at: number) => {
      const before = 'abcdefghi'[at]!;
      return `${name}: &${name} [${`*${before}, `.repeat(9)}*${before}]\n`;
    })}`;
    const { definition, syntaxProblems } = await readDefinitionText(bomb);
    assert.equal(definition, undefined);
    assert.equal(syntaxProblems.length, 90);
  });
});

it('JSON in a definition is read as YAML, and only fields whose name is a text', async () => {
  for (const [text, ...reasons] of [
    ['{"name": "f", }'],
    ['{"name": "f"', 'missingMark: "f"'],
    ['{"name": "\\u12"}', 'other: \\u'],
  ] as const)
    assert.deepEqual(await reasonsOf(text), reasons);
  const { root } = await readDefinitionText('{[1]: 2, {}: 3, [4], "a": 5}');
  assert.deepEqual(root?.kind === 'map' && root.fields.map(({ name }) => name), ['a']);
});

it('a single carriage return ends a line of YAML, and does not belong to the text around it', async () => {
  const { root, syntaxProblems } = await readDefinitionText('name:\r f\rkilled: true\r');
  assert.deepEqual(syntaxProblems, []);
  const spans = root?.kind === 'map' ? root.fields.map(({ name, value }) => [name, value.span]) : [];
  assert.deepEqual(spans, [
    ['name', { start: 7, end: 8 }],
    ['killed', { start: 17, end: 21 }],
  ]);
});

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

it('the text of a definition is plain YAML', async () => {
  const matchers = [{ zone: 1, string: 'beta', area: 2, type: 'IN_SEGMENT', negate: false }];
  const example: FlagDefinition = {
    name: 'new-checkout',
    id: 'x',
    killed: true,
    treatments: [
      { name: 'on', description: 'The new way: better', configurations: '{\n  "a": 1\n}' },
      { name: '0x1f', description: '', keys: ['1', 'yes'], segments: [] },
    ],
    rules: [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers } }],
    defaultRule: [],
    note: { a: [[1], { b: null }] },
  };
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
          area: 2
          zone: 1
defaultRule: []
note:
  a:
    - - 1
    - b: null
`,
  );
});

describe('a definition as text', () => {
  const least = { name: 'f', treatments: [], rules: [], defaultRule: [] };

  it('marks values of other types in the place of a text, and a whole number with an exponent as a float, as YAML does', async () => {
    const treatment = { name: 'on', description: 5, configurations: true, keys: [1.5, -1e21, '5', null], size: 5 };
    const odd = { ...least, treatments: [treatment] } as unknown as FlagDefinition;
    const text = await writeDefinitionText(odd);
    assert.match(
      text,
      /description: !!int 5\n {4}configurations: !!bool true\n {4}keys:\n {6}- !!float 1\.5\n {6}- !!float -1e\+21\n {6}- "5"\n {6}- null\n {4}size: 5\n/,
    );
    assert.deepEqual(readBody((await readDefinitionText(text)).root!).value, odd);
  });

  it('keeps a text that has only blanks and line ends', async () => {
    for (const text of [' \n', '  \n\n', '\n \n', '\n\n  ', ' \n \n ', '\n', ' ']) {
      const blank: FlagDefinition = { ...least, treatments: [{ name: text, description: text }] };
      assert.deepEqual((await readDefinitionText(await writeDefinitionText(blank))).definition, blank, JSON.stringify(text));
    }
  });
});
