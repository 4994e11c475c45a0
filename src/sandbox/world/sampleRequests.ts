/** The sample's change requests: who requested which change, where, and with which result. */
import { inSegment, rule, shares, attributeMatcher } from './sampleDefinition.ts';
import type { StoredRequest, StoredComment, DefinitionFields } from './world.ts';

/**
 * The details of a change request. `approvers` is present if the submitter has chosen them. An empty `comment` means that the
 * request has no comment.
 */
interface Details {
  readonly title: string;
  readonly comment: string;
  readonly approvers?: readonly string[];
  readonly rolloutStatus?: string;
  readonly decided?: Omit<StoredComment, 'timestamp'> & { readonly status: StoredRequest['status']; readonly hoursAgo: number };
  /** The keys of a segment request: the index of the first key, and the number of keys. */
  readonly keys?: readonly [from: number, count: number];
  /**
   * Derives the requested definition from the existing definition, or, for CREATE, from the definition in the environment
   * `from`.
   */
  readonly edit?: (live: DefinitionFields) => DefinitionFields;
  readonly from?: string;
}

export type SampleRequest = ReturnType<typeof request>;

/** `place`: for example `Storefront/production`. `change`: for example `CREATE segment holiday-campaign`. */
function request(place: string, change: string, submitter: string, hoursAgo: number, details: Details) {
  const [workspace = '', environment = ''] = place.split('/');
  const [operation = '', kind, name = ''] = change.split(' ');
  return { workspace, environment, operation, isFlag: kind === 'flag', name, submitter, hoursAgo, ...details };
}

const SUBMITTER = 'submitter-key';
const APPROVER = 'release-key';
const MARIA = 'maria.lopez@example.com';
const TOM = 'tom.okafor@example.com';
const ANYA = 'anya.petrov@example.com';

/** The requests, the oldest first. */
export const SAMPLE_REQUESTS: readonly SampleRequest[] = [
  request('Storefront/production', 'CREATE segment holiday-campaign-2026', MARIA, 212, {
    title: 'Add the second holiday wave',
    comment: 'The 25 accounts that signed on Monday.',
    decided: {
      status: 'PUBLISHED',
      comment: 'Checked against the contract list.',
      user: APPROVER,
      role: 'APPROVER',
      hoursAgo: 208,
    },
    keys: [8_400, 25],
  }),
  request('Storefront/production', 'UPDATE flag price-experiment', SUBMITTER, 150, {
    title: 'Price experiment to all traffic',
    comment: 'We have the numbers.',
    rolloutStatus: 'Experiment',
    decided: {
      status: 'WITHDRAWN',
      comment: 'Not before the holidays. I will come back in January.',
      user: SUBMITTER,
      role: 'SUBMITTER',
      hoursAgo: 149,
    },
    edit: (live) => ({ ...live, trafficAllocation: 100 }),
  }),
  request('Storefront/pre-production', 'ARCHIVE segment trial-accounts', SUBMITTER, 75, {
    title: 'Remove ended trials',
    comment: '',
    keys: [0, 40],
  }),
  request('Storefront/staging', 'UPDATE flag checkout-redesign', MARIA, 52, {
    title: 'Checkout redesign for every account',
    comment: 'QA has finished with the half. @Tom, please look at the rule for the beta accounts: it is no longer needed.',
    approvers: [TOM, ANYA],
    rolloutStatus: 'Ramping',
    edit: (live) => ({ ...live, rules: [], defaultRule: shares('on', 100) }),
  }),
  request('Storefront/production', 'UPDATE flag new-search', MARIA, 30, {
    title: 'New search: 10 % to 25 %, and the wholesale buyers',
    comment: 'Latency has been flat for a week. Wholesale buyers asked for it.',
    rolloutStatus: 'Ramping',
    edit: (live) => ({
      ...live,
      trafficAllocation: 100,
      rules: [
        rule(shares('hybrid', 100), inSegment('wholesale-buyers')),
        ...(live['rules'] as readonly unknown[]).slice(0, 1),
        rule(
          shares('hybrid', 100),
          attributeMatcher('appVersion', 'GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '6.1.0' }),
          attributeMatcher('country', 'IN_LIST_STRING', { strings: ['DE', 'AT', 'CH', 'LI'] }),
        ),
      ],
      defaultRule: shares('vector', 25, 'off', 75),
    }),
  }),
  request('Storefront/production', 'CREATE segment vip-accounts', SUBMITTER, 26, {
    title: 'Add this month’s VIP accounts',
    comment: 'List from sales of the 18th; three of them are in the segment already.',
    keys: [309, 28],
  }),
  request('Storefront/production', 'KILL flag recommendation-engine', SUBMITTER, 3, {
    title: 'Kill the recommendation engine',
    comment: 'It shows sold-out products. Kill it until the stock feed is right again.',
  }),
  request('Storefront/production', 'RESTORE flag legacy-cart', APPROVER, 2, {
    title: 'Restore the legacy cart',
    comment: 'One integration still calls it. Two more weeks.',
    rolloutStatus: 'Removed from code',
  }),
  request('Storefront/pre-production', 'CREATE flag dark-mode', MARIA, 1, {
    title: 'Define dark mode as in staging',
    comment: 'Same definition, half of the users.',
    rolloutStatus: 'Pre-production',
    from: 'staging',
  }),
  request('Payments/production', 'CREATE segment pilot-merchants', MARIA, 20, {
    title: 'Twelve more pilot merchants',
    comment: 'All twelve have signed the addendum.',
    keys: [24, 12],
  }),
  request('Payments/staging', 'UPDATE flag instant-payouts', SUBMITTER, 6, {
    title: 'Instant payouts without the risk score',
    comment: 'To see what the score keeps out.',
    approvers: [ANYA],
    rolloutStatus: 'Ramping',
    edit: (live) => ({
      ...live,
      rules: [
        ...(live['rules'] as readonly unknown[]).slice(0, 2),
        rule(shares('on', 50, 'off', 50), inSegment('sepa-accounts')),
      ],
    }),
  }),
];
