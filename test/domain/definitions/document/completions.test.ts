/** Tests the completions in incomplete texts, and the text after one is accepted. `«»` is the cursor. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Completion } from '../../../../src/domain/definitions/document/completion.ts';
import type { Known } from '../../../../src/domain/definitions/document/known.ts';
import { completionsIn, marked } from './marked.ts';

const known: Known = {
  flag: 'f',
  segments: { isComplete: true, items: [{ name: 'old', isActive: false }, { name: 'beta', isActive: true }, { name: '0x1f' }] },
  flags: { isComplete: false, items: [{ name: 'f' }, { name: 'checkout' }] },
  rolloutStatuses: [{ id: 'id-1', name: 'Ramping' }],
};
const head = 'name: f\ntreatments:\n  - name: on\n  - name: off\n';

async function offered(source: string, own = known): Promise<readonly Completion[]> {
  const { text, spans } = marked(source);
  return completionsIn(text, spans[0]!.start, own);
}

const labels = async (source: string): Promise<readonly string[]> => (await offered(source)).map(({ label }) => label);

/** Accepts a completion like an editor: lines after the first one get the indentation of the line. */
async function taken(source: string, label: string): Promise<string> {
  const { text, spans } = marked(source);
  const completion = (await offered(source)).find((one) => one.label === label);
  assert.ok(completion, label);
  const { span, insert, isSnippet } = completion;
  const place = spans[0]!.start;
  assert.ok(span.start <= place && place <= span.end && !text.slice(span.start, span.end).includes('\n'));
  const line = text.slice(text.lastIndexOf('\n', span.start - 1) + 1, span.start);
  const plain = isSnippet
    ? insert.replaceAll(/(?<!\\)\$\{\d+(?::((?:\\.|[^}\\])*))?\}/g, '$1').replaceAll(/\\([\\$}])/g, '$1')
    : insert;
  return text.slice(0, span.start) + plain.replaceAll('\n', `\n${/^\s*/.exec(line)![0]}`) + text.slice(span.end);
}

const treatments = ['on', 'off'];
const segments = ['beta', '0x1f', 'old'];

describe('offered names', () => {
  const cases: readonly (readonly [what: string, source: string, expected: readonly string[]])[] = [
    ['of treatments for the default', `${head}defaultTreatment: «»`, treatments],
    ['of treatments in a share', `${head}defaultRule:\n  - treatment: «»\n    size: 100`, treatments],
    ['of treatments behind what is broken', `${head}rules: [\n  x: }\ndefaultRule:\n  - treatment: «»`, treatments],
    ['of segments for a matcher', `rules:\n- condition:\n    matchers:\n    - type: IN_SEGMENT\n      string: «»`, segments],
    ['of segments for a treatment', `treatments:\n  - name: on\n    segments:\n      - «»`, segments],
    ['of flags to depend on', `rules:\n  - condition:\n      matchers:\n        - type: IN_SPLIT\n          depends:\n            splitName: «»`, ['checkout']],
    ['of rollout statuses by name, in JSON', '{"rolloutStatus": "Ra«»"}', ['Ramping']],
    ['of the flag', `name: «»`, ['f']],
    ['of combiners', `rules:\n  - condition:\n      combiner: «»`, ['AND']],
    ['true and false', `rules:\n  - condition:\n      matchers:\n        - type: IN_SEGMENT\n          negate: «»`, ['true', 'false']],
    ['of treatments in JSON without quotes', '{"treatments": [{"name": "a"}], "defaultTreatment": «»', ['a']],
    ['of segments in JSON', '{"rules": [{"condition": {"matchers": [{"type": "IN_SEGMENT", "string": "b«»"', segments],
    ['not in a comment', `${head}defaultTreatment: off # «»`, []],
    ['not in a block of text', `treatments:\n  - name: on\n    configurations: |\n      «»`, []],
    ['not for a field that nobody knows', `brandNew: «»`, []],
    ['not for a number', `trafficAllocation: «»`, []],
  ]; // prettier-ignore
  for (const [what, source, expected] of cases) it(what, async () => assert.deepEqual(await labels(source), expected));

  it('are quoted so that they stay texts', async () => {
    assert.match(await taken('treatments:\n  - name: on\n    segments:\n      - «»', '0x1f'), /- "0x1f"$/);
    assert.match(await taken(`${head}defaultTreatment: "o«»"\n`, 'off'), /defaultTreatment: "off"\n$/);
    assert.match(await taken('{"treatments": [{"name": "a"}], "defaultTreatment": "«»"}', 'a'), /"defaultTreatment": "a"\}$/);
    assert.deepEqual((await offered(`${head}defaultTreatment: 'o«»'`)).map(({ filter }) => filter), ["'on'", "'off'"]); // prettier-ignore
  });
});

describe('offered fields', () => {
  it('are those that are missing, the required ones first', async () => {
    assert.deepEqual(await labels(`${head}rules: []\n«»\ntrafficAllocation: 5\n`), [
      'defaultTreatment', 'defaultRule', 'halfRollout', 'baselineTreatment', 'flagSets', 'impressionsDisabled',
      'rolloutStatus',
    ]); // prettier-ignore
  });

  it('belong to the type of the matcher', async () => {
    const matcher = (fields: string): string => `rules:\n  - condition:\n      matchers:\n        - ${fields}\n          «»`;
    assert.deepEqual(await labels(matcher('type: IN_SEGMENT')), ['negate', 'string']);
    assert.deepEqual(await labels(matcher('type: BETWEEN_NUMBER')), ['negate', 'attribute', 'between']);
  });

  it('include the start of their value', async () => {
    assert.equal(await taken('«»', 'rules'), 'rules:\n  - ');
    assert.equal(await taken('tr«»: []', 'treatments'), 'treatments: []');
    const rule = 'rules:\n  - buckets: []\n    ';
    assert.equal(await taken(`${rule}«»`, 'condition'), `${rule}condition:\n      matchers:\n        - `);
    assert.equal(await taken('{"name": "f", "«»"}', 'trafficAllocation'), '{"name": "f", trafficAllocation: }');
  });
});

describe('snippets', () => {
  const conditions = 'rules:\n  - condition:\n      matchers:\n';
  const cases: readonly (readonly [what: string, source: string, label: string, result: string])[] = [
    ['half of the traffic, as a field', `treatments: [{name: a}, {name: b}]\n«»`, 'halfRollout', 'treatments: [{name: a}, {name: b}]\ndefaultRule:\n  - treatment: a\n    size: 50\n  - treatment: b\n    size: 50'],
    ['half of the traffic, without a dash', 'defaultRule:\n  «»', 'halfRollout', 'defaultRule:\n  - treatment: on\n    size: 50\n  - treatment: off\n    size: 50'],
    ['half of the traffic, in a rule', 'rules:\n  - «»', 'buckets', 'rules:\n  - buckets:\n      - '],
    ['a share', 'defaultRule:\n- «»', 'bucket', 'defaultRule:\n- treatment: on\n  size: 100'],
    ['a treatment', 'treatments:\n  - «»', 'treatment', 'treatments:\n  - name: name\n    description: '],
    ['a matcher', `${conditions}        - «»`, 'BETWEEN_NUMBER', `${conditions}        - type: BETWEEN_NUMBER\n          attribute: attribute\n          between:\n            from: \n            to: `],
    ['a type without the fields that are there', `${conditions}        - type: «»\n          attribute: age`, 'EQUAL_NUMBER', `${conditions}        - type: EQUAL_NUMBER\n          number: \n          attribute: age`],
    ['a type in JSON', '{"rules": [{"condition": {"matchers": [{"type": "«»"}]}}]}', 'IN_SEGMENT', '{"rules": [{"condition": {"matchers": [{"type": "IN_SEGMENT"}]}}]}'],
  ]; // prettier-ignore
  for (const [what, source, label, result] of cases) it(what, async () => assert.equal(await taken(source, label), result));

  it('escape the characters of the editor’s snippet syntax', async () => {
    const source = 'treatments:\n  - name: "${1:x}"\n  - name: b\ndefaultRule:\n  - «»';
    assert.match(await taken(source, 'halfRollout'), /treatment: "\$\{1:x\}"\n/);
  });
});

describe('an accepted completion fits into the text', () => {
  const rule = (pad: string): string =>
    ['- buckets:', '    - treatment: on', '      size: 100', '  condition:', '    combiner: AND', '    matchers:', '      - type: IN_SEGMENT', '        string: beta'].map((line) => pad + line).join('\n'); // prettier-ignore
  const matcher = 'rules:\n  - condition:\n      matchers:\n        - type: ';

  it('as a block if brackets are empty, or nothing follows the name', async () => {
    for (const source of ['rules: [«»]\n', 'rules: [ «» ]\n', 'rules: []«»\n', 'rules: «»\n', 'rules: ru«»\n'])
      assert.equal(await taken(source, 'rule'), `rules:\n${rule('  ')}\n`, source);
    // The editor leaves out completions that do not begin with the text before the cursor.
    for (const source of ['rules: [«»]\n', 'rules: [ «» ]\n'])
      for (const { filter } of await offered(source)) assert.ok(filter?.startsWith('['), source);
    assert.equal(await taken('treatments:\n  - segments: [«»]', '0x1f'), 'treatments:\n  - segments:\n      - "0x1f"');
    for (const source of ['rules: [«»]', 'rules: []«»']) assert.equal((await offered(source))[0]?.filter, '[]rule');
  });

  it('not if a value is already there, or the brackets are inside others', async () => {
    assert.deepEqual(await labels('rules: «» [{}]'), []);
    assert.ok(!(await labels('rules:\n«»\n  - buckets: []\n')).includes('rule'));
    for (const source of ['rules: [{buckets: [«»]}]', '{\n  rules: [«»]\n}', 'rules: [{}, «»]'])
      assert.deepEqual(await labels(source), []);
  });

  it('with the required fields of a map', async () => {
    assert.equal(await taken(`${matcher}IN_SPLIT\n          «»`, 'depends'), `${matcher}IN_SPLIT\n          depends:\n            splitName: \n            treatment: `);
  }); // prettier-ignore
});

describe('the second half of a snippet', () => {
  it('is offered only below a dash on the same line', async () => {
    const rules = 'rules:\n  - buckets:\n      - treatment: on\n';
    assert.ok((await labels(`${rules}      - «»`)).includes('halfRollout'));
    // The editor requests completions while a line is not indented enough, or has no dash yet.
    const half = await labels(`${rules}       «»   - "x"`);
    assert.ok(half.includes('bucket') && !half.includes('halfRollout'), half.join());
  });
});

describe('no completion is offered', () => {
  it('after the first line of a multi-line text, as after a quote that is never closed', async () => {
    const rules = `${head}rules:\n  - buckets:\n`;
    assert.ok((await labels(`${rules}      - «»treatment`)).length > 0);
    for (const rest of [`'{treatment: on, size: 100}\n    con«»dition:\n      matchers: []\n`, `'treatment\n«»`, `one, two\n        three, fo«»ur`, `treatment: "on\n          o«»f"`])
      assert.deepEqual(await labels(`${rules}      - ${rest}`), [], rest);
  }); // prettier-ignore

  it('on a line that is too long', async () => {
    for (const line of [`x${' '.repeat(300_000)}y`, '"\\'.repeat(150_000), '|-'.repeat(150_000)]) {
      assert.deepEqual(await labels(`${line}«»`), []);
      assert.ok((await labels(`${line}\n«»`)).length >= 0);
    }
  });
});

it('segments of a traffic type other than the flag’s are the last completions, and never the sample in a new rule', async () => {
  const shoppers = { name: 'shoppers', trafficType: 'user', isActive: true };
  const asleep = { name: 'asleep', trafficType: 'account', isActive: false };
  const shops = { name: 'shops', trafficType: 'account', isActive: true };
  const typed = (...items: readonly (typeof shops)[]): Known => ({ flag: 'f', trafficType: 'account', segments: { items, isComplete: true } }); // prettier-ignore
  const known = typed(shoppers, asleep, shops);
  const all = await offered('rules: [{condition: {matchers: [{type: IN_SEGMENT, string: «»}]}}]', known);
  assert.deepEqual(all.map(({ label }) => label), ['shops', 'asleep', 'shoppers']); // prettier-ignore
  assert.match((await offered('rules:\n  - «»', known))[0]?.insert ?? '', /shops/);
  assert.doesNotMatch((await offered('rules:\n  - «»', typed(shoppers, asleep)))[0]?.insert ?? '', /shoppers|asleep/);
});
