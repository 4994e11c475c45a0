/** Realistic changes of each kind. They use the segments of the sandbox’s workspace “Storefront” in production. */
import type { Bucket, FlagDefinition, Matcher, NewFlagRequest, Rule, Treatment } from '../../../../src/api/model.ts';

export interface RealisticChange {
  /** A short description, which is also the title of the change request. */
  readonly title: string;
  readonly operationType: NewFlagRequest['operationType'];
  /** Undefined: the flag has no definition yet. */
  readonly live: FlagDefinition | undefined;
  readonly wanted: FlagDefinition;
  /** The name of the rollout status that the request sets. */
  readonly rolloutStatus?: string;
}

export const inSegment = (string: string, negate = false): Matcher => ({ type: 'IN_SEGMENT', string, ...(negate && { negate }) });
export const of = (attribute: string, type: string, value: object): Matcher => ({ type, attribute, ...value });
export const country = (...strings: string[]): Matcher => of('country', 'IN_LIST_STRING', { strings });
const accounts = (...strings: string[]): Matcher => ({ type: 'IN_LIST_STRING', strings });

/** "on 10, off 90". */
export function shares(text: string): Bucket[] {
  return text.split(', ').map((share) => {
    const [treatment, size] = share.split(' ') as [string, string];
    return { treatment, size: Number(size) };
  });
}

export const rule = (text: string, ...matchers: Matcher[]): Rule => ({
  buckets: shares(text),
  condition: { combiner: 'AND', matchers },
});
const [beta, vip, eu] = [inSegment('beta-accounts'), inSegment('vip-accounts'), inSegment('eu-accounts')];

let number = 0;

/** `now` and `then`: the fields in which the two versions differ from a flag that is off for everybody. */
export function change(
  title: string,
  now: Partial<FlagDefinition>,
  then: Partial<FlagDefinition>,
  more: Partial<RealisticChange> = {},
): RealisticChange {
  const base: FlagDefinition = {
    name: `checkout-${String((number += 1)).padStart(2, '0')}`,
    treatments: [{ name: 'on' }, { name: 'off' }],
    defaultTreatment: 'off',
    trafficAllocation: 100,
    rules: [],
    defaultRule: shares('off 100'),
  };
  return { title, operationType: 'UPDATE', live: { ...base, ...now }, wanted: { ...base, ...now, ...then }, ...more };
}

export const treatments = (...all: (string | Treatment)[]): Treatment[] =>
  all.map((one) => (typeof one === 'string' ? { name: one } : one));
const withV2 = { treatments: treatments('v1', 'v2', 'off') };
const noon = Date.UTC(2026, 11, 1, 12);

export const CHANGES: readonly RealisticChange[] = [
  change('Ramp from 10% to 25%', { defaultRule: shares('on 10, off 90') }, { defaultRule: shares('on 25, off 75') }),
  change(
    'Ramp two variants together',
    { ...withV2, defaultRule: shares('v1 10, v2 10, off 80') },
    { ...withV2, defaultRule: shares('v1 20, v2 20, off 60') },
  ),
  change(
    'Keep three accounts out',
    { rules: [rule('on 100', eu)] },
    { rules: [rule('off 100', accounts('acct-00041', 'acct-00046', 'acct-00051')), rule('on 100', eu)] },
  ),
  change(
    'Remove the rule for VIPs below the beta rule',
    { rules: [rule('on 100', beta), rule('on 100', vip)] },
    { rules: [rule('on 100', beta)] },
  ),
  change(
    'Lower the age limit from 18 to 16',
    { rules: [rule('off 100', of('age', 'LESS_THAN_OR_EQUAL_NUMBER', { number: 18 }))], defaultRule: shares('on 100') },
    { rules: [rule('off 100', of('age', 'LESS_THAN_OR_EQUAL_NUMBER', { number: 16 }))] },
  ),
  change(
    'Add Italy and Spain to the region',
    { rules: [rule('on 100', country('DE', 'FR', 'NL'))] },
    { rules: [rule('on 100', country('DE', 'FR', 'NL', 'IT', 'ES'))] },
  ),
  change('Swap the two halves', { defaultRule: shares('on 30, off 70') }, { defaultRule: shares('off 30, on 70') }),
  change(
    'Split the rule for Europe by country',
    { rules: [rule('on 50, off 50', eu)] },
    { rules: [rule('on 100', eu, country('DE', 'AT')), rule('on 20, off 80', eu)] },
  ),
  change(
    'Everybody in Europe before the VIPs of Europe',
    { rules: [rule('on 100', eu, vip), rule('on 100', beta)] },
    { rules: [rule('off 100', eu), rule('on 100', eu, vip), rule('on 100', beta)] },
  ),
  change(
    'Change the default treatment',
    { rules: [rule('on 50, off 50', eu)], trafficAllocation: 60 },
    { defaultTreatment: 'on' },
  ),
  change('Halve the traffic', { defaultRule: shares('on 40, off 60') }, { trafficAllocation: 50 }),
  change(
    'Kill: payments fail',
    { rules: [rule('on 100', beta), rule('on 50, off 50', vip)], defaultRule: shares('on 10, off 90') },
    {},
    { operationType: 'KILL' },
  ),
  change(
    'Take an account off the individual targets',
    { treatments: treatments({ name: 'on', keys: ['acct-00041', 'acct-00046'] }, 'off') },
    { treatments: treatments({ name: 'on', keys: ['acct-00041'] }, 'off') },
  ),
  change(
    'Drop the “not” of the VIP rule',
    { rules: [rule('on 100', inSegment('vip-accounts', true), eu)] },
    { rules: [rule('on 100', vip, eu)] },
  ),
  change('Set a field that nobody knows', { rules: [rule('on 100', beta)] }, { stickiness: 'account' }),
  change(
    'Add a prerequisite',
    { rules: [rule('on 100', beta)], defaultRule: shares('on 20, off 80') },
    { prerequisites: [{ splitName: 'new-search', treatments: ['on'] }] },
  ),
  change(
    'The same account as a target of two treatments',
    { treatments: treatments({ name: 'on', keys: ['acct-00041'] }, 'off') },
    { treatments: treatments({ name: 'on', keys: ['acct-00041'] }, { name: 'off', keys: ['acct-00041'] }) },
  ),
  change('Stop all traffic', { rules: [rule('on 100', beta)], defaultRule: shares('on 30, off 70') }, { trafficAllocation: 0 }),
  change(
    'Start for accounts that signed up from December on',
    { rules: [rule('on 100', of('signedUp', 'ON_OR_AFTER_DATE', { date: noon }))] },
    { rules: [rule('on 100', of('signedUp', 'ON_OR_AFTER_DATE', { date: noon + 14 * 86_400_000 }))] },
  ),
  change(
    'Raise the app version',
    { rules: [rule('on 100', of('appVersion', 'GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '6.2.0' }))] },
    { rules: [rule('on 100', of('appVersion', 'GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '6.4.0' }))] },
  ),
  change(
    'Match test accounts by a pattern',
    { rules: [rule('on 100', beta)] },
    { rules: [rule('on 100', beta), rule('on 100', { type: 'MATCHES_STRING', string: '^test-[0-9]+$' })] },
  ),
  change(
    'Ask for all interests instead of any',
    { rules: [rule('on 100', of('interests', 'ANY_OF_SET', { strings: ['garden', 'tools'] }))] },
    { rules: [rule('on 100', of('interests', 'ALL_OF_SET', { strings: ['garden', 'tools'] }))] },
  ),
  change(
    'Change a limit in the configuration',
    {
      treatments: treatments({ name: 'on', configurations: '{"limit":100,"colour":"blue"}' }, 'off'),
      rules: [rule('on 100', beta)],
    },
    { treatments: treatments({ name: 'on', configurations: '{"colour":"blue","limit":999}' }, 'off') },
  ),
  change(
    'Create the definition',
    {},
    { rules: [rule('on 100', beta)], defaultRule: shares('on 5, off 95') },
    { operationType: 'CREATE', live: undefined },
  ),
  change(
    'Remove the definition',
    { rules: [rule('on 100', beta)], defaultRule: shares('on 50, off 50') },
    {},
    { operationType: 'ARCHIVE' },
  ),
  change('Set the rollout status', { rules: [rule('on 100', beta)] }, {}, { rolloutStatus: 'Ramping' }),
  change(
    'Serve a segment that is not active here',
    { rules: [rule('on 100', beta)] },
    { rules: [rule('on 100', beta), rule('on 100', inSegment('loyalty: gold & platinum'))] },
  ),
  change(
    'Move the VIP rule above the beta rule',
    { rules: [rule('on 100', beta), rule('off 100', vip)] },
    { rules: [rule('off 100', vip), rule('on 100', beta)] },
  ),
  change(
    'Combine two conditions with OR',
    { rules: [rule('on 100', eu)] },
    { rules: [{ buckets: shares('on 100'), condition: { combiner: 'OR', matchers: [eu, vip] } }] },
  ),
  change(
    'Split the default rule in three',
    { ...withV2, defaultRule: shares('off 100') },
    { ...withV2, defaultRule: shares('v1 33, v2 33, off 34') },
  ),
  change(
    'Restore after the incident',
    { rules: [rule('on 100', beta)], defaultRule: shares('on 10, off 90'), killed: true },
    {},
    { operationType: 'RESTORE' },
  ),
];
