/** Compares the shares of a rule, or of the default rule. */
import type { Bucket } from '../../api/model.ts';
import { joinedNeighbours } from './fieldMeaning.ts';
import { isSame, type FieldChange } from './sameValue.ts';
import { allPlaces, inReadingOrder, pairEqual, type Placed } from './sequence.ts';

/**
 * A share in percent. A share without `before` is new, and a share without `after` is removed. No key gets a treatment without
 * a share. `from` and `to` are indexes in the shares before and after, in which neighbours with the same treatment count as
 * one.
 */
export interface BucketChange extends Placed {
  readonly treatment: string;
  readonly before?: number;
  readonly after?: number;
}

/**
 * Returns all shares, including unchanged ones, in the order of `after`. Removed shares are in their old positions. Neighbours
 * with the same treatment count as one.
 */
export function diffBuckets(olds: readonly Bucket[], news: readonly Bucket[]): readonly BucketChange[] {
  const [before, after] = [joinedNeighbours(olds), joinedNeighbours(news)];
  const pairs = pairEqual(
    before.map(({ treatment }) => treatment),
    after.map(({ treatment }) => treatment),
  );
  return inReadingOrder(
    allPlaces(pairs, before.length, after.length).map(({ from, to }) => {
      const old = from === undefined ? undefined : before[from]!;
      const now = to === undefined ? undefined : after[to]!;
      return {
        treatment: (now ?? old)!.treatment,
        ...(old && { from: from!, before: old.size }),
        ...(now && { to: to!, after: now.size }),
      };
    }),
  );
}

/** True if sizes, treatments or their order have changed. The order decides which keys get what. */
export function areBucketsChanged(before: readonly Bucket[], after: readonly Bucket[]): boolean {
  return !isSame({ buckets: before }, { buckets: after });
}

/** A share consists of a treatment and a size. If the service adds more fields, this reports their changes, too. */
export function fieldsOfBuckets(before: readonly Bucket[], after: readonly Bucket[], field: string): readonly FieldChange[] {
  const hasMore = [...before, ...after].some((bucket) => !isSame(bucket, { treatment: bucket.treatment, size: bucket.size }));
  return hasMore && areBucketsChanged(before, after) ? [{ field, before, after }] : [];
}
