/** For whom a change of a segment's keys is: the flags that use the segment, and where. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';

await import('../fakeVscode.ts');
const { segmentLines } = await import('../../../src/editor/words/segmentUseWords.ts');

const vip = (negate = false): Matcher => ({ type: 'IN_SEGMENT', string: 'vip', ...(negate && { negate }) });
const paid: Matcher = { type: 'BOOLEAN', attribute: 'paid', bool: true };
const rule = (...matchers: Matcher[]): Rule => ({ buckets: [{ treatment: 'on', size: 100 }], condition: { matchers } });
const flag = (fields: Partial<FlagDefinition>): FlagDefinition => ({ ...leastDefinition, ...fields });
const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}`);

function lines(definitions: readonly FlagDefinition[], added: number, removed = 0): readonly string[] {
  const effect = { added: keys(added), removed: keys(removed), unchanged: [], isKnown: true };
  return segmentLines('vip', effect, definitions).map(({ text }) => text);
}

describe('for whom a change of a segment is', () => {
  it('names rules by number and shares after the allocation, and that something before may decide', () => {
    const other = rule({ type: 'IN_SEGMENT', string: 'beta' });
    const checkout = flag({ name: 'checkout', rules: [other, rule(vip())], trafficAllocation: 40 });
    assert.deepEqual(lines([checkout, flag({ name: 'else', rules: [other] })], 42), [
      '42 keys more meet rule 2 of checkout (on 40%, off 60%), unless an earlier rule or a target has them.',
    ]);
    assert.deepEqual(lines([checkout], 0, 1), [
      '1 key fewer meet rule 2 of checkout (on 40%, off 60%), unless an earlier rule or a target has them.',
    ]);
  });

  it('says of other conditions, opposites, targets and killed flags what they are', () => {
    const treatments = [{ name: 'on', segments: ['vip'] }, { name: 'off' }]; // prettier-ignore
    const all = [
      flag({ name: 'more', rules: [rule(vip(), paid)] }),
      flag({ name: 'opposite', rules: [rule(vip(true))] }),
      flag({ name: 'targets', treatments }),
      flag({ name: 'dead', killed: true, rules: [rule(vip()), rule(vip(), paid)] }),
    ];
    assert.deepEqual(lines(all, 2), [
      '2 keys more meet rule 1 of more (on 100%) if its other conditions hold, unless an earlier rule or a target has them.',
      '2 keys fewer meet rule 1 of opposite (on 100%), unless an earlier rule or a target has them.',
      '2 keys more are individual targets of on in targets.',
      'dead uses it and is killed: nobody gets anything else until it is restored.',
    ]);
    assert.deepEqual(lines(all, 0, 2).slice(2, 3), ['2 keys fewer are individual targets of on in targets.']);
  });

  it('says that no definition asks for it, which may, and nothing where that is not known', () => {
    const none = 'No definition that this API key can read asks for vip.';
    assert.deepEqual(lines([flag({})], 3), [none]);
    const unclear = flag({ name: 'pricing', rules: [rule({ type: 'IN_RULE_BASED_SEGMENT', string: 'rich' })] });
    assert.deepEqual(lines([unclear, { ...unclear, killed: true }], 3), [
      none,
      'pricing may ask for it in a condition that is not known here.',
    ]);
    assert.deepEqual(lines([flag({})], 0), []);
    assert.deepEqual(segmentLines('vip', { added: ['a'], removed: [], unchanged: [], isKnown: true }, undefined), []);
    assert.deepEqual(segmentLines('vip', { added: ['a'], removed: [], unchanged: [], isKnown: false }, [flag({})]), []);
  });
});
