/** Finds the lines of a row that differ between before and after, and the words that differ in them. Pure. */

export interface LinePart {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface MarkedLine {
  readonly isChanged: boolean;
  /**
   * The parts of the line in order. The part that differs from the similar line on the other side is marked. If no line is
   * similar, the whole line is one unmarked part.
   */
  readonly parts: readonly LinePart[];
}

/** The maximum number of pairs of lines that are compared word by word. With more pairs, only whole lines are marked. */
const maxPairs = 10_000;

/**
 * Marks the lines that the other side does not have. If a line was replaced by a similar line, also marks the words that
 * differ.
 */
export function markLines(before: readonly string[], after: readonly string[]): { before: MarkedLine[]; after: MarkedLine[] } {
  const removed = unmatchedLines(before, after);
  const added = unmatchedLines(after, before);
  const words = new Map<string, readonly string[]>();
  const partners = pairUp(before, removed, after, added, words);
  const was = new Map([...partners].map(([from, to]) => [to, from]));
  return {
    before: before.map((text, index) => markLine(text, removed.has(index), after[partners.get(index) ?? -1], words)),
    after: after.map((text, index) => markLine(text, added.has(index), before[was.get(index) ?? -1], words)),
  };
}

/** Returns the positions of the lines that `others` lacks. If `lines` has a line twice, `others` must have it twice, too. */
function unmatchedLines(lines: readonly string[], others: readonly string[]): ReadonlySet<number> {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  const missing = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const found = left.get(line) ?? 0;
    if (found > 0) {
      left.set(line, found - 1);
    } else {
      missing.add(index);
    }
  }
  return missing;
}

/** Finds for each removed line the most similar new line. Lines are similar if they share at least half of the longer line. */
function pairUp(
  before: readonly string[],
  removed: ReadonlySet<number>,
  after: readonly string[],
  added: ReadonlySet<number>,
  words: Words,
): Map<number, number> {
  const partners = new Map<number, number>();
  if (removed.size * added.size > maxPairs) return partners;
  const free = new Set(added);
  for (const from of removed) {
    let best: { to: number; shared: number } | undefined;
    for (const to of free) {
      const [line = '', other = ''] = [before[from], after[to]];
      const { own, head, end } = sharedEnds(line, other, words);
      const shared = [...own.slice(0, head), ...own.slice(end)].join('').length;
      const isAlike = shared * 2 >= Math.max(line.length, other.length);
      if (isAlike && shared > (best?.shared ?? 0)) {
        best = { to, shared };
      }
    }
    if (best !== undefined) {
      partners.set(from, best.to);
      free.delete(best.to);
    }
  }
  return partners;
}

function markLine(text: string, isChanged: boolean, partner: string | undefined, words: Words): MarkedLine {
  if (!isChanged || partner === undefined) {
    return { isChanged, parts: [{ text, isChanged: false }] };
  }
  const { own, head, end } = sharedEnds(text, partner, words);
  const parts = [
    { text: own.slice(0, head).join(''), isChanged: false },
    { text: own.slice(head, end).join(''), isChanged: true },
    { text: own.slice(end).join(''), isChanged: false },
  ];
  return { isChanged, parts: parts.filter((part) => part.text !== '') };
}

/** Returns the words of a line, and the range of words between the common beginning and the common end of both lines. */
function sharedEnds(line: string, other: string, words: Words): { own: readonly string[]; head: number; end: number } {
  const own = wordsOf(line, words);
  const others = wordsOf(other, words);
  const shortest = Math.min(own.length, others.length);
  let head = 0;
  while (head < shortest && own[head] === others[head]) head++;
  let tail = 0;
  while (tail < shortest - head && own.at(-1 - tail) === others.at(-1 - tail)) tail++;
  return { own, head, end: own.length - tail };
}

/** The words of each line that was split. A line is compared with many others, and may name thousands of values. */
type Words = Map<string, readonly string[]>;

/** Splits a line into words and separators, once. */
function wordsOf(line: string, words: Words): readonly string[] {
  const known = words.get(line) ?? line.split(/(?<=[\s,;:()[\]])|(?=[\s,;:()[\]])/);
  words.set(line, known);
  return known;
}
