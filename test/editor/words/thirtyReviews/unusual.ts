/** Unusual changes: those that change nothing, that can't be described in full, or that have names like the words around them. */
import type { FlagDefinition, Matcher, Rule } from '../../../../src/api/model.ts';
import { change, country, inSegment, of, rule, shares, treatments, type RealisticChange } from './changes.ts';

const [a, b] = [inSegment('a'), inSegment('b')];
const on = (...matchers: Matcher[]): Rule => rule('on 100', ...matchers);
const off = (...matchers: Matcher[]): Rule => rule('off 100', ...matchers);
const some = (size: number, ...matchers: Matcher[]): Rule => rule(`on ${size}, off ${100 - size}`, ...matchers);
const many = (count: number): Rule[] =>
  Array.from({ length: count }, (_, index) => some((index * 7) % 101, inSegment(`s${index}`)));

/** A change of the rules. */
const rules = (title: string, now: Rule[], then: Rule[], more: Partial<FlagDefinition> = {}): RealisticChange =>
  change(title, { ...more, rules: now }, { rules: then });

const shortened = (last: string): Matcher => country('a', 'b', 'c', 'd', last, `${last}${last}`);
const inBoth = (first: number, second: number): Rule[] => [some(first, shortened('x'), a), some(second, shortened('y'), a)];
const configured = (...configurations: readonly string[]): Partial<FlagDefinition> => ({
  treatments: configurations.map((text, index) => ({ name: ['on', 'off'][index]!, configurations: text })),
});
const nested = (end: number): string => `${'{"a":'.repeat(99)}{"${'b'.repeat(100)}":${end}${'}'.repeat(100)}`;
const targets = (keys: Readonly<Record<string, string[]>>): Partial<FlagDefinition> => ({
  treatments: treatments(...['on', 'off', 'a', 'b', 'c', 'd'].map((name) => ({ name, keys: keys[name] ?? [] }))),
});
const both = { a: ['x'], b: ['x'], off: ['k'] };
const unset = { defaultTreatment: null, trafficAllocation: null };
const everything = {
  defaultRule: shares('on 0, off 100'),
  trafficAllocation: 5,
  defaultTreatment: 'on',
  rules: [],
  treatments: treatments('on'),
};
const three = { rules: [on(inSegment('staff')), some(40, inSegment('trial')), some(10, inSegment('paying'))] };

export const UNUSUAL: readonly RealisticChange[] = [
  change('Move a rule, extend another one, and change the default rule', three, {
    rules: [three.rules[1]!, three.rules[0]!, some(10, inSegment('paying'), inSegment('beta'))],
    defaultRule: shares('on 80, off 20'),
  }),
  change('Target the same key a second time', targets(both), targets({ ...both, on: ['k'] })),
  change(
    'Target fewer keys, one of which has other targets',
    targets({ on: ['k'], off: ['k'], a: ['k', '1'], b: ['2'], c: ['3'], d: ['4'] }),
    targets({ on: ['k'], off: ['k'], a: ['1'], b: ['2'], c: ['3'], d: ['4'] }),
  ),
  change(
    'Target two keys, one of which is a target already',
    targets({ off: ['k'] }),
    targets({ off: ['k'], on: ['k', 'other'] }),
  ),
  rules(
    'Names that are words of the sentences',
    [],
    [rule('from 100', of('unless', 'IN_LIST_STRING', { strings: ['x'] }), of('in', 'IN_LIST_STRING', { strings: ['x'] }))],
    { treatments: treatments('from', 'off') },
  ),
  rules('A name that looks like two names', [some(10, inSegment('a” and “b'))], [some(20, inSegment('a” and “b'))]),
  rules('Two names', [some(10, a, b)], [some(20, a, b)]),
  rules('A name with hidden characters', [some(10, inSegment('a\u200b '))], [some(20, inSegment('a\u200b '))]),
  rules('A rule without conditions', [], [on()]),
  rules('Two conditions with OR above many rules', many(30), [
    { buckets: shares('off 100'), condition: { combiner: 'OR', matchers: [a, b] } },
    ...many(30),
  ]),
  rules('The opposite of a value', [], [on({ ...country('DE'), negate: true })]),
  rules('A condition that nobody knows', [], [off({ type: 'MOON', phase: 'full' })]),
  change(
    'Change the default rule of a flag with a prerequisite',
    { prerequisites: [{ n: 'x', ts: ['on'] }] },
    { defaultRule: shares('on 100') },
  ),
  rules('Serve only a segment that is not active here', [], [on(inSegment('loyalty: gold & platinum'))]),
  rules('Make a rule unreachable', [on(a)], [off(a), on(a)]),
  rules('Make a rule reachable again', [off(a), on(a)], [on(a)]),
  rules('Make a rule unreachable by two rules', [off(a, b), on(a)], [off(a, b), off(a, inSegment('b', true)), on(a)]),
  rules('Add a rule above one that could not be reached before', [off(a), on(a)], [on(inSegment('c')), off(a), on(a)]),
  rules('Change one of two rules with long lists', inBoth(0, 0), inBoth(10, 0)),
  rules('Change both of two rules with long lists', inBoth(0, 0), inBoth(10, 10)),
  rules('Remove nine rules', many(9), [], { defaultRule: shares('on 50, off 50') }),
  change('Change a configuration for one treatment', configured('{"color":"red","n":1}', '{"n":1}'), configured('{"color":"blue","n":1}', '{"n":2}')), // prettier-ignore
  change('Change a deep configuration', configured(nested(1), nested(1)), configured(nested(2), nested(2))),
  change('Write a configuration in another order', configured('{"n":1,"m":2}'), configured('{"m": 2, "n": 1}')),
  rules('Add rules to a killed flag', [], [on(a), some(10, b)], { killed: true }),
  rules('Remove a rule of a killed flag', [on(a)], [], { killed: true }),
  change('Change the default treatment of a killed flag', { killed: true }, { defaultTreatment: 'on' }),
  change('Kill a killed flag', { killed: true }, {}, { operationType: 'KILL' }),
  change('Restore a flag that is not killed', {}, {}, { operationType: 'RESTORE' }),
  change('Change nothing', three, {}),
  change(
    'Change only what has no meaning',
    { rules: [on(a)], defaultRule: shares('on 50, off 50') },
    {
      rules: [{ ...on(a), condition: { ...on(a).condition, note: '' } }],
      treatments: treatments({ name: 'on', description: '', keys: [] }, 'off'),
      defaultRule: shares('on 20, on 30, off 50'),
    },
  ),
  change('Remove a definition that does not exist', {}, {}, { operationType: 'ARCHIVE', live: undefined }),
  change('Change a definition that does not exist', {}, {}, { live: undefined }),
  change('Create a definition where there is one', {}, { trafficAllocation: 5 }, { operationType: 'CREATE' }),
  change('Create a different definition where there is one', three, everything, { operationType: 'CREATE' }),
  change('Change more than five things', three, { ...everything, killed: true, flagSets: ['x'] }),
  change('Set fields that were not set', unset, {
    defaultTreatment: 'off',
    trafficAllocation: 100,
    flagSets: ['q4'],
    novelty: 1,
  }),
  change('Set fields to nothing', {}, unset),
  change('Change the baseline treatment', { baselineTreatment: 'on' }, { baselineTreatment: 'off' }),
  change('Change the traffic and the rollout status', {}, { trafficAllocation: 10 }, { rolloutStatus: 'Ramping' }),
];
