/** Combines the moves of several pairs of results into one line, with the least and the greatest percentage of each move. */
import type { KeyGroup, GroupLine, Move } from './audienceChange.ts';
import type { AudienceProblem } from './audienceProblem.ts';
import { sharesOf } from './results.ts';

/** `isSame`: whether all keys have the same result before the change, and whether all have the same result after it. */
export function lineOf(
  problem: AudienceProblem,
  group: KeyGroup,
  pairs: readonly (readonly [number, number])[],
  isSame: readonly [boolean, boolean],
): GroupLine {
  const moves = pairs.map(([before, after]) => problem.movesOf(problem.changeBetween(before, after)));
  const unknown = pairs.flatMap((pair, index) => (moves[index] ? [] : pair.map((result) => problem.results[result]!.code)));
  const [mine, its] = pairs[0]!.map((result) => sharesOf(problem.results[result]!));
  const ranges = moveRangesOf(moves.flatMap((one) => (one ? [one] : [])));
  return {
    groups: [group],
    moves: ranges,
    ...(isSame[0] && mine!.length > 0 && { before: mine! }),
    ...(isSame[1] && its!.length > 0 && { after: its! }),
    ...(unknown.length > 0 && { unknown: unknown.includes('severalTargets') ? 'severalTargets' : 'fields' }),
    isGainOnly:
      unknown.length === 0 &&
      problem.isFallbackKept &&
      ranges.every(({ from, to }) => from === problem.fallback && to !== undefined),
  };
}

/** Returns each move once, with its least and its greatest percentage. */
export function moveRangesOf(all: readonly (readonly Move[])[]): readonly Move[] {
  const named = all.map((moves) => new Map(moves.map((move) => [JSON.stringify([move.from, move.to]), move])));
  const first = new Map(named.flatMap((moves) => [...moves]));
  return [...first].map(([name, { from, to }]) => ({
    from,
    to,
    least: Math.min(...named.map((moves) => moves.get(name)?.least ?? 0)),
    most: Math.max(...named.map((moves) => moves.get(name)?.most ?? 0)),
  }));
}
