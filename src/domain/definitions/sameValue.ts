/** When two values of the service mean the same; and the small pieces that every difference is made of. */

import { readField } from './fieldMeaning.ts';

/**
 * The value as JSON with sorted field names, without the fields that say nothing: the service sends an absent field as absent, null, an
 * empty text, or an empty list, a matcher that is not negated with or without `negate`, and a condition with or without `AND`, the one
 * combiner there is. Sets, shares, and configurations are as `readField` reads them.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? 'null';
}

/** True if the two mean the same to the service; see `canonical`. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other);
}

/** A value without what says nothing; undefined if nothing is left of a field. */
export function meaningful(value: unknown): unknown {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/** A field of a value of the service; undefined where it has none, also for a name that every object has: `constructor`. */
export function fieldOf(value: object | null | undefined, name: string): unknown {
  return value && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** True if the two are the same JSON to the letter, with the order of fields. */
export function isSameText(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** True for a field that may as well be absent. */
export function saysNothing(name: string, value: unknown): boolean {
  if (value === false) return name === 'negate';
  if (value === 'AND') return name === 'combiner';
  return meaningful(value) === undefined;
}

/** Objects become `{fields: [name, value, name, value, …]}`: an object would treat the name `__proto__` in its own way. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object);
  const fields: unknown[] = [];
  for (const name of isSorted(names) ? names : names.toSorted()) {
    const field = object[name];
    if (!saysNothing(name, field)) fields.push(name, ordered(readField(name, field)));
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
  /** A field of something else than the definition has that before it: `condition.note`. */
  readonly field: string;
  /** Undefined = it has no such field. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Undefined if both are the same. */
export function changed<T>(before: T, after: T): Changed<T> | undefined {
  return before === after ? undefined : { before, after };
}

/** What differs in meaning, field by field, but for those that have a place of their own; in the order of `after`. */
export function otherFields(before: object, after: object, own: ReadonlySet<string>, prefix = ''): readonly FieldChange[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .filter((field) => !own.has(field))
    .map((field) => ({ field, before: meaningful(fieldOf(before, field)), after: meaningful(fieldOf(after, field)) }))
    .filter((change) => !isSame(change.before, change.after))
    .map((change) => ({ ...change, field: `${prefix}${change.field}` }));
}
