/** Whether two definitions ask for the same: what only the service writes does not count, nor whether the flag is killed. */
import type { FlagDefinition } from '../../api/model.ts';
import { diffDefinitions, isUnchanged } from './definitionDiff.ts';

/** Undefined = there is none. */
export function isSameDefinition(one: FlagDefinition | undefined, other: FlagDefinition | undefined): boolean {
  if (!one || !other) return one === other;
  return isUnchanged(diffDefinitions({ ...one, killed: false }, { ...other, killed: false }));
}
