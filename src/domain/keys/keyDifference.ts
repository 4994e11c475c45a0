/** What two lists of keys have in common. */

export interface KeyDifference {
  /** In the order of the file. */
  readonly onlyInFile: readonly string[];
  /** In the order of the segment. */
  readonly onlyInSegment: readonly string[];
  /** In the order of the file. */
  readonly both: readonly string[];
}

/** Neither list has repeats. Keys are equal if they are the same text: case and inner space count. */
export function keyDifference(file: readonly string[], segment: readonly string[]): KeyDifference {
  const left = new Set(segment);
  const onlyInFile: string[] = [];
  const both: string[] = [];
  for (const key of file) {
    if (left.delete(key)) both.push(key);
    else onlyInFile.push(key);
  }
  return { onlyInFile, onlyInSegment: [...left], both };
}
