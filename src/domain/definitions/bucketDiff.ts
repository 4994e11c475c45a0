/** Compares the shares of a rule, or of the default rule. */
import type { Bucket } from '../../api/model.ts';
import { joinedNeighbours } from './fieldMeaning.ts';
import { isSame, type FieldChange } from './sameValue.ts';
import { allPlaces, inReadingOrder, pairEqual, type Placed } from './sequence.ts';

/**
 * A share before and after a change. `from` is its index before the change, and `to` its index after the change. Neighbouring
 * shares with the same treatment count as one.
 */
export interface BucketChange extends Placed {
  readonly treatment: string;
  /** The percentage before the change. Absent if the share is new. */
  readonly before?: number;
  /** The percentage after the change. Absent if the share is removed. */
  readonly after?: number;
}

/**
 * Returns all shares, including unchanged ones, in the order of `news`. Removed shares are in their old positions. Neighbouring
 * shares with the same treatment count as one.
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

/** Returns the whole list as a change if it has changed and a share has fields besides its treatment and its size. */
export function fieldsOfBuckets(before: readonly Bucket[], after: readonly Bucket[], field: string): readonly FieldChange[] {
  const hasMore = [...before, ...after].some((bucket) => !isSame(bucket, { treatment: bucket.treatment, size: bucket.size }));
  return hasMore && areBucketsChanged(before, after) ? [{ field, before, after }] : [];
}
