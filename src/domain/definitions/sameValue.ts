/** When two values of the service mean the same: by a text that is equal for them and for no others. */

/**
 * The value as JSON with sorted field names, without the fields that say nothing: the service sends an absent field
 * as absent, as null or as an empty list, and a matcher that is not negated with or without `negate`.
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

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  // A list of pairs, because an object would treat the name `__proto__` in its own way.
  const pairs = Object.keys(fields)
    .toSorted()
    .filter((name) => meaningful(fields[name]) !== undefined && !(name === 'negate' && fields[name] === false))
    .map((name) => [name, ordered(fields[name])]);
  return { fields: pairs };
}
