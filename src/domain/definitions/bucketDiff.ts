/** How the shares of a rule, or of the default rule, change. */
import type { Bucket } from '../../api/model.ts';
import { joinedNeighbours } from './fieldMeaning.ts';
import { isSame, type FieldChange } from './sameValue.ts';
import { allPlaces, inReadingOrder, pairEqual, type Placed } from './sequence.ts';

/**
 * A share in percent; no `before` = it is new, no `after` = it goes. A treatment that is not in the list gets nobody. `from`
 * and `to` count from 0 in the shares before and after, of which equal neighbours are one.
 */
export interface BucketChange extends Placed {
  readonly treatment: string;
  readonly before?: number;
  readonly after?: number;
}

/** All shares, also those that stay the same, in the order of `after`, with the removed ones where they stood. Equal neighbours are one. */
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

/** Sizes, treatments or their order. The order decides which keys get what. */
export function areBucketsChanged(before: readonly Bucket[], after: readonly Bucket[]): boolean {
  return !isSame({ buckets: before }, { buckets: after });
}

/** A share is a treatment and a size. Should the service add to that, what it adds must not get lost. */
export function fieldsOfBuckets(before: readonly Bucket[], after: readonly Bucket[], field: string): readonly FieldChange[] {
  const hasMore = [...before, ...after].some((bucket) => !isSame(bucket, { treatment: bucket.treatment, size: bucket.size }));
  return hasMore && areBucketsChanged(before, after) ? [{ field, before, after }] : [];
}
