/** A rule for each type of matcher (service-beyond.md, Fuller shapes), and one of an unknown type. */
const DAY = 86_400_000;
const AUTUMN = Date.UTC(2026, 9, 1);

const strings = { strings: ['alpha', 'beta', 'gamma'] };
const matchers: readonly object[] = [
  { type: 'IN_SEGMENT', string: 'beta-accounts' },
  { type: 'IN_LIST_STRING', strings: Array.from({ length: 30 }, (_, index) => `acct-${index}`) },
  { type: 'STARTS_WITH_STRING', attribute: 'email', ...strings },
  { type: 'ENDS_WITH_STRING', attribute: 'email', ...strings, negate: true },
  { type: 'CONTAINS_STRING', attribute: 'email', ...strings },
  { type: 'MATCHES_STRING', attribute: 'email', string: '^[a-z]+@example\\.com$' },
  { type: 'EQUAL_SET', attribute: 'plans', ...strings },
  { type: 'ANY_OF_SET', attribute: 'plans', ...strings },
  { type: 'ALL_OF_SET', attribute: 'plans', ...strings },
  { type: 'PART_OF_SET', attribute: 'plans', ...strings },
  { type: 'EQUAL_NUMBER', attribute: 'orders', number: 5 },
  { type: 'LESS_THAN_OR_EQUAL_NUMBER', attribute: 'orders', number: 5 },
  { type: 'GREATER_THAN_OR_EQUAL_NUMBER', attribute: 'orders', number: 5 },
  { type: 'BETWEEN_NUMBER', attribute: 'orders', between: { from: 5, to: 10 } },
  { type: 'ON_DATE', attribute: 'signUp', date: AUTUMN },
  { type: 'ON_OR_AFTER_DATE', attribute: 'signUp', date: AUTUMN + 3 * 3_600_000 },
  { type: 'ON_OR_BEFORE_DATE', attribute: 'signUp', date: AUTUMN },
  { type: 'BETWEEN_DATE', attribute: 'signUp', between: { from: AUTUMN - 90 * DAY, to: AUTUMN } },
  { type: 'BOOLEAN', attribute: 'consentGiven', bool: true },
  { type: 'IN_SPLIT', depends: { splitName: 'new-search', treatment: 'vector' } },
  { type: 'EQUAL_TO_SEMVER', attribute: 'appVersion', string: '6.2.0' },
  { type: 'GREATER_THAN_OR_EQUAL_TO_SEMVER', attribute: 'appVersion', string: '6.2.0' },
  { type: 'LESS_THAN_OR_EQUAL_TO_SEMVER', attribute: 'appVersion', string: '6.2.0' },
  { type: 'BETWEEN_SEMVER', attribute: 'appVersion', from: '6.2.0', to: '6.3.0' },
  { type: 'IN_LIST_SEMVER', attribute: 'appVersion', strings: ['6.2.0', '6.3.0'] },
  { type: 'SOMETHING_NEW', attribute: 'phase', moon: { phase: 'full' } },
];

export const MATCHERS = matchers.map((matcher, index) => ({
  buckets:
    index % 2 === 0
      ? [{ treatment: 'on', size: 100 }]
      : [
          { treatment: 'on', size: 33 },
          { treatment: 'off', size: 67 },
        ],
  condition: { combiner: 'AND', matchers: [matcher] },
}));
