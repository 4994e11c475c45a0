/** A bit for each key of a list, by its place. In files they are base64: those of 100,000 keys take 17 KB. */

const bytesFor = (count: number): number => Math.ceil(count / 8);

export const emptyBits = (count: number): Buffer => Buffer.alloc(bytesFor(count));

/** The bits of so many keys, from base64; undefined where they are of another number. */
export function bitsFrom(text: string, count: number): Buffer | undefined {
  const bits = Buffer.from(text, 'base64');
  return bits.length === bytesFor(count) ? bits : undefined;
}

export const setBit = (bits: Buffer, place: number): void => void (bits[place >> 3]! |= 1 << (place & 7));

/** False also for a place that there are no bits for. */
export const hasBit = (bits: Buffer, place: number): boolean => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
