/** Generates everything that a schema of src/api/model.ts accepts, that is, everything that a service may send. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { parseJson } from '../../src/api/network/answer.ts';
import { PROTOTYPE_NAMES, texts } from './texts.ts';

/** Words that the code handles specially, including all types of matchers, so that its branches are covered. */
const WORDS = `
  REQUESTED APPROVED REJECTED WITHDRAWN PUBLISHED SCHEDULED SUBMITTER APPROVER CREATE ARCHIVE KILL RESTORE UPDATE AND on off
  maria@example.com submitter-key release-key
  IN_SEGMENT IN_LIST_STRING STARTS_WITH_STRING ENDS_WITH_STRING CONTAINS_STRING MATCHES_STRING EQUAL_SET ANY_OF_SET ALL_OF_SET
  PART_OF_SET EQUAL_NUMBER LESS_THAN_OR_EQUAL_NUMBER GREATER_THAN_OR_EQUAL_NUMBER BETWEEN_NUMBER ON_DATE ON_OR_AFTER_DATE
  ON_OR_BEFORE_DATE BETWEEN_DATE BOOLEAN IN_SPLIT EQUAL_TO_SEMVER GREATER_THAN_OR_EQUAL_TO_SEMVER
  LESS_THAN_OR_EQUAL_TO_SEMVER BETWEEN_SEMVER IN_LIST_SEMVER`
  .trim()
  .split(/\s+/);
const someText = fc.oneof(
  { arbitrary: fc.constantFrom(...WORDS), weight: 9 },
  { arbitrary: texts, weight: 6 },
  { arbitrary: fc.constantFrom(...PROTOTYPE_NAMES), weight: 1 },
);
const someNumber = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.constantFrom(Date.UTC(2026, 1, 3), 8.64e15, 8.64e15 + 1, -1, 0.1 + 0.2, Number.MAX_VALUE, Number.MIN_VALUE, 1e21),
  // Whole numbers beyond 2^53 have separate tests, because they are never sent.
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !/^-?\d{16}/.test(String(value))),
);

/** The depth of nested values. With the levels around them, they stay below the 100 levels that the client accepts. */
const DEEPEST = 80;

/** Fields that a schema does not name: fields of matchers, of later versions, and inherited names. */
const FIELDS = ['string', 'strings', 'number', 'date', 'bool', 'between', 'depends', 'from', 'to', 'splitName', 'treatment'];
const fieldName = fc.oneof(
  fc.constantFrom(...PROTOTYPE_NAMES),
  fc.constantFrom(...FIELDS, 'environment', 'name', 'negate', 'lastUpdateTime'),
  texts,
);
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(someText, someNumber, fc.boolean(), fc.constant(null)),
    fc.array(someText, { maxLength: 14 }),
    fc.array(tie('anything'), { maxLength: 3 }),
    fields(fieldName, tie('anything')),
    fc.constantFrom(20, DEEPEST).map((depth): unknown => JSON.parse(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`)),
  ),
}));

/** An object with own fields of any name. */
function fields(name: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.array(fc.tuple(name, value), { maxLength: 4 }).map((all) => Object.fromEntries(all));
}

/** Unknown fields, nested as deeply as allowed. */
export const extraFields = fields(fieldName, anything);

/** Generates usually a fitting value, and sometimes any other. */
const mostly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: right, weight: 6 }, { arbitrary: anything, weight: 1 });
/** The start or end of a range: a number, a date or a version. */
const end = fc.oneof(someNumber, someText);
/** The values of matchers by type, so that most matchers get a fitting one. */
const ofMatchers = fc.record(
  {
    string: mostly(someText),
    strings: mostly(fc.array(someText, { maxLength: 14 })),
    number: mostly(someNumber),
    date: mostly(someNumber),
    bool: mostly(fc.boolean()),
    between: mostly(fc.record({ from: end, to: end })),
    depends: mostly(fc.record({ splitName: someText, treatment: someText })),
  },
  { requiredKeys: [] },
);

/** The value before the schema reads it. */
function sent(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = schema as unknown as { readonly def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'string':
      return someText;
    case 'number':
      return someNumber;
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return anything;
    case 'nullable':
      return fc.oneof({ arbitrary: sent(def.innerType), weight: 5 }, { arbitrary: fc.constant(null), weight: 1 });
    case 'optional':
      return fc.oneof({ arbitrary: sent(def.innerType), weight: 5 }, { arbitrary: fc.constant(undefined), weight: 1 });
    case 'array':
      return fc.array(sent(def.element), { maxLength: 4 });
    case 'pipe':
      return sent(def.in);
    case 'custom':
      // Segment keys are the only list without a schema.
      return fc.array(
        fc.tuple(extraFields, someText).map(([extra, key]) => ({ ...extra, key })),
        { maxLength: 4 },
      );
    case 'object': {
      const known = Object.entries(def.shape).map(([name, inner]) => sent(inner).map((value) => [name, value] as const));
      return fc
        .tuple('negate' in def.shape ? fc.oneof(ofMatchers, extraFields) : extraFields, fc.tuple(...known))
        .map(([extra, all]) => ({ ...extra, ...Object.fromEntries(all) }));
    }
    default:
      throw new Error(`a schema has the kind ${def.type}, for which no values are made yet`);
  }
}

/** Values of a schema as the client returns them: sent as JSON, parsed, checked. */
export function valuesOf<T>(schema: z.ZodMiniType<T>): fc.Arbitrary<T> {
  return sent(schema).map((value) => {
    const read = schema.safeParse(parseJson(JSON.stringify(value)));
    assert.ok(read.success, `the schema refuses ${JSON.stringify(value)}: ${read.error?.message}`);
    return read.data;
  });
}
