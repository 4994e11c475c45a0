/** The flags of the Storefront workspace, with their definitions in each environment. */
import { define, inSegment, notInSegment, ON_OFF, rule, shares, attributeMatcher } from './sampleDefinition.ts';
import { stableId } from './stableId.ts';
import type { DefinitionFields } from './world.ts';

export interface SampleFlag {
  readonly name: string;
  readonly description: string;
  readonly trafficType: 'user' | 'account';
  readonly rolloutStatus: string;
  readonly tags: readonly string[];
  readonly killedIn?: readonly string[];
  /** The definitions by environment name. In an environment that is missing here, the flag has no definition. */
  readonly definitions: Readonly<Record<string, DefinitionFields>>;
}

/** Uses the same definition in several environments. */
export const inAll = (fields: DefinitionFields, ...environments: readonly string[]): Record<string, DefinitionFields> =>
  Object.fromEntries(environments.map((environment) => [environment, fields]));

const ALL = ['development', 'staging', 'pre-production', 'production'] as const;
export const everywhere = (fields: DefinitionFields): Record<string, DefinitionFields> => inAll(fields, ...ALL);

const everybody = (name: string) => define(name, { defaultRule: shares('on', 100) });
/** 1 October 2026, UTC. */
const AUTUMN = Date.UTC(2026, 9, 1);
const DAY = 86_400_000;

const checkout = (rules: readonly unknown[], on: number) =>
  define('checkout-redesign', {
    treatments: [
      {
        name: 'on',
        description: 'One page, address first',
        configurations: '{"steps":1,"colour":"#1f6feb","showTrustBadges":true}',
      },
      { name: 'off', description: 'Four pages', configurations: '{"steps":4,"colour":"#57606a","showTrustBadges":false}' },
    ],
    rules,
    defaultRule: on === 0 ? shares('off', 100) : shares('on', on, 'off', 100 - on),
  });

const search = (allocation: number, defaultRule: ReturnType<typeof shares>) =>
  define('new-search', {
    treatments: [
      {
        name: 'vector',
        description: 'By meaning',
        configurations: '{"index":"products-v3","topK":48}',
        segments: ['search-panel'],
      },
      { name: 'hybrid', description: 'By meaning and by word', configurations: '{"index":"products-v3","topK":96,"blend":0.4}' },
      { name: 'off', description: 'By word', keys: ['usr_7be1c09a44d2', 'usr_02f6aa91c3e8'] },
    ],
    trafficAllocation: allocation,
    rules: [
      rule(shares('vector', 50, 'hybrid', 50), inSegment('internal-users')),
      rule(
        shares('hybrid', 100),
        attributeMatcher('appVersion', 'GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '6.2.0' }),
        attributeMatcher('country', 'IN_LIST_STRING', { strings: ['DE', 'AT', 'CH'] }),
        notInSegment('blocked-users'),
      ),
    ],
    defaultRule,
  });

const recommendations = define('recommendation-engine', {
  rules: [
    rule(shares('on', 100), inSegment('vip-accounts'), attributeMatcher('orders', 'GREATER_THAN_OR_EQUAL_NUMBER', { number: 5 })),
    rule(shares('on', 50, 'off', 50), attributeMatcher('interests', 'ANY_OF_SET', { strings: ['garden', 'kitchen', 'tools'] })),
    rule(shares('off', 100), attributeMatcher('basketValue', 'BETWEEN_NUMBER', { between: { from: 0, to: 2_500 } })),
  ],
  defaultRule: shares('on', 100),
});

const prices = define('price-experiment', {
  treatments: [
    { name: 'control', configurations: '{"factor":1}' },
    { name: 'rounded', description: 'Prices end in .00', configurations: '{"factor":1,"ending":".00"}' },
    { name: 'bundled', description: 'Three for the price of two', configurations: '{"factor":0.67,"bundle":3}' },
  ],
  defaultTreatment: 'control',
  trafficAllocation: 30,
  rules: [rule(shares('control', 100), inSegment('enterprise-accounts'))],
  defaultRule: shares('control', 34, 'rounded', 33, 'bundled', 33),
});

const consent = define('eu-consent-banner', {
  treatments: ON_OFF,
  rules: [
    rule(shares('on', 100), inSegment('eu-accounts')),
    rule(shares('on', 100), attributeMatcher('consentGiven', 'BOOLEAN', { bool: false })),
    rule(shares('off', 100), attributeMatcher('consentDate', 'ON_OR_AFTER_DATE', { date: AUTUMN - 365 * DAY })),
  ],
});

const holiday = define('holiday-prices', {
  rules: [
    rule(shares('on', 100), inSegment('holiday-campaign-2026')),
    rule(
      shares('on', 10, 'off', 90),
      attributeMatcher('signUp', 'BETWEEN_DATE', { between: { from: AUTUMN - 90 * DAY, to: AUTUMN } }),
    ),
  ],
  flagSets: [{ id: stableId('flag set', 'campaigns'), type: 'FlagSet', name: 'campaigns' }],
});

const upsell = define('mobile-app-upsell', {
  rules: [
    rule(shares('off', 100), attributeMatcher('userAgent', 'CONTAINS_STRING', { strings: ['FlagshipApp/', 'Dalvik'] })),
    rule(shares('on', 100), { type: 'IN_SPLIT', depends: { splitName: 'new-search', treatment: 'vector' } }),
    rule(
      shares('on', 25, 'off', 75),
      attributeMatcher('email', 'ENDS_WITH_STRING', { strings: ['.edu', '.ac.uk'], negate: true }),
    ),
  ],
});

export const flag = (
  name: string,
  description: string,
  trafficType: SampleFlag['trafficType'],
  rolloutStatus: string,
  tags: readonly string[],
  definitions: Readonly<Record<string, DefinitionFields>>,
): SampleFlag => ({ name, description, trafficType, rolloutStatus, tags, definitions });

const LEGACY_CART = 'The cart before 2024, kept until the last integration is gone';
const legacyCart = define('legacy-cart', { rules: [rule(shares('on', 100), inSegment('enterprise-accounts'))] });

export const STOREFRONT_FLAGS: readonly SampleFlag[] = [
  flag('checkout-redesign', 'The one-page checkout', 'account', 'Ramping', ['checkout', 'q4'], {
    development: checkout([], 100),
    staging: checkout([rule(shares('on', 100), inSegment('beta-accounts'))], 50),
    'pre-production': checkout([rule(shares('on', 100), inSegment('beta-accounts'))], 10),
    production: checkout(
      [
        rule(shares('on', 100), inSegment('beta-accounts')),
        rule(
          shares('on', 50, 'off', 50),
          inSegment('vip-accounts'),
          attributeMatcher('country', 'IN_LIST_STRING', { strings: ['DE', 'FR', 'NL'] }),
        ),
      ],
      0,
    ),
  }),
  flag('new-search', 'Search by meaning instead of by word', 'user', 'Ramping', ['search'], {
    development: search(100, shares('vector', 100)),
    staging: search(100, shares('vector', 50, 'hybrid', 50)),
    'pre-production': search(50, shares('vector', 20, 'hybrid', 20, 'off', 60)),
    production: search(50, shares('vector', 10, 'off', 90)),
  }),
  flag(
    'recommendation-engine',
    'What others bought, on the product page',
    'account',
    '100% Released',
    [],
    everywhere(recommendations),
  ),
  flag(
    'price-experiment',
    'How prices are written',
    'account',
    'Experiment',
    ['pricing'],
    inAll(prices, 'staging', 'production'),
  ),
  flag('eu-consent-banner', 'Asks for consent where the law does', 'account', '100% Released', ['legal'], everywhere(consent)),
  flag('holiday-prices', 'Campaign prices in December', 'account', 'Pre-production', ['q4'], everywhere(holiday)),
  flag('mobile-app-upsell', 'Invites to the app', 'user', 'Ramping', ['mobile'], inAll(upsell, 'development', 'production')),
  flag('gift-cards', 'Gift cards as a means of payment', 'account', 'Internal testing', [], {
    development: everybody('gift-cards'),
    staging: everybody('gift-cards'),
    'pre-production': define('gift-cards', { rules: [rule(shares('on', 100), inSegment('beta-accounts'))] }),
    production: define('gift-cards', {
      rules: [rule(shares('on', 100), attributeMatcher('id', 'MATCHES_STRING', { string: '^acct-00\\d{3}$' }))],
    }),
  }),
  flag('dark-mode', 'Follows the theme of the system', 'user', 'Internal testing', [], {
    development: everybody('dark-mode'),
    staging: define('dark-mode', {
      treatments: [{ name: 'on', segments: ['accessibility-testers'] }, { name: 'off' }],
      defaultRule: shares('on', 50, 'off', 50),
    }),
  }),
  flag('free-shipping-banner', 'Says from which sum shipping is free', 'account', '100% Released', ['checkout'], {
    ...inAll(everybody('free-shipping-banner'), 'development', 'staging', 'pre-production'),
    production: define('free-shipping-banner', {
      treatments: [{ name: 'on', configurations: '{"from":4900,"currency":"EUR"}' }, { name: 'off' }],
      defaultRule: shares('on', 100),
    }),
  }),
  {
    ...flag('legacy-cart', LEGACY_CART, 'account', 'Removed from code', ['cleanup'], everywhere(legacyCart)),
    killedIn: ['pre-production', 'production'],
  },
  flag('wishlist-sharing', 'Sends a wish list by link', 'user', 'Pre-production', [], {
    development: everybody('wishlist-sharing'),
  }),
];
