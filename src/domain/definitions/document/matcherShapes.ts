/** Which fields a matcher of a known type has (service-beyond.md, Matchers). */
import type { ValueShape } from './shapes.ts';

interface MatcherShape {
  readonly attribute: 'none' | 'optional' | 'required';
  /** Besides `type`, `negate` and `attribute`. */
  readonly fields: Readonly<Record<string, ValueShape>>;
  /** Each of them has to be there; in a list of lists, all of one of the inner ones. */
  readonly oneOf: readonly (readonly string[])[];
}

const text: ValueShape = { kind: 'text' };
const texts: ValueShape = { kind: 'list', item: text };
const number: ValueShape = { kind: 'number' };

const one = (attribute: MatcherShape['attribute'], field: string, value: ValueShape): MatcherShape => ({
  attribute,
  fields: { [field]: value },
  oneOf: [[field]],
});

const versions: ValueShape = { kind: 'map', of: 'versionRange' };
/** Where the ends of a range of versions stand is not shown: in `between`, or beside the type. */
const versionRange: MatcherShape = {
  attribute: 'required',
  fields: { between: versions, from: text, to: text },
  oneOf: [['between'], ['from', 'to']],
};
const numberRange = one('required', 'between', { kind: 'map', of: 'numberRange' });

export const matcherShapes = {
  IN_SEGMENT: one('none', 'string', { kind: 'text', names: 'segment' }),
  IN_LIST_STRING: one('optional', 'strings', texts),
  STARTS_WITH_STRING: one('optional', 'strings', texts),
  ENDS_WITH_STRING: one('optional', 'strings', texts),
  CONTAINS_STRING: one('optional', 'strings', texts),
  MATCHES_STRING: one('optional', 'string', text),
  EQUAL_SET: one('required', 'strings', texts),
  ANY_OF_SET: one('required', 'strings', texts),
  ALL_OF_SET: one('required', 'strings', texts),
  PART_OF_SET: one('required', 'strings', texts),
  EQUAL_NUMBER: one('required', 'number', number),
  LESS_THAN_OR_EQUAL_NUMBER: one('required', 'number', number),
  GREATER_THAN_OR_EQUAL_NUMBER: one('required', 'number', number),
  BETWEEN_NUMBER: numberRange,
  ON_DATE: one('required', 'date', number),
  ON_OR_AFTER_DATE: one('required', 'date', number),
  ON_OR_BEFORE_DATE: one('required', 'date', number),
  BETWEEN_DATE: numberRange,
  BOOLEAN: one('required', 'bool', { kind: 'bool' }),
  IN_SPLIT: one('none', 'depends', { kind: 'map', of: 'depends' }),
  EQUAL_TO_SEMVER: one('required', 'string', text),
  GREATER_THAN_OR_EQUAL_TO_SEMVER: one('required', 'string', text),
  LESS_THAN_OR_EQUAL_TO_SEMVER: one('required', 'string', text),
  BETWEEN_SEMVER: versionRange,
  IN_LIST_SEMVER: one('required', 'strings', texts),
} as const satisfies Readonly<Record<string, MatcherShape>>;

export type MatcherType = keyof typeof matcherShapes;
