/** Tests the exact text that completions insert, with placeholders: in blocks, in brackets and in JSON. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Completion } from '../../../../src/domain/definitions/document/completion.ts';
import type { Known } from '../../../../src/domain/definitions/document/known.ts';
import { readBody } from '../../../../src/domain/definitions/document/readBody.ts';
import { completionsIn, marked, read } from './marked.ts';

const known: Known = {
  flag: 'f',
  segments: { isComplete: true, items: [{ name: 'beta', isActive: true }] },
  flags: { isComplete: false, items: [{ name: 'f' }, { name: 'checkout' }] },
  rolloutStatuses: [{ id: 'id-1', name: 'Ramping' }],
};

async function offered(source: string, own: Known = known): Promise<readonly Completion[]> {
  const { text, spans } = marked(source);
  return completionsIn(text, spans[0]!.start, own);
}
/** The inserted texts, by label. */
async function inserts(source: string, own: Known = known): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await offered(source, own)).map(({ label, insert }) => [label, insert]));
}
/** The completions without positions and inserted texts. */
async function said(source: string): Promise<readonly unknown[]> {
  return (await offered(source)).map(({ span: _span, insert: _insert, ...rest }) => rest);
}

const inMatchers = (line: string): string => `rules:\n  - condition:\n      matchers:\n        ${line}`;

describe('a matcher', () => {
  it('is inserted with the fields that its type needs', async () => {
    const types = await inserts(inMatchers('- «»'));
    const of = (type: string): string => types[type]!;
    assert.equal(of('IN_SEGMENT'), 'type: IN_SEGMENT\n  string: ${1:beta}');
    assert.equal(of('MATCHES_STRING'), 'type: MATCHES_STRING\n  string: ${1}');
    assert.equal(of('IN_LIST_STRING'), 'type: IN_LIST_STRING\n  strings:\n    - ${1}');
    assert.equal(of('EQUAL_NUMBER'), 'type: EQUAL_NUMBER\n  attribute: ${1:attribute}\n  number: ${2}');
    assert.equal(of('BOOLEAN'), 'type: BOOLEAN\n  attribute: ${1:attribute}\n  bool: ${2}');
    assert.equal(of('IN_SPLIT'), 'type: IN_SPLIT\n  depends:\n    splitName: ${1}\n    treatment: ${2}');
    assert.equal(of('BETWEEN_NUMBER'), 'type: BETWEEN_NUMBER\n  attribute: ${1:attribute}\n  between:\n    from: ${2}\n    to: ${3}');
  }); // prettier-ignore

  it('gets only missing fields', async () => {
    const types = await inserts(inMatchers('- type: «»\n          number: 5'));
    assert.equal(types['EQUAL_NUMBER'], 'EQUAL_NUMBER\n  attribute: ${1:attribute}');
    assert.equal(types['BOOLEAN'], 'BOOLEAN\n  attribute: ${1:attribute}\n  bool: ${2}');
  });

  it('begins with a sample segment if none is known', async () => {
    assert.match((await inserts(inMatchers('- «»'), {}))['IN_SEGMENT']!, /string: \$\{1:segment\}$/);
  });
});

describe('a field', () => {
  it('is inserted with its colon, and a place for its value', async () => {
    assert.deepEqual(await inserts('treatments:\n  - description: d\n    «»'), {
      name: 'name: ${1}',
      configurations: 'configurations: ${1}',
      keys: 'keys:\n  - ${1}',
      segments: 'segments:\n  - ${1}',
      largeSegments: 'largeSegments:\n  - ${1}',
      ruleBasedSegments: 'ruleBasedSegments:\n  - ${1}',
    });
  });

  it('is inserted in brackets with its colon alone', async () => {
    assert.equal((await inserts('{"treatments": [{«»}]}'))['keys'], 'keys: ');
  });
});

describe('a completion', () => {
  it('has the kind and a description', async () => {
    const word = (label: string, code: object) => ({ ...code, label, isSnippet: false });
    assert.deepEqual(await said('treatments: [{name: on}]\ndefaultTreatment: «»'), [word('on', { code: 'treatment' })]);
    assert.deepEqual(await said('name: «»'), [word('f', { code: 'flag' })]);
    assert.deepEqual(await said(inMatchers('- {type: IN_SPLIT, depends: {splitName: «»}}')), [word('checkout', { code: 'flag' })]);
    assert.deepEqual(await said('rules:\n  - condition:\n      combiner: «»'), [word('AND', { code: 'word' })]);
    assert.deepEqual(await said(inMatchers('- {type: IN_SEGMENT, negate: «»}')), [word('true', { code: 'word' }), word('false', { code: 'word' })]);
    const types = await said(inMatchers('- type: «»'));
    assert.deepEqual(types[0], { code: 'matcherType', label: 'IN_SEGMENT', isSnippet: true });
    const [rule] = await said('rules:\n  - «»');
    assert.deepEqual(rule, { code: 'snippet', snippet: 'rule', label: 'rule', isSnippet: true });
  }); // prettier-ignore

  it('inserts the name of a rollout status', async () => {
    const named = {
      rolloutStatuses: [
        { id: 'id-1', name: '100% Released', description: 'For all' },
        { id: 'id-2', name: '@ home', description: null },
      ],
    };
    assert.deepEqual(await inserts('rolloutStatus: «»', named), {
      '100% Released': '100% Released',
      '@ home': '"@ home"',
    });
    assert.deepEqual(
      (await offered('rolloutStatus: «»', named)).map(({ span: _span, insert: _insert, ...rest }) => rest),
      [
        { code: 'rolloutStatus', description: 'For all', label: '100% Released', isSnippet: false },
        { code: 'rolloutStatus', label: '@ home', isSnippet: false },
      ],
    );
  });

  it('does not exist for an unknown field', async () => {
    for (const text of ['name: «»', inMatchers('- {type: IN_SPLIT, depends: {splitName: «»}}'), 'rolloutStatus: «»', inMatchers('- {type: IN_SEGMENT, string: «»}')])
      assert.deepEqual(await offered(text, {}), [], text);
  }); // prettier-ignore
});

describe('a body', () => {
  it('has empty lists for null or missing lists, and null for other missing fields', async () => {
    const { root } = await read('name: f\nrules:\ndefaultTreatment:\nflagSets:\n');
    assert.deepEqual(readBody(root!).value, { name: 'f', rules: [], defaultTreatment: null, flagSets: null, treatments: [], defaultRule: [] });
    const { root: inner } = await read('name: f\nrules: [{condition: {}}]\n');
    assert.deepEqual((readBody(inner!).value as { rules: unknown }).rules, [{ condition: { matchers: [] }, buckets: [] }]);
  }); // prettier-ignore

  it('matches the schema or not', async () => {
    const fits = async (text: string): Promise<boolean> => readBody((await read(text)).root!).fits;
    for (const text of ['name: f\n', 'name: f\nkilled: 5\n', 'name: f\nother: {a: [1, x, true, null]}\n', 'name: f\nrules: [{condition: {}}]\n'])
      assert.equal(await fits(text), true, text);
    for (const text of ['defaultTreatment: on\n', 'name: f\nrules: 5\n', 'name: f\nother: .inf\n', 'name: f\nname: f\n', 'name: f\nrules: [{}]\n', 'name: f\nrules: [{condition: {matchers: [{string: x}]}}]\n', 'name: f\ntreatments: [{}]\n', 'name: f\ndefaultRule: [{treatment: on}]\n', 'name: f\ntrafficAllocation: .nan\n'])
      assert.equal(await fits(text), false, text);
  }); // prettier-ignore

  it('contains unknown fields as written', async () => {
    const { root } = await read('name: f\nother: {a: [1, x, true, null], b: {c: "1"}}\n');
    assert.deepEqual((readBody(root!).value as { other: unknown }).other, { a: [1, 'x', true, null], b: { c: '1' } });
  });
});
