/** How many keys the segment should hold after a work, if nobody else changed it meanwhile. */
import { wasHeld } from '../../../operations/keyWork/heldBefore.ts';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';

/** The least and the most: the same where it is known of each key whether it was held before. */
export interface ExpectedCount {
  readonly least: number;
  readonly most: number;
}

/** Undefined if it is not known how many keys the segment held before. */
export function expectedCount(work: KeyWork): ExpectedCount | undefined {
  if (!work.held) return undefined;
  let least = work.held.count;
  let most = least;
  let added = 0;
  for (const part of work.parts) {
    const isDone = part.state === 'sent' || part.state === 'published';
    // What was on its way when it ended may be there or not.
    if (!isDone && part.state !== 'sending') continue;
    const was = wasHeld(work, part);
    if (part.operation === 'add' && isDone) added += part.count;
    for (let index = 0; index < part.count; index += 1) {
      const isHeld = was(index);
      if (part.operation === 'add') {
        if (isHeld === false && isDone) least += 1;
        if (isHeld !== true) most += 1;
      } else {
        if (isHeld !== false) least -= 1;
        if (isHeld === true && isDone) most -= 1;
      }
    }
  }
  // Whatever was there before, what was added is there now. A key is never removed by the same work.
  return { least: Math.max(least, added, 0), most: Math.max(most, 0) };
}
