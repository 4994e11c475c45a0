/** Tests what decides for one key, even if some of its properties are unknown. `proof/` compares it with the vendor's engine. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher } from '../../../src/api/model.ts';
import { factsNeededFor, explain } from '../../../src/domain/audiences/evaluate.ts';
import { leastDefinition } from '../definitions/anyDefinition.ts';

const onRule = (...matchers: Matcher[]) => ({ buckets: [{ treatment: 'on', size: 100 }], condition: { matchers } });
const noFacts = { key: 'k', attributes: new Map(), segments: new Map() };

describe('an explanation', () => {
  it('evaluates targets but no rules if the traffic allocation is 0', () => {
    const treatments = [{ name: 'on', keys: ['t'] }, { name: 'off' }];
    const rules = [onRule({ type: 'IN_SEGMENT', string: 'vip' })];
    const definition: FlagDefinition = { ...leastDefinition, treatments, trafficAllocation: 0, rules };
    assert.deepEqual(explain(definition, { ...noFacts, key: 't' }).outcome.by, { code: 'target', treatment: 'on' });
    const { by, shares, unless } = explain(definition, noFacts).outcome;
    assert.deepEqual([by.code, shares, unless], ['noTraffic', [{ treatment: 'off', percent: 100 }], []]);
  });

  it('does not decide a rule that has no condition or an unknown field', () => {
    const { buckets, condition } = onRule({ type: 'IN_LIST_STRING', strings: ['k'] });
    const rules = [
      onRule(),
      { buckets, condition, until: 5 },
      { buckets, condition: { ...condition, combiner: 'OR' } },
      { buckets, condition: { ...condition, combiner: 'AND' } },
    ];
    const explained = explain({ ...leastDefinition, rules }, noFacts);
    assert.deepEqual(explained.rules.map(({ isMet }) => isMet), [undefined, undefined, undefined, true]); // prettier-ignore
  });

  it('takes two rules with the same condition but different unknown fields for two exceptions', () => {
    const rule = onRule({ type: 'IN_LIST_STRING', strings: ['k'] });
    const rules = [5, 6].map((until) => ({ ...rule, until }));
    const { unless } = explain({ ...leastDefinition, rules }, noFacts).outcome;
    assert.deepEqual(unless.map((by) => by.code === 'rule' && by.index), [0, 1]); // prettier-ignore
  });

  it('does not decide a rule that depends on unknown facts about the key', () => {
    const paid = onRule({ type: 'IN_SEGMENT', string: 'vip' }, { type: 'BOOLEAN', attribute: 'paid', bool: true });
    const abroad = onRule({ type: 'IN_LIST_STRING', attribute: 'country', strings: ['DE'], negate: true });
    const definition = { ...leastDefinition, rules: [paid, abroad] };
    const { segments: asked, attributes: named } = factsNeededFor([definition, undefined]);
    assert.deepEqual([asked, named], [['vip'], ['paid', 'country']]);
    const answers = (values: Readonly<Record<string, string | undefined>>, isVip?: boolean) => {
      const typed = Object.entries(values).map(
        ([name, value]) => [name, value === undefined ? value : { typed: value }] as const,
      );
      const segments = new Map(isVip === undefined ? [] : [['vip', isVip]]);
      const { outcome, rules } = explain(definition, { key: 'k', attributes: new Map(typed), segments });
      return [outcome.by.code, outcome.unless.length, ...rules.map(({ isMet }) => isMet)];
    };
    assert.deepEqual(answers({}), ['defaultRule', 2, undefined, undefined]);
    assert.deepEqual(answers({ paid: 'false', country: 'DE' }), ['defaultRule', 0, false, false]);
    assert.deepEqual(answers({ paid: 'true', country: 'FR' }, true), ['rule', 0, true, true]);
    // A key without an attribute doesn't match its matcher. Whether it matches the negated matcher depends on the SDK.
    assert.deepEqual(answers({ paid: undefined, country: undefined }, true), ['defaultRule', 1, false, undefined]);
  });

  it('does not try a pattern that may be slow, or one on a long value', () => {
    const answers = (string: string, key: string): readonly unknown[] => {
      const rule = onRule({ type: 'MATCHES_STRING', string });
      return explain({ ...leastDefinition, rules: [rule, rule] }, { ...noFacts, key }).rules.map(({ isMet }) => isMet);
    };
    // The engine needs a minute for it.
    assert.deepEqual(answers(`${'a{0,99}'.repeat(5)}b`, 'a'.repeat(99)), [undefined, undefined]);
    assert.deepEqual(answers('a+b', 'ab'), [true, true]);
    assert.deepEqual(answers('a+b', 'a'.repeat(251)), [undefined, undefined]);
    assert.deepEqual(answers('a+b', 'a'.repeat(250)), [false, false]);
  });
});
