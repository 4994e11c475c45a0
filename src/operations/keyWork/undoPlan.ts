/** What changes a work back. */
import { planUndo, type KeyPlan, type Refused } from '../../domain/keys/keyPlan.ts';
import { areKnown } from './equalKeys.ts';
import { heldIn, wasHeld } from './heldBefore.ts';
import { hasBegun, keysOf, type KeyPart, type KeyWork } from './keyWork.ts';
import { keysChanged, type KeysChanged } from './resumeCheck.ts';

export type UndoPlan =
  | KeyPlan
  | Refused
  /** `removedGone`: what was removed stood in the segment only, and is in no list that is left. */
  | { readonly ok: false; readonly refusal: KeysChanged | { readonly code: 'removedGone' } };

/**
 * The inverse of what a work did, but what is `undone` of it. Where something was on its way (isAnswerLost), it is to be settled
 * before. `keys` are those of the work, found again; `heldNow` is what the segment holds now. Refused where it is not known of
 * each key whether the segment held it before the work began.
 */
export async function undoPlan(work: KeyWork, keys: readonly string[], heldNow: number): Promise<UndoPlan> {
  const done = partsDone(work);
  const changed = await keysChanged(work, keys);
  if (changed && work.kind !== 'equal') return changed;
  if (changed && !(await areKnown(done, keys))) return { ok: false, refusal: { code: 'removedGone' } };
  const isUndone = heldIn(work.undone ?? '');
  return planUndo(
    done.map((part) => {
      const was = wasHeld(work, part, 'undo');
      // As if it had been so before: then there is nothing to change back.
      const isSo = part.operation === 'add';
      const wasBefore = (index: number): boolean | undefined => (isUndone(part.start + index) ? isSo : was(index));
      return { operation: part.operation, keys: keysOf(part, keys), wasHeld: wasBefore };
    }),
    heldNow,
  );
}

/**
 * Whether what its undo rests on was counted, or came with a part whose answer was lost, and was not read key by key right before
 * its part went: it was read before the questions were asked, or before the parts that went before it.
 */
export const restsOnCounts = (work: KeyWork): boolean =>
  (work.held?.which !== undefined && work.held.at !== undefined) ||
  partsDone(work).filter(({ state }) => state !== 'published').length > 1 ||
  work.parts.some(
    (part) => part.state !== 'waiting' && (part.unsure !== undefined || wasHeld(work, part, 'read')(0) === undefined),
  );

/** Whether a work could be changed back if its keys were there: for offering it. */
export const mayUndo = (work: KeyWork): boolean => hasBegun(work) && isOfEachKey(work, (_, was) => was !== undefined);

/** Whether it is known that the segment was before as a work wanted it, so that there is nothing to change back. */
export const changedNothing = (work: KeyWork): boolean =>
  isOfEachKey(work, ({ operation }, was) => was === (operation === 'add'));

const partsDone = ({ parts }: KeyWork): readonly KeyPart[] =>
  parts.filter(({ state }) => state === 'sent' || state === 'sending' || state === 'published');

function isOfEachKey(work: KeyWork, is: (part: KeyPart, was: boolean | undefined) => boolean): boolean {
  for (const part of partsDone(work)) {
    const was = wasHeld(work, part, 'undo');
    for (let index = 0; index < part.count; index += 1) if (!is(part, was(index))) return false;
  }
  return true;
}
