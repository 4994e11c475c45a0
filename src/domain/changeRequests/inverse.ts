/** The change that takes a published change request back, to be proposed as a request of its own. */
import type { ChangeRequest, FlagDefinition, NewFlagRequest, NewSegmentRequest } from '../../api/model.ts';

/** What was there before the request was published, as far as it was seen. */
export type Before =
  /** Undefined = the flag had no definition in the environment. */
  | { readonly kind: 'definition'; readonly definition: FlagDefinition | undefined }
  /** Keys of the request that changed nothing: in the segment before they were added, or not in it before they were removed. */
  | { readonly kind: 'keys'; readonly unchanged: readonly string[] };

export type InverseChange = Pick<NewSegmentRequest, 'operationType' | 'segment'> | Pick<NewFlagRequest, 'operationType' | 'flag'>;

export type InverseRefusal =
  /** Nothing was changed by it, so there is nothing to take back. */
  | { readonly code: 'notPublished'; readonly status: string }
  | { readonly code: 'changedNothing' }
  | { readonly code: 'unknownOperation'; readonly operation: string }
  /** The definition that it replaced or removed was not seen here. */
  | { readonly code: 'beforeUnknown' };

export type Inverse =
  | {
      readonly ok: true;
      readonly change: InverseChange;
      /** False if keys are among them that the request may not have changed: what the segment held before was not seen. */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly refusal: InverseRefusal };

/**
 * Keys are swapped between `CREATE` and `ARCHIVE`; `KILL` and `RESTORE` take each other back; an `UPDATE` needs the
 * definition before it, as does the removal of one (admin-api.md, operationType values).
 */
export function inverseOf(request: ChangeRequest, before: Before | undefined): Inverse {
  const { status, segment, flag, operationType } = request;
  if (status !== 'PUBLISHED') return refused({ code: 'notPublished', status });
  if (segment) return inverseOfKeys(segment, operationType, before);
  if (!flag) return refused({ code: 'unknownOperation', operation: operationType });
  const { name } = flag;
  const was = before?.kind === 'definition' ? before : undefined;
  switch (operationType) {
    case 'KILL':
      if (was?.definition?.killed === true) return refused({ code: 'changedNothing' });
      return { ok: true, change: { operationType: 'RESTORE', flag: { name } }, isExact: true };
    case 'RESTORE':
      if (was?.definition && was.definition.killed !== true) return refused({ code: 'changedNothing' });
      return { ok: true, change: { operationType: 'KILL', flag: { name } }, isExact: true };
    case 'CREATE':
      // It took the place of one that was there.
      if (was?.definition)
        return { ok: true, change: { operationType: 'UPDATE', flag: { ...was.definition, name } }, isExact: true };
      return { ok: true, change: { operationType: 'ARCHIVE', flag: { name } }, isExact: true };
    case 'UPDATE':
    case 'ARCHIVE':
      if (!was?.definition) return refused({ code: 'beforeUnknown' });
      return {
        ok: true,
        change: { operationType: operationType === 'UPDATE' ? 'UPDATE' : 'CREATE', flag: { ...was.definition, name } },
        isExact: true,
      };
    default:
      return refused({ code: 'unknownOperation', operation: operationType });
  }
}

function inverseOfKeys(
  { name, keys }: { readonly name: string; readonly keys: readonly string[] },
  operation: string,
  before: Before | undefined,
): Inverse {
  if (operation !== 'CREATE' && operation !== 'ARCHIVE') return refused({ code: 'unknownOperation', operation });
  const known = before?.kind === 'keys' ? new Set(before.unchanged) : undefined;
  const changed = known ? keys.filter((key) => !known.has(key)) : keys;
  if (changed.length === 0) return refused({ code: 'changedNothing' });
  const operationType = operation === 'CREATE' ? 'ARCHIVE' : 'CREATE';
  return { ok: true, change: { operationType, segment: { name, keys: [...changed] } }, isExact: known !== undefined };
}

const refused = (refusal: InverseRefusal): Inverse => ({ ok: false, refusal });
