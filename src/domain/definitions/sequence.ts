/** Compares two lists so that as few items as possible count as moved. */

/** The indexes of the same item in the old list and in the new list. */
export interface MatchedItem {
  readonly from: number;
  readonly to: number;
}

/** The maximum number of bits to allocate: 25 MB. Two lists of 14,000 items need that much. */
const MAX_BITS = 200_000_000;
/** The number of bits in a word. With this number, the sum of two words and a carry still fits into 32 bits. */
const WORD = 30;
const FULL = 2 ** WORD - 1;

/**
 * Pairs equal items, as many as possible, so that as few as possible change their order. If each item occurs once on each side,
 * there is no choice. Otherwise the longest common subsequence retains its order, and the rest is paired in order.
 */
export function pairEqual<T extends string | number>(before: readonly T[], after: readonly T[]): readonly MatchedItem[] {
  const { head, tail } = equalEnds(before, after);
  const left = before.slice(head, before.length - tail);
  const right = after.slice(head, after.length - tail);
  const isClear = new Set(left).size === left.length && new Set(right).size === right.length;
  const chosen = isClear || left.length * right.length > MAX_BITS ? [] : longestCommon(left, right);
  const froms = new Set(chosen.map(({ from }) => from));
  const tos = new Set(chosen.map(({ to }) => to));

  const places = new Map<T, number[]>();
  for (let to = right.length - 1; to >= 0; to -= 1) {
    if (tos.has(to)) continue;
    const open = places.get(right[to]!);
    if (open) open.push(to);
    else places.set(right[to]!, [to]);
  }
  const pairs: MatchedItem[] = Array.from({ length: head }, (_, index) => ({ from: index, to: index }));
  for (const { from, to } of chosen) pairs.push({ from: head + from, to: head + to });
  for (const [from, item] of left.entries()) {
    const to = froms.has(from) ? undefined : places.get(item)?.pop();
    if (to !== undefined) pairs.push({ from: head + from, to: head + to });
  }
  for (let index = tail; index > 0; index -= 1) pairs.push({ from: before.length - index, to: after.length - index });
  return pairs.toSorted((one, other) => one.from - other.from);
}

function equalEnds<T>(before: readonly T[], after: readonly T[]): { readonly head: number; readonly tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { head, tail };
}

/**
 * Returns the longest common subsequence, calculated by rows of bits (Hyyrö). In the row of `to`, the bit of `from` is 0 if the
 * longest common subsequence of before[..from] and after[..to] is one longer than that of before[..from - 1].
 */
function longestCommon<T>(before: readonly T[], after: readonly T[]): readonly MatchedItem[] {
  const words = Math.ceil(before.length / WORD);
  const bits = new Map<T, Int32Array>();
  for (const [from, item] of before.entries()) {
    let own = bits.get(item);
    if (!own) bits.set(item, (own = new Int32Array(words)));
    own[Math.floor(from / WORD)]! |= 1 << (from % WORD);
  }
  let row: Int32Array = new Int32Array(words).fill(FULL);
  const rows: Int32Array[] = [];
  for (const item of after) {
    const own = bits.get(item);
    if (own) row = nextRow(row, own);
    rows.push(row);
  }

  const isLonger = (to: number, from: number): boolean =>
    to >= 0 && (rows[to]![Math.floor(from / WORD)]! & (1 << (from % WORD))) === 0;
  const pairs: MatchedItem[] = [];
  let [from, to] = [before.length - 1, after.length - 1];
  while (from >= 0 && to >= 0) {
    if (!isLonger(to, from)) from -= 1;
    else if (isLonger(to - 1, from)) to -= 1;
    else pairs.push({ from: from--, to: to-- });
  }
  return pairs.toReversed();
}

function nextRow(row: Int32Array, own: Int32Array): Int32Array {
  const next = new Int32Array(row.length);
  let carry = 0;
  for (let word = 0; word < row.length; word += 1) {
    const matches = row[word]! & own[word]!;
    const sum = row[word]! + matches + carry;
    carry = sum > FULL ? 1 : 0;
    next[word] = (sum & FULL) | (row[word]! & ~matches);
  }
  return next;
}

/**
 * Selects pairs that don't cross and have no item in common, with the greatest total weight. Weights must be positive. Returns
 * the pairs in order.
 */
export function heaviestInOrder<T extends MatchedItem>(pairs: readonly T[], weightOf: (pair: T) => number): readonly T[] {
  // Pairs with the same `from` are sorted by descending `to`, so that a sequence never contains two of them.
  const sorted = pairs.toSorted((one, other) => one.from - other.from || other.to - one.to);
  const size = sorted.reduce((most, { to }) => Math.max(most, to), -1) + 1;
  /** A Fenwick tree that finds, for an index, the last pair of the heaviest sequence that ends at or before that index. */
  const ends = new Int32Array(size + 1).fill(-1);
  const totals = new Float64Array(sorted.length);
  const previous = new Int32Array(sorted.length);
  const totalOf = (index: number): number => (index < 0 ? 0 : totals[index]!);
  let heaviest = -1;
  for (const [index, pair] of sorted.entries()) {
    let last = -1;
    for (let place = pair.to; place > 0; place -= place & -place) {
      if (totalOf(ends[place]!) > totalOf(last)) last = ends[place]!;
    }
    previous[index] = last;
    const total = totalOf(last) + weightOf(pair);
    totals[index] = total;
    for (let place = pair.to + 1; place <= size; place += place & -place) {
      if (total > totalOf(ends[place]!)) ends[place] = index;
    }
    if (total > totalOf(heaviest)) heaviest = index;
  }
  const chosen: T[] = [];
  for (let index = heaviest; index >= 0; index = previous[index]!) chosen.push(sorted[index]!);
  return chosen.toReversed();
}

/** An item of one or both lists. Without `from`, the item is new. Without `to`, it is removed. */
export interface Placed {
  readonly from?: number;
  readonly to?: number;
}

/** Returns the pairs, and the remaining items of both lists. */
export function allItems(pairs: readonly MatchedItem[], before: number, after: number): readonly Placed[] {
  const froms = new Set(pairs.map(({ from }) => from));
  const tos = new Set(pairs.map(({ to }) => to));
  const left = Array.from({ length: before }, (_, from) => ({ from })).filter(({ from }) => !froms.has(from));
  const right = Array.from({ length: after }, (_, to) => ({ to })).filter(({ to }) => !tos.has(to));
  return [...pairs, ...left, ...right];
}

/** Returns the largest set of items that are in both lists and don't change their order. */
export function unmovedItems<T extends Placed>(items: readonly T[]): ReadonlySet<T> {
  return new Set(
    heaviestInOrder(
      items.filter((item): item is T & MatchedItem => item.from !== undefined && item.to !== undefined),
      () => 1,
    ),
  );
}

/**
 * Sorts items by their position in the new list. Removed items are in their old positions, relative to the items that retain
 * their place.
 */
export function inReadingOrder<T extends Placed>(items: readonly T[], still: ReadonlySet<T> = unmovedItems(items)): readonly T[] {
  const staying = items.filter(({ to }) => to !== undefined).toSorted((one, other) => one.to! - other.to!);
  const going = items.filter(({ to }) => to === undefined).toSorted((one, other) => one.from! - other.from!);
  const anchors = staying.filter((item) => still.has(item)).map(({ from }) => from!);
  const ordered: T[] = [];
  let passed = 0;
  let anchor = 0;
  const passGoing = (): void => {
    const end = anchors[anchor] ?? Number.POSITIVE_INFINITY;
    anchor += 1;
    for (; passed < going.length && going[passed]!.from! < end; passed += 1) ordered.push(going[passed]!);
  };
  passGoing();
  for (const item of staying) {
    ordered.push(item);
    if (still.has(item)) passGoing();
  }
  return ordered;
}
