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
