/** Calculates what a segment must contain after a change or a part of it, if nobody else changes it. */
import { setImmediate } from 'node:timers/promises';
import { bitsFrom, emptyBits, hasBit, setBit } from './keyBits.ts';
import { isDone, isUndoable, keysOf, type KeyChange, type KeyPart, type UndoProof } from './keyChange.ts';
import { changedSum, sumOfKeys } from './keySum.ts';

/** `keys` = the keys themselves, if they were read. */
export interface Contents {
  readonly count: number;
  readonly keys?: ReadonlySet<string> | undefined;
}

/** Returns the change with the contents of its segment before the first part. `keys` are the keys of the change. */
export async function withBefore(change: KeyChange, keys: readonly string[], contents: Contents): Promise<KeyChange> {
  if (!contents.keys) return { ...change, before: { count: contents.count } };
  const contained = await bitsOf(keys, contents.keys);
  const before = { count: contents.count, contained, sum: await sumOfKeys(contents.keys) };
  const wasThere = containedBefore({ ...change, before });
  const parts: KeyPart[] = [];
  for (const part of change.parts) {
    const isChanged = (_: string, index: number): boolean => wasThere?.(part.start + index) !== (part.operation === 'add');
    parts.push({ ...part, sum: await sumOfKeys(keysOf(part, keys).filter(isChanged)) });
  }
  return { ...change, before, parts };
}

/** Returns the change without the information which of its keys were there before, so that it can no longer be undone. */
export const withoutUndo = (change: KeyChange, proof: UndoProof): KeyChange => ({
  ...change,
  proof,
  ...(change.before && { before: { count: change.before.count } }),
});

/**
 * True if some of the keys that are still to be sent were there before and others were not. Only in that case can somebody else
 * swap two of them so that neither a count nor the keys at the end show it.
 */
export function isMixed(change: KeyChange): boolean {
  const wasThere = containedBefore(change);
  if (!wasThere) return false;
  const unsent = change.parts.filter((part) => !isDone(part));
  const count = unsent.reduce((all, part) => all + part.count, 0);
  const changing = unsent.reduce((all, part) => all + changedBy(change, part), 0);
  return changing > 0 && changing < count;
}

/**
 * Returns the reason why these contents don't prove which keys were there before. Undefined if they are exactly the contents that
 * the change leads to.
 */
export async function surpriseIn(change: KeyChange, { count, keys }: Contents): Promise<UndoProof | undefined> {
  const counts = expectedCounts(change);
  const { before } = change;
  if (!counts.includes(count)) return 'moved';
  // Without a sum, only the number of keys before the change is known.
  if (!keys || before?.sum === undefined) return 'notChecked';
  const { sum } = before;
  const sums = possibleParts(change).map((done) => changedSum(sum, done.map(signedSum)));
  const now = await sumOfKeys(keys);
  return sums.some((expected, index) => expected === now && counts[index] === count) ? undefined : 'moved';
}

const signedSum = ({ operation, sum = '0' }: KeyPart) => ({ isAdd: operation === 'add', sum });

/**
 * Returns the possible sets of parts that have taken effect: the parts that are done and, if the answer to a part was lost, the
 * same parts with that one.
 */
function possibleParts({ parts }: KeyChange): readonly (readonly KeyPart[])[] {
  const done = parts.filter(isDone);
  const isLost = parts.some(({ state }) => state === 'sending');
  return isLost ? [done, parts.filter((part) => isDone(part) || part.state === 'sending')] : [done];
}

/**
 * Returns a function that shows for each key of the change, by index, whether the segment contained it before. Undefined = not
 * known.
 */
export function containedBefore({ before, keyCount }: KeyChange): ((place: number) => boolean) | undefined {
  const bits = before?.contained === undefined ? undefined : bitsFrom(before.contained, keyCount);
  return bits && ((place) => hasBit(bits, place));
}

/**
 * Returns the expected number of keys in the segment. Two numbers if the answer to a part was lost, none if it is unknown which
 * keys were there before.
 */
export function expectedCounts(change: KeyChange): readonly number[] {
  const { before } = change;
  // A change to make a segment equal, or an undo, is planned from the contents, so each of its keys changes something.
  if (!before || (before.contained === undefined && isUndoable(change))) return [];
  const signed = (part: KeyPart): number => (part.operation === 'add' ? 1 : -1) * changedBy(change, part);
  return possibleParts(change).map((done) => done.reduce((all, part) => all + signed(part), before.count));
}

/** Returns how many keys a part adds or removes. */
export function changedBy(change: KeyChange, { operation, start, count }: KeyPart): number {
  const wasThere = isUndoable(change) ? containedBefore(change) : undefined;
  if (!wasThere) return count;
  let changed = 0;
  for (let at = start; at < start + count; at += 1) if (wasThere(at) !== (operation === 'add')) changed += 1;
  return changed;
}

/** The number of keys to look up before the event loop runs; that takes a few milliseconds. */
const SLICE = 25_000;

async function bitsOf(keys: readonly string[], contents: ReadonlySet<string>): Promise<string> {
  const bits = emptyBits(keys.length);
  for (const [index, key] of keys.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    if (contents.has(key)) setBit(bits, index);
  }
  return bits.toString('base64');
}
