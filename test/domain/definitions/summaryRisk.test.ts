/** What a change must be to be marked "serves more": every way by which somebody may get what they did not get before. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import { definition, rule, summaryOf } from './summaryOf.ts';

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
    const byDefault = { ...idle, defaultRule: shares(50) };
    assert.deepEqual(riskOf({ trafficAllocation: 100 }, definition(byDefault)), ['servesMore']);
    // The share that serves stays as it is, or is of as many.
    const others = [{ treatment: 'off', size: 40 }, { treatment: 'control', size: 10 }]; // prettier-ignore
    assert.deepEqual(riskOf({ defaultRule: [{ treatment: 'on', size: 50 }, ...others], trafficAllocation: 100 }, half), [undefined, 'servesMore']); // prettier-ignore
    assert.deepEqual(riskOf({ defaultRule: shares(100), trafficAllocation: 25 }, half), [undefined, undefined]);
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
    const asksTwo = { ...list(['DE']), condition: { matchers: [...list(['DE']).condition.matchers, { type: 'X' }] } };
    assert.equal(edit(list(['DE']), asksTwo), undefined);
    assert.equal(edit(asksTwo, list(['DE'])), 'servesMore');
    assert.deepEqual(riskOf({ rules: [rule('a', 10), rule('n', 1)] }), ['servesMore']);
    const off: Rule = { ...rule('n'), buckets: [{ treatment: 'off', size: 100 }] };
    assert.deepEqual(riskOf({ rules: [off, rule('a', 10)] }), [undefined]);
    // One of several shares is enough.
    assert.deepEqual(riskOf({ rules: [rule('a', 10), { ...rule('n'), buckets: shares(50) }] }), ['servesMore']);
    const two = (on: number, v2: number): Rule['buckets'] => [{ treatment: 'on', size: on }, { treatment: 'v2', size: v2 }]; // prettier-ignore
    assert.equal(edit({ ...rule('a'), buckets: two(10, 20) }, { ...rule('a'), buckets: two(20, 10) }), 'servesMore');
    assert.equal(edit({ ...list(['DE']), buckets: two(0, 10) }, { ...list(['DE', 'FR']), buckets: two(0, 10) }), 'servesMore');
  });

  it('is not for what is the default treatment from now on', () => {
    const v2: Rule = { ...rule('n'), buckets: [{ treatment: 'v2', size: 100 }] };
    assert.deepEqual(riskOf({ rules: [rule('a', 10), v2] }), ['servesMore']);
    assert.deepEqual(riskOf({ rules: [rule('a', 10), v2], defaultTreatment: 'v2' }), [undefined, undefined]);
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
    // Not by one that goes.
    assert.deepEqual(risks({ rules: [two, listed(['FR'], 100)] }, { rules: [one] }, idle), ['removesRule', undefined]);
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
    const [on, v2] = [{ defaultTreatment: 'on' }, [{ treatment: 'v2', size: 100 }]];
    const [two, one] = [listed(['DE', 'FR'], 100), listed(['DE'], 100)];
    // Another treatment than the default one is more, by the default rule or by a rule below.
    assert.equal(edit(two, one, { ...on, defaultRule: v2 }), 'servesMore');
    assert.equal(edit(two, one, on, [{ ...listed(['FR']), buckets: v2 }]), 'servesMore');
    assert.equal(edit(two, one, on), undefined);
    assert.equal(edit(listed(['DE', 'FR']), listed(['DE']), { ...on, ...idle }, [listed(['FR'], 100)]), 'servesMore');
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
    // Not in one of a treatment that goes.
    const v2 = { name: 'v2', segments: ['beta'] };
    assert.deepEqual(risks({ treatments: [...many.treatments, v2] }, few, idle), [undefined, undefined]);
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
    // What rules gave before, not what they give now.
    const less = (before: readonly Rule[], after: readonly Rule[]) => {
      const base = definition({ rules: [...before], defaultRule: shares(100), defaultTreatment: 'on' });
      const items = summaryOf(base, { ...base, rules: [...after], trafficAllocation: 10 });
      return items.find(({ code }) => code === 'trafficAllocation')?.risk;
    };
    assert.equal(less([], [listed(['DE'])]), undefined);
    assert.equal(less([listed(['DE'])], []), 'servesMore');
    assert.equal(less([listed(['DE'])], [listed(['DE'], 100)]), 'servesMore');
    assert.equal(less([listed(['DE'], 100)], [listed(['DE'])]), undefined);
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
    // As much of it as before, and less of another.
    const v2Of = (name: string, rest: string): Rule => segment(name, [{ treatment: 'v2', size: 10 }, { treatment: rest, size: 90 }]); // prettier-ignore
    assert.deepEqual(move([v2Of('x', 'on'), v2Of('y', 'off')], [v2Of('y', 'off'), v2Of('x', 'on')]), [undefined]);
  });

  it('is not for a rule that goes past others, where those that it does not pass get less, come or go', () => {
    const segment = (string: string, buckets: Rule['buckets']): Rule => ({ ...rule(string), buckets });
    const [on, d, e] = ['a', 'd', 'e'].map((name) => segment(name, shares(100))) as [Rule, Rule, Rule];
    const [off, v2] = [segment('b', shares(0)), segment('c', [{ treatment: 'v2', size: 100 }])];
    const move = (before: Rule[], after: Rule[]) => risks({ rules: before }, { rules: after });
    assert.deepEqual(move([on, d, e, off], [d, e, on, off]), [undefined]);
    assert.deepEqual(move([v2, on, d, e], [d, e, on]), ['removesRule', undefined]);
    assert.deepEqual(move([on, d, e], [d, e, v2, on]), ['servesMore', undefined]);
  });

  it('is not for a rule that goes past one that nobody of its own can match', () => {
    const move = (one: Rule, other: Rule) => risks({ rules: [one, other] }, { rules: [other, one] })[0];
    assert.equal(move(listed(['DE']), listed(['FR'], 100)), undefined);
    assert.equal(move(listed(['DE']), listed(['FR', 'DE'], 100)), 'servesMore');
    assert.equal(move(listed(['DE']), listed(['FR'], 100, { attribute: 'plan' })), 'servesMore');
    assert.equal(move(listed(['DE']), listed(['FR'], 100, { negate: true })), 'servesMore');
    const or = (one: Rule): Rule => ({ ...one, condition: { ...one.condition, combiner: 'OR' } });
    assert.equal(move(or(listed(['DE'])), or(listed(['FR'], 100))), 'servesMore');
    assert.equal(move(or(listed(['DE'])), listed(['FR'], 100)), 'servesMore');
    assert.equal(move(listed(['DE']), or(listed(['FR'], 100))), 'servesMore');
    assert.equal(move(listed(['FR', 'DE']), listed(['DE'], 100)), 'servesMore');
    // One value that both ask for is enough, whatever else they ask.
    const more = (one: Rule): Rule => ({
      ...one,
      condition: { matchers: [...one.condition.matchers, { type: 'IN_LIST_STRING', attribute: 'plan', strings: ['x'] }] },
    });
    assert.equal(move(more(listed(['DE'])), more(listed(['FR'], 100))), undefined);
  });
});
