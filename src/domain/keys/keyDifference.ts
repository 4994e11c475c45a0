/** What two lists of keys have in common. */

export interface KeyDifference {
  /** In the order of the file. */
  readonly onlyInFile: readonly string[];
  /** In the order of the segment. */
  readonly onlyInSegment: readonly string[];
  /** In the order of the file. */
  readonly both: readonly string[];
}

/** Keys in one step: a millisecond or two. */
const STEP = 10_000;

/** Neither list has repeats. Keys are equal if they are the same text: case and inner space count. */
export function keyDifference(file: readonly string[], segment: readonly string[]): KeyDifference {
  const steps = keyDifferenceSteps(file, segment);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps, between which the caller lets others have their turn: 100,000 keys on each side take longer than a frame. */
export function* keyDifferenceSteps(file: readonly string[], segment: readonly string[]): Generator<void, KeyDifference, void> {
  const left = new Set<string>();
  for (const [index, key] of segment.entries()) {
    left.add(key);
    if (index % STEP === STEP - 1) yield;
  }
  const onlyInFile: string[] = [];
  const both: string[] = [];
  for (const [index, key] of file.entries()) {
    if (left.delete(key)) both.push(key);
    else onlyInFile.push(key);
    if (index % STEP === STEP - 1) yield;
  }
  return { onlyInFile, onlyInSegment: [...left], both };
}

/** Keys that are sorted at once. */
const RUN = 2_000;

/** As toSorted, in steps: an order that does not depend on how the service lists its keys. */
export function* sortedSteps(keys: readonly string[]): Generator<void, readonly string[], void> {
  let runs: (readonly string[])[] = [];
  for (let start = 0; start < keys.length; start += RUN) {
    runs.push(keys.slice(start, start + RUN).toSorted());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergedSteps(runs[at]!, runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedSteps(one: readonly string[], other: readonly string[]): Generator<void, readonly string[], void> {
  const merged: string[] = [];
  let [a, b] = [0, 0];
  while (a < one.length || b < other.length) {
    const isFirst = b >= other.length || (a < one.length && one[a]! <= other[b]!);
    merged.push(isFirst ? one[a++]! : other[b++]!);
    if (merged.length % STEP === 0) yield;
  }
  return merged;
}
