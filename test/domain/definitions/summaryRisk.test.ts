/** The marks "serves more" and "serves less": where there is one, and that none says what is not so. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Rule } from '../../../src/api/model.ts';
import { definition, rule, summaryOf } from './summaryOf.ts';

const shares = (on: number, rest = 'off'): Rule['buckets'] => [
  { treatment: 'on', size: on },
  { treatment: rest, size: 100 - on },
];
const segment = (string: string, on: number, rest = 'off'): Rule => ({ ...rule(string), buckets: shares(on, rest) });
const v2 = (string: string): Rule => ({ ...rule(string), buckets: [{ treatment: 'v2', size: 100 }] });
const flag = (fields: Partial<FlagDefinition> = {}): FlagDefinition =>
  definition({ rules: [], defaultRule: shares(50), ...fields });
/** Of each item, most important first. */
const risks = (before: Partial<FlagDefinition>, after: Partial<FlagDefinition>): readonly unknown[] =>
  summaryOf(flag(before), flag({ ...before, ...after })).map(({ risk }) => risk);

describe('a summary marks', () => {
  it('the loss for everybody else, and not the new rule that leaves its own what they had', () => {
    const items = summaryOf(
      flag({ defaultRule: shares(100) }),
      flag({ defaultRule: shares(0), rules: [segment('beta-accounts', 100)] }),
    );
    assert.deepEqual(
      items.map(({ code, risk }) => [code, risk]),
      [
        ['defaultRuleChanged', 'servesLess'],
        ['ruleAdded', undefined],
      ],
    );
  });

  it('a default rule that serves more or less', () => {
    assert.deepEqual(risks({}, { defaultRule: shares(60) }), ['servesMore']);
    assert.deepEqual(risks({}, { defaultRule: shares(40) }), ['servesLess']);
    assert.deepEqual(risks({}, { defaultRule: shares(50).toReversed() }), [undefined]);
    // Control is as good as off, and whether one treatment is more than another nobody can tell.
    assert.deepEqual(risks({}, { defaultRule: shares(50, 'control') }), [undefined]);
    assert.deepEqual(risks({}, { defaultRule: shares(40, 'v2') }), [undefined]);
    assert.deepEqual(risks({ defaultRule: shares(50, 'v2') }, { defaultRule: shares(60, 'v2') }), [undefined]);
    // A treatment may have several shares.
    const several = [...shares(30), { treatment: 'on', size: 0 }];
    assert.deepEqual(risks({ defaultRule: several }, { defaultRule: shares(30) }), [undefined]);
    const two = [{ treatment: 'on', size: 20 }, { treatment: 'on', size: 10 }, { treatment: 'off', size: 70 }]; // prettier-ignore
    assert.deepEqual(risks({ defaultRule: two }, { defaultRule: shares(25) }), ['servesLess']);
  });

  it('a traffic allocation, by what those get who come or are left out', () => {
    assert.deepEqual(risks({ trafficAllocation: 5 }, { trafficAllocation: 100 }), ['servesMore']);
    assert.deepEqual(risks({}, { trafficAllocation: 5 }), ['servesLess']);
    assert.deepEqual(risks({ defaultRule: shares(0) }, { trafficAllocation: 5 }), [undefined]);
    assert.deepEqual(risks({ defaultTreatment: 'on' }, { trafficAllocation: 5 }), ['servesMore']);
    assert.deepEqual(risks({ defaultTreatment: 'on', defaultRule: shares(100) }, { trafficAllocation: 5 }), [undefined]);
    // Some gain by it what others lose.
    const mixed = { rules: [segment('a', 0)], defaultRule: shares(50, 'v2'), defaultTreatment: 'on' };
    assert.deepEqual(risks(mixed, { trafficAllocation: 5 }), [undefined]);
    assert.deepEqual(risks({ rules: [segment('a', 10)] }, { trafficAllocation: 5 }), ['servesLess']);
    assert.deepEqual(risks({ trafficAllocation: null }, { trafficAllocation: 100 }), [undefined]);
    // For whom another rule decides from now on, nobody can tell.
    assert.deepEqual(risks({}, { trafficAllocation: 5, rules: [segment('a', 50)] }), [undefined, undefined]);
    const two = [segment('a', 0), segment('b', 100)];
    assert.deepEqual(risks({ rules: two }, { trafficAllocation: 5, rules: two.toReversed() }), [undefined, undefined]);
  });

  it('nothing that something else in the change undoes', () => {
    assert.deepEqual(risks({}, { defaultRule: shares(100), trafficAllocation: 10 }), [undefined, 'servesLess']);
    assert.deepEqual(risks({}, { defaultRule: shares(100), trafficAllocation: 50 }), [undefined, undefined]);
    assert.deepEqual(risks({ trafficAllocation: 50 }, { defaultRule: shares(40), trafficAllocation: 100 }), [
      undefined,
      'servesMore',
    ]);
    assert.deepEqual(risks({ trafficAllocation: 10 }, { rules: [segment('a', 40)], trafficAllocation: 100 }), [
      undefined,
      undefined,
    ]);
  });

  it('a default treatment that somebody gets', () => {
    const [off, on] = [{ defaultTreatment: 'off' }, { defaultTreatment: 'on' }];
    assert.deepEqual(risks(off, on), [undefined]);
    assert.deepEqual(risks(off, { ...on, defaultRule: shares(60) }), ['servesMore', undefined]);
    assert.deepEqual(risks({ ...off, trafficAllocation: 50 }, on), ['servesMore']);
    assert.deepEqual(risks({ ...on, trafficAllocation: 50 }, off), ['servesLess']);
    assert.deepEqual(risks({ ...on, trafficAllocation: 50 }, { defaultTreatment: 'v2' }), [undefined]);
    assert.deepEqual(risks({ ...off, killed: true }, on), [undefined, 'servesMore']);
    assert.deepEqual(risks({ ...on, killed: true }, off), [undefined, 'servesLess']);
  });

  it('a restored flag by what its rules serve, and nothing else of a flag that is killed', () => {
    const killed = { killed: true };
    assert.deepEqual(risks(killed, { killed: false }), ['servesMore']);
    assert.deepEqual(risks({ ...killed, defaultTreatment: 'on' }, { killed: false }), ['servesLess']);
    assert.deepEqual(risks({ ...killed, defaultRule: shares(0) }, { killed: false }), [undefined]);
    const idle = { ...killed, defaultRule: shares(0) };
    assert.deepEqual(risks({ ...idle, rules: [segment('a', 1)] }, { killed: false }), ['servesMore']);
    assert.deepEqual(risks({ ...idle, treatments: [{ name: 'on', keys: ['k'] }, { name: 'off' }] }, { killed: false }), ['servesMore']); // prettier-ignore
    assert.deepEqual(risks({ ...idle, treatments: [{ name: 'on', segments: ['s'] }, { name: 'off' }] }, { killed: false }), ['servesMore']); // prettier-ignore
    assert.deepEqual(risks({ ...killed, defaultTreatment: 'v2' }, { killed: false }), [undefined]);
    assert.deepEqual(risks(killed, { rules: [segment('a', 100)], defaultRule: shares(100), trafficAllocation: 3 }), [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('a new rule, held against what its own may have got', () => {
    assert.deepEqual(risks({}, { rules: [segment('a', 100)] }), ['servesMore']);
    assert.deepEqual(risks({}, { rules: [segment('a', 10)] }), ['servesLess']);
    assert.deepEqual(risks({}, { rules: [segment('a', 50)] }), [undefined]);
    assert.deepEqual(risks({}, { rules: [v2('a')] }), [undefined]);
    // By a rule below it, not by one above.
    const low = segment('b', 10);
    assert.deepEqual(risks({ rules: [low] }, { rules: [segment('a', 30), low] }), [undefined]);
    assert.deepEqual(risks({ rules: [low] }, { rules: [low, segment('a', 30)] }), ['servesLess']);
    // One above that changes its shares keeps its own; one that changes its condition, or goes, lets some go.
    assert.deepEqual(risks({ rules: [low] }, { rules: [segment('b', 20), segment('a', 30)] }), ['servesLess', 'servesMore']);
    const listed = (strings: readonly string[]): Rule => ({
      buckets: shares(10),
      condition: { matchers: [{ type: 'IN_LIST_STRING', strings }] },
    });
    assert.deepEqual(risks({ rules: [listed(['x', 'y'])] }, { rules: [listed(['x']), segment('a', 30)] }), [
      undefined,
      undefined,
    ]);
    const goes = { ...rule('c'), buckets: shares(10), condition: { matchers: [{ type: 'X' }, { type: 'Y' }] } };
    assert.deepEqual(risks({ rules: [goes] }, { rules: [segment('a', 30)] }), ['removesRule', undefined]);
  });

  it('no new rule that may be for nobody, or whose own were individual targets', () => {
    const everybody: Rule = { buckets: shares(100), condition: { matchers: [] } };
    assert.deepEqual(risks({ rules: [everybody] }, { rules: [segment('a', 100), everybody] }), [undefined]);
    const same = segment('a', 10);
    assert.deepEqual(risks({ rules: [same] }, { rules: [same, segment('a', 100)] }), [undefined]);
    const targets = (keys?: readonly string[]) => ({
      treatments: [{ name: 'on', ...(keys && { keys: [...keys] }) }, { name: 'off' }],
    });
    assert.deepEqual(risks(targets(['k']), { ...targets(), rules: [segment('a', 80)] }), [undefined, undefined]);
    assert.deepEqual(risks(targets(), { ...targets(['k']), rules: [segment('a', 80)] }), ['servesMore', undefined]);
  });

  it('a rule whose shares change, and none whose condition does', () => {
    const edit = (before: Rule, after: Rule): readonly unknown[] => risks({ rules: [before] }, { rules: [after] });
    assert.deepEqual(edit(segment('a', 10), segment('a', 20)), ['servesMore']);
    assert.deepEqual(edit(segment('a', 20), segment('a', 10)), ['servesLess']);
    assert.deepEqual(edit(segment('a', 20), segment('a', 10, 'v2')), [undefined]);
    const also = (one: Rule, more: object): Rule => ({ ...one, condition: { ...one.condition, ...more } });
    assert.deepEqual(edit(segment('a', 10), also(segment('a', 20), { combiner: 'OR' })), [undefined]);
    assert.deepEqual(edit(segment('a', 10), also(segment('a', 20), { novelty: 1 })), [undefined]);
    const two = [{ type: 'IN_SEGMENT', string: 'a' }, { type: 'IN_SEGMENT', string: 'b' }]; // prettier-ignore
    assert.deepEqual(edit(segment('a', 10), also(segment('a', 20), { matchers: two })), [undefined]);
  });

  it('no rule that only moves, and no individual target: who meets what is not known', () => {
    assert.deepEqual(risks({ rules: [segment('a', 0), segment('b', 100)] }, { rules: [segment('b', 100), segment('a', 0)] }), [
      undefined,
    ]);
    assert.deepEqual(risks({}, { treatments: [{ name: 'on', keys: ['k'] }, { name: 'off' }] }), [undefined]);
  });

  it('several in one line by what all of them do', () => {
    const many = (sizes: readonly number[]): Rule[] => sizes.map((size, index) => segment(`s${index}`, size));
    const short = (sizes: readonly number[]): unknown => risks({}, { rules: many(sizes) });
    assert.deepEqual(short([60, 60, 60, 60, 60, 60]), ['servesMore']);
    assert.deepEqual(short([40, 40, 40, 40, 40, 40]), ['servesLess']);
    assert.deepEqual(short([40, 40, 40, 40, 40, 60]), [undefined]);
    assert.deepEqual(short([60, 60, 60, 60, 60, 50]), [undefined]);
  });
});
