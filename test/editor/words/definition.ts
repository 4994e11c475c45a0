/** A definition for tests of changes, and its parts. */
import type { Bucket, FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';

export const segment = (string: string): Matcher => ({ type: 'IN_SEGMENT', string });

export const shares = (on: number): Bucket[] => [
  { treatment: 'on', size: on },
  { treatment: 'off', size: 100 - on },
];

export const rule = (matchers: Matcher[], on = 100): Rule => ({ buckets: shares(on), condition: { combiner: 'AND', matchers } });

export const definition = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({
  name: 'new-search',
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [rule([segment('staff')]), rule([segment('trial')], 40), rule([segment('paying')], 10)],
  defaultRule: shares(50),
  killed: false,
  ...fields,
});
