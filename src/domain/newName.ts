/**
 * Checks the name of a new segment or flag: it must be unique in its workspace (admin-api.md, Segments, rule 1), visible, and
 * possible to send.
 */

export type NameRefusal =
  | 'empty'
  /** The workspace already has an object with this name. */
  | 'taken'
  /**
   * The name contains invisible characters (line ends, control characters, direction marks) or half of a surrogate pair,
   * or can't be part of a path (`.`, `..`).
   */
  | 'unusable';

/** Invisible characters. Does not include joiners, because some scripts and emoji need them. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/u;

/** Returns undefined if the name can be used. Ignores spaces around it. */
export function nameRefusal(typed: string, taken: Pick<ReadonlySet<string>, 'has'>): NameRefusal | undefined {
  const name = typed.trim();
  if (name === '') return 'empty';
  if (taken.has(name)) return 'taken';
  return INVISIBLE.test(name) || name === '.' || name === '..' || !name.isWellFormed() ? 'unusable' : undefined;
}
