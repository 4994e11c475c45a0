import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { FlagDefinition } from '../../../src/api/model.ts';
import { diffDefinitions, isUnchanged } from '../../../src/domain/definitions/definitionDiff.ts';
import { runs } from '../../properties/runs.ts';
import { valuesOf } from '../../properties/schemaValues.ts';
import '../fakeVscode.ts';

const { definitionText } = await import('../../../src/editor/window/textDiff.ts');

const definition: FlagDefinition = {
  rules: [
    {
      buckets: [{ size: 100, treatment: 'on' }],
      condition: { matchers: [{ string: 's', type: 'IN_SEGMENT' }], combiner: 'AND' },
    },
  ],
  name: 'f',
  defaultRule: [{ treatment: 'off', size: 100 }],
  treatments: [{ description: 'yes', name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
};

/** The same with the fields of every object the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, turned(inner)]),
  );
}

describe('a definition as text', () => {
  it('is the same text whatever order, nulls and response-only fields the service sends', async () => {
    const asSent = {
      ...(turned(definition) as FlagDefinition),
      id: 'x',
      lastUpdateTime: 7,
      openChangeRequestId: 'r',
      baselineTreatment: null,
    };
    assert.equal(await definitionText(asSent), await definitionText(definition));
  });

  it('contains the whole definition, so reading it back gives no change', async () => {
    await fc.assert(
      fc.asyncProperty(valuesOf(FlagDefinition), async (any) => {
        const again = parse(await definitionText(any), { logLevel: 'error' }) as FlagDefinition;
        assert.ok(isUnchanged(diffDefinitions(any, { ...again, killed: again.killed ?? any.killed })));
      }),
      runs(20),
    );
  });
});
