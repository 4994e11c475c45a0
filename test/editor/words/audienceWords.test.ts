/** Tests the sentences of “For whom” that an approver reads. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest, FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import type { FlagFacts } from '../../../src/operations/changeRequests/flagFacts.ts';
import type { LiveObject } from '../../../src/operations/changeRequests/readReview.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';

await import('../fakeVscode.ts');
const { addFacts, forWhom } = await import('../../../src/editor/words/audienceWords.ts');
const { plainLine } = await import('../../../src/editor/words/changeLines.ts');

const on = (size: number): Rule['buckets'] => [
  { treatment: 'on', size },
  { treatment: 'off', size: 100 - size },
];
const shares = (...all: readonly (readonly [string, number])[]): Rule['buckets'] => all.map(([treatment, size]) => ({ treatment, size })); // prettier-ignore
const rule = (buckets: Rule['buckets'], ...matchers: Matcher[]): Rule => ({ buckets, condition: { combiner: 'AND', matchers } });
const within = (string: string, negate = false): Matcher => ({ type: 'IN_SEGMENT', string, negate });
const country = (...strings: string[]): Matcher => ({ type: 'IN_LIST_STRING', attribute: 'country', strings });
const segment = (string: string, size = 100): Rule => rule(on(size), within(string));
const flag = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({ ...leastDefinition, ...fields });
const request = (flagAsked: FlagDefinition | null, operationType = 'UPDATE'): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  operationType,
  approvers: [],
  comments: [],
  flag: flagAsked,
});
const live = (definition: FlagDefinition | undefined): LiveObject => ({ kind: 'definition', definition });
const changed = (before: FlagDefinition | undefined, after: FlagDefinition, operationType?: string): readonly string[] =>
  forWhom(request(after, operationType), live(before))!.changed.map(plainLine);

describe('the “For whom” text of a change', () => {
  it('omits keys that keep their treatment: exceptions, the rest of a range, the rest of a list', () => {
    const vip = (size: number): Rule[] => [segment('beta'), ...(size > 0 ? [segment('vip', size)] : [])];
    assert.deepEqual(changed(flag({ rules: vip(100) }), flag({ rules: vip(0) })), [
      'LOSES ON: In “vip”, unless in “beta”: on → off',
    ]);
    const age = (number: number): FlagDefinition =>
      flag({ rules: [rule(on(0), { type: 'LESS_THAN_OR_EQUAL_NUMBER', attribute: 'age', number })], defaultRule: on(100) });
    assert.deepEqual(changed(age(18), age(16)), ['GAINS ON: age above 16 and at most 18: off → on']);
    const regions = (...all: string[]): FlagDefinition => flag({ rules: [rule(on(100), country(...all))] });
    assert.deepEqual(changed(regions('DE'), regions('DE', 'FR', 'AT')), ['GAINS ON: country “FR” or “AT”: off → on']);
  });

  it('names only treatments that have a changed key as a target', () => {
    const targets = (more: Readonly<Record<string, string[]>>): FlagDefinition =>
      flag({ treatments: ['on', 'off', 'a', 'b', 'c', 'd'].map((name) => ({ name, keys: more[name] ?? [] })) });
    // Keys that are targets of a and b both before and after do not change.
    const both = { a: ['x'], b: ['x'] };
    assert.deepEqual(changed(targets({ ...both, off: ['k'] }), targets({ ...both, off: ['k'], on: ['k'] })), [
      'NOT KNOWN: Key “k”: the result isn’t known',
      'The service’s documents don’t say what keys get that are individual targets of on and off.',
    ]);
    const all = { on: ['k'], off: ['k'], a: ['k', '1'], b: ['2'], c: ['3'], d: ['4'] };
    const fewer = changed(targets(all), targets({ ...all, a: ['1'] }));
    assert.equal(fewer.at(-1), 'The service’s documents don’t say what keys get that are individual targets of on and off.');
  });

  it('quotes names of attributes and treatments that are also words of the sentences', () => {
    const asked = (attribute: string): Matcher => ({ type: 'IN_LIST_STRING', attribute, strings: ['x'] });
    const [one] = changed(flag(), flag({ rules: [rule(shares(['from', 100]), asked('unless'), asked('in'), asked('kind'))] }));
    assert.equal(one, 'GAINS “FROM”: “unless” “x”, “in” “x”, kind “x”: off → “from”');
  });

  it('names a rule without conditions, or with an unknown combiner, without describing its conditions', () => {
    const empty = rule(on(100));
    assert.match(changed(flag(), flag({ rules: [empty] }))[0]!, /: Meeting a rule without conditions: off → on$/);
    const either = {
      ...rule(on(0), within('a'), within('b')),
      condition: { combiner: 'OR', matchers: [within('a'), within('b')] },
    };
    const rules = Array.from({ length: 30 }, (_, index) => segment(`s${index}`, (index * 7) % 101));
    assert.match(changed(flag({ rules }), flag({ rules: [either, ...rules] }))[0]!, /: Where rule 1 decides afterwards: /);
  });

  it('says which keys are uncertain, and why', () => {
    const onlyField = changed(flag(), flag({ prerequisites: [{ n: 'x', ts: ['on'] }] }));
    assert.deepEqual(onlyField, ['Changes “prerequisites”. Flag Admin can’t tell who gets something else because of it.']);
    const both = { prerequisites: [{ n: 'x', ts: ['on'] }] };
    assert.deepEqual(changed(flag(both), flag({ ...both, defaultRule: on(100) })), [
      'GAINS ON: Everybody: off → on',
      '“prerequisites” may decide first, and isn’t known here: the rest is about the keys for which it doesn’t.',
    ]);
    const targets = (...keys: string[]): FlagDefinition => flag({ treatments: [{ name: 'on', keys }, { name: 'off', keys: ['k'] }] }); // prettier-ignore
    assert.deepEqual(changed(targets(), targets('k', 'other')), [
      'NOT KNOWN: Key “k”: the result isn’t known',
      'GAINS ON: Key “other”: off → on',
      'The service’s documents don’t say what keys get that are individual targets of on and off.',
    ]);
    const without: Matcher = { type: 'IN_LIST_STRING', attribute: 'country', strings: ['DE'], negate: true };
    assert.deepEqual(changed(flag(), flag({ rules: [rule(on(100), without)] })), [
      'GAINS ON: Everybody, unless country “DE”: off → on',
      'What keys without “country” get depends on the SDK, because a rule asks for the opposite of a value.',
    ]);
    const novel = flag({ rules: [rule(on(0), { type: 'MOON', phase: 'full' })] });
    assert.deepEqual(changed(flag(), novel), [
      'Changes where “MOON” is used: an SDK that doesn’t know this matcher gives nobody a treatment of this flag.',
    ]);
  });

  it('says if not every combination was tried, and then never says that nobody is affected', () => {
    const many = Array.from({ length: 400 }, (_, index) => segment(`s${index}`, index % 101));
    const found = changed(flag({ rules: many }), flag({ rules: many.toReversed() }));
    assert.ok(found.includes('Not everything was tried: there are too many combinations. Others may get something else, too.'));
    assert.ok(!found.includes('Nobody gets anything else.'));
  });

  it('ends early for lists and patterns that would take minutes to compare, and then never says that nobody is affected', () => {
    const list = (type: string, index: number, length: number): Rule => ({
      buckets: on(100),
      condition: { matchers: [{ type, strings: Array.from({ length }, (_, one) => `${index}-${one}`) }] },
    });
    const rules = Array.from({ length: 250 }, (_, index) => [
      list('IN_LIST_STRING', index, 300),
      list('CONTAINS_STRING', index, 200),
    ]).flat();
    const found = changed(flag({ rules }), flag({ rules, defaultRule: on(100) }));
    assert.deepEqual(found, ['GAINS ON: Where the default rule decides: off → on']);
  });

  it('counts nothing as a gain for keys that have no definition afterwards or lose a default treatment that changes', () => {
    const removed = forWhom(request(flag(), 'ARCHIVE'), live(flag()))!.changed[0]!;
    assert.deepEqual([removed.tone, removed.mark], ['warning', 'loses off']);
    const before = flag({ defaultTreatment: 'on', defaultRule: on(0) });
    const killed = forWhom(request(before, 'KILL'), live(before))!.changed[0]!;
    assert.deepEqual([killed.tone, killed.mark], ['warning', 'loses off']);
  });

  it('merges many lines into a few with ranges, and still has the exact lines, each with different words', () => {
    const rules = Array.from({ length: 9 }, (_, index) => segment(`s${index}`, index));
    const found = forWhom(request(flag({ defaultRule: on(50) })), live(flag({ rules, defaultRule: on(50) })))!;
    assert.ok(found.changed.length <= 6 && found.exact.length > 6, JSON.stringify(found.changed));
    assert.match(found.changed[0]!.text, /^In “s0”; .* more groups: up to |^In “s0”; .*: \d+% to \d+% move from off to on/);
    for (const { line, text } of [...found.changed, ...found.exact]) assert.ok(line, text);
    assert.equal(new Set(found.exact.map(({ text }) => text)).size, found.exact.length);
  });

  it('describes the effect of a restore if the flag is killed', () => {
    const killed = (rules: Rule[]): FlagDefinition => flag({ killed: true, rules });
    assert.deepEqual(changed(killed([]), killed([segment('beta'), segment('vip', 10)])), [
      'Nobody gets anything else.',
      'If the flag were restored: In “beta”: off → on',
      'If the flag were restored: In “vip”, unless in “beta”: 10% move from off to on (off 100% → 90%, on 0% → 10%)',
    ]);
    assert.deepEqual(changed(killed([segment('beta')]), killed([])), [
      'Nobody gets anything else.',
      'Nobody would get anything else if the flag were restored.',
    ]);
  });

  it('says that a segment has no keys in this environment, and that its group gains nothing', async () => {
    const facts: FlagFacts = { sizes: new Map(), empty: new Set(['beta']), dependants: [], rolloutStatus: undefined };
    const both = flag({ rules: [segment('beta'), segment('vip')] });
    const note = '“beta” is not active in this environment: no key is in it.';
    const told = async (after: FlagDefinition): Promise<readonly string[]> => {
      const pair = [request(after), live(flag())] as const;
      await addFacts(...pair, facts);
      return forWhom(...pair)!.changed.map(plainLine);
    };
    assert.deepEqual(await told(both), ['GAINS ON: In “vip”: off → on', 'No key reaches rule 1.', note]);
    assert.deepEqual(await told(flag({ rules: [segment('beta')] })), [
      'Nobody gets anything else.',
      'No key reaches rule 1.',
      note,
    ]);
  });

  it('says which rules become unreachable, and which become reachable again', () => {
    const [old, now] = [flag({ rules: [segment('a')] }), flag({ rules: [rule(on(0), within('a')), segment('a')] })];
    assert.deepEqual(changed(old, now), ['LOSES ON: In “a”: on → off', 'No key reaches rule 2: rule 1 decides first.']);
    assert.deepEqual(changed(now, old), ['GAINS ON: In “a”: off → on', 'Rule 2 of the definition before can be reached again.']);
    // It needs two rules, and one of them is new.
    const both = [rule(on(0), within('a'), within('b')), rule(on(0), within('a'), within('b', true)), segment('a')];
    assert.deepEqual(changed(flag({ rules: both.toSpliced(1, 1) }), flag({ rules: both })), [
      'LOSES ON: In “a”, unless in “b”: on → off',
      'No key reaches rule 3.',
    ]);
    // A rule that could not be reached before is not mentioned.
    const other = segment('c');
    assert.deepEqual(changed(now, flag({ rules: [other, ...now.rules] })), ['GAINS ON: In “c”: off → on']);
  });

  it('shows full lists if two of them would look the same when shortened', () => {
    const [x, y] = ['x', 'y'].map((last) => country('a', 'b', 'c', 'd', last, `${last}${last}`)) as [Matcher, Matcher];
    const rules = (...sizes: [number, number]): Rule[] => [
      rule(on(sizes[0]), x, within('s')),
      rule(on(sizes[1]), y, within('s')),
    ];
    const [one] = changed(flag({ rules: rules(0, 0) }), flag({ rules: rules(10, 0) }));
    assert.match(one!, /: In “s”, country “a”, “b”, “c”, “d”, or 2 others: 10%/);
    const [both] = changed(flag({ rules: rules(0, 0) }), flag({ rules: rules(10, 10) }));
    assert.match(
      both!,
      /: In “s”, country “a”, “b”, “c”, “d”, “x”, or “xx”; in “s”, country “a”, “b”, “c”, “d”, “y”, or “yy”: 10%/,
    );
  });

  it('quotes names, so that two names never look like one', () => {
    const two = changed(
      flag({ rules: [rule(on(10), within('a'), within('b'))] }),
      flag({ rules: [rule(on(20), within('a'), within('b'))] }),
    );
    const one = changed(flag({ rules: [segment('a” and “b', 10)] }), flag({ rules: [segment('a” and “b', 20)] }));
    assert.match(two[0]!, /^SOME GAIN ON: In “a” and “b”: /);
    assert.match(one[0]!, /^SOME GAIN ON: In “a\\” and \\“b”: /);
    assert.match(
      changed(flag({ rules: [segment('a\u200b ', 10)] }), flag({ rules: [segment('a\u200b ', 20)] }))[0]!,
      /In “a\\u\{200b\}\\u\{20\}”: /,
    );
  });

  it('names the treatments that somebody gets with a different configuration, compared as JSON', () => {
    const treatments = (configurations: string) => ['on', 'off'].map((name) => ({ name, configurations }));
    const [red, blue] = ['{"color":"red","n":1}', '{"color":"blue","n":1}'].map((text) => flag({ treatments: treatments(text) }));
    assert.deepEqual(changed(red, blue!), ['Whoever gets off gets a different configuration: color "red" → "blue".']);
    const nested = (end: number) =>
      flag({ treatments: treatments(`${'{"a":'.repeat(99)}{"${'b'.repeat(100)}":${end}${'}'.repeat(100)}`) });
    assert.deepEqual(changed(nested(1), nested(2)), [
      `Whoever gets off gets a different configuration: a.a.a.a.….a.a.a."${'b'.repeat(79)}… 1 → 2.`,
    ]);
    assert.equal(forWhom(request(flag({ treatments: treatments('{"n": 1, "color": "red"}') })), live(red)), undefined);
  });
});
