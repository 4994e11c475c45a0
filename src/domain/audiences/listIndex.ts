/** Finds the lists that contain a value, for lists of up to a million values, without a set for each list. */

/** The maximum number of values in all lists together. */
const MAX_VALUES = 2_000_000;
const VALUES_PER_STEP = 5_000;

export interface ListIndex {
  /** Returns the indexes of the lists that contain the value. */
  listsOf(value: string): readonly number[];
  /** For each combination of lists, one value that is in exactly these lists, if there is one. */
  readonly examples: readonly string[];
  values(): Iterable<string>;
  readonly size: number;
}

/**
 * Returns undefined if there are too many values. An empty text is in no list, because it counts as missing. Yields every few
 * milliseconds.
 */
export function* indexLists(lists: readonly (readonly string[])[]): Generator<void, ListIndex | undefined> {
  if (lists.reduce((sum, { length }) => sum + length, 0) > MAX_VALUES) return undefined;
  /** The lists of each class. Values that are in the same lists have the same class. */
  const classes: (readonly number[])[] = [[]];
  /** Maps a class and a list to the class of the values that are also in that list. */
  const next = new Map<string, number>();
  const classOf = new Map<string, number>();
  for (const [list, values] of lists.entries())
    for (const [index, value] of values.entries()) {
      if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
      const from = classOf.get(value) ?? 0;
      const known = classes[from]!;
      if (value === '' || known.at(-1) === list) continue;
      const step = `${from} ${list}`;
      let to = next.get(step);
      if (to === undefined) next.set(step, (to = classes.push([...known, list]) - 1));
      classOf.set(value, to);
    }
  const examples = new Map<number, string>();
  let count = 0;
  for (const [value, number] of classOf) {
    count += 1;
    if (count % VALUES_PER_STEP === 0) yield;
    if (!examples.has(number)) examples.set(number, value);
  }
  return {
    listsOf: (value) => classes[classOf.get(value) ?? 0]!,
    examples: [...examples.values()],
    values: () => classOf.keys(),
    size: classOf.size,
  };
}
