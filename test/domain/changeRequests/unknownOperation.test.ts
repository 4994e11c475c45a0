import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChangeRequest, FlagDefinition } from '../../../src/api/model.ts';
import { changeRequestFromWire } from '../../../src/api/vocabulary.ts';
import { inverseOf } from '../../../src/domain/changeRequests/inverse.ts';
import { passesFilter } from '../../../src/domain/changeRequests/requestGroups.ts';
import { findingsOf, isKnownOperation, keyFindingsOf, keysEffect } from '../../../src/domain/changeRequests/requestEffect.ts';

const definition = FlagDefinition.parse({ name: 'new-search', treatments: [{ name: 'on' }], rules: [], defaultRule: [] });
const request = (fields: object): ChangeRequest =>
  ChangeRequest.parse({ id: '1', status: 'REQUESTED', operationType: 'UPDATE', approvers: [], comments: [], ...fields });

describe('an operation that the document does not know', () => {
  for (const object of [{ flag: definition }, { segment: { name: 'beta', keys: ['a'] } }]) {
    it(`is reported for a ${Object.keys(object)[0]}, and never counts as a request that changes nothing`, () => {
      const unknown = request({ ...object, operationType: 'DELETE' });
      assert.equal(isKnownOperation(unknown), false);
      assert.deepEqual(findingsOf(unknown, definition), [{ code: 'unknownOperation', operation: 'DELETE' }]);
    });
  }

  it('includes KILL for a segment, because only flags have it', () => {
    assert.equal(isKnownOperation(request({ segment: { name: 'beta', keys: [] }, operationType: 'KILL' })), false);
    assert.equal(isKnownOperation(request({ flag: definition, operationType: 'KILL' })), true);
  });
});

it('a request with an object of a different kind beside its segment or flag counts as unknown', () => {
  const segment = { name: 'beta', keys: ['a'] };
  for (const other of ['split', 'ruleBasedSegment', 'largeSegment']) {
    assert.equal(isKnownOperation(request({ segment, [other]: { name: 'x' }, operationType: 'CREATE' })), false, other);
    assert.equal(isKnownOperation(request({ flag: definition, [other]: { name: 'x' } })), false, other);
    assert.equal(isKnownOperation(request({ segment, [other]: null, operationType: 'CREATE' })), true, other);
  }
});

it('a request with its object under both words for a flag shows both', () => {
  const wire = { id: '1', status: 'REQUESTED', operationType: 'UPDATE', approvers: [], comments: [] };
  const read = changeRequestFromWire({ ...wire, flag: definition, split: { ...definition, name: 'other' } }, { flag: 'split' });
  assert.equal(isKnownOperation(ChangeRequest.parse(read)), false);
});

describe('a request with a flag and a segment', () => {
  const both = request({ flag: definition, segment: { name: 'beta', keys: ['a'] }, operationType: 'CREATE' });

  it('counts as unknown, although each of them has the operation', () => {
    assert.equal(isKnownOperation(both), false);
    assert.deepEqual(findingsOf(both, definition), [{ code: 'flagAndSegment' }]);
    const effect = keysEffect(both, new Set());
    assert.deepEqual(effect, { added: [], removed: [], unchanged: ['a'], isKnown: false });
    assert.deepEqual(keyFindingsOf(both, effect, { count: 0 }), [{ code: 'flagAndSegment' }]);
  });

  it('is listed under flags and under segments, and has no inverse', () => {
    assert.ok(passesFilter(both, undefined, { object: 'flag' }) && passesFilter(both, undefined, { object: 'segment' }));
    assert.deepEqual(inverseOf({ ...both, status: 'PUBLISHED' }, undefined), {
      ok: false,
      refusal: { code: 'unknownOperation', operation: 'CREATE' },
    });
  });
});

describe('an update that sets only the rollout status', () => {
  it('is not said to change nothing', () => {
    assert.deepEqual(findingsOf(request({ flag: definition }), definition), [{ code: 'nothingChanges' }]);
    assert.deepEqual(findingsOf(request({ flag: definition, rolloutStatus: { id: 'r1' } }), definition), []);
  });
});
