/** Shares of the traffic in words: "on 50 % → 80 % (+30)". */
import type { Bucket } from '../../api/model.ts';
import type { BucketChange } from '../../domain/definitions/bucketDiff.ts';
import { displayLanguage } from '../displayLanguage.ts';
import { formatPercent } from '../requestWords.ts';

export const percent = formatPercent;

/** "on 80 %, off 20 %". */
export function bucketsText(buckets: readonly Bucket[]): string {
  return buckets.map(({ treatment, size }) => `${treatment} ${percent(size)}`).join(', ');
}

/** "on 50 % → 80 %"; a treatment that is not in a list gets nobody. */
export function shareText({ treatment, before = 0, after = 0 }: BucketChange): string {
  const [was, will] = [percent(before), percent(after)];
  return was === will ? `${treatment} ${will}` : `${treatment} ${was} → ${will}`;
}

/** "on 50 % → 80 % (+30)", in percentage points. */
export function shareWithDelta(share: BucketChange): string {
  const { before = 0, after = 0 } = share;
  if (before === after) return shareText(share);
  const format = new Intl.NumberFormat(displayLanguage(), { signDisplay: 'always', maximumFractionDigits: 2 });
  return `${shareText(share)} (${format.format(after - before)})`;
}
