/** Two changes to one definition, made into one: what both touch is told, and left to the user. */
import type { FlagDefinition } from '../../../api/model.ts';
import { fieldOf } from '../sameValue.ts';
import { mergeRules } from './mergeRules.ts';
import { mergeTreatments } from './mergeTreatments.ts';
import { merged, ofOneSide, orderOf, type Conflicts } from './mergeValue.ts';
import type { Merge, MergeConflict, MergePlace } from './merging.ts';
import { sendable } from './shapes.ts';

/**
 * What `mine` changed since `base`, on `live`; without response-only fields. Two changes touch where they change the same field,
 * the same part of a rule, or the same shares, or where nobody can tell in which order rules come. Keys and segments of a treatment
 * are sets: both sides may add to them. `base` undefined = there was no definition, `live` undefined = there is none any more.
 */
export function mergeDefinitions(
  base: FlagDefinition | undefined,
  live: FlagDefinition | undefined,
  mine: FlagDefinition,
): Merge {
  const [old, theirs, own] = [base && sendable(base), live && sendable(live), sendable(mine)];
  const one = ofOneSide<FlagDefinition | undefined>(old, theirs, own);
  if (one) return { ok: true, definition: one.value };
  if (old && theirs) return mergeFields(old, theirs, own);
  return { ok: false, conflicts: [{ place: { code: 'definition' }, base: old, live: theirs, mine: own }] };
}

function mergeFields(base: FlagDefinition, live: FlagDefinition, mine: FlagDefinition): Merge {
  const conflicts: MergeConflict[] = [];
  const add: Conflicts = (conflict) => conflicts.push(conflict);
  const names = orderOf(Object.keys(base), Object.keys(live), Object.keys(mine));
  const entries = names.flatMap((name): readonly (readonly [string, unknown])[] => {
    const value = mergeField(name, base, live, mine, add);
    return value === undefined ? [] : [[name, value]];
  });
  if (conflicts.length > 0) return { ok: false, conflicts };
  return { ok: true, definition: Object.fromEntries(entries) as FlagDefinition };
}

function mergeField(name: string, base: FlagDefinition, live: FlagDefinition, mine: FlagDefinition, add: Conflicts): unknown {
  if (name === 'rules') return mergeRules(base.rules, live.rules, mine.rules, add);
  if (name === 'treatments') return mergeTreatments(base.treatments, live.treatments, mine.treatments, add);
  return merged(fieldOf(base, name), fieldOf(live, name), fieldOf(mine, name), () => placeOf(name), add);
}

function placeOf(name: string): MergePlace {
  switch (name) {
    case 'defaultRule':
    case 'defaultTreatment':
    case 'trafficAllocation':
      return { code: name };
    default:
      return { code: 'field', field: name };
  }
}
