/**
 * The keys of a work that makes a segment equal to a list, found again: what it adds stands in the list, what it removes in
 * the segment only, and nowhere once it is removed.
 */
import { sortedSteps } from '../../domain/keys/keyDifference.ts';
import { drain } from '../inSlices.ts';
import { heldBits, heldIn } from './heldBefore.ts';
import { firstDifference, hashKeys, KEYS_PER_MARK } from './keyHash.ts';
import { keysOf, type KeyPart, type KeyWork, type ListedKeys, type UnchangedKeys } from './keyWork.ts';
import type { KeysChanged } from './resumeCheck.ts';

/** What the journal keeps of a list. `held` is what the segment held when they were compared. */
export async function listedKeys(list: readonly string[], held: ReadonlySet<string>): Promise<ListedKeys> {
  return { ...(await hashKeys(list)), count: list.length, held: await heldBits(list, held) };
}

/** What the journal keeps of the keys that the list and the segment had in common. */
export async function unchangedKeys(both: readonly string[]): Promise<UnchangedKeys> {
  const { keysHash } = await hashKeys(await drain(sortedSteps(both)));
  return { count: both.length, keysHash };
}

/** How many keys the segment is to hold in the end: those of the list. */
export const lengthOfList = ({ source, parts }: KeyWork): number | undefined =>
  source.unchanged &&
  parts.reduce((sum, { operation, count }) => (operation === 'add' ? sum + count : sum), source.unchanged.count);

/**
 * Whether the segment holds what it held when it was compared, with what the work has done since and nothing else. `keys` are
 * those of the work (see equalKeysAgain), `heldNow` is all that the segment holds now.
 */
export async function isAsCompared(work: KeyWork, keys: readonly string[], heldNow: ReadonlySet<string>): Promise<boolean> {
  const others = new Set(heldNow);
  for (const part of work.parts) {
    const isHeld = isLeft(part) === (part.operation === 'remove');
    for (const key of keysOf(part, keys)) {
      // Whether one that was on its way has arrived is not known; of what is removed, keys may not be known any more.
      if (others.delete(key) !== isHeld && part.state !== 'sending' && key !== '') return false;
    }
  }
  const now = await unchangedKeys([...others]);
  return now.count === work.source.unchanged?.count && now.keysHash === work.source.unchanged.keysHash;
}

/** A refusal if it is another list than the one the segment is made equal to. */
export async function listChanged(listed: ListedKeys, list: readonly string[]): Promise<KeysChanged | undefined> {
  const { keysHash, marks } = await hashKeys(list);
  if (keysHash === listed.keysHash && list.length === listed.count) return undefined;
  const first = (firstDifference(listed.marks, marks) ?? 0) * KEYS_PER_MARK;
  const last = Math.min(first + KEYS_PER_MARK, Math.max(list.length, listed.count));
  return { code: 'keysChanged', countThen: listed.count, countNow: list.length, firstKey: first + 1, lastKey: last };
}

/** Whether some of what is left to do has to be read from the segment. */
export const needsSegment = ({ parts }: KeyWork): boolean => parts.some((part) => part.operation === 'remove' && isLeft(part));

/**
 * `list` is the unchanged one. `heldNow` is what the segment holds now: what is left to be removed is found there. `kept` is
 * what was kept of all that is removed. Keys that are to be had no more are '' in their place: areKnown tells whether it matters.
 */
export async function equalKeysAgain(
  work: KeyWork,
  listed: ListedKeys,
  list: readonly string[],
  { heldNow = new Set(), kept }: { readonly heldNow?: ReadonlySet<string>; readonly kept?: readonly string[] } = {},
): Promise<readonly string[]> {
  const wasHeld = heldIn(listed.held);
  const adds = list.filter((_, index) => !wasHeld(index));
  const wanted = new Set(list);
  const others = [...heldNow].filter((key) => !wanted.has(key));
  const removes = kept ?? (others.length > 0 ? await drain(sortedSteps(others)) : others);
  let [added, removed] = [0, 0];
  return work.parts.flatMap((part) => {
    if (part.operation === 'add') return whole(part, adds.slice(added, (added += part.count)));
    return whole(part, kept || isLeft(part) ? removes.slice(removed, (removed += part.count)) : []);
  });
}

/** Whether the keys of these parts are known to be those they were. */
export async function areKnown(parts: readonly KeyPart[], keys: readonly string[]): Promise<boolean> {
  for (const { hash, start, count } of parts) {
    if (hash === undefined || (await hashKeys(keys.slice(start, start + count))).keysHash !== hash) return false;
  }
  return true;
}

/** What is not done, so that its keys are still in the segment. */
const isLeft = ({ state }: KeyPart): boolean => state !== 'sent' && state !== 'published';

const whole = ({ count }: KeyPart, found: readonly string[]): readonly string[] =>
  Array.from({ length: count }, (_, index) => found[index] ?? '');
