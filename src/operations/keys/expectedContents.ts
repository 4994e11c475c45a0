/** Calculates what a segment must contain after a change or one of its parts, if nobody else changes it. */
import { setImmediate } from 'node:timers/promises';
import { bitsFrom, countBits, emptyBits, hasBit, setBit } from './keyBits.ts';
import { isPartDone, isUndoable, keysOfPart, type KeyChange, type KeyPart, type UndoProof } from './keyChange.ts';
import { changedSum, sumOfKeys } from './keySum.ts';

/** The contents of a segment: the number of its keys and, if they were read, the keys. */
export interface Contents {
  readonly count: number;
  readonly keys?: ReadonlySet<string> | undefined;
}

/** Returns the change with a record of what its segment contained before the first part. `keys` = the keys of the change. */
export async function withBefore(
  change: KeyChange,
  keys: readonly string[],
  { count, keys: contained }: Contents,
): Promise<KeyChange> {
  if (!contained) return { ...change, before: { count } };
  return { ...change, before: { count, contained: await bitsOf(keys, contained), sum: await sumOfKeys(contained) } };
}

/**
 * Returns the hash sum (`KeySum`) of the keys that a part changes, as a field for that part. Returns no field if it is unknown
 * which keys the segment contained before.
 */
export async function sumOfPart(change: KeyChange, part: KeyPart, keys: readonly string[]): Promise<Pick<KeyPart, 'sum'>> {
  const wasThere = containedBefore(change);
  if (!wasThere) return {};
  const isChanged = (_: string, index: number): boolean => wasThere(part.start + index) !== (part.operation === 'add');
  return { sum: await sumOfKeys(keysOfPart(part, keys).filter(isChanged)) };
}

/**
 * Returns the change without the record of which keys were there before, so that it can no longer be undone. `proof` = the
 * reason.
 */
export const withoutUndoRecord = (change: KeyChange, proof: UndoProof): KeyChange => ({
  ...change,
  proof,
  ...(change.before && { before: { count: change.before.count } }),
});

/**
 * True if some of the keys that are still to be sent were there before and others were not. Only in that case could somebody
 * else swap two of them without changing the count or the keys at the end.
 */
export function changesOnlySomeKeys(change: KeyChange): boolean {
  if (!containedBefore(change)) return false;
  const changedBy = createChangedKeyCounter(change);
  const unsent = change.parts.filter((part) => !isPartDone(part));
  const count = unsent.reduce((all, part) => all + part.count, 0);
  const changing = unsent.reduce((all, part) => all + changedBy(part), 0);
  return changing > 0 && changing < count;
}

/**
 * Returns the reason why these contents don't prove which keys were there before. Undefined if they are exactly the contents
 * that the change leads to.
 */
export async function whyUnproven(change: KeyChange, { count, keys }: Contents): Promise<UndoProof | undefined> {
  const counts = expectedCounts(change);
  const { before } = change;
  if (!counts.includes(count)) return 'changedElsewhere';
  // Without a hash sum, it is only known how many keys the segment had before the change.
  if (!keys || before?.sum === undefined) return 'notChecked';
  const { sum } = before;
  const sums = possibleParts(change).map((done) => changedSum(sum, done.map(signedSum)));
  const now = await sumOfKeys(keys);
  return sums.some((expected, index) => expected === now && counts[index] === count) ? undefined : 'changedElsewhere';
}

const signedSum = ({ operation, sum = '0' }: KeyPart) => ({ isAdd: operation === 'add', sum });

/**
 * Returns the possible sets of parts that have taken effect. The first set has the parts that are done. If the answer to a part
 * was lost, the second set also has that part.
 */
function possibleParts({ parts }: KeyChange): readonly (readonly KeyPart[])[] {
  const done = parts.filter(isPartDone);
  const isLost = parts.some(({ state }) => state === 'sending');
  return isLost ? [done, parts.filter((part) => isPartDone(part) || part.state === 'sending')] : [done];
}

/**
 * Returns a function that shows for each key of the change, by index, whether the segment contained it before. Undefined = not
 * known.
 */
export function containedBefore(change: KeyChange): ((place: number) => boolean) | undefined {
  const bits = bitsBefore(change);
  return bits && ((place) => hasBit(bits, place));
}

const bitsBefore = ({ before, keyCount }: KeyChange): Buffer | undefined =>
  before?.contained === undefined ? undefined : bitsFrom(before.contained, keyCount);

/**
 * Returns the possible numbers of keys that the segment should have. There are two if the answer to a part was lost, and none
 * if it is unknown which keys were there before.
 */
export function expectedCounts(change: KeyChange): readonly number[] {
  const { before } = change;
  // A change that makes a segment equal to a list, or an undo, was planned from the contents. So each of its keys changes
  // something, and the count before is enough.
  if (!before || (before.contained === undefined && isUndoable(change))) return [];
  const changedBy = createChangedKeyCounter(change);
  const signed = (part: KeyPart): number => (part.operation === 'add' ? 1 : -1) * changedBy(part);
  return possibleParts(change).map((done) => done.reduce((all, part) => all + signed(part), before.count));
}

/** Returns a function that counts the keys that a part really adds or removes. */
export function createChangedKeyCounter(change: KeyChange): (part: KeyPart) => number {
  const bits = isUndoable(change) ? bitsBefore(change) : undefined;
  return ({ operation, start, count }) => {
    if (!bits) return count;
    const there = countBits(bits, start, start + count);
    return operation === 'add' ? count - there : there;
  };
}

/** The number of keys to look up without a pause for other events. That takes a few milliseconds. */
const SLICE = 25_000;

async function bitsOf(keys: readonly string[], contents: ReadonlySet<string>): Promise<string> {
  const bits = emptyBits(keys.length);
  for (let index = 0; index < keys.length; index += 1) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    if (contents.has(keys[index]!)) setBit(bits, index);
  }
  return bits.toString('base64');
}
