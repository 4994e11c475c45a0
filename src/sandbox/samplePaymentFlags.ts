/** The Payments workspace's flags. */
import { define, inSegment, rule, shares, where } from './sampleDefinition.ts';
import { ALL, inAll, type SampleFlag } from './sampleFlags.ts';

const payouts = (on: number) =>
  define('instant-payouts', {
    treatments: [
      { name: 'on', configurations: '{"feeBasisPoints":50,"maxAmount":500000}' },
      { name: 'off', configurations: '{"feeBasisPoints":0,"maxAmount":0}' },
    ],
    rules: [
      rule(shares('on', 100), inSegment('pilot-merchants')),
      rule(shares('off', 100), inSegment('fraud-review-accounts')),
      rule(
        shares('on', on, 'off', 100 - on),
        inSegment('sepa-accounts'),
        where('riskScore', 'LESS_THAN_OR_EQUAL_NUMBER', { number: 30 }),
      ),
    ],
  });

const limits = define('refund-limits', {
  treatments: [
    { name: 'strict', configurations: '{"perDay":20000}' },
    { name: 'wide', configurations: '{"perDay":150000}' },
  ],
  defaultTreatment: 'strict',
  rules: [
    rule(shares('wide', 100), inSegment('support-agents'), where('permissions', 'ALL_OF_SET', { strings: ['refund', 'notes'] })),
  ],
  defaultRule: shares('strict', 100),
});

const vault = define('card-vault-v2', {
  trafficAllocation: 20,
  rules: [rule(shares('on', 100), where('sdk', 'BETWEEN_SEMVER', { between: { from: '3.0.0', to: '3.9.9' } }))],
  defaultRule: shares('on', 50, 'off', 50),
});

export const PAYMENTS_FLAGS: readonly SampleFlag[] = [
  {
    name: 'instant-payouts',
    description: 'Pays merchants out within a minute',
    trafficType: 'account',
    rolloutStatus: 'Ramping',
    tags: ['payouts'],
    definitions: { development: payouts(100), staging: payouts(50), 'pre-production': payouts(25), production: payouts(10) },
  },
  {
    name: 'refund-limits',
    description: 'How much one agent may refund a day',
    trafficType: 'user',
    rolloutStatus: '100% Released',
    tags: [],
    definitions: inAll(limits, ...ALL),
  },
  {
    name: 'card-vault-v2',
    description: 'Reads cards from the new vault',
    trafficType: 'account',
    rolloutStatus: 'Pre-production',
    tags: ['vault'],
    definitions: inAll(vault, 'development', 'staging', 'pre-production'),
  },
  {
    name: 'sepa-instant',
    description: 'Takes SEPA instant transfers',
    trafficType: 'account',
    rolloutStatus: 'Ramping',
    tags: [],
    killedIn: ['production'],
    definitions: inAll(define('sepa-instant', { rules: [rule(shares('on', 100), inSegment('sepa-accounts'))] }), ...ALL),
  },
];
