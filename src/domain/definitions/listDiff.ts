/** How a list changes whose order says little: the values of a condition, the individual targets of a treatment. */

export interface ListChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** How many stay. */
  readonly kept: number;
  /** True if nothing comes or goes, and the order is another one. */
  readonly isReordered: boolean;
}

/** Undefined if both lists are the same. A value that stands twice counts once, unless that is all that changes. */
export function diffList(before: readonly string[], after: readonly string[]): ListChange | undefined {
  if (before.length === after.length && before.every((value, index) => value === after[index])) return undefined;
  const [old, now] = [new Set(before), new Set(after)];
  const added = [...now].filter((value) => !old.has(value));
  const removed = [...old].filter((value) => !now.has(value));
  return { added, removed, kept: now.size - added.length, isReordered: added.length === 0 && removed.length === 0 };
}
