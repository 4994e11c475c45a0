/** Normalizes fields of a definition that have several spellings with the same meaning. */
import type { Bucket } from '../../api/model.ts';
import { jsonOf } from './jsonDiff.ts';

/** Returns undefined for a value without a meaning: null, an empty text or an empty list. */
export function meaningful(value: unknown): unknown {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/** True if the field with this value means the same as its absence. */
export function hasNoMeaning(name: string, value: unknown): boolean {
  if (value === false) return name === 'negate';
  if (value === 'AND') return name === 'combiner';
  return meaningful(value) === undefined;
}

/** Normalizes the value of a field, so that values with the same meaning become equal. Returns unreadable values unchanged. */
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

/** True for a list of texts, which may be empty. */
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Sorts the values and removes repeated ones. Skips this if they are sorted already, because there may be a million. */
function sortedSet(values: readonly string[]): readonly string[] {
  const isSorted = values.every((value, index) => index === 0 || values[index - 1]! < value);
  return isSorted ? values : [...new Set(values)].toSorted();
}

const isBuckets = (value: unknown): value is readonly Bucket[] =>
  Array.isArray(value) && value.every((item) => typeof (item as Bucket | null)?.treatment === 'string');

/** Joins neighbours with the same treatment into one share. A share with further fields remains separate. */
export function joinedNeighbours(buckets: readonly Bucket[]): readonly Bucket[] {
  const joined: Bucket[] = [];
  for (const bucket of buckets) {
    const last = joined.at(-1);
    const isSame = last?.treatment === bucket.treatment && isPlain(last) && isPlain(bucket);
    if (isSame) joined[joined.length - 1] = { treatment: bucket.treatment, size: last.size + bucket.size };
    else joined.push(bucket);
  }
  return joined;
}

/** True for a share without further fields that have a meaning. */
const isPlain = (bucket: Bucket): boolean =>
  Object.entries(bucket).every(([name, value]) => name === 'treatment' || name === 'size' || hasNoMeaning(name, value));
