/** Tests what decides for one key, even if some of its properties are unknown. `proof/` compares it with the vendor's engine. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { asksFor, explain } from '../../../src/domain/audiences/evaluate.ts';
import { leastDefinition } from '../definitions/anyDefinition.ts';

describe('an explanation', () => {
  it('evaluates targets but no rules if the traffic allocation is 0', () => {
    const definition: FlagDefinition = {
      ...leastDefinition,
      treatments: [{ name: 'on', keys: ['t'] }, { name: 'off' }],
      trafficAllocation: 0,
      rules: [{ buckets: [{ treatment: 'on', size: 100 }], condition: { matchers: [{ type: 'IN_SEGMENT', string: 'vip' }] } }],
    }; // prettier-ignore
    const facts = { attributes: new Map(), segments: new Map<string, boolean>() };
    assert.deepEqual(explain(definition, { ...facts, key: 't' }).outcome.by, { code: 'target', treatment: 'on' });
    const { by, shares, unless } = explain(definition, { ...facts, key: 'k' }).outcome;
    assert.deepEqual([by.code, shares, unless], ['noTraffic', [{ treatment: 'off', percent: 100 }], []]);
  });

  it('does not decide a rule that has no condition or an unknown field', () => {
    const matchers = [{ type: 'IN_LIST_STRING', strings: ['k'] }];
    const rules = [
      { buckets: [{ treatment: 'on', size: 100 }], condition: { matchers: [] } },
      { buckets: [{ treatment: 'on', size: 100 }], condition: { matchers }, until: 5 },
      { buckets: [{ treatment: 'on', size: 100 }], condition: { matchers, combiner: 'OR' } },
      { buckets: [{ treatment: 'on', size: 100 }], condition: { matchers, combiner: 'AND' } },
    ];
    const explained = explain({ ...leastDefinition, rules }, { key: 'k', attributes: new Map(), segments: new Map() });
    assert.deepEqual(explained.rules.map(({ isMet }) => isMet), [undefined, undefined, undefined, true]); // prettier-ignore
  });

  it('does not decide a rule that depends on unknown facts about the key', () => {
    const definition: FlagDefinition = {
      ...leastDefinition,
      rules: [
        {
          buckets: [{ treatment: 'on', size: 100 }],
          condition: {
            matchers: [
              { type: 'IN_SEGMENT', string: 'vip' },
              { type: 'BOOLEAN', attribute: 'paid', bool: true },
            ],
          },
        },
        {
          buckets: [{ treatment: 'on', size: 100 }],
          condition: { matchers: [{ type: 'IN_LIST_STRING', attribute: 'country', strings: ['DE'], negate: true }] },
        },
      ],
    };
    const { segments: asked, attributes: named } = asksFor([definition, undefined]);
    assert.deepEqual([asked, named], [['vip'], ['paid', 'country']]);
    const answers = (
      attributes: readonly (readonly [string, string | undefined])[],
      segments: readonly (readonly [string, boolean])[],
    ) => {
      const { outcome, rules } = explain(definition, {
        key: 'k',
        attributes: new Map(attributes.map(([name, typed]) => [name, typed === undefined ? typed : { typed }])),
        segments: new Map(segments),
      });
      return [outcome.by.code, outcome.unless.length, ...rules.map(({ isMet }) => isMet)];
    };
    assert.deepEqual(answers([], []), ['defaultRule', 2, undefined, undefined]);
    assert.deepEqual(answers([['paid', 'false'], ['country', 'DE']], []), ['defaultRule', 0, false, false]); // prettier-ignore
    assert.deepEqual(answers([['paid', 'true'], ['country', 'FR']], [['vip', true]]), ['rule', 0, true, true]); // prettier-ignore
    // A key without an attribute doesn't match its matcher. Whether it matches the negated matcher depends on the SDK.
    assert.deepEqual(answers([['paid', undefined], ['country', undefined]], [['vip', true]]), ['defaultRule', 1, false, undefined]); // prettier-ignore
  });

  it('does not try a pattern that may be slow, or one on a long value', () => {
    const answers = (string: string, key: string): readonly unknown[] => {
      const rule = { buckets: [], condition: { matchers: [{ type: 'MATCHES_STRING', string }] } };
      const facts = { key, attributes: new Map(), segments: new Map() };
      return explain({ ...leastDefinition, rules: [rule, rule] }, facts).rules.map(({ isMet }) => isMet);
    };
    // The engine needs a minute for it.
    assert.deepEqual(answers(`${'a{0,99}'.repeat(5)}b`, 'a'.repeat(99)), [undefined, undefined]);
    assert.deepEqual(answers('a+b', 'ab'), [true, true]);
    assert.deepEqual(answers('a+b', 'a'.repeat(251)), [undefined, undefined]);
    assert.deepEqual(answers('a+b', 'a'.repeat(250)), [false, false]);
  });
});
