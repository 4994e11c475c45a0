/** What the segment held is read again before what goes later than it was read: others may have added some of the same keys. */
import { heldBits } from './heldBefore.ts';
import { isUntouched, keysOf, type KeyWork } from './keyWork.ts';

/** Milliseconds for which what was read counts as just read: the time of a few questions. */
const FRESH = 10 * 60_000;

/** True if what is known of what the segment held does not count for the parts that wait. `count` is how many keys it holds now. */
export function isHeldOld(work: KeyWork, now: number, count = work.held?.count): boolean {
  if (!isHeldKnown(work)) return false;
  return !isUntouched(work) || now - (work.held?.at ?? work.startedAt) > FRESH || count !== work.held?.count;
}

/**
 * `held` is what the segment holds now; undefined = it was not read, so that of the parts that wait nothing is known. What
 * was on its way before stays as it was known then.
 */
export async function withHeldNow(
  work: KeyWork,
  keys: readonly string[],
  held: ReadonlySet<string> | undefined,
): Promise<KeyWork> {
  if (held && isUntouched(work)) return { ...work, held: { count: held.size, which: await heldBits(keys, held) } };
  const parts = [];
  for (const part of work.parts) {
    const isLater = part.state === 'waiting';
    parts.push(isLater ? { ...part, heldLater: held ? await heldBits(keysOf(part, keys), held) : '' } : part);
  }
  return { ...work, parts };
}

const isHeldKnown = ({ held }: KeyWork): boolean => held?.count === 0 || held?.which !== undefined;
