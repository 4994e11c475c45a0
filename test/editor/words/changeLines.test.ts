/** Tests the lines about a change in the tree and the approval, for each kind of change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest, FlagDefinition } from '../../../src/api/model.ts';
import type { LiveObject } from '../../../src/operations/changeRequests/readReview.ts';
import '../fakeVscode.ts';
import { segment, shares, definition } from './definition.ts';

const { changeLines, plainLine } = await import('../../../src/editor/words/changeLines.ts');

const request = (fields: Partial<ChangeRequest>): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  operationType: 'UPDATE',
  approvers: [],
  comments: [],
  ...fields,
});
const at = (live: FlagDefinition | undefined): LiveObject => ({ kind: 'definition', definition: live });
const told = (...args: Parameters<typeof changeLines>): readonly string[] => changeLines(...args).map(plainLine);

describe('the lines of a change', () => {
  it('describe the changes in product.md in concrete words: shares, a rule moved above another, a segment added to a rule', () => {
    const [one, two, three] = definition().rules;
    const asked = definition({
      defaultRule: shares(80),
      rules: [two!, one!, { ...three!, condition: { combiner: 'AND', matchers: [segment('paying'), segment('beta')] } }],
    });
    assert.deepEqual(told(request({ flag: asked }), at(definition()), undefined), [
      'Default rule: on 50% → 80%, off 50% → 20%.',
      'Rule 2 moved above rule 1.',
      'Changes rule 3: segment added: “beta”.',
    ]);
  });

  it('begin with unusual facts, and never say twice that nothing changes', () => {
    const killed = definition({ killed: true });
    assert.deepEqual(told(request({ operationType: 'KILL', flag: killed }), at(killed), undefined), [
      'NO EFFECT: It would change nothing: its requested state is already the current one.',
    ]);
    assert.deepEqual(told(request({ flag: definition() }), at(definition()), undefined), [
      'NO EFFECT: It would change nothing: its requested state is already the current one.',
    ]);
    const [one, ...others] = definition().rules;
    const shown = definition({
      rules: [{ ...one!, condition: { ...one!.condition, note: '' } }, ...others],
      treatments: definition().treatments.map((treatment) => ({ ...treatment, description: '', keys: [] })),
    });
    const same = definition({ defaultRule: shares(50), treatments: definition().treatments.map(({ name }) => ({ name })) });
    const split = [{ treatment: 'on', size: 20 }, { treatment: 'on', size: 30 }, { treatment: 'off', size: 50 }]; // prettier-ignore
    assert.deepEqual(told(request({ flag: { ...shown, defaultRule: split } }), at(same), undefined), [
      'NO EFFECT: It would change nothing: its requested state is already the current one.',
    ]);
    assert.deepEqual(told(request({ operationType: 'ARCHIVE', flag: definition() }), at(undefined), undefined), [
      'NO EFFECT: It would change nothing: its requested state is already the current one.',
    ]);
    assert.deepEqual(told(request({ flag: definition() }), at(undefined), undefined).slice(0, 2), [
      'It changes a definition that does not exist in this environment.',
      'Adds a definition to this environment.',
    ]);
    assert.deepEqual(
      told(request({ operationType: 'CREATE', flag: definition({ trafficAllocation: 5 }) }), at(definition()), undefined),
      ['It adds a definition where there is one already.', 'Traffic allocation 100% → 5%.'],
    );
    assert.deepEqual(told(request({ operationType: 'RESTORE', flag: definition() }), at(definition()), undefined), [
      'NO EFFECT: It would change nothing: its requested state is already the current one.',
    ]);
  });

  it('say which treatment everyone gets from a killed flag, and which fields are newly set', () => {
    const killed = definition({ killed: true });
    assert.deepEqual(told(request({ flag: definition({ defaultTreatment: 'on' }) }), at(killed), undefined), [
      'The flag is killed and stays so: everyone gets “on” until it is restored.',
      'Default treatment off → on.',
    ]);
    const nameless = definition({ defaultTreatment: null, trafficAllocation: null });
    const asked = request({ flag: definition({ flagSets: ['q4'], novelty: 1 }) });
    assert.deepEqual(told(asked, at(nameless), undefined), [
      'Traffic allocation: 100%.',
      'Default treatment: off. From now on, a kill would serve off.',
      'Changes other fields: Flag sets: q4, novelty: 1.',
    ]);
    const based = (baselineTreatment: string) => definition({ baselineTreatment });
    assert.deepEqual(told(request({ flag: based('off') }), at(based('on')), undefined), [
      'Changes other fields: Baseline treatment on → off.',
    ]);
    assert.deepEqual(told(request({ flag: nameless }), at(definition()), undefined), [
      'Traffic allocation 100% → not set.',
      'Default treatment off → not set.',
    ]);
  });

  it('say that an update only sets the rollout status', () => {
    const rolloutStatus = { id: 's1', name: 'Ramping' };
    assert.deepEqual(told(request({ flag: definition(), rolloutStatus }), at(definition()), undefined), [
      'Sets the rollout status Ramping, of the flag in all environments.',
      'Nobody gets anything else.',
    ]);
    const flagIs = (id: string, name: string) => ({ ...at(definition()), status: { id, name } });
    assert.deepEqual(told(request({ flag: definition(), rolloutStatus }), flagIs('s0', 'Pre-production'), undefined), [
      'Rollout status Pre-production → Ramping, of the flag in all environments.',
      'Nobody gets anything else.',
    ]);
    const asked = definition({ trafficAllocation: 10 });
    assert.deepEqual(told(request({ flag: asked, rolloutStatus }), flagIs('s0', 'Pre-production'), undefined), [
      'Traffic allocation 100% → 10%.',
      'Rollout status Pre-production → Ramping, of the flag in all environments.',
    ]);
    assert.deepEqual(told(request({ flag: definition(), rolloutStatus }), flagIs('s1', 'Ramping'), undefined), [
      'NO EFFECT: It would change nothing: its requested state is already the current one.',
    ]);
  });

  it('count the keys that would be added, and say if there are too many', () => {
    const keys = request({ operationType: 'CREATE', segment: { name: 'beta', keys: ['a', 'b', 'c'] } });
    assert.deepEqual(told(keys, { kind: 'keys', keys: ['a'], count: 1 }, undefined), [
      'Adds 2 keys to the segment.',
      '1 key in this request: no change.',
    ]);
    assert.match(told(keys, { kind: 'keys', keys: ['a'], count: 99_999 }, undefined)[0] ?? '', /would hold 100,001 keys/);
  });

  it('mention the remaining changes even if the first line is about an unusual fact', () => {
    const asked = definition({
      defaultRule: shares(0),
      trafficAllocation: 5,
      defaultTreatment: 'on',
      rules: [],
      treatments: [{ name: 'on' }],
    });
    const lines = told(request({ operationType: 'CREATE', flag: asked }), at(definition()), undefined);
    assert.equal(lines.length, 5);
    assert.equal(lines[0], 'It adds a definition where there is one already.');
    assert.equal(lines.at(-1), 'Changes more: default treatment, treatments.');
  });

  it('are at most five, and the last one mentions the remaining changes', () => {
    const asked = definition({
      killed: true,
      defaultRule: shares(0),
      trafficAllocation: 5,
      defaultTreatment: 'on',
      rules: [],
      treatments: [{ name: 'on' }],
      flagSets: ['x'],
    });
    const lines = told(request({ operationType: 'UPDATE', flag: asked }), at(definition()), undefined);
    assert.equal(lines.length, 5);
    assert.equal(lines.at(-1), 'Changes more: treatments, other fields.');
    assert.ok(lines.includes('REMOVES A RULE: Removes rules: 1, 2, 3.'), lines.join('\n'));
  });
});
