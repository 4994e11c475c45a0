/** A definition for tests of changes, its parts, and a request that changes it. */
import type { Bucket, ChangeRequest, FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import type { LiveObject } from '../../../src/operations/changeRequests/readReview.ts';

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

export const request = (fields: Partial<ChangeRequest>): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  operationType: 'UPDATE',
  approvers: [],
  comments: [],
  ...fields,
});
export const at = (live: FlagDefinition | undefined): LiveObject => ({ kind: 'definition', definition: live });
