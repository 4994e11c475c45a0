/** What stays in its place when a list becomes another one, so that as few items as possible count as moved. */

/** Places of the same item in the list before and in the list after. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

/**
 * The longest common subsequence of two lists, in order (Hunt and Szymanski: the longest increasing subsequence over
 * the places where equal items stand). Equal ends are taken first, they are most of what there is.
 */
export function commonPairs(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;

  const places = new Map<string, number[]>();
  for (let to = head; to < after.length - tail; to += 1) {
    const item = after[to]!;
    const known = places.get(item);
    if (known) known.push(to);
    else places.set(item, [to]);
  }
  const candidates: Pair[] = [];
  for (let from = head; from < before.length - tail; from += 1) {
    // Last place first: an item then never follows itself in an increasing sequence.
    for (const to of places.get(before[from]!)?.toReversed() ?? []) candidates.push({ from, to });
  }
  return [
    ...Array.from({ length: head }, (_, index) => ({ from: index, to: index })),
    ...longestIncreasing(candidates),
    ...Array.from({ length: tail }, (_, index) => ({
      from: before.length - tail + index,
      to: after.length - tail + index,
    })),
  ];
}

/** The most pairs whose `to` increases in the order given. */
export function longestIncreasing(pairs: readonly Pair[]): readonly Pair[] {
  /** At n: the index of the pair with the smallest `to` that ends an increasing run of n + 1 pairs. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, { to }] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (pairs[ends[middle]!]!.to < to) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? -1 : ends[low - 1]!);
    ends[low] = index;
  }
  const found: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) found.push(pairs[index]!);
  return found.toReversed();
}
