/** The flags of the Payments workspace. */
import { define, inSegment, rule, shares, attributeMatcher } from './sampleDefinition.ts';
import { everywhere, flag, inAll, type SampleFlag } from './sampleFlags.ts';

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
        attributeMatcher('riskScore', 'LESS_THAN_OR_EQUAL_NUMBER', { number: 30 }),
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
    rule(
      shares('wide', 100),
      inSegment('support-agents'),
      attributeMatcher('permissions', 'ALL_OF_SET', { strings: ['refund', 'notes'] }),
    ),
  ],
  defaultRule: shares('strict', 100),
});

const vault = define('card-vault-v2', {
  trafficAllocation: 20,
  rules: [rule(shares('on', 100), attributeMatcher('sdk', 'BETWEEN_SEMVER', { between: { from: '3.0.0', to: '3.9.9' } }))],
  defaultRule: shares('on', 50, 'off', 50),
});

const beforeProduction = inAll(vault, 'development', 'staging', 'pre-production');
const sepa = define('sepa-instant', { rules: [rule(shares('on', 100), inSegment('sepa-accounts'))] });

export const PAYMENTS_FLAGS: readonly SampleFlag[] = [
  flag('instant-payouts', 'Pays merchants out within a minute', 'account', 'Ramping', ['payouts'], {
    development: payouts(100),
    staging: payouts(50),
    'pre-production': payouts(25),
    production: payouts(10),
  }),
  flag('refund-limits', 'How much one agent may refund a day', 'user', '100% Released', [], everywhere(limits)),
  flag('card-vault-v2', 'Reads cards from the new vault', 'account', 'Pre-production', ['vault'], beforeProduction),
  {
    ...flag('sepa-instant', 'Takes SEPA instant transfers', 'account', 'Ramping', [], everywhere(sepa)),
    killedIn: ['production'],
  },
];
