/** One bit for each key of a list, by index. Files contain them in base64: the bits of 100,000 keys take 17 KB. */

const bytesFor = (count: number): number => Math.ceil(count / 8);

export const emptyBits = (count: number): Buffer => Buffer.alloc(bytesFor(count));

/** Reads the bits of `count` keys from base64. Undefined if they are for a different number of keys. */
export function bitsFrom(text: string, count: number): Buffer | undefined {
  const bits = Buffer.from(text, 'base64');
  return bits.length === bytesFor(count) ? bits : undefined;
}

export const setBit = (bits: Buffer, place: number): void => void (bits[place >> 3]! |= 1 << (place & 7));

/** Returns false if there is no bit at the index. */
export const hasBit = (bits: Buffer, place: number): boolean => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;

/** Counts the bits that are set from `start` up to, but not including, `end`. Counts whole bytes where it can. */
export function countBits(bits: Buffer, start: number, end: number): number {
  let count = 0;
  for (let place = start; place < end;) {
    if (place % 8 === 0 && place + 8 <= end) {
      for (let left = bits[place >> 3]!; left !== 0; left &= left - 1) count += 1;
      place += 8;
    } else {
      if (hasBit(bits, place)) count += 1;
      place += 1;
    }
  }
  return count;
}
