/** Tests that a difference is complete: applied to the first definition, it gives one that means the same as the second. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition } from '../../../src/api/model.ts';
import * as diffs from '../../../src/domain/definitions/definitionDiff.ts';
import { canonical } from '../../../src/domain/definitions/sameValue.ts';
import { runs } from '../../properties/runs.ts';
import { asSent, twoDefinitions } from './anyDefinition.ts';

const { diffDefinitions, isUnchanged, RESPONSE_ONLY_FIELDS } = diffs;
const text = JSON.stringify;

/** The meaning of a definition: without fields that only the service writes, and without empty ones. */
const meaningOf = (definition: FlagDefinition): string =>
  canonical({
    ...Object.fromEntries(Object.entries(definition).filter(([field]) => !RESPONSE_ONLY_FIELDS.has(field))),
    killed: definition.killed === true,
  });

/** Returns the first definition with the difference applied. */
function applied(diff: diffs.DefinitionDiff, before: FlagDefinition): FlagDefinition {
  const { treatments, rules, defaultRule, isDefaultRuleChanged, otherFields } = diff;
  const fields = new Map<string, unknown>(Object.entries(before));
  const rulesAfter = rules.flatMap((one) => {
    if (one.change === 'removed') return [];
    return [one.change === 'edited' ? one.after : one.rule];
  });
  const treatmentsAfter = treatments.flatMap((one) => {
    if (one.change === 'removed') return [];
    return [one.change === 'edited' ? one.after : one.treatment];
  });
  fields.set('rules', rulesAfter).set('treatments', treatmentsAfter);
  const buckets = defaultRule.flatMap(({ treatment, after }) => (after === undefined ? [] : [{ treatment, size: after }]));
  if (isDefaultRuleChanged) fields.set('defaultRule', buckets);
  for (const field of ['defaultTreatment', 'trafficAllocation', 'killed'] as const)
    if (diff[field]) fields.set(field, diff[field].after);
  for (const { field, after } of otherFields) fields.set(field, after);
  return Object.fromEntries(fields) as FlagDefinition;
}

it('the difference of any two definitions, applied to the first, gives the meaning of the second', () => {
  fc.assert(
    fc.property(twoDefinitions, ([before, after]) => {
      const untouched = text(before);
      assert.equal(meaningOf(applied(diffDefinitions(before, after), before)), meaningOf(after));
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

it('rules and treatments that mean the same and are written differently do not count as a change', () => {
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
