/**
 * Determines the result of a clause, and the shares of keys that move from one result to another. Two results are equal if they
 * have the same JSON.
 */
import type { Bucket, FlagDefinition } from '../../api/model.ts';
import { fallbackOf } from '../definitions/definitionDiff.ts';
import { hasNoMeaning } from '../definitions/fieldMeaning.ts';
import { canonical } from '../definitions/sameValue.ts';
import type { Decider, Move, Share } from './audienceChange.ts';

/**
 * Each key has two independent draws from 1 to 100. One decides whether the key is inside the traffic allocation. The other
 * selects a range of the shares, in the order of the buckets. Each range begins after the one before, and the last one ends at
 * 100.
 */
export interface Draws {
  readonly code: 'draws';
  /** Keys with draws up to this number are inside the traffic allocation. */
  readonly allocation: number;
  readonly ranges: readonly { readonly to: number; readonly treatment: string | undefined }[];
  /** The treatment for keys outside the traffic allocation. */
  readonly fallback: string | undefined;
}

export type Result = Draws | { readonly code: 'severalTargets' | 'fields'; readonly about: string };

export function resultOf(definition: FlagDefinition | undefined, by: Decider): Result {
  if (!definition || by.code === 'noDefinition') return everybodyGets(undefined);
  // If the key may also be a target of other treatments, a change of any list may change the result.
  if (by.code === 'severalTargets')
    return { code: 'severalTargets', about: canonical([by.treatments, by.isAtLeast && definition.treatments]) };
  if (by.code === 'target') return everybodyGets(by.treatment);
  const fallback = fallbackOf(definition);
  const allocation = Math.floor(allocationOf(definition));
  if (by.code === 'killed' || allocation <= 0) return everybodyGets(fallback);
  const buckets = by.code === 'rule' ? definition.rules[by.index]!.buckets : definition.defaultRule;
  if (buckets.some(hasUnknownFields)) return { code: 'fields', about: canonical([buckets, allocation, fallback]) };
  const ranges = rangesOf(buckets);
  const isAllFallback = ranges.length === 1 && ranges[0]!.treatment === fallback;
  if (allocation >= 100 || isAllFallback) return { code: 'draws', allocation: 100, ranges, fallback: undefined };
  return { code: 'draws', allocation, ranges, fallback };
}

export const allocationOf = ({ trafficAllocation }: FlagDefinition): number => trafficAllocation ?? 100;

/** True if a share has more fields than its treatment and its size. */
const hasUnknownFields = (bucket: Bucket): boolean =>
  Object.entries(bucket).some(([name, value]) => name !== 'treatment' && name !== 'size' && !hasNoMeaning(name, value));

const everybodyGets = (treatment: string | undefined): Draws => ({
  code: 'draws',
  allocation: 100,
  ranges: [{ to: 100, treatment }],
  fallback: undefined,
});

function rangesOf(buckets: readonly Bucket[]): Draws['ranges'] {
  const ranges: { to: number; treatment: string | undefined }[] = [];
  let sum = 0;
  const add = (end: number, treatment: string | undefined): void => {
    const last = ranges.at(-1);
    if (end <= (last?.to ?? 0)) return;
    if (last && last.treatment === treatment) last.to = end;
    else ranges.push({ to: end, treatment });
  };
  for (const { treatment, size } of buckets) {
    sum += Math.max(0, size);
    // A draw is a whole number. Rounding errors make sums of fractions slightly smaller than whole numbers.
    add(Math.min(100, Math.floor(sum + 1e-9)), treatment);
  }
  add(100, undefined);
  return ranges;
}

/** Returns the percentage of keys that get each treatment. Empty if the result is not known. */
export function sharesOf(result: Result): readonly Share[] {
  if (result.code !== 'draws') return [];
  const areas = new Map<string | undefined, number>();
  for (const { size, from } of areasBetween(result, result)) areas.set(from, (areas.get(from) ?? 0) + size);
  return [...areas].map(([treatment, size]) => ({ treatment, percent: size / 100 }));
}

/** Returns undefined if it isn't known who moves. Returns no moves if both results give each key the same treatment. */
export function movesBetween(before: Result, after: Result): readonly Move[] | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (before.code !== 'draws' || after.code !== 'draws') return undefined;
  const areas = new Map<string, { readonly from: string | undefined; readonly to: string | undefined; size: number }>();
  for (const { size, from, to } of areasBetween(before, after)) {
    if (from === to) continue;
    const name = JSON.stringify([from, to]);
    const area = areas.get(name) ?? { from, to, size: 0 };
    area.size += size;
    areas.set(name, area);
  }
  return [...areas.values()].map(({ from, to, size }) => ({ from, to, least: size / 100, most: size / 100 }));
}

/**
 * Divides the 100 × 100 combinations of the two draws into areas in which each result gives one treatment. `size`: the number
 * of combinations in the area, which is the share of keys in hundredths of a percent.
 */
function* areasBetween(
  one: Draws,
  other: Draws,
): Iterable<{ readonly size: number; readonly from: string | undefined; readonly to: string | undefined }> {
  const columns = [...new Set([...one.ranges, ...other.ranges].map(({ to }) => to))].toSorted((left, right) => left - right);
  const rows = [...new Set([one.allocation, other.allocation, 100])].toSorted((left, right) => left - right);
  const given = ({ ranges, allocation, fallback }: Draws, row: number, column: number): string | undefined =>
    row > allocation ? fallback : ranges.find(({ to }) => column <= to)!.treatment;
  for (const [y, row] of rows.entries())
    for (const [x, column] of columns.entries()) {
      const size = (row - (rows[y - 1] ?? 0)) * (column - (columns[x - 1] ?? 0));
      yield { size, from: given(one, row, column), to: given(other, row, column) };
    }
}
