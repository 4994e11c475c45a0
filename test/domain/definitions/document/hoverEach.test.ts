/** Every field and every type of matcher is explained, at its name and at its value, in lines, in brackets and in JSON. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hoverAt, type Hover } from '../../../../src/domain/definitions/document/hover.ts';
import type { LocatedNode } from '../../../../src/domain/definitions/document/located.ts';
import {
  matcherShapes,
  type MatcherType,
  definitionShape,
  fieldsOfKind,
  type ObjectKind,
} from '../../../../src/domain/definitions/document/shapes.ts';
import { yamlFields, yamlInline } from './writeYaml.ts';
import { read } from './marked.ts';

const types = Object.keys(matcherShapes) as readonly MatcherType[];
const values: Readonly<Record<string, unknown>> = {
  string: '[a](b) <i> *c*\n# d',
  strings: ['a', '`b`'],
  number: 5,
  date: 0,
  bool: true,
  depends: { splitName: 'other', treatment: 'on' },
  from: '1.0',
  to: '2.0',
};
const matchers = types.map((type) => {
  const { attribute, fields } = matcherShapes[type];
  const between = type === 'BETWEEN_SEMVER' ? { from: '1.0', to: '2.0' } : { from: 0, to: 86_400_000 };
  const own = Object.keys(fields).map((field) => [field, field === 'between' ? between : values[field]]);
  return { type, negate: true, ...(attribute !== 'none' && { attribute: 'age' }), ...Object.fromEntries(own) };
});
const buckets = [{ treatment: 'on', size: 100 }];
const definition = {
  name: 'f',
  treatments: [
    {
      name: 'on',
      description: 'New',
      configurations: '{}',
      keys: ['a'],
      segments: ['beta'],
      largeSegments: ['readers'],
      ruleBasedSegments: ['trials'],
    },
  ],
  defaultTreatment: 'on',
  baselineTreatment: 'on',
  trafficAllocation: 100,
  rules: [{ buckets, condition: { combiner: 'AND', matchers } }],
  defaultRule: buckets,
  flagSets: ['a'],
  impressionsDisabled: false,
  rolloutStatus: 'Ramping',
};
const kinds: readonly ObjectKind[] = [
  'definition',
  'treatment',
  'bucket',
  'rule',
  'condition',
  'depends',
  'numberRange',
  'versionRange',
];
const allFields = new Set([
  ...kinds.flatMap((of) => Object.keys(fieldsOfKind(of)).map((field) => `${of}.${field}`)),
  ...types.flatMap((type) => Object.keys(fieldsOfKind('matcher', type)).map((field) => `matcher.${field}`)),
]);
const written: readonly (readonly [what: string, text: string])[] = [
  ['YAML in lines', `${yamlFields(definition, definitionShape, 0)}\n`],
  ['YAML in brackets', yamlInline(definition, definitionShape)],
  ['JSON', JSON.stringify(definition, undefined, 2)],
]; // prettier-ignore

type Said = Omit<Hover, 'span'>;

/** What is said at each name, and at each scalar, in the order of the text; the same at both of its ends. */
async function saidIn(text: string): Promise<readonly Said[]> {
  const document = await read(text);
  const said: Said[] = [];
  const look = (start: number, end: number): void => {
    const [one, other] = [hoverAt(document, start), hoverAt(document, end - 1)];
    assert.deepEqual(one, other);
    assert.ok(one, text.slice(start, end));
    const { span, ...rest } = one;
    assert.deepEqual(span, { start, end });
    said.push(rest);
  };
  const walk = (node: LocatedNode): void => {
    if (node.kind === 'list') return node.items.forEach(walk);
    if (node.kind !== 'map') return look(node.span.start, node.span.end);
    for (const { nameSpan, value } of node.fields) {
      look(nameSpan.start, nameSpan.end);
      walk(value);
    }
  };
  walk(document.root!);
  return said;
}

describe('a hover', () => {
  for (const [what, text] of written)
    it(`explains every field at its name and at its value, in ${what}`, async () => {
      const said = await saidIn(text);
      assert.deepEqual(new Set(said.map(({ field }) => field)), allFields);
      assert.deepEqual(said, await saidIn(written[0]![1]));
    });

  it('says what each type of matcher asks, and its meaning', async () => {
    for (const [, text] of written) {
      const found = (await saidIn(text)).filter(({ meaning }) => meaning?.code === 'matcher');
      assert.equal(found.length, types.length);
    }
  }); // prettier-ignore

  it('says what a type asks that is half written, and nothing of one that nobody knows', async () => {
    const text = 'rules:\n  - condition: {matchers: [{type: IN_SEGMENT}, {type: NEW, x: 1}]}\n';
    const at = (word: string) => text.indexOf(word);
    const document = await read(text);
    const field = 'matcher.type';
    assert.deepEqual(hoverAt(document, at('IN_')), { span: { start: at('IN_'), end: at('IN_') + 10 }, field });
    assert.deepEqual(hoverAt(document, at('NEW')), { span: { start: at('NEW'), end: at('NEW') + 3 }, field });
  }); // prettier-ignore
});
