/** Tests what each operation of a change request would do, and its warnings. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest, FlagDefinition } from '../../../src/api/model.ts';
import { definitionAfter, findingsOf, keyFindingsOf, keysEffect } from '../../../src/domain/changeRequests/requestEffect.ts';

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

const flagRequest = (
  operationType: string,
  flag: FlagDefinition = { name: 'checkout', treatments: [], rules: [], defaultRule: [] },
): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  operationType,
  approvers: [],
  comments: [],
  flag,
});
const segmentRequest = (operationType: string, keys: string[]): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  operationType,
  approvers: [],
  comments: [],
  segment: { name: 's', keys },
});

describe('the definition afterwards', () => {
  it('differs only in the killed state after KILL or RESTORE', () => {
    assert.deepEqual(definitionAfter(flagRequest('KILL'), live), killed);
    assert.deepEqual(definitionAfter(flagRequest('RESTORE'), killed), live);
    assert.equal(definitionAfter(flagRequest('KILL'), undefined), undefined);
  });

  it('is the requested one after UPDATE or CREATE, and stays killed if it was killed', () => {
    assert.deepEqual(definitionAfter(flagRequest('UPDATE', asked), killed), { ...asked, killed: true });
    assert.deepEqual(definitionAfter(flagRequest('CREATE', asked), undefined), asked);
  });

  it('no longer exists after ARCHIVE', () => {
    assert.equal(definitionAfter(flagRequest('ARCHIVE'), live), undefined);
  });

  it('is the live one for an unknown operation, and for segments', () => {
    assert.equal(definitionAfter(flagRequest('SPLIT_THE_SEA'), live), live);
    assert.equal(definitionAfter(segmentRequest('ARCHIVE', ['a']), live), live);
  });
});

describe('a flag request is unusual', () => {
  const cases: readonly (readonly [string, ChangeRequest, FlagDefinition | undefined, string | undefined])[] = [
    ['to kill what is killed', flagRequest('KILL'), killed, 'nothingChanges'],
    ['to restore what is live', flagRequest('RESTORE'), live, 'nothingChanges'],
    ['to update what is missing', flagRequest('UPDATE', asked), undefined, 'updateOfMissing'],
    ['to kill what is missing', flagRequest('KILL'), undefined, 'updateOfMissing'],
    ['to restore what is missing', flagRequest('RESTORE'), undefined, 'updateOfMissing'],
    ['to create what exists', flagRequest('CREATE', asked), live, 'createOfExisting'],
    ['to remove what is missing', flagRequest('ARCHIVE'), undefined, 'nothingChanges'],
    ['to update to what is so already', flagRequest('UPDATE', { ...live, id: 'x', lastUpdateTime: 5 }), live, 'nothingChanges'],
  ];
  for (const [name, request, now, code] of cases) {
    it(name, () => assert.deepEqual(findingsOf(request, now), [{ code }]));
  }

  it('but not if its operation is possible', () => {
    assert.deepEqual(findingsOf(flagRequest('KILL'), live), []);
    assert.deepEqual(findingsOf(flagRequest('RESTORE'), killed), []);
    assert.deepEqual(findingsOf(flagRequest('UPDATE', asked), live), []);
    assert.deepEqual(findingsOf(flagRequest('CREATE', asked), undefined), []);
    assert.deepEqual(findingsOf(flagRequest('ARCHIVE'), live), []);
    assert.deepEqual(findingsOf(segmentRequest('ARCHIVE', ['a']), undefined), []);
  });
});

describe('the effect of a request on keys', () => {
  const held = new Set(['a', 'b']);

  it('adds the keys that the segment does not contain', () => {
    assert.deepEqual(keysEffect(segmentRequest('CREATE', ['b', 'c', 'c']), held), {
      added: ['c'],
      removed: [],
      unchanged: ['b'],
      isKnown: true,
    });
  });

  it('removes the keys that the segment contains', () => {
    assert.deepEqual(keysEffect(segmentRequest('ARCHIVE', ['b', 'c']), held), {
      added: [],
      removed: ['b'],
      unchanged: ['c'],
      isKnown: true,
    });
  });

  it('counts all keys if the keys of the segment are not known', () => {
    assert.deepEqual(keysEffect(segmentRequest('CREATE', ['a', 'c']), undefined), {
      added: ['a', 'c'],
      removed: [],
      unchanged: [],
      isKnown: false,
    });
    assert.deepEqual(keysEffect(segmentRequest('ARCHIVE', ['a']), undefined), {
      added: [],
      removed: ['a'],
      unchanged: [],
      isKnown: false,
    });
  });

  it('is empty if the request has no keys', () => {
    assert.deepEqual(keysEffect(flagRequest('CREATE'), new Set(['a'])), { added: [], removed: [], unchanged: [], isKnown: true });
  });

  it('is not known for an operation that the document does not know', () => {
    assert.deepEqual(keysEffect(segmentRequest('SHUFFLE', ['a']), held), {
      added: [],
      removed: [],
      unchanged: ['a'],
      isKnown: false,
    });
  });
});

describe('a request for keys is unusual', () => {
  const keys = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `k${from + index}`);
  const findings = (operation: string, asked: string[], held: string[] | undefined, count = held?.length) => {
    const request = segmentRequest(operation, asked);
    return keyFindingsOf(request, keysEffect(request, held && new Set(held)), { count, isMissing: false });
  };

  it('if no key would be added or removed', () => {
    assert.deepEqual(findings('CREATE', ['a'], ['a', 'b']), [{ code: 'nothingChanges' }]);
    assert.deepEqual(findings('ARCHIVE', ['c'], ['a', 'b']), [{ code: 'nothingChanges' }]);
    assert.deepEqual(findings('ARCHIVE', ['a'], ['a', 'b']), []);
  });

  it('if the segment does not exist', () => {
    const request = segmentRequest('CREATE', ['a']);
    assert.deepEqual(keyFindingsOf(request, keysEffect(request, undefined), { count: undefined, isMissing: true }), [
      { code: 'segmentMissing' },
    ]);
    assert.deepEqual(findings('CREATE', ['a'], undefined), []);
  });

  it('if more than 100,000 keys would be in the segment, by the count of the service', () => {
    assert.deepEqual(findings('CREATE', keys(2), keys(99_999, 1)), []);
    assert.deepEqual(findings('CREATE', keys(3), keys(99_999, 2)), [{ code: 'tooManyKeys', count: 100_001, limit: 100_000 }]);
    assert.deepEqual(findings('CREATE', keys(2), [], 99_999), [{ code: 'tooManyKeys', count: 100_001, limit: 100_000 }]);
    assert.deepEqual(findings('CREATE', keys(100_001), undefined), [{ code: 'tooManyKeys', count: 100_001, limit: 100_000 }]);
    assert.deepEqual(findings('ARCHIVE', keys(1), keys(100_002)), []);
    assert.deepEqual(findings('ARCHIVE', keys(100_001), undefined), []);
    assert.deepEqual(findings('CREATE', keys(100_000), undefined), []);
  });

  it('if the segment would be empty', () => {
    assert.deepEqual(findings('ARCHIVE', ['b', 'a', 'x'], ['a', 'b']), [{ code: 'emptiesSegment' }]);
  });

  it('by its count only if the count is known', () => {
    const request = segmentRequest('ARCHIVE', ['a']);
    assert.deepEqual(keyFindingsOf(request, keysEffect(request, new Set(['a'])), { count: undefined }), []);
  });

  it('if the operation is unknown', () => {
    assert.deepEqual(findings('SHUFFLE', ['a'], ['a']), [{ code: 'unknownOperation', operation: 'SHUFFLE' }]);
  });
});

it('a request that adds or changes a definition does not kill it, whatever the sent copy says', () => {
  const request = (operationType: string): ChangeRequest => ({
    id: 'r',
    status: 'REQUESTED',
    operationType,
    approvers: [],
    comments: [],
    flag: { ...live, killed: true },
  });
  assert.equal(definitionAfter(request('CREATE'), undefined)?.killed, false);
  assert.equal(definitionAfter(request('UPDATE'), { ...live, killed: false })?.killed, false);
  assert.equal(definitionAfter(request('UPDATE'), { ...live, killed: true })?.killed, true);
});
