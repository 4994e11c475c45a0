/** The edits that make one text of another, line by line: for an editor that keeps its cursor, its marks and its undo. */
import { keepingPlace, pairEqual, type Pair } from '../sequence.ts';
import type { TextEdit } from './located.ts';

/** `applyEdits` of them to `before` is `after`. They are in order and don't touch. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const pairs = pairEqual(old, now);
  const still = [...keepingPlace<Pair>(pairs)].toSorted((one, other) => one.from - other.from);
  const edits: TextEdit[] = [];
  let [from, to, place] = [0, 0, 0];
  for (const pair of [...still, { from: old.length, to: now.length }]) {
    const start = place;
    for (; from < pair.from; from += 1) place += old[from]!.length;
    const newText = now.slice(to, pair.to).join('');
    if (place > start || newText !== '') edits.push({ span: { start, end: place }, newText });
    // The line that stays.
    place += old[from]?.length ?? 0;
    [from, to] = [pair.from + 1, pair.to + 1];
  }
  return edits;
}

/** With the marks that end them. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
