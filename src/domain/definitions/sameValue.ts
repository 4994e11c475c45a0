/** Compares values of the service by meaning, and provides the basic parts of all differences. */

import { meaningful, readField, hasNoMeaning } from './fieldMeaning.ts';

/**
 * Returns the value as JSON with sorted field names, without the fields that have no meaning. The service spells the same
 * meaning in different ways: a field without a value may be absent, null, an empty text or an empty list; a matcher that is not
 * negated may have the field `negate` or not; and a condition may have the combiner `AND` or none, because there is no other
 * combiner. Reads sets, shares, and configurations with `readField`.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? 'null';
}

/** True if both values have the same meaning for the service; see `canonical`. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other);
}

/**
 * Returns a field of a value. Undefined if the value does not have its own field with this name, even if every object inherits
 * one, such as `constructor`.
 */
export function fieldOf(value: object | null | undefined, name: string): unknown {
  return value && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** True if both are exactly the same JSON, including the order of fields. */
export function isSameText(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Converts objects to `{fields: [name, value, name, value, …]}`, because the name `__proto__` is special in an object. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object);
  const fields: unknown[] = [];
  for (const name of isSorted(names) ? names : names.toSorted()) {
    const field = object[name];
    if (!hasNoMeaning(name, field)) fields.push(name, ordered(readField(name, field)));
  }
  return { fields };
}

function isSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index += 1) if (names[index - 1]! > names[index]!) return false;
  return true;
}

export interface Changed<T> {
  readonly before: T;
  readonly after: T;
}

export interface FieldChange {
  /** If the field is in a part of the definition, the name of the part precedes it: `condition.note`. */
  readonly field: string;
  /** Undefined = the field is absent. */
  readonly before: unknown;
  /** Undefined = the field is absent. */
  readonly after: unknown;
}

/** Returns undefined if both are the same. */
export function changed<T>(before: T, after: T): Changed<T> | undefined {
  return before === after ? undefined : { before, after };
}

/** Returns the fields that differ in meaning, except those in `own`, in the order of `after`. */
export function otherFields(before: object, after: object, own: ReadonlySet<string>, prefix = ''): readonly FieldChange[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .filter((field) => !own.has(field))
    .map((field) => ({ field, before: meaningful(fieldOf(before, field)), after: meaningful(fieldOf(after, field)) }))
    .filter((change) => !isSame(change.before, change.after))
    .map((change) => ({ ...change, field: `${prefix}${change.field}` }));
}
