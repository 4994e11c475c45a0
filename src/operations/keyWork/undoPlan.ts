/** What changes a work back. */
import { planUndo, type KeyPlan, type Refused } from '../../domain/keys/keyPlan.ts';
import { areKnown } from './equalKeys.ts';
import { wasHeldAsRead, wasHeldSurely } from './heldBefore.ts';
import { hasBegun, keysOf, type KeyPart, type KeyWork } from './keyWork.ts';
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
  const done = partsDone(work);
  const changed = await keysChanged(work, keys);
  if (changed && work.kind !== 'equal') return changed;
  if (changed && !(await areKnown(done, keys))) return { ok: false, refusal: { code: 'removedGone' } };
  return planUndo(
    done.map((part) => ({ operation: part.operation, keys: keysOf(part, keys), wasHeld: wasHeldSurely(work, part) })),
    heldNow,
  );
}

/** Whether what its undo rests on was counted, or came with a part whose answer was lost, and was not read key by key. */
export const restsOnCounts = (work: KeyWork): boolean =>
  work.parts.some(
    (part) => part.state !== 'waiting' && (part.unsure !== undefined || wasHeldAsRead(work, part)(0) === undefined),
  );

/** Whether a work could be changed back if its keys were there: for offering it. */
export const mayUndo = (work: KeyWork): boolean => hasBegun(work) && isOfEachKey(work, (_, wasHeld) => wasHeld !== undefined);

/** Whether it is known that the segment was before as a work wanted it, so that there is nothing to change back. */
export const changedNothing = (work: KeyWork): boolean =>
  isOfEachKey(work, ({ operation }, wasHeld) => wasHeld === (operation === 'add'));

const partsDone = ({ parts }: KeyWork): readonly KeyPart[] =>
  parts.filter(({ state }) => state === 'sent' || state === 'sending' || state === 'published');

function isOfEachKey(work: KeyWork, is: (part: KeyPart, wasHeld: boolean | undefined) => boolean): boolean {
  for (const part of partsDone(work)) {
    const wasHeld = wasHeldSurely(work, part);
    for (let index = 0; index < part.count; index += 1) if (!is(part, wasHeld(index))) return false;
  }
  return true;
}
