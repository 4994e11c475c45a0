/** The change that takes a published change request back, to be proposed as a request of its own. */
import type { ChangeRequest, FlagDefinition, FlagOperation, NewFlagRequest, NewSegmentRequest } from '../../api/model.ts';

/** What was there before the request was published, as far as it was seen. */
export type Before =
  /** Undefined = the flag had no definition in the environment. */
  | { readonly kind: 'definition'; readonly definition: FlagDefinition | undefined }
  /** There was a definition, and it is not kept: it names keys, or is very large. */
  | { readonly kind: 'withheld'; readonly isKilled: boolean }
  /** Keys of the request that changed nothing: in the segment before they were added, or not in it before they were removed. */
  | { readonly kind: 'keys'; readonly unchanged: readonly string[] };

export type InverseChange = Pick<NewSegmentRequest, 'operationType' | 'segment'> | Pick<NewFlagRequest, 'operationType' | 'flag'>;

export type InverseRefusal =
  /** Nothing was changed by it, so there is nothing to take back. */
  | { readonly code: 'changedNothing' }
  | { readonly code: 'unknownOperation'; readonly operation: string }
  /** The definition that it replaced or removed was not seen here, or is not kept. */
  | { readonly code: 'beforeUnknown' };

export type Inverse =
  | {
      readonly ok: true;
      readonly change: InverseChange;
      /**
       * False if it may take back what the request did not do, for what was there before was not seen: keys that the segment held,
       * a flag that was killed or live already, a definition that was there.
       */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly refusal: InverseRefusal };

/**
 * Keys are swapped between `CREATE` and `ARCHIVE`; `KILL` and `RESTORE` take each other back; an `UPDATE` needs the
 * definition before it, as does the removal of one (admin-api.md, operationType values).
 */
export function inverseOf(request: ChangeRequest, before: Before | undefined): Inverse {
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
      // It took the place of one that was there.
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
