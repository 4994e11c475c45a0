/** Tests what each operation of a change request would do, and its warnings. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest, FlagDefinition } from '../../../src/api/model.ts';
import { definitionAfter, flagFindingsOf, keyFindingsOf, keysEffect } from '../../../src/domain/changeRequests/requestEffect.ts';

const live: FlagDefinition = {
  id: 'd1',
  name: 'checkout',
  treatments: [{ name: 'on' }, { name: 'off' }],
  rules: [],
  defaultRule: [{ treatment: 'off', size: 100 }],
  killed: false,
};
const asked: FlagDefinition = { ...live, id: 'd2', defaultRule: [{ treatment: 'on', size: 100 }] };
const killed: FlagDefinition = { ...live, killed: true };

const base = { id: 'r1', status: 'REQUESTED', approvers: [], comments: [] };
const bare = { name: 'checkout', treatments: [], rules: [], defaultRule: [] };
const flagRequest = (operationType: string, flag: FlagDefinition = bare): ChangeRequest => ({ ...base, operationType, flag });
const segmentRequest = (operationType: string, keys: string[]): ChangeRequest => ({
  ...base,
  operationType,
  segment: { name: 's', keys },
});

describe('the definition afterwards', () => {
  it('differs only in the killed state after KILL or RESTORE', () => {
    assert.deepEqual(definitionAfter(flagRequest('KILL'), live), killed);
    assert.deepEqual(definitionAfter(flagRequest('RESTORE'), killed), live);
    assert.equal(definitionAfter(flagRequest('KILL'), undefined), undefined);
  });

  it('is the requested one after UPDATE or CREATE, and is killed only if it was killed, whatever the sent copy says', () => {
    for (const flag of [asked, { ...asked, killed: true }]) {
      assert.deepEqual(definitionAfter(flagRequest('UPDATE', flag), killed), { ...asked, killed: true });
      assert.deepEqual(definitionAfter(flagRequest('UPDATE', flag), live), asked);
      assert.deepEqual(definitionAfter(flagRequest('CREATE', flag), undefined), asked);
    }
  });

  it('no longer exists after ARCHIVE', () => assert.equal(definitionAfter(flagRequest('ARCHIVE'), live), undefined));

  it('is the live one for an unknown operation, and for segments', () => {
    assert.equal(definitionAfter(flagRequest('SPLIT_THE_SEA'), live), live);
    assert.equal(definitionAfter(segmentRequest('ARCHIVE', ['a']), live), live);
  });
});

describe('a flag request', () => {
  for (const [name, request, now, code] of [
    ['to restore what is live', flagRequest('RESTORE'), live, 'nothingChanges'],
    ['to update what is missing', flagRequest('UPDATE', asked), undefined, 'updateOfMissing'],
    ['to kill what is missing', flagRequest('KILL'), undefined, 'updateOfMissing'],
    ['to create what exists', flagRequest('CREATE', asked), live, 'createOfExisting'],
    ['to remove what is missing', flagRequest('ARCHIVE'), undefined, 'nothingChanges'],
    ['to update to what is so already', flagRequest('UPDATE', { ...live, id: 'x', lastUpdateTime: 5 }), live, 'nothingChanges'],
  ] as const)
    it(`${name} is unusual`, () => assert.deepEqual(flagFindingsOf(request, now), [{ code }]));

  it('is not unusual if its operation is possible', () => {
    for (const [request, now] of [
      [flagRequest('KILL'), live],
      [flagRequest('RESTORE'), killed],
      [flagRequest('UPDATE', asked), live],
      [flagRequest('CREATE', asked), undefined],
      [flagRequest('ARCHIVE'), live],
      [segmentRequest('ARCHIVE', ['a']), undefined],
    ] as const)
      assert.deepEqual(flagFindingsOf(request, now), [], request.operationType);
  });
});

describe('the effect of a request on keys', () => {
  const held = new Set(['a', 'b']);
  const none = { added: [], removed: [], unchanged: [] };

  it('adds the keys that the segment does not contain, and removes those that it contains', () => {
    const added = { added: ['c'], removed: [], unchanged: ['b'], isKnown: true };
    assert.deepEqual(keysEffect(segmentRequest('CREATE', ['b', 'c', 'c']), held), added);
    const removed = { added: [], removed: ['b'], unchanged: ['c'], isKnown: true };
    assert.deepEqual(keysEffect(segmentRequest('ARCHIVE', ['b', 'c']), held), removed);
    assert.deepEqual(keysEffect(flagRequest('CREATE'), held), { ...none, isKnown: true });
  });
});

describe('a request for keys is unusual', () => {
  const keys = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `k${from + index}`);
  const findings = (operation: string, wanted: string[], held: string[] | undefined, count = held?.length, isMissing = false) => {
    const request = segmentRequest(operation, wanted);
    return keyFindingsOf(request, keysEffect(request, held && new Set(held)), { count, isMissing });
  };

  it('if no key would be added or removed, the segment does not exist, or the operation is unknown', () => {
    assert.deepEqual(findings('CREATE', ['a'], ['a', 'b']), [{ code: 'nothingChanges' }]);
    assert.deepEqual(findings('ARCHIVE', ['c'], ['a', 'b']), [{ code: 'nothingChanges' }]);
    assert.deepEqual(findings('ARCHIVE', ['a'], ['a', 'b']), []);
    assert.deepEqual(findings('CREATE', ['a'], undefined, undefined, true), [{ code: 'segmentMissing' }]);
    assert.deepEqual(findings('CREATE', ['a'], undefined), []);
    assert.deepEqual(findings('SHUFFLE', ['a'], ['a']), [{ code: 'unknownOperation', operation: 'SHUFFLE' }]);
  });

  it('if more than 100,000 keys would be in the segment, by the count of the service', () => {
    const tooMany = [{ code: 'tooManyKeys', count: 100_001, limit: 100_000 }];
    assert.deepEqual(findings('CREATE', keys(2), keys(99_999, 1)), []);
    assert.deepEqual(findings('CREATE', keys(3), keys(99_999, 2)), tooMany);
    assert.deepEqual(findings('CREATE', keys(2), [], 99_999), tooMany);
    assert.deepEqual(findings('CREATE', keys(100_001), undefined), tooMany);
    assert.deepEqual(findings('ARCHIVE', keys(1), keys(100_002)), []);
    assert.deepEqual(findings('ARCHIVE', keys(100_001), undefined), []);
    assert.deepEqual(findings('CREATE', keys(100_000), undefined), []);
  });

  it('if the segment would be empty by its count', () => {
    assert.deepEqual(findings('ARCHIVE', ['b', 'a', 'x'], ['a', 'b']), [{ code: 'emptiesSegment' }]);
    const request = segmentRequest('ARCHIVE', ['a']);
    assert.deepEqual(keyFindingsOf(request, keysEffect(request, new Set(['a'])), { count: undefined }), []);
  });
});
