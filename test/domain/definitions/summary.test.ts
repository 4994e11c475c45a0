/** The few items that a review begins with. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import { diffDefinitions } from '../../../src/domain/definitions/definitionDiff.ts';
import { summarise, summariseKeys } from '../../../src/domain/definitions/summary.ts';

const rule = (string: string, size = 100): Rule => ({
  buckets: [{ treatment: 'on', size }],
  condition: { matchers: [{ type: 'IN_SEGMENT', string }] },
});
const definition = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({
  name: 'f',
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [rule('a'), rule('b', 10)],
  defaultRule: [
    { treatment: 'on', size: 50 },
    { treatment: 'off', size: 30 },
    { treatment: 'v2', size: 20 },
  ],
  ...fields,
});
const summaryOf = (before: FlagDefinition | undefined, after: FlagDefinition | undefined) =>
  summarise(diffDefinitions(before, after));

const codes = (...sides: Parameters<typeof summaryOf>): readonly string[] => summaryOf(...sides).map(({ code }) => code);

describe('a definition in summary', () => {
  it('changes nothing', () => {
    assert.deepEqual(summaryOf(definition(), definition()), [{ code: 'nothing', risk: 'nothing' }]);
    assert.deepEqual(summaryOf(undefined, undefined), [{ code: 'nothing', risk: 'nothing' }]);
  });

  it('is killed or restored before all else', () => {
    assert.deepEqual(summaryOf(definition(), definition({ killed: true })), [
      { code: 'killed', treatment: 'off', risk: 'killed' },
    ]);
    const nameless = summaryOf(definition(), definition({ killed: true, defaultTreatment: null }));
    assert.deepEqual(nameless[0], { code: 'killed', risk: 'killed' });
    assert.equal(summaryOf(definition({ killed: true }), definition({ trafficAllocation: 1 }))[0]?.code, 'restored');
  });

  it('says of a flag that stays killed what everybody goes on to get', () => {
    const [other] = summaryOf(definition({ killed: true }), definition({ killed: true, defaultTreatment: 'on' }));
    assert.deepEqual(other, { code: 'staysKilled', treatment: 'on' });
    const [first, second] = summaryOf(definition({ killed: true }), definition({ killed: true, trafficAllocation: 1 }));
    assert.deepEqual([first?.code, second?.code], ['staysKilled', 'trafficAllocation']);
    assert.deepEqual(codes(definition({ killed: true }), definition({ killed: true })), ['nothing']);
  });

  it('is added with what it brings, or removed and that is all', () => {
    assert.deepEqual(codes(undefined, definition()), ['definitionAdded', 'defaultRuleChanged', 'ruleAdded', 'ruleAdded']);
    assert.deepEqual(codes(undefined, definition({ trafficAllocation: 5 }))[2], 'trafficAllocation');
    const full = definition({ rules: [], flagSets: ['q4'], treatments: definition().treatments.toReversed() });
    assert.deepEqual(codes(undefined, full), ['definitionAdded', 'defaultRuleChanged']);
    assert.deepEqual(summaryOf(definition(), undefined), [{ code: 'definitionRemoved', risk: 'removesDefinition' }]);
  });

  it('names the shares that change', () => {
    const after = definition({
      defaultRule: [
        { treatment: 'on', size: 80 },
        { treatment: 'v2', size: 20 },
      ],
    });
    assert.deepEqual(summaryOf(definition(), after), [
      {
        code: 'defaultRuleChanged',
        buckets: [
          { treatment: 'on', from: 0, before: 50, to: 0, after: 80 },
          { treatment: 'off', from: 1, before: 30 },
        ],
        risk: 'servesMore',
      },
    ]);
  });

  it('names all shares if only their order changes', () => {
    const [item] = summaryOf(definition(), definition({ defaultRule: definition().defaultRule.toReversed() }));
    assert.ok(item?.code === 'defaultRuleChanged');
    assert.deepEqual(
      item.buckets.map(({ treatment, after }) => [treatment, after]),
      [
        ['v2', 20],
        ['off', 30],
        ['on', 50],
      ],
    );
    assert.equal(item.risk, undefined);
  });

  it('tells of each rule by its number what becomes of it, one that is moved and edited twice', () => {
    const [moved, edited, ...others] = summaryOf(definition(), definition({ rules: [rule('b', 20), rule('a')] }));
    assert.deepEqual(moved, { code: 'rulesMoved', count: 1, moves: [{ from: 2, to: 1, above: 1 }] });
    assert.ok(edited?.code === 'ruleEdited');
    assert.deepEqual([edited.number, edited.risk, others], [1, 'servesMore', []]);
    assert.deepEqual(summaryOf(definition(), definition({ rules: [rule('a')] })), [
      { code: 'ruleRemoved', number: 2, rule: rule('b', 10), risk: 'removesRule' },
    ]);
  });

  it('says where a rule goes by the one that it goes past: up above it, down below it', () => {
    const rules = ['a', 'b', 'c', 'd'].map((name) => rule(name));
    const movesTo = (order: readonly number[], added: readonly Rule[] = []) =>
      summaryOf(definition({ rules }), definition({ rules: [...added, ...order.map((index) => rules[index]!)] })).flatMap(
        (item) => (item.code === 'rulesMoved' ? item.moves : []),
      );
    assert.deepEqual(movesTo([3, 0, 1, 2]), [{ from: 4, to: 1, above: 1 }]);
    assert.deepEqual(movesTo([1, 2, 3, 0]), [{ from: 1, to: 4, below: 4 }]);
    assert.deepEqual(movesTo([0, 2, 1, 3]), [{ from: 3, to: 2, above: 2 }]);
    // Down to a place that another stands below; up to one between a rule that stood above it and a new one.
    assert.deepEqual(movesTo([1, 2, 0, 3]), [{ from: 1, to: 3, below: 3 }]);
    const [one, two, three, four] = rules;
    const fresh: Rule = { buckets: [], condition: { matchers: [{ type: 'NEW' }] } };
    const items = summaryOf(definition({ rules }), definition({ rules: [one!, four!, fresh, two!, three!] }));
    assert.deepEqual(
      items.flatMap((item) => (item.code === 'rulesMoved' ? item.moves : [])),
      [{ from: 4, to: 2 }],
    );
  });

  it('counts the rules with their numbers where there is no room for each', () => {
    const many = Array.from({ length: 9 }, (_, index) => rule(`s${index}`, 10));
    const after = many.map(({ condition }, index) => ({ ...rule('', index === 3 ? 20 : 5), condition }));
    assert.deepEqual(summaryOf(definition({ rules: many }), definition({ rules: after })), [
      { code: 'rulesEdited', count: 9, numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9], risk: 'servesMore' },
    ]);
  });

  it('tells rules and treatments one by one only where there is room for each', () => {
    const after = definition({
      rules: [rule('b', 20), rule('c')],
      treatments: [{ name: 'on', description: 'x' }, { name: 'off' }],
    });
    const diff = diffDefinitions(definition(), after);
    const counted = ['rulesRemoved', 'rulesAdded', 'rulesEdited', 'treatmentsEdited'];
    const each = ['ruleRemoved', 'ruleAdded', 'ruleEdited', 'treatmentEdited'];
    assert.deepEqual(
      summarise(diff).map(({ code }) => code),
      each,
    );
    const [first, second] = [rule('x', 1), rule('y', 2)];
    const more = diffDefinitions(definition(), { ...after, rules: [...after.rules, first, second] });
    assert.deepEqual(
      summarise(more, 5).map(({ code }) => code),
      ['ruleRemoved', counted[1], 'ruleEdited', 'treatmentEdited'],
    );
    assert.deepEqual(
      summarise(more, 6).map(({ code }) => code),
      ['ruleRemoved', 'ruleAdded', 'ruleAdded', 'ruleAdded', 'ruleEdited', 'treatmentEdited'],
    );
    assert.deepEqual(
      summarise(more, 3).map(({ code }) => code),
      [counted[0], counted[1], 'more'],
    );
  });

  it('gives the room that one kind leaves to the next, and none that is taken', () => {
    const odd = (type: string): Rule => ({ buckets: [{ treatment: type, size: 1 }], condition: { matchers: [{ type }] } });
    const before = definition({ rules: [odd('A'), odd('B')] });
    const after = { ...before, rules: [odd('X'), odd('Y')], trafficAllocation: 5, defaultTreatment: 'on' };
    assert.deepEqual(codes(before, after), ['trafficAllocation', 'ruleRemoved', 'ruleRemoved', 'rulesAdded', 'defaultTreatment']);
  });

  it('names treatments, values and other fields', () => {
    const after = definition({
      treatments: [{ name: 'on', description: 'x' }, { name: 'v2' }],
      defaultTreatment: 'on',
      flagSets: ['q4'],
    });
    assert.deepEqual(summaryOf(definition(), after), [
      { code: 'defaultTreatment', before: 'off', after: 'on' },
      { code: 'treatmentsRemoved', names: ['off'] },
      { code: 'treatmentsAdded', names: ['v2'] },
      {
        code: 'treatmentEdited',
        name: 'on',
        edit: { description: { before: '', after: 'x' }, otherFields: [] },
      },
      { code: 'otherFields', fields: ['flagSets'] },
    ]);
  });

  it('says that treatments are listed in another order, which is no change of who gets what', () => {
    const after = definition({ treatments: definition().treatments.toReversed() });
    assert.deepEqual(summaryOf(definition(), after), [{ code: 'treatmentsReordered' }]);
  });

  it('has five items at most, the weightiest, and the last names what it has no room for', () => {
    const after = definition({
      killed: true,
      trafficAllocation: 5,
      defaultTreatment: 'on',
      defaultRule: [],
      rules: [rule('c', 1), rule('b', 20)],
      treatments: [{ name: 'on' }],
    });
    const items = summaryOf(definition(), after);
    assert.deepEqual(
      items.map(({ code }) => code),
      ['killed', 'defaultRuleChanged', 'trafficAllocation', 'rulesEdited', 'more'],
    );
    assert.deepEqual(items.at(-1), { code: 'more', codes: ['defaultTreatment', 'treatmentsRemoved'], risk: 'servesMore' });
  });
});

describe('the mark "serves more"', () => {
  const before = definition({ rules: [rule('a', 10)] });
  const riskOf = (after: Partial<FlagDefinition>, start = before) =>
    summaryOf(start, { ...start, ...after }).map(({ risk }) => risk);
  const shares = (on: number) => [
    { treatment: 'on', size: on },
    { treatment: 'off', size: 100 - on },
  ];

  it('is for a treatment that is neither the default one nor off', () => {
    assert.deepEqual(riskOf({ defaultRule: shares(60) }), ['servesMore']);
    assert.deepEqual(riskOf({ defaultRule: shares(10) }, definition({ defaultTreatment: 'control', defaultRule: shares(20) })), [
      undefined,
    ]);
    const control = (size: number) => ({ defaultRule: [{ treatment: 'control', size }] });
    assert.deepEqual(riskOf(control(90), definition(control(10))), [undefined]);
    const served = { defaultRule: [{ treatment: 'legacy', size: 10 }], defaultTreatment: 'legacy' };
    assert.deepEqual(riskOf({ defaultRule: [{ treatment: 'legacy', size: 90 }] }, definition(served)), [undefined]);
  });

  it('reckons with the traffic allocation: twice the share of a tenth of the traffic is less', () => {
    assert.deepEqual(riskOf({ defaultRule: shares(100), trafficAllocation: 10 }), [undefined, undefined]);
    assert.deepEqual(riskOf({ trafficAllocation: 100 }, definition({ trafficAllocation: 5 })), ['servesMore']);
    // A smaller share of more traffic: it is the allocation that serves more.
    const half = definition({ defaultRule: shares(50), trafficAllocation: 50 });
    assert.deepEqual(riskOf({ defaultRule: shares(40), trafficAllocation: 100 }, half), [undefined, 'servesMore']);
    // Rules alone serve to those that come as well; a rule that goes does not.
    const byRule = definition({ defaultRule: [], rules: [rule('a', 10)], trafficAllocation: 5 });
    assert.deepEqual(riskOf({ trafficAllocation: 100 }, byRule), ['servesMore']);
    assert.deepEqual(riskOf({ trafficAllocation: 100, rules: [] }, byRule), [undefined, 'removesRule']);
    const idle = { defaultRule: shares(0), rules: [], trafficAllocation: 5 };
    assert.deepEqual(riskOf({ trafficAllocation: 100 }, definition(idle)), [undefined]);
  });

  it('is for a rule that is new, gives a larger share, or matches more', () => {
    const list = (strings: string[], more: object = {}): Rule => ({
      buckets: shares(10),
      condition: { matchers: [{ type: 'IN_LIST_STRING', attribute: 'country', strings, ...more }] },
    });
    // Who is let go by a rule gets nothing.
    const rest = { defaultRule: shares(0) };
    const edit = (one: Rule, other: Rule) => riskOf({ rules: [other] }, definition({ rules: [one], ...rest }))[0];
    assert.equal(edit(list(['DE']), list(['DE', 'FR'])), 'servesMore');
    assert.equal(edit(list(['DE', 'FR']), list(['DE'])), undefined);
    assert.equal(edit(list(['DE', 'FR'], { negate: true }), list(['DE'], { negate: true })), 'servesMore');
    assert.equal(edit(list(['DE']), { ...list(['DE']), buckets: shares(5) }), undefined);
    const two = { ...list(['DE']), condition: { matchers: [...list(['DE']).condition.matchers, { type: 'X' }] } };
    assert.equal(edit(list(['DE']), two), undefined);
    assert.equal(edit(two, list(['DE'])), 'servesMore');
    assert.deepEqual(riskOf({ rules: [rule('a', 10), rule('n', 1)] }), ['servesMore']);
    const off: Rule = { ...rule('n'), buckets: [{ treatment: 'off', size: 100 }] };
    assert.deepEqual(riskOf({ rules: [off, rule('a', 10)] }), [undefined]);
  });

  it('is for a condition that may match more, and for none that matches less or serves nothing', () => {
    const one = (matcher: Matcher, on = 10): Rule => ({ buckets: shares(on), condition: { matchers: [matcher] } });
    const edit = (before: Rule, after: Rule) => {
      const rest = { defaultRule: shares(0) };
      const items = summaryOf(definition({ rules: [before], ...rest }), definition({ rules: [after], ...rest }));
      assert.deepEqual(
        items.map(({ code }) => code),
        ['ruleEdited'],
      );
      return items[0]?.risk;
    };
    const set = (type: string, strings: string[], on?: number) => one({ type, attribute: 'plan', strings }, on);
    const [few, many] = [['a'], ['a', 'b']];
    assert.equal(edit(set('ANY_OF_SET', few), set('ANY_OF_SET', many)), 'servesMore');
    assert.equal(edit(set('ANY_OF_SET', many), set('ANY_OF_SET', few)), undefined);
    assert.equal(edit(set('ALL_OF_SET', few), set('ALL_OF_SET', many)), undefined);
    assert.equal(edit(set('ALL_OF_SET', many), set('ALL_OF_SET', few)), 'servesMore');
    // Of these nobody can tell.
    for (const type of ['EQUAL_SET', 'NOVEL_SET']) {
      assert.equal(edit(set(type, few), set(type, many)), 'servesMore');
      assert.equal(edit(set(type, many), set(type, few)), 'servesMore');
    }
    const age = (number: number) => one({ type: 'GREATER_THAN_OR_EQUAL_NUMBER', attribute: 'age', number });
    assert.equal(edit(age(18), age(21)), 'servesMore');
    assert.equal(edit(set('ANY_OF_SET', few, 0), set('ANY_OF_SET', many, 0)), undefined);
    assert.deepEqual(riskOf({ rules: [rule('a', 10), rule('n', 0)] }), [undefined]);
  });

  it('is for the sum of what a treatment gets: it may have several shares', () => {
    const several = (...sizes: number[]): Rule => ({ ...rule('a'), buckets: sizes.map((size) => ({ treatment: 'on', size })) });
    const edit = (before: Rule, after: Rule) =>
      summaryOf(definition({ rules: [before] }), definition({ rules: [after] }))[0]?.risk;
    assert.equal(edit(several(20, 10), several(25)), undefined);
    assert.equal(edit(several(25), several(20, 10)), 'servesMore');
  });

  it('is for individual targets, and for a default treatment that somebody gets', () => {
    const targeted = [{ name: 'on', keys: ['maria'] }, { name: 'off' }];
    assert.deepEqual(riskOf({ treatments: targeted }), ['servesMore']);
    assert.deepEqual(riskOf({ treatments: [{ name: 'on' }, { name: 'off', keys: ['maria'] }] }), [undefined]);
    assert.deepEqual(riskOf({ defaultTreatment: 'on' }), [undefined]);
    assert.deepEqual(riskOf({ defaultTreatment: 'on' }, definition({ trafficAllocation: 50 })), ['servesMore']);
    assert.deepEqual(riskOf({ defaultTreatment: 'on' }, definition({ killed: true })), [undefined, 'servesMore']);
    assert.deepEqual(riskOf({ defaultTreatment: 'off' }, definition({ defaultTreatment: 'on', killed: true })), [
      undefined,
      undefined,
    ]);
    assert.deepEqual(riskOf({ trafficAllocation: 100 }, definition({ trafficAllocation: null })), [undefined]);
    assert.deepEqual(riskOf({ treatments: [{ name: 'on', segments: ['s'] }, { name: 'off' }] }), ['servesMore']);
    assert.deepEqual(riskOf({ treatments: [{ name: 'on' }, { name: 'off' }] }, definition({ treatments: targeted })), [
      undefined,
    ]);
  });
});

describe('the mark "serves more" where less is held back', () => {
  const shares = (on: number) => [
    { treatment: 'on', size: on },
    { treatment: 'off', size: 100 - on },
  ];
  const listed = (strings: string[], on = 0, more: object = {}): Rule => ({
    buckets: shares(on),
    condition: { matchers: [{ type: 'IN_LIST_STRING', attribute: 'country', strings, ...more }] },
  });
  const risks = (before: Partial<FlagDefinition>, after: Partial<FlagDefinition>, both: Partial<FlagDefinition> = {}) => {
    const base = definition({ rules: [], defaultRule: shares(100), ...both });
    return summaryOf({ ...base, ...before }, { ...base, ...after }).map(({ risk }) => risk);
  };
  const edit = (before: Rule, after: Rule, both: Partial<FlagDefinition> = {}, rest: readonly Rule[] = []) =>
    risks({ rules: [before, ...rest] }, { rules: [after, ...rest] }, both)[0];
  const idle = { defaultRule: shares(0) };

  it('is for a rule that keeps fewer off, if those get more then', () => {
    const [two, one] = [listed(['DE', 'FR']), listed(['DE'])];
    assert.equal(edit(two, one), 'servesMore');
    assert.equal(edit(one, two), undefined);
    assert.equal(edit(two, one, idle), undefined);
    // By a rule below, not by one above.
    assert.equal(edit(two, one, idle, [listed(['FR'], 100)]), 'servesMore');
    const above = listed(['FR'], 100);
    assert.deepEqual(risks({ rules: [above, two] }, { rules: [above, one] }, idle), [undefined]);
    // A small share is held back as well, and who had all of it gets no more.
    assert.equal(edit(listed(['DE', 'FR'], 10), listed(['DE'], 10)), 'servesMore');
    assert.equal(edit(listed(['DE', 'FR'], 100), listed(['DE'], 100)), undefined);
    assert.equal(edit(listed(['DE'], 0, { negate: true }), listed(['DE', 'FR'], 0, { negate: true })), 'servesMore');
    assert.equal(edit(listed(['DE', 'FR'], 0, { negate: true }), listed(['DE'], 0, { negate: true })), undefined);
  });

  it('is for one more condition, or another combiner, of a rule that keeps off', () => {
    const one = listed(['DE']);
    const [matcher] = one.condition.matchers;
    const two: Rule = { ...one, condition: { matchers: [matcher!, { type: 'IN_SEGMENT', string: 's' }] } };
    assert.equal(edit(one, two), 'servesMore');
    assert.equal(edit(two, one), undefined);
    const or: Rule = { ...two, condition: { ...two.condition, combiner: 'OR' } };
    assert.equal(edit(or, two), 'servesMore');
    assert.equal(edit(or, two, idle), undefined);
  });

  it('is for what everybody gets by default, too, if that is not off', () => {
    assert.equal(edit(listed(['DE', 'FR']), listed(['DE']), { defaultTreatment: 'on' }), 'servesMore');
  });

  it('is for targets that off loses, and not for those that it gets or that get nothing then', () => {
    const off = (more: object) => ({ treatments: [{ name: 'on' }, { name: 'off', ...more }] });
    const [many, few] = [off({ keys: ['k1', 'k2'], segments: ['blocked'] }), off({ keys: ['k1'] })];
    assert.deepEqual(risks(many, few), ['servesMore']);
    assert.deepEqual(risks(off({ segments: ['blocked'] }), off({ segments: [] })), ['servesMore']);
    assert.deepEqual(risks(few, many), [undefined]);
    assert.deepEqual(risks(many, few, idle), [undefined]);
    assert.deepEqual(risks(many, few, { ...idle, rules: [listed(['DE'], 10)] }), ['servesMore']);
    // They may be in a segment that gets it.
    const beta = (one: Partial<FlagDefinition>) => ({
      treatments: one.treatments!.map((all) => (all.name === 'on' ? { ...all, segments: ['beta'] } : all)),
    });
    assert.deepEqual(risks(beta(many), beta(few), idle), ['servesMore']);
    // The list of those that have it gets shorter.
    const on = (keys: string[]) => ({ treatments: [{ name: 'on', keys }, { name: 'off' }] });
    assert.deepEqual(risks(on(['a', 'b']), on(['a'])), [undefined]);
  });

  it('is for a treatment that goes or comes with its targets', () => {
    const [on, off] = [{ name: 'on' }, { name: 'off' }];
    const without = { treatments: [on, off] };
    const withOne = (treatment: object) => ({ treatments: [on, off, { name: 'control', ...treatment }] });
    assert.deepEqual(risks(withOne({ segments: ['blocked'] }), without), ['servesMore']);
    assert.deepEqual(risks(withOne({}), without), [undefined]);
    assert.deepEqual(risks(without, withOne({ keys: ['a'] })), [undefined]);
    assert.deepEqual(risks(without, { treatments: [on, off, { name: 'v2', keys: ['a'] }] }), ['servesMore']);
  });

  it('is for an allocation that leaves more to a default treatment that serves', () => {
    const allocation = (both: Partial<FlagDefinition>) => risks({}, { trafficAllocation: 10 }, both);
    assert.deepEqual(allocation({ ...idle, defaultTreatment: 'on' }), ['servesMore']);
    assert.deepEqual(allocation({ defaultTreatment: 'on', rules: [listed(['DE'])] }), ['servesMore']);
    assert.deepEqual(allocation({ defaultTreatment: 'on' }), [undefined], 'they had it before');
    assert.deepEqual(allocation({ ...idle, defaultTreatment: 'off' }), [undefined]);
    assert.deepEqual(allocation({ ...idle, defaultTreatment: 'on', killed: true }), [undefined, undefined]);
  });

  it('is for a rule that goes past another so that those whom both match get more', () => {
    const segment = (string: string, buckets: Rule['buckets']): Rule => ({ ...rule(string), buckets });
    const [on, off] = [segment('a', shares(100)), segment('b', shares(0))];
    const move = (before: Rule[], after: Rule[]) => risks({ rules: before }, { rules: after });
    assert.deepEqual(move([off, on], [on, off]), ['servesMore']);
    assert.deepEqual(move([on, off], [off, on]), [undefined]);
    const v2 = segment('c', [{ treatment: 'v2', size: 100 }]);
    assert.deepEqual(move([on, v2], [v2, on]), ['servesMore'], 'nobody can tell which of them is more');
    assert.deepEqual(move([on, segment('d', shares(100))], [segment('d', shares(100)), on]), [undefined]);
    // Past one that is far, and down as well as up.
    const none = segment('n', shares(0));
    assert.deepEqual(move([off, none, on, v2], [none, on, v2, off]), ['servesMore']);
    // Each of several moves has its own mark.
    const several = summaryOf(
      definition({ rules: [off, on, v2, segment('e', shares(100))], defaultRule: [] }),
      definition({ rules: [on, off, segment('e', shares(100)), v2], defaultRule: [] }),
    );
    assert.deepEqual(
      several.map(({ risk }) => risk),
      ['servesMore', 'servesMore'],
    );
  });

  it('is not for a rule that goes past one that nobody of its own can match', () => {
    const move = (one: Rule, other: Rule) => risks({ rules: [one, other] }, { rules: [other, one] })[0];
    assert.equal(move(listed(['DE']), listed(['FR'], 100)), undefined);
    assert.equal(move(listed(['DE']), listed(['FR', 'DE'], 100)), 'servesMore');
    assert.equal(move(listed(['DE']), listed(['FR'], 100, { attribute: 'plan' })), 'servesMore');
    assert.equal(move(listed(['DE']), listed(['FR'], 100, { negate: true })), 'servesMore');
    const or = (one: Rule): Rule => ({ ...one, condition: { ...one.condition, combiner: 'OR' } });
    assert.equal(move(or(listed(['DE'])), or(listed(['FR'], 100))), 'servesMore');
  });
});

describe('the mark of several in one item', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const start = definition({ treatments: names.map((name) => ({ name })) });
  const targeted = names.map((name) => ({ name, description: 'x', ...(name === 'f' && { keys: ['maria'] }) }));

  it('is that of any of them', () => {
    assert.deepEqual(summaryOf(start, { ...start, treatments: targeted }), [
      { code: 'treatmentsEdited', names, risk: 'servesMore' },
    ]);
    const idle = targeted.map(({ name, description }) => ({ name, description }));
    assert.deepEqual(summaryOf(start, { ...start, treatments: idle }), [{ code: 'treatmentsEdited', names }]);
  });

  it('is there also where there is no room for them, whichever of them has it', () => {
    const after = {
      ...start,
      trafficAllocation: 5,
      rules: [],
      defaultRule: [],
      defaultTreatment: 'b',
      treatments: [...targeted, { name: 'new' }],
      flagSets: ['q4'],
    };
    assert.deepEqual(summaryOf({ ...start, trafficAllocation: 1 }, { ...after, trafficAllocation: 100 }).at(-1), {
      code: 'more',
      codes: ['treatmentsAdded', 'treatmentsEdited', 'otherFields'],
      risk: 'servesMore',
    });
  });
});

describe('keys in summary', () => {
  it('are counted by what becomes of them', () => {
    assert.deepEqual(summariseKeys({ added: ['a', 'b'], removed: [], unchanged: ['c'], isKnown: true }), [
      { code: 'keysAdded', count: 2 },
      { code: 'keysUnchanged', count: 1 },
    ]);
    assert.deepEqual(summariseKeys({ added: [], removed: ['a'], unchanged: [], isKnown: true }), [
      { code: 'keysRemoved', count: 1 },
    ]);
  });

  it('say first that nothing changes', () => {
    assert.deepEqual(summariseKeys({ added: [], removed: [], unchanged: ['c'], isKnown: true }), [
      { code: 'nothing', risk: 'nothing' },
      { code: 'keysUnchanged', count: 1 },
    ]);
  });
});
