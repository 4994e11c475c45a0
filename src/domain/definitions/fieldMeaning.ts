/** Fields of a definition of which more than one spelling means the same. */
import type { Bucket } from '../../api/model.ts';
import { jsonOf } from './jsonDiff.ts';

/** The same value for each spelling; any other field, and what can't be read, as it is. */
export function readField(name: string, value: unknown): unknown {
  switch (name) {
    case 'strings':
    case 'keys':
    case 'segments':
    case 'largeSegments':
    case 'ruleBasedSegments':
      return isTexts(value) ? sortedSet(value) : value;
    case 'buckets':
    case 'defaultRule':
      return isBuckets(value) ? joinedNeighbours(value) : value;
    case 'configurations':
      return typeof value === 'string' ? (jsonOf(value)?.text ?? value) : value;
    default:
      return value;
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Nobody asks how often an item stands in a set, or where. There may be a million, and mostly they are sorted. */
function sortedSet(values: readonly string[]): readonly string[] {
  const isSorted = values.every((value, index) => index === 0 || values[index - 1]! < value);
  return isSorted ? values : [...new Set(values)].toSorted();
}

const isBuckets = (value: unknown): value is readonly Bucket[] =>
  Array.isArray(value) && value.every((item) => typeof (item as Bucket | null)?.treatment === 'string');

/** Neighbours of one treatment are one share. One that says more than its treatment and its size stays by itself. */
export function joinedNeighbours(buckets: readonly Bucket[]): readonly Bucket[] {
  const joined: Bucket[] = [];
  for (const bucket of buckets) {
    const last = joined.at(-1);
    const isSame = last?.treatment === bucket.treatment && Object.keys({ ...last, ...bucket }).length === 2;
    if (isSame) joined[joined.length - 1] = { treatment: bucket.treatment, size: last.size + bucket.size };
    else joined.push(bucket);
  }
  return joined;
}
