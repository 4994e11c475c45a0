/** Whether the keys that were found again are those of the work. */
import { areKnown } from './equalKeys.ts';
import { KEYS_PER_MARK, firstDifference, hashKeys } from './keyHash.ts';
import { goesByRequest, isUnfinished, type KeyWork } from './keyWork.ts';

export type ResumeRefusal =
  /** All is sent. */
  | { readonly code: 'finished' }
  /** What was to be made equal has to be compared again: the segment may have changed since. */
  | { readonly code: 'compareAgain' }
  | KeysChanged;

/** `firstKey` to `lastKey` (from 1) are the places among the keys where the first difference is. */
export interface KeysChanged {
  readonly code: 'keysChanged';
  readonly countThen: number;
  readonly countNow: number;
  readonly firstKey: number;
  readonly lastKey: number;
}

export type ResumeCheck =
  /** Keys of the work that are still to be sent. */
  { readonly ok: true; readonly rest: number } | { readonly ok: false; readonly refusal: ResumeRefusal };

/**
 * `keys` are those of the whole work, in their order; for an undo those of its plan. What makes a segment equal goes on as
 * change requests, which are as they were shown; of its keys those that are left must be known. Directly it is compared again.
 */
export async function resumeCheck(work: KeyWork, keys: readonly string[]): Promise<ResumeCheck> {
  if (!isUnfinished(work)) return { ok: false, refusal: { code: 'finished' } };
  if (work.kind === 'equal') {
    const left = work.parts.filter(({ state }) => state !== 'sent' && state !== 'published');
    const isSame = goesByRequest(work) && (await areKnown(left, keys));
    return isSame ? { ok: true, rest: restOf(work) } : { ok: false, refusal: { code: 'compareAgain' } };
  }
  return (await keysChanged(work, keys)) ?? { ok: true, rest: restOf(work) };
}

/** A refusal if these are not the keys of the work. */
export async function keysChanged(
  work: KeyWork,
  keys: readonly string[],
): Promise<{ readonly ok: false; readonly refusal: KeysChanged } | undefined> {
  const { keysHash, marks } = await hashKeys(keys);
  if (keysHash === work.keysHash && keys.length === work.keyCount) return undefined;
  const first = (firstDifference(work.marks, marks) ?? 0) * KEYS_PER_MARK;
  const last = Math.min(first + KEYS_PER_MARK, Math.max(keys.length, work.keyCount));
  return {
    ok: false,
    refusal: { code: 'keysChanged', countThen: work.keyCount, countNow: keys.length, firstKey: first + 1, lastKey: last },
  };
}

const restOf = ({ parts }: KeyWork): number =>
  parts.reduce((sum, { count, state }) => (state === 'waiting' || state === 'sending' ? sum + count : sum), 0);
