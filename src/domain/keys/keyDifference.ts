/** What two lists of keys have in common. */

export interface KeyDifference {
  /** In the order of the file. */
  readonly onlyInFile: readonly string[];
  /** In the order of the segment. */
  readonly onlyInSegment: readonly string[];
  /** In the order of the file. */
  readonly both: readonly string[];
}

/** Neither list has repeats. Keys are equal if they are the same text: case and inner space count. 100,000 of each take some 20 ms. */
export function keyDifference(file: readonly string[], segment: Iterable<string>): KeyDifference {
  const left = new Set(segment);
  const onlyInFile: string[] = [];
  const both: string[] = [];
  for (const key of file) (left.delete(key) ? both : onlyInFile).push(key);
  return { onlyInFile, onlyInSegment: [...left], both };
}
