/** Tests which flags can be removed, and why others can't. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { removalsOf, type Removal } from '../../../src/domain/flagUses/removal.ts';

const rule = (treatment: string, matcher: object): object => ({
  buckets: [{ treatment, size: 100 }],
  condition: { combiner: 'AND', matchers: [matcher] },
});
const define = (fields: object = {}): FlagDefinition => ({
  name: 'a',
  treatments: [{ name: 'on', configurations: '{"n":1}' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [],
  defaultRule: [{ treatment: 'on', size: 100 }],
  ...fields,
});
const inSegment = { type: 'IN_SEGMENT', string: 's' };

function removalIn(
  environments: readonly (readonly FlagDefinition[])[],
  { requested = [], ...flag }: { readonly requested?: readonly string[]; readonly status?: string } = {},
): Removal {
  const read = environments.map((some, index) => ({
    name: `env${index}`,
    isCritical: true,
    definitions: new Map(some.map((one) => [one.name, one])),
  }));
  const steps = removalsOf([{ name: 'a', ...flag }], read, new Set(requested));
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value[0]!;
}
const outcome = (...args: Parameters<typeof removalIn>): string => {
  const { verdict, reasons } = removalIn(...args);
  return [verdict, ...reasons.map(({ code }) => code)].join(' ');
};

describe('the removal of a flag from the code', () => {
  it('is ready if everybody gets one treatment with one configuration in every environment', () => {
    const removal = removalIn([[define()], [define({ treatments: [{ name: 'on', configurations: '{ "n": 1 }' }] })]]);
    assert.equal(removal.verdict, 'ready');
    assert.equal(removal.served?.name, 'on');
    assert.equal(outcome([[define({ rules: [rule('on', inSegment)] })]]), 'ready');
    assert.equal(removalIn([[define({ killed: true, rules: [rule('on', inSegment)] })]]).served?.name, 'off');
    assert.equal(removalIn([[define({ trafficAllocation: 0 })]]).served?.name, 'off');
    // A treatment may have any further field.
    assert.equal(outcome([[define({ treatments: [{ name: 'on', code: 'x' }] })]]), 'ready');
  });

  it('is blocked if a part of a definition gives some keys a different treatment', () => {
    assert.equal(outcome([[define({ rules: [rule('off', inSegment)] })]]), 'blocked split');
    assert.equal(outcome([[define({ trafficAllocation: 50 })]]), 'blocked split');
    const shares = [{ treatment: 'on', size: 99 }, { treatment: 'off', size: 1 }]; // prettier-ignore
    assert.equal(outcome([[define({ defaultRule: shares })]]), 'blocked split');
    assert.equal(outcome([[define({ treatments: [{ name: 'on' }, { name: 'off', keys: ['k'] }] })]]), 'blocked targets');
    assert.equal(outcome([[define()], [define({ defaultRule: [{ treatment: 'off', size: 100 }] })]]), 'blocked different');
    assert.equal(
      outcome([[define()], [define({ treatments: [{ name: 'on', configurations: '{"n":2}' }] })]]),
      'blocked different',
    );
  });

  it('is blocked by unknown parts of a definition', () => {
    assert.equal(outcome([[define({ prerequisites: [{ flag: 'b' }] })]]), 'blocked unknown');
    assert.equal(outcome([[define({ rules: [rule('on', { type: 'NEW_MATCHER' })] })]]), 'blocked unknown');
    assert.equal(outcome([[define({ rules: [rule('on', { type: 'IN_LARGE_SEGMENT', string: 's' })] })]]), 'blocked unknown');
    assert.equal(outcome([[define({ defaultRule: [{ treatment: 'on', size: 100, more: 1 }] })]]), 'blocked unknown');
    assert.equal(outcome([[define({ defaultRule: [{ treatment: 'gone', size: 100 }] })]]), 'blocked unknown');
  });

  it('is blocked by flags that depend on it, and by an open change request', () => {
    const asks = rule('on', { type: 'IN_SPLIT', depends: { splitName: 'a', treatment: 'on' } });
    assert.equal(outcome([[define(), define({ name: 'b', rules: [asks] })]]), 'blocked dependants');
    assert.equal(outcome([[define()]], { requested: ['a'] }), 'blocked request');
    assert.equal(outcome([[define({ openChangeRequestId: 'r' })]]), 'blocked request');
  });

  it('needs care if applications get control everywhere', () => {
    assert.equal(outcome([[], []]), 'careful undefined undefined');
    for (const read of [
      [[define()], []],
      [[], [define()]],
    ])
      assert.equal(outcome(read), 'blocked undefined different');
    assert.equal(outcome([[define({ trafficAllocation: 50 })]], { status: 'ARCHIVED' }), 'careful archived');
    assert.equal(outcome([[define({ trafficAllocation: 50 })], []]), 'blocked split undefined');
  });
});
