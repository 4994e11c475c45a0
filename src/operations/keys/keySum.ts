/** Compares two sets of keys without storing a key, by a sum of hashes that does not depend on the order. */
import { setImmediate } from 'node:timers/promises';

/** A 64-bit number as text, because JSON has no such numbers. */
export type KeySum = string;

/**
 * The number of keys to hash without a pause for other events. It is small because keys are hashed while a part is sent, and
 * Node sends the next bytes of the part only during such a pause.
 */
const SLICE = 1_000;

/**
 * Returns the sum of the hashes of distinct keys. Two different sets have the same sum by accident with a probability of 1 in
 * 10^19. The hash is fast and not cryptographic: a person who could choose keys with equal sums can change the segment anyway.
 */
export async function sumOfKeys(keys: Iterable<string>): Promise<KeySum> {
  let [low, high] = [0, 0];
  let count = 0;
  for (const key of keys) {
    count += 1;
    if (count % SLICE === 0) await setImmediate();
    // MurmurHash3 of the UTF-16 units with two units in each block, and a second state that mixes the same blocks differently.
    let [one, other] = [0x9747b28c, 0x3c6ef372];
    for (let at = 0; at < key.length; at += 2) {
      // If the length is odd, the last block has only one unit: the second charCodeAt returns NaN, which counts as 0.
      const units = Math.imul(key.charCodeAt(at) | (key.charCodeAt(at + 1) << 16), 0xcc9e2d51);
      const block = Math.imul((units << 15) | (units >>> 17), 0x1b873593);
      one ^= block;
      one = (Math.imul((one << 13) | (one >>> 19), 5) + 0xe6546b64) | 0;
      other = Math.imul(other ^ block, 0x9e3779b1);
      other = (other << 15) | (other >>> 17);
    }
    low += finalMix(one ^ key.length);
    high += finalMix(other ^ key.length);
  }
  return textOf((BigInt(high) << 32n) + BigInt(low));
}

/**
 * Returns the sum of a set of keys after the changes. The set must contain no key that is added and every key that is removed.
 */
export function changedSum(before: KeySum, changes: readonly { readonly isAdd: boolean; readonly sum: KeySum }[]): KeySum {
  return textOf(changes.reduce((all, { isAdd, sum }) => (isAdd ? all + BigInt(sum) : all - BigInt(sum)), BigInt(before)));
}

const textOf = (sum: bigint): KeySum => String(BigInt.asUintN(64, sum));

/** The last step of MurmurHash3, after which each bit of a hash depends on all bits of the state. */
function finalMix(state: number): number {
  const first = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}
