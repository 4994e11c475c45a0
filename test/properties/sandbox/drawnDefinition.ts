/** Definitions to send: mostly right ones, and each way to be wrong now and then. */
import * as fc from 'fast-check';
import type { Fields } from './model.ts';
import { names } from './segmentCalls.ts';

const share = fc.constantFrom(0, 1, 50, 99, 100);
const shares = share.map((on) => [
  { treatment: 'on', size: on },
  { treatment: 'off', size: 100 - on },
]);
const name = fc.constantFrom(...names);
const matcher = fc.oneof(
  name.map((segment) => ({ type: 'IN_SEGMENT', string: segment })),
  name.map((flag) => ({ type: 'IN_SPLIT', depends: { splitName: flag, treatment: 'on' } })),
  fc.constant({ type: 'OF_NO_KNOWN_TYPE', value: [{ deep: null }] }),
);
const rule = fc.record(
  {
    buckets: shares,
    condition: fc.record(
      { combiner: fc.constant('AND'), matchers: fc.array(matcher, { minLength: 1, maxLength: 2 }) },
      { noNullPrototype: true },
    ),
  },
  { noNullPrototype: true },
);
const allocation = fc.constantFrom(0, 50, 100);

const right: fc.Arbitrary<Fields> = fc.record(
  {
    treatments: fc.constant([
      { name: 'on', description: '' },
      { name: 'off', description: '' },
    ]),
    defaultTreatment: fc.constantFrom('on', 'off'),
    trafficAllocation: allocation,
    rules: fc.array(rule, { maxLength: 2 }),
    defaultRule: shares,
    /** A field that the document does not name is kept as it came. */
    note: fc.constantFrom<unknown>('kept', null, [1, { a: 2 }]),
    /** What only answers have is not. */
    killed: fc.boolean(),
    openChangeRequestId: fc.constant('not-this'),
  },
  {
    requiredKeys: ['treatments', 'defaultTreatment', 'trafficAllocation', 'rules', 'defaultRule'],
    noNullPrototype: true,
  },
);

const faults: readonly Fields[] = [
  { treatments: [] },
  { treatments: [{ name: 'on' }, { name: 'on' }, { name: 'off' }] },
  { defaultTreatment: 'neither' },
  { trafficAllocation: 101 },
  { trafficAllocation: 0.5 },
  { defaultRule: [] },
  { defaultRule: [{ treatment: 'on', size: 99 }] },
  { defaultRule: [{ treatment: 'neither', size: 100 }] },
  { rules: [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers: [] } }] },
  { rules: [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'OR', matchers: [{ type: 'X' }] } }] },
  { rules: [{ buckets: [], condition: { combiner: 'AND', matchers: [{ type: 'X' }] } }] },
];

export const definitions: fc.Arbitrary<Fields> = fc.oneof(
  { arbitrary: right, weight: 8 },
  { arbitrary: fc.tuple(right, fc.constantFrom(...faults)).map(([whole, fault]) => ({ ...whole, ...fault })), weight: 1 },
);

/** A JSON Patch, and what it makes of a definition; undefined = it can't be applied. */
export interface Patch {
  readonly operations: readonly Fields[];
  apply(fields: Fields): Fields | undefined;
}

export const patches: fc.Arbitrary<Patch> = fc.oneof(
  fc.constantFrom(0, 50, 101).map((value) => ({
    operations: [{ op: 'replace', path: '/trafficAllocation', value }],
    apply: (fields: Fields) => ({ ...fields, trafficAllocation: value }),
  })),
  rule.map((value) => ({
    operations: [{ op: 'add', path: '/rules/-', value }],
    apply: (fields: Fields) => ({ ...fields, rules: [...(fields['rules'] as readonly unknown[]), value] }),
  })),
  fc.constant({
    operations: [
      { op: 'test', path: '/trafficAllocation', value: 50 },
      { op: 'replace', path: '/defaultTreatment', value: 'on' },
    ],
    apply: (fields: Fields) => (fields['trafficAllocation'] === 50 ? { ...fields, defaultTreatment: 'on' } : undefined),
  }),
  fc.constant({
    operations: [{ op: 'move', from: '/note', path: '/moved' }],
    apply({ note, ...fields }: Fields) {
      return note === undefined ? undefined : { ...fields, moved: note };
    },
  }),
);
