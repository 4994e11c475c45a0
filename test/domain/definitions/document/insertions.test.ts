/** Tests the exact text that completions insert, with placeholders: in blocks, in brackets and in JSON. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Known } from '../../../../src/domain/definitions/document/known.ts';
import { readBody } from '../../../../src/domain/definitions/document/readBody.ts';
import { completionsIn, marked, read } from './marked.ts';

const known: Known = {
  flag: 'f',
  segments: { isComplete: true, items: [{ name: 'beta', isActive: true }] },
  flags: { isComplete: false, items: [{ name: 'f' }, { name: 'checkout' }] },
};

const offered = (source: string, own: Known = known) => {
  const { text, spans } = marked(source);
  return completionsIn(text, spans[0]!.start, own);
};
/** The inserted texts, by label. */
const inserts = async (source: string, own: Known = known): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await offered(source, own)).map(({ label, insert }) => [label, insert]));
/** The completions without positions and inserted texts. */
const said = async (source: string, own: Known = known): Promise<readonly unknown[]> =>
  (await offered(source, own)).map(({ span: _span, insert: _insert, ...rest }) => rest);

const inMatchers = (line: string): string => `rules:\n  - condition:\n      matchers:\n        ${line}`;

describe('a matcher', () => {
  it('is inserted with the fields that its type needs', async () => {
    const types = await inserts(inMatchers('- «»'));
    for (const [type, fields] of Object.entries({
      IN_SEGMENT: 'string: ${1:beta}',
      MATCHES_STRING: 'string: ${1}',
      IN_LIST_STRING: 'strings:\n    - ${1}',
      EQUAL_NUMBER: 'attribute: ${1:attribute}\n  number: ${2}',
      BOOLEAN: 'attribute: ${1:attribute}\n  bool: ${2}',
      IN_SPLIT: 'depends:\n    splitName: ${1}\n    treatment: ${2}',
      BETWEEN_NUMBER: 'attribute: ${1:attribute}\n  between:\n    from: ${2}\n    to: ${3}',
    }))
      assert.equal(types[type], `type: ${type}\n  ${fields}`);
  });

  it('begins with a sample segment if none is known', async () => {
    assert.match((await inserts(inMatchers('- «»'), {}))['IN_SEGMENT']!, /string: \$\{1:segment\}$/);
  });
});

describe('a completion', () => {
  it('has the kind and a description', async () => {
    const word = (label: string, code: string) => ({ code, label, isSnippet: false });
    for (const [source, ...expected] of [
      ['treatments: [{name: on}]\ndefaultTreatment: «»', word('on', 'treatment')],
      ['name: «»', word('f', 'flag')],
      [inMatchers('- {type: IN_SPLIT, depends: {splitName: «»}}'), word('checkout', 'flag')],
      ['rules:\n  - condition:\n      combiner: «»', word('AND', 'word')],
      [inMatchers('- {type: IN_SEGMENT, negate: «»}'), word('true', 'word'), word('false', 'word')],
    ] as const)
      assert.deepEqual(await said(source), expected, source);
    const [type] = await said(inMatchers('- type: «»'));
    assert.deepEqual(type, { code: 'matcherType', label: 'IN_SEGMENT', isSnippet: true });
    const [rule] = await said('rules:\n  - «»');
    assert.deepEqual(rule, { code: 'snippet', snippet: 'rule', label: 'rule', isSnippet: true });
  });

  it('inserts the name of a rollout status', async () => {
    const released = { id: 'id-1', name: '100% Released', description: 'For all' };
    const statuses = { rolloutStatuses: [released, { id: 'id-2', name: '@ home', description: null }] };
    const texts = { '100% Released': '100% Released', '@ home': '"@ home"' };
    assert.deepEqual(await inserts('rolloutStatus: «»', statuses), texts);
    const status = { code: 'rolloutStatus', isSnippet: false };
    const both = [
      { ...status, description: 'For all', label: '100% Released' },
      { ...status, label: '@ home' },
    ];
    assert.deepEqual(await said('rolloutStatus: «»', statuses), both);
  });

  it('does not exist for an unknown name', async () => {
    const matchers = ['- {type: IN_SPLIT, depends: {splitName: «»}}', '- {type: IN_SEGMENT, string: «»}'].map(inMatchers);
    for (const text of ['name: «»', 'rolloutStatus: «»', ...matchers]) assert.deepEqual(await offered(text, {}), [], text);
  });
});

describe('a body', () => {
  it('has empty lists for null or missing lists, null for other missing fields, and unknown fields as written', async () => {
    const body = async (text: string) => readBody((await read(text)).root!).value;
    const nulls = { defaultTreatment: null, flagSets: null };
    const lists = { rules: [], treatments: [], defaultRule: [] };
    assert.deepEqual(await body('name: f\nrules:\ndefaultTreatment:\nflagSets:\n'), { name: 'f', ...nulls, ...lists });
    const rules = [{ condition: { matchers: [] }, buckets: [] }];
    assert.deepEqual(await body('name: f\nrules: [{condition: {}}]\n'), { name: 'f', ...lists, rules });
    const other = { a: [1, 'x', true, null], b: { c: '1' } };
    assert.deepEqual(await body('name: f\nother: {a: [1, x, true, null], b: {c: "1"}}\n'), { name: 'f', other, ...lists });
  });

  it('matches the schema with unknown fields, but not with a missing required field or a value of a wrong type', async () => {
    const fits = async (text: string): Promise<boolean> => readBody((await read(text)).root!).fits;
    for (const rest of ['', 'killed: 5', 'other: {a: [1, x, true, null]}', 'rules: [{condition: {}}]'])
      assert.equal(await fits(`name: f\n${rest}\n`), true, rest);
    for (const rest of ['rules: 5', 'other: .inf', 'name: f', 'rules: [{}]', 'rules: [{condition: {matchers: [{string: x}]}}]', 'treatments: [{}]', 'defaultRule: [{treatment: on}]', 'trafficAllocation: .nan'])
      assert.equal(await fits(`name: f\n${rest}\n`), false, rest);
    assert.equal(await fits('defaultTreatment: on\n'), false);
  }); // prettier-ignore
});
