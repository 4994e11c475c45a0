/** Tests whom a change of a segment's keys affects: the flags that use the segment, and their rules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';
import '../fakeVscode.ts';

const { segmentLines } = await import('../../../src/editor/words/segmentUseWords.ts');

const vip = (negate = false): Matcher => ({ type: 'IN_SEGMENT', string: 'vip', ...(negate && { negate }) });
const paid: Matcher = { type: 'BOOLEAN', attribute: 'paid', bool: true };
const rule = (...matchers: Matcher[]): Rule => ({ buckets: [{ treatment: 'on', size: 100 }], condition: { matchers } });
const flag = (fields: Partial<FlagDefinition>): FlagDefinition => ({ ...leastDefinition, ...fields });
const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}`);

function lines(
  definitions: readonly FlagDefinition[] | undefined,
  added: number,
  removed = 0,
  isKnown = true,
): readonly string[] {
  const effect = { added: keys(added), removed: keys(removed), unchanged: [], isKnown };
  return segmentLines('vip', effect, definitions && { definitions, isWhole: true, archived: new Set() }).map(({ text }) => text);
}
describe('the “For whom” text of a change of a segment', () => {
  it('marks other conditions, negations, targets and killed flags', () => {
    const treatments = [{ name: 'on', segments: ['vip'] }, { name: 'off' }];
    const targets = flag({ name: 'targets', treatments });
    const all = [
      flag({ name: 'more', rules: [rule(vip(), paid)] }),
      flag({ name: 'opposite', rules: [rule(vip(true))] }),
      targets,
      flag({ name: 'dead', killed: true, rules: [rule(vip()), rule(vip(), paid)] }),
      flag({ name: 'closed', trafficAllocation: 0, rules: [rule(vip())], treatments }),
    ];
    assert.deepEqual(lines(all, 2), [
      '2 more keys meet rule 1 of “more” (on 100%). This applies to keys that also meet the rule’s other conditions.',
      '2 keys no longer meet rule 1 of “opposite” (on 100%).',
      '2 keys become individual targets of “on” in “targets”.',
      '“dead” uses this segment but is killed: nobody gets a different treatment until the flag is restored.',
      '2 keys become individual targets of “on” in “closed”.',
      '“closed” uses this segment in a rule, but the flag’s traffic allocation is 0%, so no rule applies.',
    ]);
    assert.deepEqual(lines([targets], 1, 1), [
      '1 key becomes an individual target of “on” in “targets”.',
      '1 key is no longer an individual target of “on” in “targets”.',
    ]);
    assert.deepEqual(lines([targets], 0, 2), ['2 keys are no longer individual targets of “on” in “targets”.']);
  });

  it('names an unknown field that can decide before a rule, and a rule-based segment that may contain this one', () => {
    const prerequisites = [{ flag: 'search', treatments: ['on'] }];
    assert.deepEqual(lines([flag({ name: 'f', prerequisites, rules: [rule(paid), rule(vip())] })], 1), [
      '1 more key meets rule 2 of “f” (on 100%). This applies unless “prerequisites” or an earlier rule decides first.',
    ]);
    const treatments = [{ name: 'on', ruleBasedSegments: ['r'] }];
    assert.ok(
      lines([flag({ name: 'g', treatments })], 1).includes(
        '“g” might use this segment in a condition that Flag Admin can’t evaluate.',
      ),
    );
  });

  it('says that an archived flag is not affected, even if it is killed or has an unknown condition', () => {
    const rules = [rule(vip()), rule({ type: 'IN_RULE_BASED_SEGMENT', string: 'rich' })];
    const [old, dead] = ['old', 'dead'].map((name) => flag({ name, killed: name === 'dead', rules }));
    const effect = { added: ['a'], removed: ['b'], unchanged: [], isKnown: true };
    const archived = new Set(['old', 'dead', 'unused']);
    const found = segmentLines('vip', effect, { definitions: [old!, dead!, flag({ name: 'unused' })], isWhole: true, archived });
    assert.deepEqual(
      found.map(({ text, tone }) => [text, tone]),
      ['old', 'dead'].map((name) => [
        `“${name}” uses this segment but is archived: nobody gets a different treatment until the flag is unarchived.`,
        'neutral',
      ]),
    );
  });

  it('names the flags that depend on a flag with the segment, unless that flag is killed', () => {
    const used = flag({ name: 'used', rules: [rule(vip())] });
    const asking = rule({ type: 'IN_SPLIT', depends: { splitName: 'used', treatment: 'on' } });
    const others = [flag({ name: 'f', rules: [asking] }), flag({ name: 'g', prerequisites: [{ flag: 'used' }] })];
    const note = 'The change might also affect these flags, because they depend on flags that use this segment: “f” and “g”.';
    const [meets] = lines([used], 1);
    assert.deepEqual(lines([used, ...others, flag({ name: 'dead', killed: true, rules: [asking] })], 1), [meets, note]);
    assert.equal(lines([{ ...used, killed: true }, ...others], 1).length, 1);
  });

  it('names an individual target or an earlier rule only if it can decide first', () => {
    const targets = [{ name: 'on', keys: ['k'] }, { name: 'off' }];
    const texts = (treatments: FlagDefinition['treatments'], ...rules: readonly Rule[]): readonly string[] =>
      lines([flag({ name: 'f', treatments, rules: [...rules] })], 1);
    const meets = (rules: number): string => `1 more key meets rule ${rules} of “f” (on 100%).`;
    assert.deepEqual(texts(targets, rule(vip())), [`${meets(1)} This applies unless an individual target decides first.`]);
    assert.deepEqual(texts([], rule(paid), rule(vip())), [`${meets(2)} This applies unless an earlier rule decides first.`]);
    assert.deepEqual(texts(targets, rule(paid), rule(vip(), paid)), [
      `${meets(2)} This applies to keys that also meet the rule’s other conditions, unless an individual target or an earlier rule decides first.`,
    ]);
  });

  it('excepts keys that stay a target because the treatment lists them individually or through a different segment', () => {
    const treatments = [{ name: 'on', segments: ['vip', 'staff'] }, { name: 'off' }];
    const also = 'This does not apply to keys that the treatment also lists individually or through a different segment.';
    assert.deepEqual(lines([flag({ name: 'f', treatments })], 1, 1), [
      `1 key becomes an individual target of “on” in “f”. ${also}`,
      `1 key is no longer an individual target of “on” in “f”. ${also}`,
    ]);
  });

  it('makes no claim about a rule whose combiner is not known, or about shares with unknown fields', () => {
    const either = rule(vip(), paid);
    either.condition.combiner = 'OR';
    assert.deepEqual(lines([flag({ name: 'f', rules: [either] })], 1), [
      '“f” uses this segment in rule 1. Flag Admin can’t tell which keys meet this rule.',
    ]);
    const noted = { ...rule(vip()), buckets: [{ treatment: 'on', size: 100, until: 5 }] };
    assert.deepEqual(lines([flag({ name: 'f', rules: [noted] })], 1), ['1 more key meets rule 1 of “f”.']);
  });

  it('says that no definition uses it, names those that may use it, and is silent if the definitions are not known', () => {
    const none = 'No use of “vip” was found in the definitions that this API key can read.';
    assert.deepEqual(lines([flag({})], 3), [none]);
    const part = segmentLines(
      'vip',
      { added: ['a'], removed: [], unchanged: [], isKnown: true },
      { definitions: [flag({})], isWhole: false, archived: new Set() },
    );
    assert.deepEqual(part, [], 'a part of the list proves nothing');
    const unclear = flag({ name: 'pricing', rules: [rule({ type: 'IN_RULE_BASED_SEGMENT', string: 'rich' })] });
    const mayUse = '“pricing” might use this segment in a condition that Flag Admin can’t evaluate.';
    assert.deepEqual(lines([unclear, { ...unclear, killed: true }], 3), [none, mayUse]);
    const silent = [lines([flag({})], 0), lines(undefined, 1), lines([flag({})], 1, 0, false)];
    assert.deepEqual(silent, [[], [], []]);
  });
});
