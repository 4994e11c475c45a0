/** Compares the shares of a rule, or of the default rule. */
import type { Bucket } from '../../api/model.ts';
import { joinedNeighbours } from './fieldMeaning.ts';
import { isSame, type FieldChange } from './sameValue.ts';
import { allItems, inReadingOrder, pairEqual, type Placed } from './sequence.ts';

/**
 * The share of a treatment before and after a change. If the treatment has several shares, this is their sum. `from` is the
 * treatment's index before the change, and `to` its index after the change.
 */
export interface BucketChange extends Placed {
  readonly treatment: string;
  /** The percentage before the change. Absent if the treatment had no share. */
  readonly before?: number;
  /** The percentage after the change. Absent if the treatment has no share any more. */
  readonly after?: number;
}

/**
 * Returns the shares of all treatments, including unchanged ones, in the order of `news`. Removed treatments are in their old
 * positions.
 */
export function diffBuckets(olds: readonly Bucket[], news: readonly Bucket[]): readonly BucketChange[] {
  const [before, after] = [sizesByTreatment(olds), sizesByTreatment(news)];
  const pairs = pairEqual(
    before.map(([treatment]) => treatment),
    after.map(([treatment]) => treatment),
  );
  return inReadingOrder(
    allItems(pairs, before.length, after.length).map(({ from, to }) => {
      const old = from === undefined ? undefined : before[from]!;
      const now = to === undefined ? undefined : after[to]!;
      return {
        treatment: (now ?? old)![0],
        ...(old && { from: from!, before: old[1] }),
        ...(now && { to: to!, after: now[1] }),
      };
    }),
  );
}

function sizesByTreatment(buckets: readonly Bucket[]): readonly (readonly [treatment: string, size: number])[] {
  const sums = new Map<string, number>();
  for (const { treatment, size } of buckets) sums.set(treatment, (sums.get(treatment) ?? 0) + size);
  return [...sums];
}

/**
 * Returns the shares after the change if the order of treatments has changed, otherwise undefined. Ignores treatments that have
 * a share only before or only after the change.
 */
export function changedOrder(olds: readonly Bucket[], news: readonly Bucket[]): readonly Bucket[] | undefined {
  const orderOf = (mine: readonly Bucket[], others: readonly Bucket[]): readonly string[] =>
    mine
      .map(({ treatment }) => treatment)
      .filter((name) => others.some(({ treatment }) => treatment === name))
      .filter((name, index, names) => name !== names[index - 1]);
  return isSame(orderOf(olds, news), orderOf(news, olds)) ? undefined : joinedNeighbours(news);
}

/** True if sizes, treatments or their order have changed. The order decides which keys get what. */
export function areBucketsChanged(before: readonly Bucket[], after: readonly Bucket[]): boolean {
  return !isSame({ buckets: before }, { buckets: after });
}

/**
 * Returns the whole list of shares as one changed field if it has changed and the result of `diffBuckets` may not show how: a
 * share has fields besides its treatment and its size, or a treatment has several shares.
 */
export function fieldsOfBuckets(before: readonly Bucket[], after: readonly Bucket[], field: string): readonly FieldChange[] {
  const hasMore = [...before, ...after].some((bucket) => !isSame(bucket, { treatment: bucket.treatment, size: bucket.size }));
  const isRepeated = [before, after].some((buckets) => sizesByTreatment(buckets).length < joinedNeighbours(buckets).length);
  return (hasMore || isRepeated) && areBucketsChanged(before, after) ? [{ field, before, after }] : [];
}
