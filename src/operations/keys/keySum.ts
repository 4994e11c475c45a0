/** Tells whether two sets of keys are equal without storing a key: by a sum of hashes, which does not depend on their order. */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** A number of 64 bits, as text: JSON has no such numbers. */
export type KeySum = string;

/** Keys that are hashed before the event loop runs: a few milliseconds. */
const SLICE = 2_500;

/** Of keys without repeats. Two different sets have the same sum once in 10^19 times. */
export async function sumOfKeys(keys: Iterable<string>): Promise<KeySum> {
  let sum = 0n;
  let count = 0;
  for (const key of keys) {
    count += 1;
    if (count % SLICE === 0) await setImmediate();
    sum += hash('sha256', key, 'buffer').readBigUInt64BE();
  }
  return textOf(sum);
}

/** The sum of a set after other sets were added to it, which it had no key of, and removed from it, of which it had all. */
export function changedSum(before: KeySum, changes: readonly { readonly isAdd: boolean; readonly sum: KeySum }[]): KeySum {
  return textOf(changes.reduce((all, { isAdd, sum }) => (isAdd ? all + BigInt(sum) : all - BigInt(sum)), BigInt(before)));
}

const textOf = (sum: bigint): KeySum => String(BigInt.asUintN(64, sum));
