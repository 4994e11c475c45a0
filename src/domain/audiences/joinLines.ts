/** Joins lines into fewer lines that contain less detail but are still correct. */
import type { KeyGroup, GroupLine } from './audienceChange.ts';
import { moveRangesOf } from './moveRanges.ts';

/** Joins the lines with equal statements about different groups. */
export const joinedLines = (lines: readonly GroupLine[]): readonly GroupLine[] =>
  joinedBy(lines, ({ moves, before, after, unknown }) => JSON.stringify([moves, before, after, unknown]));

/**
 * Joins lines until there are at most `max`, which must be at least 1. Tries these criteria in turn: equal moves; the same
 * shares after the change; moves between the same treatments; the same `isGainOnly`; no criterion, which joins all lines. A
 * joined line has the least and the greatest percentage of each move over its groups.
 */
export function joinToAtMost(lines: readonly GroupLine[], max: number): readonly GroupLine[] {
  const keys: readonly ((line: GroupLine) => string)[] = [
    ({ moves, unknown }) => JSON.stringify([moves, unknown]),
    ({ after, unknown }) => JSON.stringify([after ?? 'several', unknown]),
    ({ moves, unknown }) => JSON.stringify([moves.map(({ from, to }) => JSON.stringify([from, to])).toSorted(), unknown]),
    ({ isGainOnly, unknown }) => JSON.stringify([isGainOnly, unknown]),
    () => '',
  ];
  const enough = keys.values().map((key) => joinedBy(lines, key)).find(({ length }) => length <= max); // prettier-ignore
  return lines.length <= max ? lines : enough!;
}

function joinedBy(lines: readonly GroupLine[], key: (line: GroupLine) => string): readonly GroupLine[] {
  return [...Map.groupBy(lines, key).values()].map((same) => {
    const [first] = same as [GroupLine];
    if (same.length === 1) return first;
    const unknown = same.find((line) => line.unknown)?.unknown;
    const shared = (side: 'before' | 'after'): GroupLine['before'] =>
      same.every((line) => JSON.stringify(line[side]) === JSON.stringify(first[side])) ? first[side] : undefined;
    const [before, after] = [shared('before'), shared('after')];
    return {
      groups: joinedGroups(same.flatMap(({ groups }) => groups)),
      moves: moveRangesOf(same.map(({ moves }) => moves)),
      ...(before && { before }),
      ...(after && { after }),
      ...(unknown && { unknown }),
      isGainOnly: same.every(({ isGainOnly }) => isGainOnly),
    };
  });
}

/** Joins the groups that have `decided` (and no literals) into one group for each version. Returns the others unchanged. */
function joinedGroups(groups: readonly KeyGroup[]): readonly KeyGroup[] {
  const bySide = Map.groupBy(groups, ({ decided }) => decided?.side);
  return [...bySide].flatMap(([side, some]) =>
    side ? [{ all: [], unless: [], decided: { side, by: some.flatMap(({ decided }) => decided!.by) } }] : some,
  );
}
