/** Tests the laws of a merge, and the reported conflicts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition, Rule } from '../../../../src/api/model.ts';
import { canonical, isSame } from '../../../../src/domain/definitions/sameValue.ts';
import { hasAllOfLive, mergeDefinitions } from '../../../../src/domain/definitions/document/merge.ts';
import { sendable } from '../../../../src/domain/definitions/document/shapes.ts';
import { runs } from '../../../properties/runs.ts';
import { ruleOf, twoDefinitions } from '../anyDefinition.ts';

const text = JSON.stringify;
const threeDefinitions = fc.tuple(twoDefinitions, twoDefinitions, fc.boolean()).map(
  ([[base, live], [other, another], isMixed]) => [base, live, isMixed ? { ...base, rules: other.rules } : another] as const, // prettier-ignore
);

describe('for any definitions', () => {
  it('a merge with an unchanged side gives exactly the changed side', () => {
    fc.assert(
      fc.property(twoDefinitions, ([base, other]) => {
        for (const merge of [mergeDefinitions(base, base, other), mergeDefinitions(base, other, base), mergeDefinitions(base, other, other)]) {
          assert.ok(merge.ok);
          assert.equal(text(merge.definition), text(sendable(other)));
        }
      }),
      runs(400),
    ); // prettier-ignore
  });

  it('a merge whose conflicts are decided has none left, and decides nothing else', () => {
    fc.assert(
      fc.property(threeDefinitions, ([base, live, mine]) => {
        const plain = mergeDefinitions(base, live, mine);
        for (const side of ['theirs', 'mine'] as const) {
          const decided = mergeDefinitions(base, live, mine, () => side);
          assert.ok(decided.ok);
          if (plain.ok) assert.equal(text(decided.definition), text(plain.definition));
        }
      }),
      runs(400),
    );
  });

  it('live and mine can be exchanged: the conflicts and the result are the same, and the arguments are not changed', () => {
    fc.assert(
      fc.property(threeDefinitions, ([base, live, mine]) => {
        const before = text([base, live, mine]);
        const [one, other] = [mergeDefinitions(base, live, mine), mergeDefinitions(base, mine, live)];
        assert.equal(one.ok, other.ok);
        if (one.ok && other.ok) assert.equal(rulesOf(one.definition), rulesOf(other.definition));
        assert.equal(text([base, live, mine]), before);
      }),
      runs(400),
    );
  });
});

const rulesOf = (definition: FlagDefinition | undefined): string => canonical(definition?.rules);
const letters = 'abcdefgh';
const base: FlagDefinition = {
  name: 'f',
  id: 'x',
  treatments: [{ name: 'on', description: 'New', keys: ['k1', 'k2'] }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: letters.split('').map((letter) => ruleOf(`${letter}5`)),
  defaultRule: [{ treatment: 'off', size: 100 }],
}; // prettier-ignore
const rule = (sign: string): Rule => ruleOf(sign);
const withRules = (signs: string): FlagDefinition => ({ ...base, rules: signs.split(' ').map(rule) });
const signsOf = (definition: FlagDefinition | undefined): string =>
  (definition?.rules ?? []).map(({ buckets, condition }) => `${condition.matchers[0]!.type}${buckets[0]!.size}`).join(' ');

/** Changes of one place each. Changes of different places don't conflict. */
const changes: Readonly<Record<string, (before: FlagDefinition) => FlagDefinition>> = {
  allocation: (before) => ({ ...before, trafficAllocation: 50 }),
  defaultTreatment: (before) => ({ ...before, defaultTreatment: 'on' }),
  defaultRule: (before) => ({ ...before, defaultRule: [{ treatment: 'on', size: 100 }] }),
  description: (before) => ({ ...before, treatments: before.treatments.map((one) => (one.name === 'on' ? { ...one, description: 'x' } : one)) }), // prettier-ignore
  keys: (before) => ({ ...before, treatments: before.treatments.map((one) => (one.name === 'on' ? { ...one, keys: [...(one.keys ?? []).filter((key) => key !== 'k1'), 'k3'] } : one)) }), // prettier-ignore
  newTreatment: (before) => ({ ...before, treatments: [...before.treatments, { name: 'v2' }] }),
  newField: (before) => ({ ...before, flagSets: ['a'] }),
  firstRule: (before) => ({ ...before, rules: before.rules.map((one) => (one.condition.matchers[0]!.type === 'a' ? rule('a9') : one)) }), // prettier-ignore
  secondRuleGone: (before) => ({ ...before, rules: before.rules.filter(({ condition }) => condition.matchers[0]!.type !== 'b') }),
  ruleAfterC: (before) => ({ ...before, rules: before.rules.flatMap((one) => (one.condition.matchers[0]!.type === 'c' ? [one, rule('z1')] : [one])) }), // prettier-ignore
  ruleAfterE: (before) => ({ ...before, rules: before.rules.flatMap((one) => (one.condition.matchers[0]!.type === 'e' ? [one, rule('y1')] : [one])) }), // prettier-ignore
  lastToSixth: (before) => ({ ...before, rules: [...before.rules.filter(({ condition }) => !'gh'.includes(condition.matchers[0]!.type)), ...before.rules.filter(({ condition }) => condition.matchers[0]!.type === 'h'), ...before.rules.filter(({ condition }) => condition.matchers[0]!.type === 'g')] }), // prettier-ignore
};
const names = Object.keys(changes);

describe('changes of different places', () => {
  it('are all in the merge, whichever side has which', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('live', 'mine', 'neither'), { minLength: names.length, maxLength: names.length }), (whose) => {
        const apply = (...who: readonly string[]): FlagDefinition =>
          names.reduce((definition, name, at) => (who.includes(whose[at]!) ? changes[name]!(definition) : definition), base);
        const merge = mergeDefinitions(base, apply('live'), apply('mine'));
        assert.ok(merge.ok, text(merge));
        const both = sendable(apply('live', 'mine'));
        const byName = (definition: FlagDefinition): object => ({ ...definition, treatments: definition.treatments.map((one) => ({ ...one, keys: one.keys?.toSorted() })).toSorted((one, other) => (one.name < other.name ? -1 : 1)) }); // prettier-ignore
        assert.ok(isSame(byName(merge.definition!), byName(both)), `${text(merge.definition)}\n${text(both)}`);
      }),
      runs(300),
    ); // prettier-ignore
  });
});

describe('rules', () => {
  const cases: readonly (readonly [what: string, live: string, mine: string, merged: string])[] = [
    ['added behind one that goes', 'a5 c5 d5 e5 f5 g5 h5', 'a5 b5 z1 c5 d5 e5 f5 g5 h5', 'a5 z1 c5 d5 e5 f5 g5 h5'],
    ['moved and edited', 'h5 a5 b5 c5 d5 e5 f5 g5', 'a5 b5 c5 d5 e5 f5 g5 h9', 'h9 a5 b5 c5 d5 e5 f5 g5'],
    ['added alike, with another change', 'z1 a5 b5 c5 d5 e5 f5 g5', 'z1 a5 b5 c5 d9 e5 f5 g5 h5', 'z1 a5 b5 c5 d9 e5 f5 g5'],
  ];
  for (const [what, live, mine, expected] of cases)
    it(`are merged: ${what}`, () => {
      const merge = mergeDefinitions(base, withRules(live), withRules(mine));
      assert.ok(merge.ok, text(merge));
      assert.equal(signsOf(merge.definition), expected);
    });
});

describe('rules that are equal word for word', () => {
  const mergeOf = (before: string, live: string, mine: string): string => {
    const merge = mergeDefinitions(withRules(before), withRules(live), withRules(mine));
    return merge.ok ? signsOf(merge.definition) : text(merge.conflicts);
  };
  const cases: readonly (readonly [what: string, before: string, live: string, mine: string, merged: string | undefined])[] = [
    ['one removed, and one edited', 'a5 a5 b5', 'a5 b5', 'a9 a5 b5', undefined],
    ['one removed, and a rule added between', 'a5 a5', 'a5', 'a5 x5 a5', undefined],
    ['one removed by each side', 'a5 b5 a5', 'b5 a5', 'a5 b9', undefined],
    ['one edited by each side', 'a5 a5 b5', 'a9 a5 b5', 'a5 a7 b5', undefined],
    ['one added to a rule that the other side edits', 'a5 b5', 'a5 b5 a5', 'a9 b5', undefined],
    ['one removed, and another rule edited', 'a5 a5 b5', 'a5 b5', 'a5 a5 b9', 'a5 b9'],
    ['one edited, and another rule edited', 'a5 b5 a5', 'a9 b5 a5', 'a5 b7 a5', 'a9 b7 a5'],
    ['one added, and another rule edited', 'a5 b5', 'a5 b5 a5', 'a5 b9', 'a5 b9 a5'],
  ];
  for (const [what, before, live, mine, expected] of cases)
    it(`${expected === undefined ? 'are not merged' : 'are merged'}: ${what}`, () => {
      for (const merged of [mergeOf(before, live, mine), mergeOf(before, mine, live)])
        if (expected === undefined) assert.match(merged, /\["rules"/);
        else assert.equal(merged, expected);
    });
});

describe('a conflict between two changes', () => {
  const all = 'a5 b5 c5 d5 e5 f5 g5 h5';
  const placesOf = (live: FlagDefinition | undefined, mine: FlagDefinition): unknown => {
    const merge = mergeDefinitions(base, live, mine);
    return merge.ok ? 'no conflict' : merge.conflicts;
  };
  const treatment = (fields: object): FlagDefinition => ({
    ...base,
    treatments: [{ ...base.treatments[0]!, ...fields }, base.treatments[1]!],
  });

  it('is reported with its place', () => {
    const change = (fields: Partial<FlagDefinition>): FlagDefinition => ({ ...base, ...fields });
    assert.deepEqual(placesOf(change({ trafficAllocation: 1 }), change({ trafficAllocation: 2 })), [['trafficAllocation']]);
    assert.deepEqual(placesOf(change({ defaultTreatment: 'a' }), change({ defaultTreatment: 'b' })), [['defaultTreatment']]);
    assert.deepEqual(placesOf(change({ defaultRule: [] }), change({ defaultRule: [{ treatment: 'on', size: 100 }] })), [['defaultRule']]);
    assert.deepEqual(placesOf(change({ flagSets: ['a'] }), change({ flagSets: ['b'] })), [['flagSets']]);
    assert.deepEqual(placesOf(treatment({ description: 'a' }), treatment({ description: 'b' })), [['treatments', 'on', 'description']]);
    assert.deepEqual(placesOf(change({ treatments: [base.treatments[1]!] }), treatment({ description: 'b' })), [['treatments', 'on']]);
    assert.deepEqual(placesOf(change({ treatments: [{ name: 'x' }, { name: 'x' }] }), treatment({ description: 'b' })), [['treatments']]);
  }); // prettier-ignore

  it('is reported for rules', () => {
    const of = (live: string, mine: string): unknown => placesOf(withRules(live), withRules(mine));
    assert.deepEqual(of(all.replace('c5', 'c1'), all.replace('c5', 'c9')), [['rules', 2, 'buckets']]);
    assert.deepEqual(of(all.replace('c5 ', ''), all.replace('c5', 'c9')), [['rules', 2]]);
    assert.deepEqual(of('h5 a5 b5 c5 d5 e5 f5 g5', 'b5 a5 c5 d5 e5 f5 g5 h5'), [['rules']]);
    assert.deepEqual(of(`z1 ${all}`, `y1 ${all}`), [['rules']]);
    assert.deepEqual(of(all.replace('c5', 'c5 z1'), all.replace('c5', 'c5 y1')), [['rules']]);
    // Its predecessor was moved away from its successor.
    assert.deepEqual(of('b5 c5 d5 e5 f5 g5 h5 a5', all.replace('a5', 'a5 z1')), [['rules']]);
    assert.deepEqual(of(`z1 ${all}`, `${all} z1`), [['rules']]);
  });

  it('is about the whole definition if it was removed or created meanwhile', () => {
    assert.deepEqual(placesOf(undefined, withRules('a9')), [[]]);
    const made = mergeDefinitions(undefined, base, withRules('a9'));
    assert.deepEqual(!made.ok && made.conflicts, [[]]);
    assert.deepEqual(mergeDefinitions(base, undefined, base), { ok: true, definition: undefined });
  });
});

it('a draft includes all of the live definition if that has not changed, or if the draft also has each of its changes', () => {
  const [live, mine] = [{ ...base, trafficAllocation: 1 }, withRules('a9')];
  assert.equal(hasAllOfLive(base, base, mine), true);
  assert.equal(hasAllOfLive(base, live, mine), false, 'it would be undone');
  assert.equal(hasAllOfLive(base, live, { ...mine, trafficAllocation: 1 }), true);
  assert.equal(hasAllOfLive(base, live, { ...mine, trafficAllocation: 2 }), false, 'both have changed it');
});

it('a rule that one side removed and the other changed is kept or removed as the chosen side has it', () => {
  const [changed, removed] = ['a5 b9', 'a5'];
  for (const [live, mine, side, expected] of [
    [changed, removed, 'theirs', changed],
    [changed, removed, 'mine', removed],
    [removed, changed, 'theirs', removed],
    [removed, changed, 'mine', changed],
  ] as const) {
    const merge = mergeDefinitions(withRules('a5 b5'), withRules(live), withRules(mine), () => side);
    assert.equal(merge.ok && signsOf(merge.definition), expected);
  }
});
