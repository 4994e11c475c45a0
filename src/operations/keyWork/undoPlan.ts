/** What changes a work back. */
import { planUndo, type KeyPlan, type Refused } from '../../domain/keys/keyPlan.ts';
import { areKnown } from './equalKeys.ts';
import { wasHeldAsRead, wasHeldSurely } from './heldBefore.ts';
import { keysOf, type KeyWork } from './keyWork.ts';
import { keysChanged, type KeysChanged } from './resumeCheck.ts';

export type UndoPlan =
  | KeyPlan
  | Refused
  /** `removedGone`: what was removed stood in the segment only, and is in no list that is left. */
  | { readonly ok: false; readonly refusal: KeysChanged | { readonly code: 'removedGone' } };

/**
 * The inverse of what a work did, and of what it may have done (a part whose answer was lost). `keys` are those of the work,
 * found again; `heldNow` is what the segment holds now. Refused where it is not known of each key whether the segment held
 * it before the work began.
 */
export async function undoPlan(work: KeyWork, keys: readonly string[], heldNow: number): Promise<UndoPlan> {
  const done = work.parts.filter(({ state }) => state === 'sent' || state === 'sending' || state === 'published');
  const changed = await keysChanged(work, keys);
  if (changed && work.kind !== 'equal') return changed;
  if (changed && !(await areKnown(done, keys))) return { ok: false, refusal: { code: 'removedGone' } };
  return planUndo(
    done.map((part) => ({ operation: part.operation, keys: keysOf(part, keys), wasHeld: wasHeldSurely(work, part) })),
    heldNow,
  );
}

/** Whether what its undo rests on was counted, and not read key by key. */
export const restsOnCounts = (work: KeyWork): boolean =>
  work.parts.some((part) => part.state !== 'waiting' && wasHeldAsRead(work, part)(0) === undefined);

/** Whether a work could be changed back if its keys were there: for offering it. */
export function mayUndo(work: KeyWork): boolean {
  const done = work.parts.filter(({ state }) => state === 'sent' || state === 'sending' || state === 'published');
  return done.length > 0 && done.every((part) => wasHeldSurely(work, part)(0) !== undefined);
}
