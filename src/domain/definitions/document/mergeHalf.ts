/** Where two changes of a definition touch: what can be merged all the same, and what going on with one's own would undo. */
import type { FlagDefinition } from '../../../api/model.ts';
import { fieldOf } from '../sameValue.ts';
import { mergeDefinitions } from './merge.ts';
import type { MergeConflict } from './merging.ts';
import { sendable } from './writeDefinition.ts';

export interface HalfMerge {
  /** Mine in the fields where the two touch; in all others, both changes. */
  readonly definition: FlagDefinition;
  /** What it is to be compared with the next time: live, but for the fields where the two touch, which stay a conflict. */
  readonly base: FlagDefinition;
}

/**
 * By fields of the definition: with one rule in conflict, all rules stay as mine has them, for rules and their order make sense
 * together only. Undefined where somebody removed or added the whole, or nothing is in conflict.
 */
export function mergeHalf(
  base: FlagDefinition | undefined,
  live: FlagDefinition | undefined,
  mine: FlagDefinition,
  conflicts: readonly MergeConflict[],
): HalfMerge | undefined {
  if (!base || !live || conflicts.length === 0) return undefined;
  const names = conflicts.map(fieldOfConflict);
  const [old, theirs, own] = [sendable(base), sendable(live), sendable(mine)];
  // Without conflicts now: where they touched, live is taken to be as it was.
  const harmless = withFields(theirs, old, names);
  const merge = mergeDefinitions(old, harmless, own);
  if (!merge.ok || !merge.definition) return undefined;
  return { definition: merge.definition, base: harmless };
}

function withFields(into: FlagDefinition, from: FlagDefinition, names: readonly string[]): FlagDefinition {
  const entries = Object.entries(into).map(
    ([name, value]) => [name, names.includes(name) ? fieldOf(from, name) : value] as const,
  );
  const missing = names.map((name) => [name, fieldOf(from, name)] as const);
  return Object.fromEntries([...entries, ...missing].filter(([, value]) => value !== undefined)) as FlagDefinition;
}

function fieldOfConflict({ place }: MergeConflict): string {
  switch (place.code) {
    case 'treatments':
    case 'treatment':
      return 'treatments';
    case 'rule':
    case 'ruleOrder':
    case 'rulesAdded':
      return 'rules';
    case 'field':
      return place.field;
    default:
      return place.code;
  }
}
