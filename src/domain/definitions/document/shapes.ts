/** What stands where in a definition (admin-api.md, Feature flag definition; service-beyond.md, Fuller shapes and Matchers). */
import type { FlagDefinition } from '../../../api/model.ts';
import { RESPONSE_ONLY_FIELDS } from '../definitionDiff.ts';
import { fieldIn, nodeAt, type LocatedNode, type Path } from './located.ts';

/** What the name in a text is of; `ownTreatment` names one, `treatment` means one. */
export type NameOf =
  'flag' | 'ownTreatment' | 'treatment' | 'segment' | 'otherFlag' | 'matcherType' | 'combiner' | 'rolloutStatus';

export type ValueShape =
  | { readonly kind: 'text'; readonly names?: NameOf }
  | { readonly kind: 'number' | 'bool' }
  /** `asText`: its scalars, and those of a list, are texts as they are written. */
  | { readonly kind: 'any'; readonly asText?: boolean }
  | { readonly kind: 'list'; readonly item: ValueShape }
  | { readonly kind: 'map'; readonly of: ObjectKind };

export type ObjectKind =
  'definition' | 'treatment' | 'bucket' | 'rule' | 'condition' | 'matcher' | 'depends' | 'numberRange' | 'versionRange';

export const textShape: ValueShape = { kind: 'text' };
const number: ValueShape = { kind: 'number' };
const bool: ValueShape = { kind: 'bool' };
export const any: ValueShape = { kind: 'any' };
const named = (names: NameOf): ValueShape => ({ kind: 'text', names });
export const map = (of: ObjectKind): ValueShape => ({ kind: 'map', of });
const list = (item: ValueShape): ValueShape => ({ kind: 'list', item });

/** In the order in which they are best written. */
const FIELDS = {
  depends: { splitName: named('otherFlag'), treatment: textShape },
  definition: {
    name: named('flag'),
    treatments: list(map('treatment')),
    defaultTreatment: named('treatment'),
    baselineTreatment: named('treatment'),
    trafficAllocation: number,
    rules: list(map('rule')),
    defaultRule: list(map('bucket')),
    flagSets: any,
    impressionsDisabled: bool,
    // Not part of the definition, and written beside it in a request; also as fields with an `id` or a `name`.
    rolloutStatus: named('rolloutStatus'),
  },
  treatment: {
    name: named('ownTreatment'),
    description: textShape,
    configurations: textShape,
    keys: list(textShape),
    segments: list(named('segment')),
    largeSegments: list(textShape),
    ruleBasedSegments: list(textShape),
  },
  bucket: { treatment: named('treatment'), size: number },
  rule: { buckets: list(map('bucket')), condition: map('condition') },
  condition: { combiner: named('combiner'), matchers: list(map('matcher')) },
  matcher: {
    type: named('matcherType'),
    negate: bool,
    attribute: textShape,
    string: textShape,
    strings: list(textShape),
    number,
    date: number,
    bool,
    between: map('numberRange'),
    from: textShape,
    to: textShape,
    depends: map('depends'),
  },
  numberRange: { from: number, to: number },
  versionRange: { from: textShape, to: textShape },
} as const satisfies Readonly<Record<ObjectKind, Readonly<Record<string, ValueShape>>>>;

export const fieldOrder: readonly string[] = [...new Set(Object.values(FIELDS).flatMap(Object.keys))];

/** Names a field for its documentation: `bucket.size`. */
export type FieldCode = { [K in ObjectKind]: `${K}.${keyof (typeof FIELDS)[K] & string}` }[ObjectKind];

/** Fields without which the service takes nothing, where that is not all. A matcher's own depend on its type. */
const REQUIRED: Partial<Readonly<Record<ObjectKind, readonly string[]>>> = {
  // Of rules there may be none.
  definition: ['name', 'treatments', 'defaultTreatment', 'trafficAllocation', 'defaultRule'],
  treatment: ['name'],
  condition: ['matchers'],
  matcher: ['type'],
};

export const definitionShape = map('definition');

export function requiredFields(of: ObjectKind): readonly string[] {
  return REQUIRED[of] ?? Object.keys(FIELDS[of]);
}

/** True for a field that is not sent with the definition: only the service writes it, or it is the rollout status. */
export function isResponseOnly(of: ObjectKind, field: string): boolean {
  return of === 'definition' && (field === 'killed' || RESPONSE_ONLY_FIELDS.has(field));
}

/** The body that the service takes: without what only it writes. */
export function sendable(definition: FlagDefinition): FlagDefinition {
  return Object.fromEntries(
    Object.entries(definition).filter(([field]) => !isResponseOnly('definition', field)),
  ) as FlagDefinition;
}

export function matcherTypeOf(node: LocatedNode | undefined): MatcherType | undefined {
  const type = fieldIn(node, 'type')?.value;
  return type?.kind === 'text' ? asMatcherType(type.value) : undefined;
}

export function asMatcherType(type: string): MatcherType | undefined {
  return Object.hasOwn(matcherShapes, type) ? (type as MatcherType) : undefined;
}

/** The fields of such an object, in the order in which they are best written; `type` is that of a matcher. */
export function fieldsOfKind(of: ObjectKind, type?: MatcherType): Readonly<Record<string, ValueShape>> {
  if (of !== 'matcher') return FIELDS[of];
  const { negate, type: typeField } = FIELDS.matcher;
  if (!type) return { type: typeField, negate, attribute: textShape };
  const { attribute, fields } = matcherShapes[type];
  return { type: typeField, negate, ...(attribute !== 'none' && { attribute: textShape }), ...fields };
}

/** What such a field holds; undefined = it is not known here, and anything may be in it. */
export function shapeOfField(of: ObjectKind, field: string, type?: MatcherType): ValueShape | undefined {
  const fields = fieldsOfKind(of, type);
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/**
 * What the value of a field is read as and written as. The text fields of a matcher are texts whatever its type is: in a type
 * that is not known here, `1.10` is not the number 1.1.
 */
export function readAs(of: ObjectKind, field: string, type?: MatcherType): ValueShape {
  const own = shapeOfField(of, field, type);
  if (own || of !== 'matcher' || !Object.hasOwn(FIELDS.matcher, field)) return own ?? any;
  const shape: ValueShape = FIELDS.matcher[field as keyof typeof FIELDS.matcher];
  return itemOrSelf(shape).kind === 'text' ? { kind: 'any', asText: true } : any;
}
const itemOrSelf = (shape: ValueShape): ValueShape => (shape.kind === 'list' ? shape.item : shape);

/** The code of a field's documentation; undefined = the field is not known here. */
export function fieldCode(of: ObjectKind, field: string): FieldCode | undefined {
  return Object.hasOwn(FIELDS[of], field) ? (`${of}.${field}` as FieldCode) : undefined;
}

/** What stands at the path by the definition's shape; undefined = nobody knows. */
export function shapeAt(root: LocatedNode | undefined, path: Path): ValueShape | undefined {
  let shape: ValueShape | undefined = definitionShape;
  for (const [depth, step] of path.entries()) {
    if (typeof step === 'number') shape = shape?.kind === 'list' ? shape.item : undefined;
    else if (shape?.kind !== 'map') return undefined;
    else {
      const type = shape.of === 'matcher' ? matcherTypeOf(nodeAt(root, path.slice(0, depth))) : undefined;
      shape = shapeOfField(shape.of, step, type);
    }
  }
  return shape;
}

export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function itemShape(shape: ValueShape): ValueShape {
  if (shape.kind === 'list') return shape.item;
  return isAsText(shape) ? shape : any;
}

/** True if a scalar is taken for a text as it is written. */
export const isAsText = (shape: ValueShape): boolean => shape.kind === 'text' || (shape.kind === 'any' && shape.asText === true);

export function innerShape(shape: ValueShape, value: Readonly<Record<string, unknown>>, name: string): ValueShape {
  if (shape.kind !== 'map') return any;
  const type = value['type'];
  return readAs(shape.of, name, typeof type === 'string' ? asMatcherType(type) : undefined);
}

/** Which fields a matcher of a known type has (service-beyond.md, Matchers). */
interface MatcherShape {
  readonly attribute: 'none' | 'optional' | 'required';
  /** Besides `type`, `negate` and `attribute`. */
  readonly fields: Readonly<Record<string, ValueShape>>;
  /** Each of them has to be there; in a list of lists, all of one of the inner ones. */
  readonly oneOf: readonly (readonly string[])[];
}

const one = (attribute: MatcherShape['attribute'], field: string, value: ValueShape): MatcherShape => ({
  attribute,
  fields: { [field]: value },
  oneOf: [[field]],
});

/** Where the ends of a range of versions stand is not shown: in `between`, or beside the type. */
const versionRange: MatcherShape = {
  attribute: 'required',
  fields: { between: map('versionRange'), from: textShape, to: textShape },
  oneOf: [['between'], ['from', 'to']],
};
const numberRange = one('required', 'between', map('numberRange'));

export const matcherShapes = {
  IN_SEGMENT: one('none', 'string', named('segment')),
  IN_LIST_STRING: one('optional', 'strings', list(textShape)),
  STARTS_WITH_STRING: one('optional', 'strings', list(textShape)),
  ENDS_WITH_STRING: one('optional', 'strings', list(textShape)),
  CONTAINS_STRING: one('optional', 'strings', list(textShape)),
  MATCHES_STRING: one('optional', 'string', textShape),
  EQUAL_SET: one('required', 'strings', list(textShape)),
  ANY_OF_SET: one('required', 'strings', list(textShape)),
  ALL_OF_SET: one('required', 'strings', list(textShape)),
  PART_OF_SET: one('required', 'strings', list(textShape)),
  EQUAL_NUMBER: one('required', 'number', number),
  LESS_THAN_OR_EQUAL_NUMBER: one('required', 'number', number),
  GREATER_THAN_OR_EQUAL_NUMBER: one('required', 'number', number),
  BETWEEN_NUMBER: numberRange,
  ON_DATE: one('required', 'date', number),
  ON_OR_AFTER_DATE: one('required', 'date', number),
  ON_OR_BEFORE_DATE: one('required', 'date', number),
  BETWEEN_DATE: numberRange,
  BOOLEAN: one('required', 'bool', bool),
  IN_SPLIT: one('none', 'depends', map('depends')),
  EQUAL_TO_SEMVER: one('required', 'string', textShape),
  GREATER_THAN_OR_EQUAL_TO_SEMVER: one('required', 'string', textShape),
  LESS_THAN_OR_EQUAL_TO_SEMVER: one('required', 'string', textShape),
  BETWEEN_SEMVER: versionRange,
  IN_LIST_SEMVER: one('required', 'strings', list(textShape)),
} as const satisfies Readonly<Record<string, MatcherShape>>;

export type MatcherType = keyof typeof matcherShapes;
