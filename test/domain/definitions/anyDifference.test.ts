/** Tests that a difference is complete: applied to the first definition, it gives one that means the same as the second. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { diffDefinitions, isUnchanged, RESPONSE_ONLY_FIELDS } from '../../../src/domain/definitions/definitionDiff.ts';
import { canonical } from '../../../src/domain/definitions/sameValue.ts';
import { runs } from '../../properties/runs.ts';
import { asSent, twoDefinitions } from './anyDefinition.ts';
import { applied } from './applied.ts';

const text = JSON.stringify;
/** The meaning of a definition: without fields that only the service writes, and without empty ones. */
const meaningOf = (definition: FlagDefinition): string =>
  canonical({
    ...Object.fromEntries(Object.entries(definition).filter(([field]) => !RESPONSE_ONLY_FIELDS.has(field))),
    killed: definition.killed === true,
  });

describe('for any two definitions', () => {
  it('the difference, applied to the first, gives the meaning of the second', () => {
    fc.assert(
      fc.property(twoDefinitions, ([before, after]) => {
        const untouched = text(before);
        const made = applied(diffDefinitions(before, after), before);
        assert.equal(made && meaningOf(made), meaningOf(after));
        assert.equal(text(before), untouched);
      }),
      runs(600),
    );
  });

  it('there is no difference if and only if they mean the same', () => {
    fc.assert(
      fc.property(twoDefinitions, ([before, after]) => {
        assert.equal(isUnchanged(diffDefinitions(before, after)), meaningOf(before) === meaningOf(after));
        assert.ok(isUnchanged(diffDefinitions(before, asSent(before))));
      }),
      runs(400),
    );
  });
});

describe('rules and treatments that mean the same and are written differently', () => {
  it('do not count as a change', () => {
    const matcher = { type: 'IN_SEGMENT', string: 'a' };
    const buckets = [{ treatment: 'on', size: 100 }];
    const other = { buckets, condition: { matchers: [{ type: 'T' }] } };
    const before: FlagDefinition = {
      name: 'f',
      treatments: [{ name: 'on', description: null }, { name: 'off' }],
      rules: [{ buckets, condition: { matchers: [matcher] } }, other],
      defaultRule: [],
    };
    const written = { condition: { combiner: 'AND', matchers: [{ string: 'a', type: 'IN_SEGMENT', negate: false }] }, buckets };
    const treatments = [{ keys: [], name: 'on' }, { name: 'off' }];
    assert.ok(isUnchanged(diffDefinitions(before, { ...before, treatments, rules: [written, other] })));
    const moved = diffDefinitions(before, { ...before, treatments, rules: [other, written] });
    assert.deepEqual(moved.rules.map(({ change }) => change).toSorted(), ['moved', 'same']);
  });
});

describe('a definition with names that every object has', () => {
  it('keeps these fields, and does not change a prototype', () => {
    const before = JSON.parse('{"name":"f","treatments":[],"rules":[],"defaultRule":[],"__proto__":{"a":1}}') as FlagDefinition;
    const after = JSON.parse(
      '{"constructor":5,"__proto__":{"b":[]},"name":"f","treatments":[{"name":"__proto__"}],"rules":[],"defaultRule":[],"\\ud800":null}',
    ) as FlagDefinition;
    const made = applied(diffDefinitions(before, after), before)!;
    assert.equal(meaningOf(made), meaningOf(after));
    assert.equal(Object.getPrototypeOf(made), Object.prototype);
    assert.equal(({} as { b?: unknown }).b, undefined);
  });
});
