/** Creates the change that reverts a published change request. The user can propose this change as a new request. */
import type { ChangeRequest, FlagDefinition, FlagOperation, NewFlagRequest, NewSegmentRequest } from '../../api/model.ts';

/** The known facts about the state before the request was published. */
export type StateBefore =
  /**
   * `definition` undefined = the flag had no definition in the environment. `status` = the rollout status of the flag; undefined =
   * not known.
   */
  | {
      readonly kind: 'definition';
      readonly definition: FlagDefinition | undefined;
      readonly status?: ChangeRequest['rolloutStatus'];
    }
  /** There was a definition, but it is not stored, because it contains keys or is very large. */
  | { readonly kind: 'withheld'; readonly isKilled: boolean }
  /**
   * Keys of the request that changed nothing: added keys that were already in the segment, or removed keys that were not in it.
   */
  | { readonly kind: 'keys'; readonly unchanged: readonly string[] };

export type InverseChange = Pick<NewSegmentRequest, 'operationType' | 'segment'> | Pick<NewFlagRequest, 'operationType' | 'flag'>;

export type InverseRefusal =
  /** The request changed nothing, so there is nothing to revert. */
  | { readonly code: 'changedNothing' }
  | { readonly code: 'unknownOperation'; readonly operation: string }
  /** The definition that the request replaced or removed is not known: it was never read here, or is not stored. */
  | { readonly code: 'beforeUnknown' };

export type Inverse =
  | {
      readonly ok: true;
      readonly change: InverseChange;
      /**
       * False if the inverse may revert more than the request did, because the state before the request is not known. For
       * example, some of the keys may have been in the segment already, or the flag may have been killed already.
       */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly refusal: InverseRefusal };

/**
 * `CREATE` and `ARCHIVE` of keys revert each other, and so do `KILL` and `RESTORE`. To revert an `UPDATE` or the removal of a
 * definition, the previous definition is needed (admin-api.md, operationType values).
 */
export function inverseOf(request: ChangeRequest, before: StateBefore | undefined): Inverse {
  const { status, segment, flag, operationType } = request;
  if (status !== 'PUBLISHED') return refused({ code: 'changedNothing' });
  if (segment && !flag) return inverseOfKeys(segment, operationType, before);
  if (!flag || segment) return refused({ code: 'unknownOperation', operation: operationType });
  const { name } = flag;
  const was = before?.kind === 'definition' ? before.definition : undefined;
  const isWithheld = before?.kind === 'withheld';
  const wasKilled = isWithheld ? before.isKilled : was?.killed === true;
  const by = (operation: FlagOperation, definition?: FlagDefinition): Inverse => ({
    ok: true,
    change: { operationType: operation, flag: { ...definition, name } },
    isExact: before?.kind === 'definition' || isWithheld,
  });
  switch (operationType) {
    case 'KILL':
      return wasKilled ? refused({ code: 'changedNothing' }) : by('RESTORE');
    case 'RESTORE':
      return (was || isWithheld) && !wasKilled ? refused({ code: 'changedNothing' }) : by('KILL');
    case 'CREATE':
      if (isWithheld) return refused({ code: 'beforeUnknown' });
      // If the request replaced an existing definition, the inverse restores that definition.
      return was ? by('UPDATE', was) : by('ARCHIVE');
    case 'UPDATE':
    case 'ARCHIVE':
      if (!was) return refused({ code: 'beforeUnknown' });
      return by(operationType === 'UPDATE' ? 'UPDATE' : 'CREATE', was);
    default:
      return refused({ code: 'unknownOperation', operation: operationType });
  }
}

function inverseOfKeys(
  { name, keys }: { readonly name: string; readonly keys: readonly string[] },
  operation: string,
  before: StateBefore | undefined,
): Inverse {
  if (operation !== 'CREATE' && operation !== 'ARCHIVE') return refused({ code: 'unknownOperation', operation });
  const known = before?.kind === 'keys' ? new Set(before.unchanged) : undefined;
  const changed = known ? keys.filter((key) => !known.has(key)) : keys;
  if (changed.length === 0) return refused({ code: 'changedNothing' });
  const operationType = operation === 'CREATE' ? 'ARCHIVE' : 'CREATE';
  return { ok: true, change: { operationType, segment: { name, keys: [...changed] } }, isExact: known !== undefined };
}

const refused = (refusal: InverseRefusal): Inverse => ({ ok: false, refusal });
