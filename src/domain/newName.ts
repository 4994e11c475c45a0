/** What the name of a new segment or flag may be: unique in its workspace (admin-api.md, Segments, rule 1), and fit to be seen and sent. */

export type NameRefusal =
  | 'empty'
  /** The workspace has one of this name. */
  | 'taken'
  /** Nobody sees some of it (line ends, controls, marks that turn the direction), or it is no part of a path (`.`, `..`). */
  | 'unusable';

/** No joiners: scripts and emoji need those. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/u;

/** Undefined = it may be used. Spaces around it don't count. */
export function nameRefusal(typed: string, taken: Pick<ReadonlySet<string>, 'has'>): NameRefusal | undefined {
  const name = typed.trim();
  if (name === '') return 'empty';
  if (taken.has(name)) return 'taken';
  return INVISIBLE.test(name) || name === '.' || name === '..' || !name.isWellFormed() ? 'unusable' : undefined;
}
