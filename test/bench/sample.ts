/** The sample data of the bench. */
import type { FlagDefinition, Rule } from '../../src/api/model.ts';
import type { Scale } from './scale.ts';

/** Typical account keys of 17 characters: 100,000 keys are 1.7 MB. */
export function makeKeys(count: number, first = 0): readonly string[] {
  return Array.from({ length: count }, (_, index) => `acct-${String(first + index).padStart(12, '0')}`);
}

export function batchesOf({ uploads, keysPerUpload }: Scale): readonly (readonly string[])[] {
  return Array.from({ length: uploads }, (_, index) => makeKeys(keysPerUpload, index * keysPerUpload));
}

export function makeDefinition(rules: number): FlagDefinition {
  return {
    name: 'bench',
    treatments: ['on', 'off'].map((name) => ({ name, description: '' })),
    defaultTreatment: 'off',
    trafficAllocation: 100,
    rules: Array.from({ length: rules }, (_, index) => makeRule(index)),
    defaultRule: [{ treatment: 'off', size: 100 }],
  };
}

/** All rules differ, because the rules of a definition usually have different conditions. */
function makeRule(index: number): Rule {
  const matchers = [
    { type: 'IN_SEGMENT', string: `segment-${index}` },
    { type: 'IN_LIST_STRING', attribute: 'country', strings: ['de', 'fr', `c${index % 7}`] },
  ];
  const share = index % 101;
  const buckets = [
    { treatment: 'on', size: share },
    { treatment: 'off', size: 100 - share },
  ];
  return { buckets, condition: { combiner: 'AND', matchers } };
}
