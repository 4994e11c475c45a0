/** When two values of the service mean the same: by a text that is equal for them and for no others. */

/**
 * The value as JSON with sorted field names, without the fields that say nothing: the service sends an absent field
 * as absent, as null or as an empty list, a matcher that is not negated with or without `negate`, and a condition with
 * or without `AND`, the one combiner there is.
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
  return value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/** A field of a value of the service; undefined where it has none, also for a name that every object has: `constructor`. */
export function fieldOf(value: object | null | undefined, name: string): unknown {
  return value && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** True if the two are the same JSON to the letter, with the order of fields. */
export function isSameText(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function saysNothing(name: string, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (value === false) return name === 'negate';
  if (value === 'AND') return name === 'combiner';
  return Array.isArray(value) && value.length === 0;
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
    if (!saysNothing(name, field)) fields.push(name, ordered(field));
  }
  return { fields };
}

function isSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index += 1) if (names[index - 1]! > names[index]!) return false;
  return true;
}
