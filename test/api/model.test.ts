/** Tests the schemas of answers field by field: the type of each field, and whether it may be null or missing. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as z from 'zod/mini';
import * as model from '../../src/api/model.ts';
import { pageOf } from '../../src/api/resources/envelope.ts';

type Fields = Readonly<Record<string, unknown>>;

const named = { id: '1', name: 'one' };
const bucket = { treatment: 'on', size: 100 };
const matcher = { type: 'ALL_KEYS' };
const rule = { buckets: [bucket], condition: { combiner: 'AND', matchers: [matcher] } };
const definition = {
  treatments: [{ name: 'on' }],
  defaultTreatment: 'on',
  trafficAllocation: 100,
  rules: [rule],
  defaultRule: [bucket],
  killed: true,
  openChangeRequestId: 'c',
  environment: named,
  trafficType: named,
};

/** The required fields of each schema, and those that may be null or missing. */
const schemas: Readonly<Record<string, readonly [schema: z.ZodMiniType, must: Fields, may: Fields]>> = {
  Named: [model.Named, named, {}],
  Workspace: [model.Workspace, named, { requiresTitleAndComments: true }],
  Environment: [model.Environment, named, { production: true }],
  RolloutStatus: [model.RolloutStatus, named, { description: 'd' }],
  TrafficType: [model.TrafficType, named, {}],
  Segment: [model.Segment, { name: 's' }, { description: 'd', trafficType: named, creationTime: 1 }],
  SegmentDefinition: [model.SegmentDefinition, { name: 's' }, { status: 'ACTIVE' }],
  SegmentKeys: [model.SegmentKeys, { keys: [{ key: 'k' }], count: 1 }, { openChangeRequestId: 'c', offset: 0, limit: 1 }],
  Treatment: [model.Treatment, { name: 'on' }, { description: 'd', configurations: '{}', keys: ['k'], segments: ['s'] }],
  Bucket: [model.Bucket, bucket, {}],
  Matcher: [model.Matcher, matcher, { negate: true, attribute: 'a' }],
  Rule: [model.Rule, { condition: rule.condition }, { buckets: [bucket] }],
  FlagDefinition: [model.FlagDefinition, { name: 'f' }, definition],
  Flag: [model.Flag, { name: 'f' }, { description: 'd', trafficType: named }],
  CommentEntry: [model.CommentEntry, {}, { comment: 'c', user: 'u', role: 'r', timestamp: 1 }],
  ChangeRequest: [
    model.ChangeRequest,
    { id: 'c', status: 'REQUESTED', operationType: 'KILL' },
    {
      title: 't',
      comment: 'c',
      workspace: { id: 'w' },
      approvers: ['a'],
      comments: [{ comment: 'c' }],
      flag: { name: 'f', ...definition },
      segment: { name: 's', keys: ['k'] },
      rolloutStatus: { id: 'r' },
    },
  ],
  Message: [model.Message, {}, { code: 200, message: 'm', details: 'd', transactionId: 't' }],
  Identity: [model.Identity, { key: 'k' }, {}],
  IdentityResult: [model.IdentityResult, {}, { objects: [{ key: 'k' }], failed: [1] }],
};

/** Returns wrong values in place of this one: of a different type, or with a wrong part inside an object or a list. */
const wrongFor = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return ['a text', ...(typeof value[0] === 'number' ? [] : wrongFor(value[0]).map((one) => [one]))];
  if (typeof value !== 'object' || value === null) return [Symbol('wrong')];
  return [
    'a text',
    ...Object.entries(value).flatMap(([name, one]) => wrongFor(one).map((wrong) => ({ ...value, [name]: wrong }))),
  ];
};

for (const [name, [schema, must, may]] of Object.entries(schemas)) {
  it(`a ${name} of the service may lack optional fields and have unknown ones, and no field has a different type`, () => {
    const whole = { ...must, ...may };
    assert.deepEqual(schema.parse({ ...whole, other: [1] }), { ...whole, other: [1] });
    for (const [field, value] of Object.entries(whole)) {
      const { [field as keyof typeof whole]: _, ...rest } = whole;
      for (const body of field in may ? [rest, { ...whole, [field]: null }] : []) {
        const given = (schema.parse(body) as Fields)[field];
        // The answer of a call that reads a list contains one.
        if (given !== undefined && given !== null) assert.deepEqual(given, [], field);
      }
      if (field in must) assert.equal(schema.safeParse(rest).success, false, field);
      for (const wrong of wrongFor(value))
        assert.deepEqual(schema.safeParse({ ...whole, [field]: wrong }).error?.issues[0]?.path[0], field);
    }
  });
}

it('a successful change is answered with true or an empty body', () => {
  for (const body of [true, undefined]) assert.equal(model.Done.parse(body), true);
  for (const body of [false, null, 'true', {}]) assert.equal(model.Done.safeParse(body).success, false);
});

const objects = [{ id: '1', name: 'one', other: true }];

it('a page is refused if it is not a page with objects of the requested kind, even a kind that was not read before', () => {
  const page = { objects, totalCount: 1 };
  for (const one of [{ objects }, { ...page, objects: [{ id: 1 }] }, { ...page, offset: '0' }, { ...page, limit: '0' }]) {
    const kind = z.looseObject({ id: z.string() });
    assert.equal(pageOf(kind, { offset: 0, limit: 1 }).safeParse(one).success, false, JSON.stringify(one));
  }
  const body = { objects: [{ id: '1', name: 'one', requiresTitleAndComments: 'yes' }], totalCount: 1 };
  assert.equal(pageOf(model.Named, { offset: 0, limit: 1 }).safeParse(body).success, true);
  const read = pageOf(model.Workspace, { offset: 0, limit: 1 }).safeParse(body);
  assert.ok(!read.success);
  assert.deepEqual(read.error.issues[0]?.path, ['objects', 0, 'requiresTitleAndComments']);
});

it('a list of segment keys is returned unchanged, or refused with the place of the fault', () => {
  const keys = [{ key: 'a', addedBy: 'somebody' }, { key: '' }];
  assert.equal(model.SegmentKeys.parse({ keys, count: 2 }).keys, keys);
  for (const [wrong, path] of [
    [{ 0: { key: 'a' } }, ['keys']],
    [null, ['keys']],
    [
      [{ key: 'a' }, 'b'],
      ['keys', 1, 'key'],
    ],
    [[null], ['keys', 0, 'key']],
    [
      [{ key: 'a' }, { key: 'b' }, { key: 3 }],
      ['keys', 2, 'key'],
    ],
    [[{}], ['keys', 0, 'key']],
  ] as const)
    assert.deepEqual(model.SegmentKeys.safeParse({ keys: wrong, count: 3 }).error?.issues[0]?.path, path);
});
