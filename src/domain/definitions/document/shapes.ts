/**
 * The fields of a definition and the shapes of their values (admin-api.md, Feature flag definition; service-beyond.md, Fuller
 * shapes and Matchers).
 */
import type { FlagDefinition } from '../../../api/model.ts';
import { RESPONSE_ONLY_FIELDS } from '../definitionDiff.ts';
import { fieldIn, nodeAt, type LocatedNode, type Path } from './located.ts';

/** The kind of object that a text names. `ownTreatment` defines a treatment, `treatment` refers to one. */
export type NameOf =
  'flag' | 'ownTreatment' | 'treatment' | 'segment' | 'otherFlag' | 'matcherType' | 'combiner' | 'rolloutStatus';

export type ValueShape =
  | { readonly kind: 'text'; readonly names?: NameOf }
  | { readonly kind: 'number' | 'bool' }
  /** `asText`: scalars, and the scalars in a list, are read as texts. */
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

/** The fields of each kind of object, in the preferred order. */
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
    // The rollout status is not part of the definition: a request contains it separately. It may also be a map with `id` or
    // `name`.
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

/** Identifies a field's documentation, for example `bucket.size`. */
export type FieldCode = { [K in ObjectKind]: `${K}.${keyof (typeof FIELDS)[K] & string}` }[ObjectKind];

/**
 * The required fields of each kind of object. All fields are required in kinds that are missing here. A matcher also needs the
 * fields that its type requires.
 */
const REQUIRED: Partial<Readonly<Record<ObjectKind, readonly string[]>>> = {
  // `rules` is not required, because a definition may have no rules.
  definition: ['name', 'treatments', 'defaultTreatment', 'trafficAllocation', 'defaultRule'],
  treatment: ['name'],
  condition: ['matchers'],
  matcher: ['type'],
};

export const definitionShape = map('definition');

export function requiredFields(of: ObjectKind): readonly string[] {
  return REQUIRED[of] ?? Object.keys(FIELDS[of]);
}

/** True for a field that is not sent with the definition: only the service sets it, or it is the rollout status. */
export function isResponseOnly(of: ObjectKind, field: string): boolean {
  return of === 'definition' && (field === 'killed' || RESPONSE_ONLY_FIELDS.has(field));
}

/** Returns the body that the service accepts, without the fields that only the service sets. */
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

/** Returns the fields of this kind of object in the preferred order. `type` is the type of a matcher. */
export function fieldsOfKind(of: ObjectKind, type?: MatcherType): Readonly<Record<string, ValueShape>> {
  if (of !== 'matcher') return FIELDS[of];
  const { negate, type: typeField } = FIELDS.matcher;
  if (!type) return { type: typeField, negate, attribute: textShape };
  const { attribute, fields } = matcherShapes[type];
  return { type: typeField, negate, ...(attribute !== 'none' && { attribute: textShape }), ...fields };
}

/** Returns the shape of a field's value. Undefined = the field is unknown and may contain anything. */
export function shapeOfField(of: ObjectKind, field: string, type?: MatcherType): ValueShape | undefined {
  const fields = fieldsOfKind(of, type);
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/**
 * Returns the shape for reading and writing the value of a field. The text fields of a matcher are read as texts even if the
 * matcher's type is unknown, so that `1.10` does not become the number 1.1.
 */
export function shapeReadAs(of: ObjectKind, field: string, type?: MatcherType): ValueShape {
  const own = shapeOfField(of, field, type);
  if (own || of !== 'matcher' || !Object.hasOwn(FIELDS.matcher, field)) return own ?? any;
  const shape: ValueShape = FIELDS.matcher[field as keyof typeof FIELDS.matcher];
  return itemOrSelf(shape).kind === 'text' ? { kind: 'any', asText: true } : any;
}
const itemOrSelf = (shape: ValueShape): ValueShape => (shape.kind === 'list' ? shape.item : shape);

/** Returns the code of a field's documentation. Undefined = the field is unknown. */
export function fieldCode(of: ObjectKind, field: string): FieldCode | undefined {
  return Object.hasOwn(FIELDS[of], field) ? (`${of}.${field}` as FieldCode) : undefined;
}

/** Returns the shape at a path of a definition. Undefined = unknown. */
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

/** True if a scalar is read as a text. */
export const isAsText = (shape: ValueShape): boolean => shape.kind === 'text' || (shape.kind === 'any' && shape.asText === true);

export function innerShape(shape: ValueShape, value: Readonly<Record<string, unknown>>, name: string): ValueShape {
  if (shape.kind !== 'map') return any;
  const type = value['type'];
  return shapeReadAs(shape.of, name, typeof type === 'string' ? asMatcherType(type) : undefined);
}

/** The fields of a matcher with a known type (service-beyond.md, Matchers). */
interface MatcherShape {
  readonly attribute: 'none' | 'optional' | 'required';
  /** The fields besides `type`, `negate` and `attribute`. */
  readonly fields: Readonly<Record<string, ValueShape>>;
  /** Alternatives: all fields of one of the inner lists are required. */
  readonly oneOf: readonly (readonly string[])[];
}

const singleField = (attribute: MatcherShape['attribute'], field: string, value: ValueShape): MatcherShape => ({
  attribute,
  fields: { [field]: value },
  oneOf: [[field]],
});

/** The ends may be in `between` or directly in the matcher, because service-beyond.md does not show where they are. */
const versionRange: MatcherShape = {
  attribute: 'required',
  fields: { between: map('versionRange'), from: textShape, to: textShape },
  oneOf: [['between'], ['from', 'to']],
};
const numberRange = singleField('required', 'between', map('numberRange'));

export const matcherShapes = {
  IN_SEGMENT: singleField('none', 'string', named('segment')),
  IN_LIST_STRING: singleField('optional', 'strings', list(textShape)),
  STARTS_WITH_STRING: singleField('optional', 'strings', list(textShape)),
  ENDS_WITH_STRING: singleField('optional', 'strings', list(textShape)),
  CONTAINS_STRING: singleField('optional', 'strings', list(textShape)),
  MATCHES_STRING: singleField('optional', 'string', textShape),
  EQUAL_SET: singleField('required', 'strings', list(textShape)),
  ANY_OF_SET: singleField('required', 'strings', list(textShape)),
  ALL_OF_SET: singleField('required', 'strings', list(textShape)),
  PART_OF_SET: singleField('required', 'strings', list(textShape)),
  EQUAL_NUMBER: singleField('required', 'number', number),
  LESS_THAN_OR_EQUAL_NUMBER: singleField('required', 'number', number),
  GREATER_THAN_OR_EQUAL_NUMBER: singleField('required', 'number', number),
  BETWEEN_NUMBER: numberRange,
  ON_DATE: singleField('required', 'date', number),
  ON_OR_AFTER_DATE: singleField('required', 'date', number),
  ON_OR_BEFORE_DATE: singleField('required', 'date', number),
  BETWEEN_DATE: numberRange,
  BOOLEAN: singleField('required', 'bool', bool),
  IN_SPLIT: singleField('none', 'depends', map('depends')),
  EQUAL_TO_SEMVER: singleField('required', 'string', textShape),
  GREATER_THAN_OR_EQUAL_TO_SEMVER: singleField('required', 'string', textShape),
  LESS_THAN_OR_EQUAL_TO_SEMVER: singleField('required', 'string', textShape),
  BETWEEN_SEMVER: versionRange,
  IN_LIST_SEMVER: singleField('required', 'strings', list(textShape)),
} as const satisfies Readonly<Record<string, MatcherShape>>;

export type MatcherType = keyof typeof matcherShapes;
