/** What the service's counts prove of the keys of one part: all of them were there before, or none. */
import type { Message } from '../../api/model.ts';
import type { KeyPart } from './keyWork.ts';

/** The one number in the message of a removal ("12 keys were deleted"); undefined if there is not exactly one. */
export function removedCount({ message }: Message): number | undefined {
  const numbers = (message ?? '').match(/\d+/g) ?? [];
  return numbers.length === 1 ? Number(numbers[0]) : undefined;
}

/**
 * `delta` is by how much the segment grew, undefined if others may have changed it meanwhile. `removed` is what the service
 * says of a removal: it counts that in one step with removing, but says 0 of one that it had done before.
 */
export function provedHeld(
  { operation, count }: Pick<KeyPart, 'operation' | 'count'>,
  delta: number | undefined,
  removed: number | undefined,
): KeyPart['held'] {
  if (operation === 'add') return delta === count ? 'none' : delta === 0 ? 'all' : undefined;
  if (removed === count || delta === -count) return 'all';
  return delta === 0 && removed === 0 ? 'none' : undefined;
}
