/** What decides for one key: as the oracle has it where all is known of the key, and nothing where it is not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { asksFor, explain, type KeyFacts } from '../../../src/domain/audiences/explain.ts';
import { Work } from '../../../src/domain/audiences/work.ts';
import { leastDefinition } from '../definitions/anyDefinition.ts';
import { runs } from '../../properties/runs.ts';
import { change, KEYS } from './anyAudience.ts';
import { isSameGiven, oracle, type Key } from './oracle.ts';

const factsOf = ({ key, segments, attributes }: Key): KeyFacts => ({
  key,
  attributes: new Map(Object.entries(attributes).map(([name, value]) => [name, String(value)])),
  segments: new Map(['a', 'b'].map((name) => [name, segments.includes(name)])),
});

describe('an explanation', () => {
  it('says what the oracle says, and that it is not known where the oracle can’t tell', () => {
    let known = 0;
    fc.assert(
      fc.property(change, fc.constantFrom(...KEYS), ([definition], key) => {
        const { outcome } = explain(definition, factsOf(key));
        const given = oracle(definition, key);
        const isUndecided = outcome.unless.length > 0 || outcome.by.code === 'severalTargets';
        if (given === 'unknown') return assert.ok(isUndecided, JSON.stringify([definition, key]));
        if (isUndecided) return undefined;
        known += 1;
        const said = Object.fromEntries(outcome.shares.map(({ treatment, percent }) => [String(treatment), percent]));
        return assert.ok(isSameGiven(said, given), JSON.stringify([definition, key, said, given]));
      }),
      runs(4_000),
    );
    assert.ok(known > 500);
  });

  it('asks no rule where the traffic allocation is 0, but targets', () => {
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

  it('does not decide what depends on something that is not known of the key', () => {
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
    assert.deepEqual(asksFor([definition, undefined]), { segments: ['vip'], attributes: ['paid', 'country'] });
    const answers = (
      attributes: readonly (readonly [string, string | undefined])[],
      segments: readonly (readonly [string, boolean])[],
    ) => {
      const { outcome, rules } = explain(definition, { key: 'k', attributes: new Map(attributes), segments: new Map(segments) });
      return [outcome.by.code, outcome.unless.length, ...rules.map(({ isMet }) => isMet)];
    };
    assert.deepEqual(answers([], []), ['defaultRule', 2, undefined, undefined]);
    assert.deepEqual(answers([['paid', 'false'], ['country', 'DE']], []), ['defaultRule', 0, false, false]); // prettier-ignore
    assert.deepEqual(answers([['paid', 'true'], ['country', 'FR']], [['vip', true]]), ['rule', 0, true, true]); // prettier-ignore
    // Who has no attribute does not meet what is asked of it; whether they meet the opposite, nobody says.
    assert.deepEqual(answers([['paid', undefined], ['country', undefined]], [['vip', true]]), ['defaultRule', 1, false, undefined]); // prettier-ignore
  });

  it('does not try a pattern that may be slow, or that takes more work than is left', () => {
    const answers = (string: string, key: string, work?: Work): readonly unknown[] => {
      const rule = { buckets: [], condition: { matchers: [{ type: 'MATCHES_STRING', string }] } };
      const facts = { key, attributes: new Map(), segments: new Map() };
      return explain({ ...leastDefinition, rules: [rule, rule] }, facts, work).rules.map(({ isMet }) => isMet);
    };
    // It takes the engine a minute.
    assert.deepEqual(answers(`${'a{0,99}'.repeat(5)}b`, 'a'.repeat(99)), [undefined, undefined]);
    assert.deepEqual(answers('a+b', 'ab'), [true, true]);
    assert.deepEqual(answers('a+b', 'a'.repeat(251)), [undefined, undefined]);
    assert.deepEqual(answers('a+b', 'a'.repeat(250)), [false, false]);
    const once = 3 * 3 * 3;
    assert.deepEqual(answers('a+b', 'ab', new Work(once / 3)), [true, undefined]);
  });
});
