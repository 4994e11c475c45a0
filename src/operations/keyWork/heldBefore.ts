/** Which keys of a work the segment held before it: what an undo must not touch. */
import type { KeyPart, KeyWork } from './keyWork.ts';

/** A bit for each key, in base64: 100,000 keys take 17 KB. */
export function heldBits(keys: readonly string[], held: ReadonlySet<string>): string {
  const bits = Buffer.alloc(Math.ceil(keys.length / 8));
  for (const [index, key] of keys.entries()) {
    if (held.has(key)) bits[index >> 3]! |= 1 << (index & 7);
  }
  return bits.toString('base64');
}

/**
 * For a key of a part (counted within it) whether the segment held it before; undefined = not known. An empty segment held
 * none; else the bitmap knows each, or the service's counts proved it of the whole part.
 */
export function wasHeld({ held, keyCount }: KeyWork, part: KeyPart): (index: number) => boolean | undefined {
  if (held?.count === 0) return () => false;
  if (held?.which !== undefined) {
    const bits = Buffer.from(held.which, 'base64');
    if (bits.length === Math.ceil(keyCount / 8)) {
      return (index) => ((bits[(part.start + index) >> 3] ?? 0) & (1 << ((part.start + index) & 7))) !== 0;
    }
  }
  const proved = part.held === undefined ? undefined : part.held === 'all';
  return () => proved;
}
