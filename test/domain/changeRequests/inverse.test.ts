/** Tests the inverse of a published change request. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { inverseOf } from '../../../src/domain/changeRequests/inverse.ts';

const base = { id: 'r', status: 'PUBLISHED', approvers: [], comments: [] };
const ofKeys = (operationType: string): ChangeRequest => ({
  ...base,
  operationType,
  segment: { name: 's', keys: ['a', 'b', 'c'] },
});
const definition = { name: 'f', treatments: [{ name: 'on' }], rules: [], defaultRule: [], killed: false, custom: 1 };
const ofFlag = (operationType: string): ChangeRequest => ({ ...base, operationType, flag: { ...definition, custom: 2 } });

describe('the inverse of a segment request', () => {
  it('swaps adding and removing, of the keys that really changed', () => {
    const before = { kind: 'keys', unchanged: ['b'] } as const;
    assert.deepEqual(inverseOf(ofKeys('CREATE'), before), {
      ok: true,
      change: { operationType: 'ARCHIVE', segment: { name: 's', keys: ['a', 'c'] } },
      isExact: true,
    });
    assert.deepEqual(inverseOf(ofKeys('ARCHIVE'), before), {
      ok: true,
      change: { operationType: 'CREATE', segment: { name: 's', keys: ['a', 'c'] } },
      isExact: true,
    });
  });

  it('has all keys, and says that it is not exact, if the earlier keys of the segment are not known', () => {
    const inverse = inverseOf(ofKeys('CREATE'), undefined);
    assert.ok(inverse.ok && 'segment' in inverse.change);
    assert.deepEqual([inverse.change.segment.keys, inverse.isExact], [['a', 'b', 'c'], false]);
  });

  it('does not exist if the request changed nothing', () => {
    assert.deepEqual(inverseOf(ofKeys('CREATE'), { kind: 'keys', unchanged: ['a', 'b', 'c'] }), {
      ok: false,
      refusal: { code: 'changedNothing' },
    });
  });
});

/** The earlier state, such that the operation changed something. */
const beforeThe = (operation: string) =>
  operation === 'CREATE' ? undefined : { ...definition, killed: operation === 'RESTORE' };

describe('the inverse of a flag request', () => {
  it('restores what was killed, kills what was restored, removes what was added', () => {
    for (const [operation, inverse] of [
      ['KILL', 'RESTORE'],
      ['RESTORE', 'KILL'],
      ['CREATE', 'ARCHIVE'],
    ] as const)
      for (const [before, isExact] of [
        [undefined, false],
        [{ kind: 'definition', definition: beforeThe(operation) }, true],
      ] as const)
        assert.deepEqual(inverseOf(ofFlag(operation), before), {
          ok: true,
          change: { operationType: inverse, flag: { name: 'f' } },
          // It isn't known whether the flag was killed before, so the inverse could restore it.
          isExact,
        });
  });

  it('does not exist if the earlier definition is needed but was not stored', () => {
    const before = (isKilled: boolean) => ({ kind: 'withheld', isKilled }) as const;
    for (const operation of ['UPDATE', 'ARCHIVE', 'CREATE'])
      assert.deepEqual(inverseOf(ofFlag(operation), before(false)), { ok: false, refusal: { code: 'beforeUnknown' } });
    for (const [operation, isKilled, inverse] of [
      ['KILL', false, 'RESTORE'],
      ['RESTORE', true, 'KILL'],
    ] as const) {
      const change = { operationType: inverse, flag: { name: 'f' } };
      assert.deepEqual(inverseOf(ofFlag(operation), before(isKilled)), { ok: true, change, isExact: true });
      const nothing = { ok: false, refusal: { code: 'changedNothing' } };
      assert.deepEqual(inverseOf(ofFlag(operation), before(!isKilled)), nothing);
    }
  });

  it('brings back the definition before an update or a removal, with the unknown fields', () => {
    const before = { kind: 'definition', definition } as const;
    assert.deepEqual(inverseOf(ofFlag('UPDATE'), before), {
      ok: true,
      change: { operationType: 'UPDATE', flag: definition },
      isExact: true,
    });
    assert.deepEqual(inverseOf(ofFlag('ARCHIVE'), before), {
      ok: true,
      change: { operationType: 'CREATE', flag: definition },
      isExact: true,
    });
  });

  it('does not exist for a kill or a restore that changed nothing, and restores a definition that an addition replaced', () => {
    const killed = { kind: 'definition', definition: { ...definition, killed: true } } as const;
    const live = { kind: 'definition', definition } as const;
    assert.deepEqual(inverseOf(ofFlag('KILL'), killed), { ok: false, refusal: { code: 'changedNothing' } });
    assert.deepEqual(inverseOf(ofFlag('RESTORE'), live), { ok: false, refusal: { code: 'changedNothing' } });
    assert.deepEqual(inverseOf(ofFlag('KILL'), live), {
      ok: true,
      change: { operationType: 'RESTORE', flag: { name: 'f' } },
      isExact: true,
    });
    assert.deepEqual(inverseOf(ofFlag('CREATE'), live), {
      ok: true,
      change: { operationType: 'UPDATE', flag: definition },
      isExact: true,
    });
  });

  it('does not exist if the earlier definition was never read', () => {
    for (const operation of ['UPDATE', 'ARCHIVE'])
      for (const before of [undefined, { kind: 'definition', definition: undefined } as const])
        assert.deepEqual(inverseOf(ofFlag(operation), before), { ok: false, refusal: { code: 'beforeUnknown' } });
  });
});

it('a request that was not published, or has an unknown operation, has no inverse', () => {
  assert.deepEqual(inverseOf({ ...ofKeys('CREATE'), status: 'REQUESTED' }, undefined), {
    ok: false,
    refusal: { code: 'changedNothing' },
  });
  for (const request of [ofKeys('SHUFFLE'), ofFlag('SHUFFLE'), { ...base, operationType: 'SHUFFLE' }])
    assert.deepEqual(inverseOf(request, undefined), { ok: false, refusal: { code: 'unknownOperation', operation: 'SHUFFLE' } });
});
