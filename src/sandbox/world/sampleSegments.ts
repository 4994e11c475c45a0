/** The sample's segments: names, descriptions, and the number of their keys in each environment. */
import { stableHex } from './stableId.ts';

/** The number of keys in each environment. Null if the segment is not active there. */
interface Sizes {
  readonly development: number | null;
  readonly staging: number | null;
  readonly 'pre-production': number | null;
  readonly production: number | null;
}

export interface SampleSegment {
  readonly name: string;
  readonly description: string;
  readonly trafficType: 'user' | 'account';
  readonly sizes: Sizes;
}

const segment = (
  trafficType: SampleSegment['trafficType'],
  name: string,
  description: string,
  development: number | null,
  staging: number | null,
  preProduction: number | null,
  production: number | null,
): SampleSegment => ({
  name,
  description,
  trafficType,
  sizes: { development, staging, 'pre-production': preProduction, production },
});

export const STOREFRONT_SEGMENTS: readonly SampleSegment[] = [
  segment('account', 'beta-accounts', 'Accounts that asked to see new features first', 12, 8, 8, 8),
  segment('account', 'vip-accounts', 'The 300 accounts with a personal contact in sales', 15, 40, 300, 312),
  segment('user', 'internal-users', 'Everybody who works here, by user id', 126, 126, 126, 131),
  segment(
    'account',
    'enterprise-accounts',
    'Accounts on an enterprise contract; kept by the billing export',
    50,
    400,
    1_840,
    1_862,
  ),
  segment('account', 'trial-accounts', 'Accounts in their first 30 days', 200, 950, 4_210, 4_376),
  segment('account', 'churn-risk-accounts', 'No order for 60 days, by the weekly report', 0, 120, 655, 671),
  segment('account', 'eu-accounts', 'Accounts billed in the European Union', 100, 1_200, 5_300, 5_318),
  segment('account', 'holiday-campaign-2026', 'Receives the holiday prices from 1 December', null, 500, 8_400, 8_425),
  segment('user', 'search-panel', 'Users who agreed to be asked about search results', 40, 300, 2_750, 2_750),
  segment('user', 'blocked-users', 'Blocked for abuse; must never see a sign-up offer', 5, 20, 219, 244),
  segment('user', 'accessibility-testers', 'Testers who use a screen reader or a keyboard alone', 34, 34, 34, 34),
  segment('user', 'wholesale-buyers', 'Buyers who order by the pallet', null, null, 912, null),
  segment('account', 'loyalty: gold & platinum', 'The two upper tiers of the loyalty programme', 25, 60, 0, null),
];

export const PAYMENTS_SEGMENTS: readonly SampleSegment[] = [
  segment('account', 'pilot-merchants', 'Merchants of the instant payout pilot', 6, 12, 24, 24),
  segment('account', 'high-volume-merchants', 'More than 10,000 payments a month', 30, 150, 1_105, 1_118),
  segment('account', 'fraud-review-accounts', 'Payments of these accounts wait for a person', 10, 45, 380, 402),
  segment('account', 'sepa-accounts', 'Accounts that are paid by SEPA transfer', 80, 600, 2_960, 3_014),
  segment('user', 'support-agents', 'Agents who may refund', 18, 18, 18, 21),
  segment('account', 'card-vault-migration', 'Moved to the new card vault, wave by wave', null, 250, 1_500, null),
];

/** A segment of another kind. The sandbox has no keys for it. */
type NamedSegment = Pick<SampleSegment, 'name' | 'description' | 'trafficType'>;
/** The large segments of the Storefront workspace. */
export const LARGE_SEGMENTS: readonly NamedSegment[] = [
  { name: 'newsletter-readers', description: 'Everybody who opened a newsletter this year', trafficType: 'user' },
];
/** The rule-based segments of the Storefront workspace. */
export const RULE_BASED_SEGMENTS: readonly NamedSegment[] = [
  { name: 'eu-trials', description: 'Trial accounts that are billed in the European Union', trafficType: 'account' },
];

/**
 * Returns a function that creates the nth key of a segment. Keys of accounts contain a number, and keys of users look random.
 */
export function keyMaker({ name, trafficType }: Pick<SampleSegment, 'name' | 'trafficType'>): (index: number) => string {
  if (trafficType === 'user') return (index) => `usr_${stableHex(12, 'user', name, index)}`;
  // Each segment uses its own step between account numbers, so that segments overlap like real ones.
  const stride = 3 + (Number.parseInt(stableHex(4, name), 16) % 8);
  return (index) => `acct-${String(41 + index * stride).padStart(5, '0')}`;
}

/** Cached, because creating the random-looking ids takes most of the time of a start and of a reset. */
const made = new Map<string, ReadonlySet<string>>();

/** Returns the keys of a segment in an environment. All worlds share the set, because a set is replaced and never changed. */
export function sampleKeys(segment: Pick<SampleSegment, 'name' | 'trafficType'>, count: number): ReadonlySet<string> {
  const place = `${segment.name}/${count}`;
  const keys = made.get(place) ?? new Set(Array.from({ length: count }, (_, index) => index).map(keyMaker(segment)));
  made.set(place, keys);
  return keys;
}
