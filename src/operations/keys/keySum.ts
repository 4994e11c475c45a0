/** Compares two sets of keys without storing a key, by a sum of hashes that does not depend on the order. */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** A 64-bit number as text, because JSON has no such numbers. */
export type KeySum = string;

/** The number of keys to hash before the event loop runs; that takes a few milliseconds. */
const SLICE = 2_500;

/** Returns the sum of distinct keys. Two different sets have the same sum with a probability of 1 in 10^19. */
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

/** Returns the sum of a set after the changes. The set must contain no key that is added and every key that is removed. */
export function changedSum(before: KeySum, changes: readonly { readonly isAdd: boolean; readonly sum: KeySum }[]): KeySum {
  return textOf(changes.reduce((all, { isAdd, sum }) => (isAdd ? all + BigInt(sum) : all - BigInt(sum)), BigInt(before)));
}

const textOf = (sum: bigint): KeySum => String(BigInt.asUintN(64, sum));
