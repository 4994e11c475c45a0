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

type Before = Parameters<typeof inverseOf>[1];
const refused = (code: string, more: object = {}) => ({ ok: false, refusal: { code, ...more } });
/** Asserts that the inverse has this operation on these keys, or on this flag. */
const assertKeys = (request: ChangeRequest, before: Before, operationType: string, keys: readonly string[], isExact = true) =>
  assert.deepEqual(inverseOf(request, before), {
    ok: true,
    change: { operationType, segment: { name: 's', keys } },
    isExact,
  });
const assertFlag = (operation: string, before: Before, operationType: string, flag: object = { name: 'f' }, isExact = true) =>
  assert.deepEqual(inverseOf(ofFlag(operation), before), { ok: true, change: { operationType, flag }, isExact });

describe('the inverse of a segment request', () => {
  it('swaps adding and removing, of the keys that really changed', () => {
    assertKeys(ofKeys('CREATE'), { kind: 'keys', unchanged: ['b'] }, 'ARCHIVE', ['a', 'c']);
    assertKeys(ofKeys('ARCHIVE'), { kind: 'keys', unchanged: ['b'] }, 'CREATE', ['a', 'c']);
    assert.deepEqual(inverseOf(ofKeys('CREATE'), { kind: 'keys', unchanged: ['a', 'b', 'c'] }), refused('changedNothing'));
  });

  it('has all keys, and says that it is not exact, if the earlier keys of the segment are not known', () =>
    assertKeys(ofKeys('CREATE'), undefined, 'ARCHIVE', ['a', 'b', 'c'], false));
});

describe('the inverse of a flag request', () => {
  const live = { kind: 'definition', definition } as const;
  const killed = { kind: 'definition', definition: { ...definition, killed: true } } as const;
  const missing = { kind: 'definition', definition: undefined } as const;

  it('restores what was killed, kills what was restored, removes what was added', () => {
    for (const [operation, inverse, before] of [
      ['KILL', 'RESTORE', live],
      ['RESTORE', 'KILL', killed],
      ['CREATE', 'ARCHIVE', missing],
    ] as const) {
      assertFlag(operation, before, inverse);
      // It isn't known whether the flag was killed before, so the inverse could restore it.
      assertFlag(operation, undefined, inverse, { name: 'f' }, false);
    }
  });

  it('brings back the definition before an update, a removal, or an addition that replaced it, with the unknown fields', () => {
    assertFlag('UPDATE', live, 'UPDATE', definition);
    assertFlag('ARCHIVE', live, 'CREATE', definition);
    assertFlag('CREATE', live, 'UPDATE', definition);
  });

  it('does not exist if the earlier definition is needed but was never read, or not stored', () => {
    const withheld = (isKilled: boolean) => ({ kind: 'withheld', isKilled }) as const;
    for (const operation of ['UPDATE', 'ARCHIVE'])
      for (const before of [undefined, missing, withheld(false)])
        assert.deepEqual(inverseOf(ofFlag(operation), before), refused('beforeUnknown'));
    assert.deepEqual(inverseOf(ofFlag('CREATE'), withheld(false)), refused('beforeUnknown'));
    assertFlag('KILL', withheld(false), 'RESTORE');
    assertFlag('RESTORE', withheld(true), 'KILL');
  });

  it('does not exist for a kill or a restore that changed nothing', () => {
    for (const [operation, isKilled, before] of [
      ['KILL', true, killed],
      ['RESTORE', false, live],
    ] as const)
      for (const known of [before, { kind: 'withheld', isKilled } as const])
        assert.deepEqual(inverseOf(ofFlag(operation), known), refused('changedNothing'));
  });
});

it('a request that was not published, or has an unknown operation, has no inverse', () => {
  assert.deepEqual(inverseOf({ ...ofKeys('CREATE'), status: 'REQUESTED' }, undefined), refused('changedNothing'));
  for (const request of [ofKeys('SHUFFLE'), ofFlag('SHUFFLE'), { ...base, operationType: 'SHUFFLE' }])
    assert.deepEqual(inverseOf(request, undefined), refused('unknownOperation', { operation: 'SHUFFLE' }));
});
