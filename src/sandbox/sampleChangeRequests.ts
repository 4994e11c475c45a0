/** The sample's change requests: who asked for what, where, and how it went. */
import { inSegment, rule, shares, where } from './sampleDefinition.ts';
import { keyMaker } from './sampleSegments.ts';
import type { ChangeRequestStatus, DefinitionFields } from './world.ts';

/** Later entries of the history: the role is that of the one who decided. */
interface SampleWord {
  readonly comment: string;
  readonly user: string;
  readonly role: 'SUBMITTER' | 'APPROVER' | 'EDITOR';
  readonly hoursAgo: number;
}

export interface SampleRequest {
  readonly workspace: 'Storefront' | 'Payments';
  readonly environment: string;
  readonly title: string;
  readonly submitter: string;
  readonly hoursAgo: number;
  /** Empty: the request was submitted without a comment. */
  readonly comment: string;
  /** Where submitters choose. */
  readonly approvers?: readonly string[];
  readonly rolloutStatus?: string;
  readonly status: ChangeRequestStatus;
  readonly decided?: SampleWord;
  readonly segment?: { readonly name: string; readonly operation: 'CREATE' | 'ARCHIVE'; readonly keys: readonly string[] };
  readonly flag?: {
    readonly name: string;
    readonly operation: 'KILL' | 'RESTORE' | 'UPDATE' | 'CREATE' | 'ARCHIVE';
    /** The definition that is asked for, out of the one there is (or, to create one, the one in `from`). */
    readonly edit?: (live: DefinitionFields) => DefinitionFields;
    readonly from?: string;
  };
}

const SUBMITTER = 'submitter-key';
const APPROVER = 'release-key';
const MARIA = 'maria.lopez@example.com';
const TOM = 'tom.okafor@example.com';
const ANYA = 'anya.petrov@example.com';

/** `count` account keys of a segment, from its nth on. */
function accounts(segment: string, from: number, count: number): readonly string[] {
  const keyAt = keyMaker({ name: segment, trafficType: 'account' });
  return Array.from({ length: count }, (_, index) => keyAt(from + index));
}

/** Oldest first. */
export const SAMPLE_REQUESTS: readonly SampleRequest[] = [
  {
    workspace: 'Storefront',
    environment: 'production',
    title: 'Add the second holiday wave',
    submitter: MARIA,
    hoursAgo: 212,
    comment: 'The 25 accounts that signed on Monday.',
    status: 'PUBLISHED',
    decided: { comment: 'Checked against the contract list.', user: APPROVER, role: 'APPROVER', hoursAgo: 208 },
    segment: { name: 'holiday-campaign-2026', operation: 'CREATE', keys: accounts('holiday-campaign-2026', 8_400, 25) },
  },
  {
    workspace: 'Storefront',
    environment: 'production',
    title: 'Price experiment to all traffic',
    submitter: SUBMITTER,
    hoursAgo: 150,
    comment: 'We have the numbers.',
    rolloutStatus: 'Experiment',
    status: 'WITHDRAWN',
    decided: {
      comment: 'Not before the holidays. I will come back in January.',
      user: SUBMITTER,
      role: 'SUBMITTER',
      hoursAgo: 149,
    },
    flag: { name: 'price-experiment', operation: 'UPDATE', edit: (live) => ({ ...live, trafficAllocation: 100 }) },
  },
  {
    workspace: 'Storefront',
    environment: 'pre-production',
    title: 'Remove ended trials',
    submitter: SUBMITTER,
    hoursAgo: 75,
    comment: '',
    status: 'REQUESTED',
    segment: { name: 'trial-accounts', operation: 'ARCHIVE', keys: accounts('trial-accounts', 0, 40) },
  },
  {
    workspace: 'Storefront',
    environment: 'staging',
    title: 'Checkout redesign for every account',
    submitter: MARIA,
    hoursAgo: 52,
    comment: 'QA has finished with the half. @Tom, please look at the rule for the beta accounts: it is no longer needed.',
    approvers: [TOM, ANYA],
    rolloutStatus: 'Ramping',
    status: 'REQUESTED',
    flag: {
      name: 'checkout-redesign',
      operation: 'UPDATE',
      edit: (live) => ({ ...live, rules: [], defaultRule: shares('on', 100) }),
    },
  },
  {
    workspace: 'Storefront',
    environment: 'production',
    title: 'New search: 10 % to 25 %, and the wholesale buyers',
    submitter: MARIA,
    hoursAgo: 30,
    comment: 'Latency has been flat for a week. Wholesale buyers asked for it.',
    rolloutStatus: 'Ramping',
    status: 'REQUESTED',
    flag: {
      name: 'new-search',
      operation: 'UPDATE',
      edit: (live) => ({
        ...live,
        trafficAllocation: 100,
        rules: [
          rule(shares('hybrid', 100), inSegment('wholesale-buyers')),
          ...(live['rules'] as readonly unknown[]).slice(0, 1),
          rule(
            shares('hybrid', 100),
            where('appVersion', 'GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '6.1.0' }),
            where('country', 'IN_LIST_STRING', { strings: ['DE', 'AT', 'CH', 'LI'] }),
          ),
        ],
        defaultRule: shares('vector', 25, 'off', 75),
      }),
    },
  },
  {
    workspace: 'Storefront',
    environment: 'production',
    title: 'Add this month’s VIP accounts',
    submitter: SUBMITTER,
    hoursAgo: 26,
    comment: 'List from sales of the 18th; three of them are in the segment already.',
    status: 'REQUESTED',
    segment: { name: 'vip-accounts', operation: 'CREATE', keys: accounts('vip-accounts', 309, 28) },
  },
  {
    workspace: 'Storefront',
    environment: 'production',
    title: 'Kill the recommendation engine',
    submitter: SUBMITTER,
    hoursAgo: 3,
    comment: 'It shows sold-out products. Kill it until the stock feed is right again.',
    status: 'REQUESTED',
    flag: { name: 'recommendation-engine', operation: 'KILL' },
  },
  {
    workspace: 'Storefront',
    environment: 'production',
    title: 'Restore the legacy cart',
    submitter: APPROVER,
    hoursAgo: 2,
    comment: 'One integration still calls it. Two more weeks.',
    rolloutStatus: 'Removed from code',
    status: 'REQUESTED',
    flag: { name: 'legacy-cart', operation: 'RESTORE' },
  },
  {
    workspace: 'Storefront',
    environment: 'pre-production',
    title: 'Define dark mode as in staging',
    submitter: MARIA,
    hoursAgo: 1,
    comment: 'Same definition, half of the users.',
    rolloutStatus: 'Pre-production',
    status: 'REQUESTED',
    flag: { name: 'dark-mode', operation: 'CREATE', from: 'staging' },
  },
  {
    workspace: 'Payments',
    environment: 'production',
    title: 'Twelve more pilot merchants',
    submitter: MARIA,
    hoursAgo: 20,
    comment: 'All twelve have signed the addendum.',
    status: 'REQUESTED',
    segment: { name: 'pilot-merchants', operation: 'CREATE', keys: accounts('pilot-merchants', 24, 12) },
  },
  {
    workspace: 'Payments',
    environment: 'staging',
    title: 'Instant payouts without the risk score',
    submitter: SUBMITTER,
    hoursAgo: 6,
    comment: 'To see what the score keeps out.',
    approvers: [ANYA],
    rolloutStatus: 'Ramping',
    status: 'REQUESTED',
    flag: {
      name: 'instant-payouts',
      operation: 'UPDATE',
      edit: (live) => ({
        ...live,
        rules: [
          ...(live['rules'] as readonly unknown[]).slice(0, 2),
          rule(shares('on', 50, 'off', 50), inSegment('sepa-accounts')),
        ],
      }),
    },
  },
];
