/** The small pieces that every difference is made of. */
import { fieldOf, isSame, meaningful } from './sameValue.ts';

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
