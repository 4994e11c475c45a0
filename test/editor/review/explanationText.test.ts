/** The cause that an explanation gives: never surer than what is known of the key. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';

await import('../fakeVscode.ts');
const { explanationText } = await import('../../../src/editor/review/explanationText.ts');

const rule = (treatment: string, matcher: Matcher): Rule => ({
  buckets: [{ treatment, size: 100 }],
  condition: { matchers: [matcher] },
});
const vip: Matcher = { type: 'IN_SEGMENT', string: 'vip' };
const place = { workspace: { name: 'W' }, environment: { name: 'production' } };
const target = { name: 'f', ...place } as unknown as Parameters<typeof explanationText>[0]['target'];

function causeOf(fields: Partial<FlagDefinition>, isIn?: boolean): string | undefined {
  const versions = [{ label: 'Live definition', definition: { ...leastDefinition, ...fields } }];
  const text = explanationText({ target, versions, key: 'k', attributes: new Map(), segments: [{ name: 'vip', isIn }] });
  return /because .*/.exec(text)?.[0];
}

describe('the cause of what a key gets', () => {
  it('leaves open what an earlier rule may decide', () => {
    const rules = [rule('on', vip), rule('off', { type: 'IN_LIST_STRING', strings: ['k'] })];
    assert.equal(causeOf({ rules }), 'because of rule 2, unless it meets an earlier one: that is not known');
    assert.equal(causeOf({ rules }, false), 'because of rule 2, the first that it meets');
    assert.equal(causeOf({ rules }, true), 'because of rule 1, the first that it meets');
  });

  it('says of the default rule that no rule is met only as far as that is known', () => {
    assert.equal(causeOf({ rules: [rule('off', vip)] }), 'because of the default rule: as far as known, it meets no rule');
    assert.equal(causeOf({ rules: [rule('off', vip)] }, false), 'because of the default rule: it meets no rule');
  });

  it('is the traffic allocation where that is 0', () => {
    const cause = causeOf({ rules: [rule('on', vip)], trafficAllocation: 0 }, true);
    assert.equal(cause, 'because the traffic allocation is 0%: no rule is asked');
  });
});
